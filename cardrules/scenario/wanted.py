"""Actions as scenarios write them: a name and as many of the choices as matter.

{seat: 2, do: steal, card: Crawler 3, stack: Crawler 2}
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Mapping, Sequence

import attrs

from cardrules.diagnostics.suggest import did_you_mean
from cardrules.engine.game import Game
from cardrules.engine.positions.named import brief, seat_of, unknown, within, wrong
from cardrules.engine.sets.narrow import Wish
from cardrules.errors import PositionError
from cardrules.model.action import Action, text_of
from cardrules.model.ir import Choice
from cardrules.model.state import State
from cardrules.model.types import CARD, Type
from cardrules.scenario.values import check_value, described, fits, spelled_out

_OWN_KEYS = ("seat", "do", "which", "by", "because")
# More actions than that are not gone through: a choice may have millions of answers.
MOST_LOOKED_AT = 20_000
# How many legal actions a message names.
_SHOWN = 8


@attrs.frozen(kw_only=True)
class Wanted:
    """An action by as much of it as matters."""

    name: str
    seat: object = None
    which: object = None
    arguments: Mapping[str, object] = attrs.field(factory=dict)

    def __str__(self) -> str:
        who = "" if self.seat is None else f"seat {self.seat}: "
        return who + text_of({"action": self.name, **self.arguments})


def read_wanted(game: Game, s: State, data: object) -> Wanted:
    """The action that a scenario means; raises `PositionError` if there can be none such."""
    if not isinstance(data, Mapping):
        wanted = Wanted(name=str(data))
        _check_name(game, wanted.name)
        return wanted
    name = str(data["do"])
    with within("do"):
        _check_name(game, name)
    with within("seat"):
        if data.get("seat") is not None:
            seat_of(game.tables, data["seat"])
    types = types_of(game, s, name)
    arguments = {str(key): value for key, value in data.items() if key not in _OWN_KEYS}
    for choice, value in arguments.items():
        if choice not in types:
            message = f"`{brief(name)}` has no choice `{brief(choice)}`."
            raise wrong(message, choice, is_key=True, help=did_you_mean(choice, types))
        with within(choice):
            _check_value(game, types[choice], value)
    return Wanted(
        name=name,
        seat=data.get("seat"),
        which=data.get("which"),
        arguments={
            choice: spelled_out(game.tables, types[choice][0], value)
            for choice, value in arguments.items()
        },
    )


def _check_name(game: Game, name: str) -> None:
    asked = {question.form for question in game.program.questions}
    known = [*game.ruleset.actions, *game.ruleset.interrupts]
    known += ["choose"] if asked & {"choose", "sealed"} else []
    known += ["pass"] if "window" in asked else []
    if name not in known:
        raise unknown("action", name, known)


def _check_value(game: Game, types: Sequence[Type], value: object) -> None:
    """Whether a value can be one of a choice; several may have its name."""
    for of_type in types[1:]:
        with contextlib.suppress(PositionError):
            check_value(game.tables, of_type, value)
            return
    check_value(game.tables, types[0], value)


def types_of(game: Game, s: State, name: str) -> dict[str, list[Type]]:
    """The choices of something that can be done, with what they may be of."""
    choices: Iterable[tuple[Choice, Type]] = ()
    for table in (game.ruleset.actions, game.ruleset.interrupts):
        if name in table:
            choices = [(choice, choice.type) for choice in table[name].choices]
    if name == "choose":
        choices = _asked_for(game, s)
    found: dict[str, list[Type]] = {}
    for choice, of_type in choices:
        found.setdefault(choice.name, []).append(of_type)
    return found


def _asked_for(game: Game, s: State) -> Iterable[tuple[Choice, Type]]:
    """What is to be chosen now, or else all that can be chosen among effects.

    None is an answer where somebody is asked although nothing fits.
    """
    questions = [item for item in game.program.questions if item.form in ("choose", "sealed")]
    if s.pending is not None:
        asked = [item for item in questions if item.index == s.pending[0]]
        questions = asked or questions
    for question in questions:
        for choice in game.program.searches[question.searches[0]].choices:
            may_be_none = question.candidates is not None
            yield choice, choice.type.or_none() if may_be_none else choice.type


def fitting(game: Game, s: State, wanted: Wanted) -> Iterator[Action]:
    """The legal actions that are meant."""
    if not is_asked(game, s, wanted):
        return
    types = types_of(game, s, wanted.name)
    wishes = {
        name: _wish(game, s, types[name][0], value) for name, value in wanted.arguments.items()
    }
    for number, answer in enumerate(game.narrowed(s, game.answers(s), wanted.name, wishes)):
        if number == MOST_LOOKED_AT:
            message = f"More than {MOST_LOOKED_AT} legal actions fit."
            raise PositionError(message, help="Say more of the action that is meant.")
        action = game.action_of(s, answer)
        if wanted.which in (None, action.which):
            yield action


def _wish(game: Game, s: State, of_type: Type, value: object) -> Wish:
    cards = None
    if of_type.base == "collection" and isinstance(value, list):
        cards = tuple(map(str, value)) if of_type.element == CARD else None
    return Wish(lambda told: fits(game, s, of_type, told, value), cards)


def is_asked(game: Game, s: State, wanted: Wanted) -> bool:
    """Whether it is the seat that is meant which is asked."""
    asked = game.asked(s)
    return asked is not None and wanted.seat in (None, asked + 1)


def complete(game: Game, s: State, wanted: Wanted) -> Action:
    """The action with its values as the engine describes them, whether or not it is legal."""
    types = types_of(game, s, wanted.name)
    arguments = {}
    for name, value in wanted.arguments.items():
        with within(name):
            arguments[name] = described(game, s, types[name][0], value)
    return Action(wanted.name, arguments, int(str(wanted.which or 1)))


def told_actions(game: Game, s: State) -> str:
    """The legal actions in words, the first of them."""
    actions = game.legal_actions(s)
    told = [str(action) for action in actions[:_SHOWN]]
    if len(actions) > _SHOWN:
        told.append(f"... ({len(actions)} in all)")
    return "; ".join(told) or "nothing"
