"""A declarative card-game rules engine: write the rules as text, check them, play them.

>>> import cardrules
>>> ruleset = cardrules.load("snarkas")
>>> game = cardrules.Game(ruleset, players=2)
>>> state = game.start(seed=7)
>>> game.decision(state).asks_for
'action'
>>> actions = game.legal_actions(state)
>>> after = game.apply(state, actions[0])
>>> state.steps, after.steps
(0, 1)

`docs/library.md` goes through all of it. Everything that is not named in `__all__` may change.
"""

from __future__ import annotations

import importlib
from types import MappingProxyType
from typing import TYPE_CHECKING

# What each name is, for tools that read the code. At run time a module is imported when a name of
# it is first used: `cardrules --help` must not wait for the engine.
if TYPE_CHECKING:
    from cardrules.diagnostics.model import Diagnostic as Diagnostic
    from cardrules.diagnostics.render import render_text as render_text
    from cardrules.engine.game import Game as Game
    from cardrules.engine.positions.position import prepare as prepare
    from cardrules.engine.positions.state_data import state_from_data as state_from_data
    from cardrules.engine.positions.state_data import state_from_text as state_from_text
    from cardrules.engine.positions.state_data import text_from_state as text_from_state
    from cardrules.engine.showing.explain import Refusal as Refusal
    from cardrules.engine.showing.explain import explain as explain
    from cardrules.engine.showing.narrate import Narrator as Narrator
    from cardrules.engine.showing.view import View as View
    from cardrules.engine.showing.view import make_view as make_view
    from cardrules.engine.writing import LegalActions as LegalActions
    from cardrules.errors import ActionError as ActionError
    from cardrules.errors import CardrulesError as CardrulesError
    from cardrules.errors import ChanceError as ChanceError
    from cardrules.errors import EngineError as EngineError
    from cardrules.errors import GameLimitError as GameLimitError
    from cardrules.errors import GameOverError as GameOverError
    from cardrules.errors import IllegalActionError as IllegalActionError
    from cardrules.errors import MalformedActionError as MalformedActionError
    from cardrules.errors import OptionError as OptionError
    from cardrules.errors import PositionError as PositionError
    from cardrules.errors import ReplayError as ReplayError
    from cardrules.errors import RulesetError as RulesetError
    from cardrules.errors import StateError as StateError
    from cardrules.errors import UnknownGameError as UnknownGameError
    from cardrules.leaks.hunt import find_leaks as find_leaks
    from cardrules.leaks.leak import Leak as Leak
    from cardrules.model.action import Action as Action
    from cardrules.model.action import Decision as Decision
    from cardrules.model.action import Result as Result
    from cardrules.model.action import action_from_data as action_from_data
    from cardrules.model.ruleset import Ruleset as Ruleset
    from cardrules.model.state import State as State
    from cardrules.rulesets import bundled as bundled
    from cardrules.rulesets import load as load
    from cardrules.sim.players import GreedyBot as GreedyBot
    from cardrules.sim.players import RandomBot as RandomBot
    from cardrules.sim.players import make_bot as make_bot
    from cardrules.sim.record import Record as Record
    from cardrules.sim.record_files import read_record as read_record
    from cardrules.sim.record_files import write_record as write_record
    from cardrules.sim.replay import replay_record as replay_record
    from cardrules.sim.replay import resume_record as resume_record
    from cardrules.sim.run import Moment as Moment
    from cardrules.sim.run import Playthrough as Playthrough
    from cardrules.sim.run import play as play
    from cardrules.sim.seat import Player as Player
    from cardrules.sim.seat import Seat as Seat
    from cardrules.table.describe import describe as describe
    from cardrules.table.history import History as History
    from cardrules.table.menu import Menu as Menu
    from cardrules.table.whole import Table as Table

__all__ = [
    "Action",
    "ActionError",
    "CardrulesError",
    "ChanceError",
    "Decision",
    "Diagnostic",
    "EngineError",
    "Game",
    "GameLimitError",
    "GameOverError",
    "GreedyBot",
    "History",
    "IllegalActionError",
    "Leak",
    "LegalActions",
    "MalformedActionError",
    "Menu",
    "Moment",
    "Narrator",
    "OptionError",
    "Player",
    "Playthrough",
    "PositionError",
    "RandomBot",
    "Record",
    "Refusal",
    "ReplayError",
    "Result",
    "Ruleset",
    "RulesetError",
    "Seat",
    "State",
    "StateError",
    "Table",
    "UnknownGameError",
    "View",
    "action_from_data",
    "bundled",
    "describe",
    "explain",
    "find_leaks",
    "load",
    "make_bot",
    "make_view",
    "play",
    "prepare",
    "read_record",
    "render_text",
    "replay_record",
    "resume_record",
    "state_from_data",
    "state_from_text",
    "text_from_state",
    "write_record",
]

_MODULES = MappingProxyType(
    {
        "cardrules.diagnostics.model": ("Diagnostic",),
        "cardrules.diagnostics.render": ("render_text",),
        "cardrules.engine.showing.explain": ("Refusal", "explain"),
        "cardrules.engine.game": ("Game",),
        "cardrules.engine.showing.narrate": ("Narrator",),
        "cardrules.engine.positions.position": ("prepare",),
        "cardrules.engine.positions.state_data": (
            "state_from_data",
            "state_from_text",
            "text_from_state",
        ),
        "cardrules.engine.showing.view": ("View", "make_view"),
        "cardrules.engine.writing": ("LegalActions",),
        "cardrules.leaks.hunt": ("find_leaks",),
        "cardrules.leaks.leak": ("Leak",),
        "cardrules.errors": (
            "ActionError",
            "CardrulesError",
            "ChanceError",
            "EngineError",
            "GameLimitError",
            "GameOverError",
            "IllegalActionError",
            "MalformedActionError",
            "OptionError",
            "PositionError",
            "ReplayError",
            "RulesetError",
            "StateError",
            "UnknownGameError",
        ),
        "cardrules.model.action": ("Action", "Decision", "Result", "action_from_data"),
        "cardrules.model.ruleset": ("Ruleset",),
        "cardrules.model.state": ("State",),
        "cardrules.rulesets": ("bundled", "load"),
        "cardrules.sim.players": ("GreedyBot", "RandomBot", "make_bot"),
        "cardrules.sim.record": ("Record",),
        "cardrules.sim.record_files": ("read_record", "write_record"),
        "cardrules.sim.replay": ("replay_record", "resume_record"),
        "cardrules.sim.run": ("Moment", "Playthrough", "play"),
        "cardrules.sim.seat": ("Player", "Seat"),
        "cardrules.table.describe": ("describe",),
        "cardrules.table.history": ("History",),
        "cardrules.table.menu": ("Menu",),
        "cardrules.table.whole": ("Table",),
    }
)
_HOMES = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> object:
    if name == "__version__":
        return importlib.import_module("cardrules.version").version()
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(importlib.import_module(_HOMES[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, "__version__"})
