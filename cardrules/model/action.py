"""What a player is asked and what can be answered, for callers of the library."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import attrs

from cardrules.errors import MalformedActionError
from cardrules.model.types import MOST_NUMBER
from cardrules.shown import can_be_written, shown


def unordered(value: Any) -> Any:
    """A value in which no order is left: what is chosen together is a set."""
    if isinstance(value, bool | float):
        return type(value).__name__, value  # otherwise true and 1.0 would pass for 1
    if isinstance(value, list | tuple):
        return tuple(sorted([unordered(item) for item in value], key=repr))
    if isinstance(value, Mapping):
        return tuple(sorted([(name, unordered(item)) for name, item in value.items()], key=repr))
    return value


@attrs.frozen
class Source:
    """An answer of a decision, with all of which it is one, and how it is written there.

    It spares the engine to look for an action that it has made itself at the same decision.
    """

    answer: tuple[Any, ...]
    answers: Sequence[tuple[Any, ...]]
    arguments: Mapping[str, Any]
    which: int


@attrs.frozen
class Action:
    """An action: its name and its named arguments, as JSON data in the words of the game.

    Cards are the names of their kinds: which of several cards that look the same is meant makes no
    difference, nor does the order of several. `which` (from 1) tells apart actions that would
    otherwise be written alike.
    """

    name: str
    arguments: Mapping[str, Any] = attrs.field(factory=dict, eq=unordered)
    which: int = 1
    # The engine's own form, and what it was taken from; not part of the action's identity.
    source: Source | None = attrs.field(default=None, eq=False, repr=False)

    @property
    def answer(self) -> tuple[Any, ...] | None:
        """The engine's own form, if the engine has made this action."""
        return None if self.source is None else self.source.answer

    def answer_among(self, answers: Sequence[tuple[Any, ...]]) -> tuple[Any, ...] | None:
        """The answer that this action was made from, if it was one of just these, and unchanged."""
        source = self.source
        if source is None or source.answers is not answers:
            return None
        unchanged = source.arguments is self.arguments and source.which == self.which
        return source.answer if unchanged else None

    def __reduce__(self) -> tuple[Any, ...]:
        # Where it goes, there is no such decision.
        return Action, (self.name, dict(self.arguments), self.which)

    def data(self) -> dict[str, Any]:
        """The action as JSON data."""
        data: dict[str, Any] = {"action": self.name, **self.arguments}
        return data if self.which == 1 else {**data, "which": self.which}

    def __hash__(self) -> int:
        return hash((self.name, unordered(self.arguments), self.which))

    def __str__(self) -> str:
        return text_of(self.data())


def action_from_data(data: Mapping[str, Any]) -> Action:
    """The action that `Action.data` described; raises `MalformedActionError` if it is none."""
    if not isinstance(data, Mapping) or "action" not in data:
        raise MalformedActionError(
            f"An action is a mapping with the key `action`, not {shown(data)}."
        )
    rest = {key: value for key, value in data.items() if key not in ("action", "which")}
    action = Action(data["action"], rest, data.get("which", 1))
    refuse_malformed(action)
    return action


def refuse_malformed(action: object) -> None:
    """Raise `MalformedActionError` for what no action could be, whatever is asked."""
    if not isinstance(action, Action):
        raise MalformedActionError(f"An action is an `Action`, not {shown(action)}.")
    if not isinstance(action.name, str):
        raise MalformedActionError(f"The name of an action is a word, not {shown(action.name)}.")
    arguments = action.arguments
    if not isinstance(arguments, Mapping) or not all(isinstance(name, str) for name in arguments):
        raise MalformedActionError(
            f"The arguments of an action are a mapping of names to values, not {shown(arguments)}."
        )
    for value in arguments.values():
        if not isinstance(value, str) and not can_be_written(value):
            raise MalformedActionError(f"No action has {shown(value)} in it.")
    if type(action.which) is not int or not 1 <= action.which <= MOST_NUMBER:
        raise MalformedActionError(f"`which` counts from 1, and is not {shown(action.which)}.")


def text_of(data: Mapping[str, Any]) -> str:
    """An action on one line: `steal card: Crawler 3, stack: stack 1 of seat 2's patch`."""
    parts = [f"{key}: {value_text(value)}" for key, value in data.items() if key != "action"]
    return " ".join([str(data["action"]), ", ".join(parts)]).strip()


def value_text(value: Any) -> str:
    """A value of an action in words; of a family each set in brackets."""
    if isinstance(value, list):
        if any(isinstance(item, list) for item in value):
            return " and ".join(f"({value_text(item)})" for item in value)
        return " + ".join(value_text(item) for item in value) or "nothing"
    if isinstance(value, Mapping):
        if value.keys() >= {"zone", "stack"}:
            zone = str(value["zone"]).replace("_", " ")
            whose = f"seat {value['seat']}'s" if "seat" in value else "the"
            return f"stack {value['stack']} of {whose} {zone}"
        return " ".join(str(item) for item in value.values())
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "none"
    return str(value) if can_be_written(value) else shown(value)


@attrs.frozen(kw_only=True)
class Decision:
    """Who is asked for what.

    `asks_for`: `action` (one of several actions), `choose` (a choice in the middle of effects),
    `interrupt` (one of several interrupts, or to pass). `sealed`: the answer stays secret until all
    have answered.
    `number`: which of the times it is that a choice is asked for in a `repeat`, of so many.
    """

    player: int
    asks_for: Literal["action", "choose", "interrupt"]
    prompt: str
    ids: tuple[str, ...]
    sealed: bool
    site: int
    number: int = 1
    of: int = 1


@attrs.frozen(kw_only=True)
class Result:
    """The end of a game, or of a match, per player.

    `scores`: the points of the player's side; of a match its total, the games won or the points
    added up. `returns`: what the game is worth, where more is always better
    (`cardrules.engine.playing.payoffs`). `places`: 1 is best.
    """

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    returns: tuple[float, ...]
    places: tuple[int, ...]
    games: int
