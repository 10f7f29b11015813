"""Names of cards that have been mixed with others since they were named.

A name goes on meaning its card when the card is shuffled among others, though nobody at a table
could tell any more which it is. Whoever sees the card later would learn from a sentence that it is
the one that was named. So in sentences behind that such a name is told to nobody.

This is read off the text, each procedure from its first line to its last; what calls, windows,
actions and triggers mix counts where they stand. Where the cards of a name lie is followed as far
as zones are called by their names; what is not known may have been mixed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

import attrs

from cardrules.engine.lowering.mixing import ANY, Key, Mixing, bodies, zone_of
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset


def mixed_names(ruleset: Ruleset) -> Mapping[int, frozenset[int]]:
    """By the identity of sentences the slots in them whose cards may have been mixed since."""
    mixing = Mixing(ruleset)
    if not mixing.is_any:
        return MappingProxyType({})
    found: dict[int, frozenset[int]] = {}
    # What is given to routines and interrupts comes to be known on the way.
    given: dict[Key, _Names] = {}
    before: dict[Key, _Names] | None = None
    while before != given:
        before = dict(given)
        for key, body in bodies(ruleset):
            names = given.get(key, _Names())
            if names.mixed or mixing.of_procedure(key):
                reader = Reader(ruleset, mixing, given)
                reader.read(key, body, names.copy())
                found.update(reader.found)
    return MappingProxyType(found)


@attrs.define
class _Names:
    """The names of cards at one place: where their cards lie, and which may have been mixed."""

    zones: dict[int, str | None] = attrs.field(factory=dict)
    mixed: set[int] = attrs.field(factory=set)

    def copy(self) -> _Names:
        return _Names(dict(self.zones), set(self.mixed))

    def joined(self, other: _Names) -> _Names:
        """What holds at a place to which two ways lead."""
        zones = {
            slot: zone if other.zones.get(slot, zone) == zone else None
            for slot, zone in {**other.zones, **self.zones}.items()
        }
        return _Names(zones, self.mixed | other.mixed)

    def bind(self, slot: int, value: ir.Expr) -> None:
        """A name is given a value."""
        self.mixed.discard(slot)
        self.zones.pop(slot, None)
        if value.type.has_cards:
            self.zones[slot] = zone_of(value, self.zones)
            if self.are_mixed(value):
                self.mixed.add(slot)

    def given(self, arguments: tuple[ir.Expr, ...]) -> _Names:
        """The names in a procedure to which these values are given: its first slots."""
        found = _Names()
        for slot, value in enumerate(arguments):
            if value.type.has_cards:
                found.zones[slot] = zone_of(value, self.zones)
                if self.are_mixed(value):
                    found.mixed.add(slot)
        return found

    def are_mixed(self, value: ir.Expr) -> bool:
        """Whether a value comes from names that may have been mixed."""
        return bool(self.mixed & ir.named_in(value))

    def mix(self, zones: frozenset[str]) -> None:
        """Cards are mixed in some zones."""
        if zones:
            self.mixed |= {
                slot
                for slot, zone in self.zones.items()
                if zone is None or zone in zones or ANY in zones
            }

    def move(self, cards: ir.Expr, to: str | None) -> None:
        """Cards go to another zone, and so do those names that mean them, or some of them."""
        source = zone_of(cards, self.zones)
        whole = set(_whole(cards))
        for slot, zone in self.zones.items():
            if slot in whole:
                self.zones[slot] = to
            elif zone != to and source in (None, zone):
                self.zones[slot] = None  # it may have gone along


def _whole(cards: ir.Expr) -> Iterator[int]:
    """The names of cards all of which are among these."""
    match cards:
        case ir.Local():
            yield cards.slot
        case ir.NotNone():
            yield from _whole(cards.value)
        case ir.Operation(op="only") | ir.Arithmetic(operator="+"):
            for part in ir.parts(cards):
                yield from _whole(part)


def _move(x: ir.Statement, names: _Names) -> None:
    """Cards go where a statement moves them."""
    match x:
        case ir.MoveCards():
            names.move(x.cards, zone_of(x.to, names.zones))
        case ir.MoveStacks():
            names.move(x.stacks, zone_of(x.to, names.zones))
        case ir.NewStack():
            for card in x.cards:
                names.move(card, zone_of(x.to, names.zones))
        case ir.Draw():
            names.move(x.source, None)
        case ir.Swap():
            for zone in (x.left, x.right):
                names.move(zone, None)


class Reader:
    """Reads one procedure; `found` has its sentences with names that may have been mixed."""

    def __init__(self, ruleset: Ruleset, mixing: Mixing, given: dict[Key, _Names]) -> None:
        self._ruleset = ruleset
        self._mixing = mixing
        self._given = given
        self.found: dict[int, frozenset[int]] = {}
        # What holds at the ends of loops, as far as that is known.
        self._ends: dict[int, _Names] = {}

    def read(self, key: Key, body: ir.Body, names: _Names) -> None:
        """Go through it, with the names that are given to it, until nothing new is found."""
        before: dict[int, _Names] | None = None
        while before != self._ends:
            before = dict(self._ends)
            self._read(key, body, names.copy())

    def _read(self, key: Key, body: ir.Body, names: _Names) -> None:
        role, name = key
        actions = {"action": self._ruleset.actions, "interrupt": self._ruleset.interrupts}
        if role in actions:
            action = actions[role][name]
            self._premises(action.premises, names)
            self._say(action.telling, names)
        self._block(body, names)

    def _say(self, sentence: ir.Sentence | None, names: _Names) -> None:
        if sentence is not None and names.mixed:
            before = self.found.get(id(sentence), frozenset())
            self.found[id(sentence)] = before | names.mixed

    def _premises(self, premises: Iterable[ir.Premise], names: _Names) -> None:
        for item in premises:
            if isinstance(item, ir.Choice):
                self._say(item.asking, names)
                names.bind(item.slot, item.domain)
            elif isinstance(item, ir.Naming):
                names.bind(item.slot, item.value)

    def _block(self, body: ir.Body, names: _Names) -> _Names:
        for x in body:
            names = self._statement(x, names)
        return names

    def _statement(self, x: ir.Statement, names: _Names) -> _Names:
        match x:
            case ir.Say():
                self._say(x.sentence, names)
            case ir.OneOf():
                self._say(x.asking, names)
            case ir.Choose():
                self._premises([x.choice], names)
            case ir.Let():
                names.bind(x.slot, x.value)
            case ir.CallRoutine():
                self._give(("routine", x.routine), x.arguments, names)
            case ir.OpenWindow():
                self._open(x, names)
            case _:
                _move(x, names)
        names.mix(self._mixing.of(x))
        if isinstance(x, ir.Pick):
            names.bind(x.slot, x.domain)
        if isinstance(x, ir.Event) and x.telling is not None:
            self._told(x, x.telling, names)
        return self._within(x, names)

    def _told(self, x: ir.Event, telling: ir.Telling, names: _Names) -> None:
        """What is said of a statement; `it` is what has just been moved."""
        moved = {ir.MoveCards: "cards", ir.MoveStacks: "stacks"}.get(type(x), "")
        names.mixed.discard(telling.slots[0])
        if moved and names.are_mixed(getattr(x, moved)):
            names.mixed.add(telling.slots[0])
        self._say(telling.sentence, names)

    def _within(self, x: ir.Statement, names: _Names) -> _Names:
        """The blocks in a statement."""
        if isinstance(x, ir.If):
            ways = [self._block(block, names.copy()) for block in ir.blocks(x)]
            if all(condition is not None for condition, _ in x.branches):
                ways.append(names)
            found = ways[0]
            for way in ways[1:]:
                found = found.joined(way)
            return found
        for block in ir.blocks(x):
            # A loop comes back to its beginning, with what its end has made of the names.
            names = names.joined(self._ends.get(id(x), names))
            inner = names.copy()
            self._begin(x, inner)
            names = names.joined(self._block(block, inner))
            self._ends[id(x)] = names.copy()
        return names

    def _begin(self, x: ir.Statement, names: _Names) -> None:
        """What is named at the beginning of a block."""
        if isinstance(x, ir.EachIn):
            names.bind(x.slot, x.collection)
        elif isinstance(x, ir.Together):
            self._premises(x.premises, names)
            self._say(x.telling, names)

    def _open(self, x: ir.OpenWindow, names: _Names) -> None:
        window, later = self._ruleset.windows[x.window], names.copy()
        # Who is asked later may be so after an interrupt that has mixed cards.
        later.mix(self._mixing.of(x))
        for sentence in (window.asking, window.passing):
            self._say(sentence, later.given(x.arguments))
        for action in self._ruleset.interrupts.values():
            if action.window == x.window:
                self._give(("interrupt", action.name), x.arguments, names)

    def _give(self, key: Key, arguments: tuple[ir.Expr, ...], names: _Names) -> None:
        """What is given to another procedure, at this place among others."""
        given = names.given(arguments)
        before = self._given.get(key)
        self._given[key] = given if before is None else before.joined(given)
