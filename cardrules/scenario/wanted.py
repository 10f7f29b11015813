"""Actions as scenarios write them: a name and as many of the choices as matter.

    {seat: 2, do: steal, card: Crawler 3, stack: Crawler 2}

A card is its name, a player a seat, a set of cards a list in any order. A stack is the name of its
top card, or a mapping with as much of `zone`, `seat` and `stack` (its number in the row of stacks)
as matters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

import attrs

from cardrules.diagnostics.suggest import did_you_mean
from cardrules.engine.describe import card_name
from cardrules.engine.game import Game
from cardrules.engine.named import card_list, kind_of
from cardrules.engine.narrow import Wish
from cardrules.engine.sites import OneOfSite
from cardrules.errors import PositionError
from cardrules.model.action import Action, text_of
from cardrules.model.ir import Choice
from cardrules.model.state import State
from cardrules.model.types import CARD, Type

_OWN_KEYS = ("seat", "do", "which", "by", "because")
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
    """The action that a scenario means; raises `PositionError` if the game has none such."""
    if not isinstance(data, Mapping):
        wanted = Wanted(name=str(data))
    else:
        arguments = {str(key): value for key, value in data.items() if key not in _OWN_KEYS}
        wanted = Wanted(
            name=str(data["do"]),
            seat=data.get("seat"),
            which=data.get("which"),
            arguments=arguments,
        )
    _check_names(game, s, wanted)
    return wanted


def _check_names(game: Game, s: State, wanted: Wanted) -> None:
    choices = choices_of(game, s, wanted.name)
    if choices is None:
        known = [*game.ruleset.actions, *game.ruleset.interrupts, "choose", "pass"]
        help = did_you_mean(wanted.name, known)
        raise PositionError(f"There is no action `{wanted.name}`. {help}".strip())
    for name, value in wanted.arguments.items():
        if name not in choices:
            help = did_you_mean(name, choices)
            raise PositionError(f"`{wanted.name}` has no choice `{name}`. {help}".strip())
        _check_cards(game, choices[name].type, value)


def _check_cards(game: Game, kind: Type, value: object) -> None:
    if kind.base == "card" and value is not None and value != "none":
        kind_of(game.tables, str(value))
    if kind.base == "collection" and kind.element is not None and isinstance(value, list):
        if kind.element.base == "card":
            for name in card_list(value):
                kind_of(game.tables, name)
        else:
            for item in value:
                _check_cards(game, kind.element, item)


def choices_of(game: Game, s: State, name: str) -> dict[str, Choice] | None:
    """The choices of something that can be done, or none if there is no such thing."""
    for table in (game.ruleset.actions, game.ruleset.interrupts):
        if name in table:
            return {choice.name: choice for choice in table[name].choices}
    if name == "pass":
        return {}
    if name == "choose":
        if s.pending is not None:
            site = game.builder.sites[s.pending[0]]
            if not isinstance(site, OneOfSite) and site.schemas[0].name == "choose":
                return {choice.name: choice for choice in site.schemas[0].choices}
        every = (choice for schema in game.builder.schemas for choice in schema.choices)
        return {choice.name: choice for choice in every}
    return None


def fitting(game: Game, s: State, wanted: Wanted) -> Iterator[Action]:
    """The legal actions that are meant."""
    decision = game.decision(s)
    if decision is None or not is_asked(game, s, wanted):
        return
    choices = choices_of(game, s, wanted.name) or {}
    wishes = {
        name: _wish(game, s, choices[name].type, value) for name, value in wanted.arguments.items()
    }
    for option in game.narrowed(s, game.options(s), wanted.name, wishes):
        action = game.action_of(s, option)
        if wanted.which in (None, action.which):
            yield action


def _wish(game: Game, s: State, kind: Type, value: object) -> Wish:
    cards = None
    if kind.base == "collection" and isinstance(value, list):
        cards = tuple(map(str, card_list(value))) if kind.element == CARD else None
    return Wish(lambda told: _fits(game, s, kind, told, value), cards)


def is_asked(game: Game, s: State, wanted: Wanted) -> bool:
    """Whether it is the seat that is meant which is asked."""
    decision = game.decision(s)
    return decision is not None and wanted.seat in (None, decision.player + 1)


def _fits(game: Game, s: State, kind: Type, told: object, wanted: object) -> bool:
    """Whether a value of a legal action, as it is described, is the one that is meant."""
    if told is None or wanted is None:
        return told is None and wanted in (None, "none")
    if isinstance(told, Mapping):
        return _fits_place(game, s, told, wanted)
    if isinstance(told, list) and isinstance(wanted, list):
        if kind.element is not None and kind.element.base == "card":
            return Counter(told) == Counter(card_list(wanted))
        return sorted(map(_sortable, told)) == sorted(map(_sortable, wanted))
    return str(told) == str(wanted)


def _sortable(value: object) -> str:
    return str(sorted(card_list(value)) if isinstance(value, list) else value)


def _fits_place(game: Game, s: State, told: Mapping[str, object], wanted: object) -> bool:
    """Whether a stack is the one that is meant: by its place, its number, or its top card."""
    if isinstance(wanted, Mapping):
        return all(told.get(str(key)) == value for key, value in wanted.items())
    if isinstance(wanted, int):
        return told.get("stack") == wanted
    return top_of(game, s, told) == str(wanted)


def top_of(game: Game, s: State, told: Mapping[str, object]) -> str:
    """The name of the top card of a stack that is described."""
    zones = game.tables.zone_names
    for zone, (name, holder) in enumerate(zones):
        if told.get("zone") == name and told.get("seat") == holder + 1 and "stack" in told:
            stack = s.zones[zone][int(str(told["stack"])) - 1]
            return card_name(game.tables, s.zones[stack][-1])
    return ""


def complete(game: Game, s: State, wanted: Wanted) -> Action:
    """The action with its values as the engine describes them, whether or not it is legal."""
    choices = choices_of(game, s, wanted.name) or {}
    arguments = {
        name: _described(game, s, choices[name].type, value)
        for name, value in wanted.arguments.items()
    }
    return Action(wanted.name, arguments, int(str(wanted.which or 1)))


def _described(game: Game, s: State, kind: Type, value: object) -> object:
    if value is None or value == "none":
        return None
    if kind.base == "collection" and isinstance(value, list) and kind.element is not None:
        if kind.element.base == "card":
            return card_list(value)
        return [_described(game, s, kind.element, item) for item in value]
    if kind.base == "card":
        return str(value)
    if kind.base == "stack":
        return _described_stack(game, s, value)
    return value


def _described_stack(game: Game, s: State, value: object) -> object:
    found = [told for told in _stacks(game, s) if _fits_place(game, s, told, value)]
    if len(found) > 1:
        raise PositionError(f"`{value}` is more than one stack: say which by `seat` and `stack`.")
    if not found:
        raise PositionError(f"There is no stack `{value}`.")
    return found[0]


def _stacks(game: Game, s: State) -> Iterator[dict[str, object]]:
    for zone, (name, holder) in enumerate(game.tables.zone_names):
        if game.ruleset.zones[name].shape == "stacks":
            for number in range(len(s.zones[zone])):
                yield {"zone": name, "seat": holder + 1, "stack": number + 1}


def told_actions(game: Game, s: State) -> str:
    """The legal actions in words, the first of them."""
    actions = game.legal_actions(s)
    told = [str(action) for action in actions[:_SHOWN]]
    if len(actions) > _SHOWN:
        told.append(f"... ({len(actions)} in all)")
    return "; ".join(told) or "nothing"
