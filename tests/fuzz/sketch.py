"""What a random ruleset has so far, and what is known at the place where the next word is written.

A `Sketch` is the ruleset that is being made: its declared things by name, and the one source of
chance. A `Scope` is a place in it: which names mean something there, who acts, what is known not to
be none. Neither knows how an expression or a statement is written.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

import attrs

from cardrules.model.types import PLAYER, TEAM, Type

T = TypeVar("T")


class StuckError(Exception):
    """Nothing of the wanted kind can be written here; the caller tries something else."""


@attrs.frozen
class Zone:
    """A declared zone; `own` and `foreign` say whether its owner, and others, see all its cards."""

    name: str
    holder: str
    shape: str
    own: bool
    foreign: bool


@attrs.frozen
class Variable:
    """A declared variable, or tokens."""

    name: str
    holder: str
    type: Type
    tokens: bool = False


@attrs.frozen
class Signature:
    """A definition, routine, window or trait: what it takes, and where it may be used."""

    name: str
    parameters: tuple[Type, ...]
    # The value of a definition.
    type: Type | None = None
    # Whether somebody must act; whether the score or the leaders are asked for.
    personal: bool = False
    scored: bool = False


@attrs.frozen
class DeclaredAction:
    """A declared action: its choices by name, and its trait."""

    name: str
    choices: tuple[tuple[str, Type], ...]
    ends_turn: bool = False


@attrs.define
class Sketch:
    """A ruleset in the making."""

    chance: random.Random
    # How often, of a thousand, something of another kind is written than fits.
    wild: int = 0
    # How many of a hundred choices within effects are of those that are asked for by what is known.
    hidden: int = 0
    # Whether collections of any collections, zones to choose from, collections that may be none,
    # and values that are given to actions are written, too.
    wide: bool = False
    budget: int = 120
    attributes: dict[str, Type] = attrs.field(factory=dict)
    # The values of each enumeration, those of options and lists of values included.
    values: dict[str, tuple[str, ...]] = attrs.field(factory=dict)
    numbers: list[str] = attrs.field(factory=list)
    lines: list[str] = attrs.field(factory=list)
    options: dict[str, Type] = attrs.field(factory=dict)
    zones: list[Zone] = attrs.field(factory=list)
    variables: list[Variable] = attrs.field(factory=list)
    definitions: list[Signature] = attrs.field(factory=list)
    placements: list[str] = attrs.field(factory=list)
    routines: list[Signature] = attrs.field(factory=list)
    windows: list[Signature] = attrs.field(factory=list)
    traits: dict[str, list[str]] = attrs.field(factory=dict)
    actions: list[DeclaredAction] = attrs.field(factory=list)
    # The pile and line of each trigger; without a line it acts when the pile runs dry.
    triggers: list[tuple[str, str]] = attrs.field(factory=list)
    used: set[str] = attrs.field(factory=set)
    _names: dict[str, int] = attrs.field(factory=dict)

    # -- chance ------------------------------------------------------------------------------------

    def often(self, percent: int) -> bool:
        """True in so many of a hundred cases."""
        return self.chance.randrange(100) < percent

    def one(self, things: Sequence[T]) -> T:
        """One of some things."""
        if not things:
            raise StuckError
        return self.chance.choice(things)

    def number(self, low: int, high: int) -> int:
        """A number of a range, both ends included."""
        return self.chance.randint(low, high)

    def some(self, things: Sequence[T], most: int) -> list[T]:
        """One or more of some things, in their order."""
        number = self.number(1, min(most, len(things)))
        kept = sorted(self.chance.sample(range(len(things)), number))
        return [things[index] for index in kept]

    # -- names -------------------------------------------------------------------------------------

    def name(self, stem: str) -> str:
        """A name that nothing has yet."""
        self._names[stem] = self._names.get(stem, 0) + 1
        return f"{stem}{self._names[stem]}"

    def use(self, name: str) -> str:
        """The name, which something uses now."""
        self.used.add(name)
        return name

    def note(self) -> str:
        """A note behind a line, mostly none."""
        if not self.often(8):
            return ""
        ids = f" [R-{self.number(1, 60)}]"
        sentence = f' "{self.one(_SENTENCES)}"'
        return self.one((ids, sentence, ids + sentence))

    # -- taking back -------------------------------------------------------------------------------

    def declared(self) -> Declared:
        """What is declared now."""
        return {name: list(getattr(self, name)) for name in _DECLARED} | {"traits": [*self.traits]}

    def forget(self, before: Declared) -> None:
        """Take back what has been declared since."""
        for name in _DECLARED:
            setattr(self, name, before[name])
        self.traits = {name: self.traits[name] for name in before["traits"]}


Declared = dict[str, list[Any]]
_DECLARED = ("zones", "variables", "definitions", "placements", "routines", "windows", "actions",
             "triggers")  # fmt: skip
_SENTENCES = ("as at the table", "the dealer says so", "no more than that", "in the open")


@attrs.define
class Scope:
    """A place in the text."""

    names: dict[str, Type] = attrs.field(factory=dict)
    # What bare names may belong to, the innermost last.
    elements: tuple[Type, ...] = ()
    # Expressions that are known not to be none here.
    facts: dict[str, Type] = attrs.field(factory=dict)
    me: bool = False
    # Only what the one who acts sees may be asked for; neither score nor leaders may be.
    open: bool = False
    unscored: bool = False
    # The constructs around, the innermost last; what kind of procedure it is.
    constructs: tuple[str, ...] = ()
    role: str = "value"
    depth: int = 0

    def child(self, **changes: Any) -> Scope:
        """A place within this one."""
        changes.setdefault("names", dict(self.names))
        changes.setdefault("facts", dict(self.facts))
        return attrs.evolve(self, **changes)

    def within(self, element: Type) -> Scope:
        """The place of a condition on one thing after the other."""
        # What was known of an outer `it` is not known of this one.
        facts = {
            text: of_type for text, of_type in self.facts.items() if not _SPEAKS_OF_IT.search(text)
        }
        return self.child(elements=(*self.elements, element), facts=facts)

    def knowing(self, text: str, of_type: Type) -> Scope:
        """The place where an expression is known not to be none."""
        return self.child(facts={**self.facts, text: of_type})

    def acting(self) -> Scope:
        """The place where another acts."""
        facts = {
            text: of_type for text, of_type in self.facts.items() if not _SPEAKS_OF_ME.search(text)
        }
        return self.child(me=True, facts=facts)

    def looping(self, construct: str) -> Scope:
        """The place in a block that comes again: what is known there must hold in each pass."""
        facts = {text: of_type for text, of_type in self.facts.items() if text in self.names}
        return self.child(constructs=(*self.constructs, construct), facts=facts)

    def forget(self, lines: Sequence[str]) -> None:
        """What is no longer known behind these lines: of variables, and of zones if cards move."""
        text = "\n".join(lines)
        changed, moved = set(_SET.findall(text)), _MOVING.search(text) is not None
        for fact in [fact for fact in self.facts if fact not in self.names]:
            if moved or changed & set(re.findall(r"\w+", fact)):
                del self.facts[fact]

    def known(self, of_type: Type) -> Iterator[str]:
        """The names and expressions of a type that can be used as they are."""
        for name, given in self.names.items():
            if given == of_type and name not in self.facts:
                yield name
        for text, given in self.facts.items():
            if given == of_type:
                yield text
        if self.elements and self.elements[-1] == of_type:
            yield "it"

    def has_element(self, *types: Type) -> bool:
        """Whether a bare name may belong to a thing of one of these types."""
        return any(of_type in self.elements for of_type in types)


HOLDERS = {"player": (PLAYER,), "team": (PLAYER, TEAM)}
_MOVING = re.compile(
    r"^ *(?:move|draw|stack|swap|shuffle|do \w|open|one of|proceed|reverse|turns|as) ?", re.M
)
_SPEAKS_OF_IT = re.compile(r"\bit\b")
_SPEAKS_OF_ME = re.compile(r"\b(me|my|opponents|others|partners)\b")
_SET = re.compile(r"^\s*(?:set|add\b.* to)\s+(?:my\s+|.*?\.)?(\w+)(?:\s+to\b|\s*$|\s+[\[\"])", re.M)
