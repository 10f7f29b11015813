"""Games of OpenSpiel, if it is installed: played at random, and written down as they went."""

from __future__ import annotations

import importlib
import json
import random
from pathlib import Path
from typing import Any

import attrs

from tests.open_spiel.games import Twin

FOLDER = Path(__file__).parent.parent / "data" / "open_spiel"


@attrs.frozen
class Decision:
    """Who was asked, all that was legal, and what was taken, in the words of OpenSpiel."""

    player: int
    legal: list[str]
    taken: str


@attrs.frozen
class Recorded:
    """A game of theirs: what chance brought, the decisions, and what each player has got."""

    chance: list[str]
    decisions: list[Decision]
    returns: list[float]


def pyspiel() -> Any | None:
    """OpenSpiel, or None if it is not installed."""
    try:
        return importlib.import_module("pyspiel")
    except ImportError:
        return None


def begun(twin: Twin, game: Any) -> Any:
    """A state of theirs at the beginning, behind what comes first in all games."""
    s = game.new_initial_state()
    if twin.begins:
        (action,) = (a for a in s.legal_actions() if s.action_to_string(a) == twin.begins)
        s.apply_action(action)
    return s


def play(twin: Twin, game: Any, seed: int) -> Recorded:
    """Play a random game of theirs."""
    chosen = random.Random(seed)
    s = begun(twin, game)
    chance, decisions = [twin.begins] if twin.begins else [], []
    while not s.is_terminal():
        legal = s.legal_actions()
        # Chance has equal outcomes in all of these games (`test_chance_is_even`).
        action = chosen.choice(legal)
        if s.is_chance_node():
            chance.append(s.action_to_string(action))
        else:
            words = [s.action_to_string(one) for one in legal]
            decisions.append(Decision(s.current_player(), words, s.action_to_string(action)))
        s.apply_action(action)
    return Recorded(chance, decisions, s.returns())


def path(twin: Twin) -> Path:
    """Where games of theirs are kept."""
    return FOLDER / f"{twin.name}_{twin.players}.json"


def write(twin: Twin, games: list[Recorded]) -> None:
    """Keep games of theirs."""
    rows = ",\n".join(json.dumps(_as_data(one), separators=(",", ":")) for one in games)
    path(twin).parent.mkdir(exist_ok=True)
    path(twin).write_text(f"[\n{rows}\n]\n", encoding="utf-8", newline="\n")


def read(twin: Twin) -> list[Recorded]:
    """The games of theirs that are kept."""
    return [
        Recorded(one["chance"], [Decision(*item) for item in one["decisions"]], one["returns"])
        for one in json.loads(path(twin).read_text(encoding="utf-8"))
    ]


def _as_data(one: Recorded) -> dict[str, Any]:
    rows = [[item.player, item.legal, item.taken] for item in one.decisions]
    return {"chance": one.chance, "decisions": rows, "returns": one.returns}
