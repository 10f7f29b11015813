"""What the names of a ruleset mean: one table for all stages of the analysis."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Literal, TypeAlias

import attrs

from cardrules.diagnostics.model import Diagnostics
from cardrules.diagnostics.suggest import did_you_mean
from cardrules.model import ir
from cardrules.model.ruleset import (
    AttributeType,
    Definition,
    Placement,
    ValueList,
    Variable,
    Window,
    Zone,
)
from cardrules.model.types import Type
from cardrules.source import Span
from cardrules.syntax import nodes
from cardrules.syntax.given_names import given_names
from cardrules.syntax.layout import declaration_around

# So many characters of traits may be analysed again for the actions that have them.
MAX_EXPANSION = 400_000
# Behind so many reports no names are suggested any more.
_MOST_HELPED = 100


@attrs.define
class World:
    """All declarations by name. Definitions are analysed when they are first needed."""

    diagnostics: Diagnostics
    attributes: dict[str, AttributeType] = attrs.field(factory=dict)
    lines: dict[str, Span] = attrs.field(factory=dict)
    options: dict[str, Type] = attrs.field(factory=dict)
    # The values of enumerations that are not printed on cards: of options, and lists of values.
    option_values: dict[str, tuple[str, ...]] = attrs.field(factory=dict)
    value_lists: dict[str, ValueList] = attrs.field(factory=dict)
    zones: dict[str, Zone] = attrs.field(factory=dict)
    variables: dict[str, Variable] = attrs.field(factory=dict)
    windows: dict[str, Window] = attrs.field(factory=dict)
    window_types: dict[str, tuple[tuple[str, Type], ...]] = attrs.field(factory=dict)
    placements: dict[str, Placement] = attrs.field(factory=dict)
    definitions: dict[str, Definition] = attrs.field(factory=dict)
    definition_nodes: dict[str, nodes.Define] = attrs.field(factory=dict)
    placement_nodes: dict[str, nodes.Placement] = attrs.field(factory=dict)
    routine_nodes: dict[str, nodes.Routine] = attrs.field(factory=dict)
    action_nodes: dict[str, nodes.DeclaredAction] = attrs.field(factory=dict)
    trait_nodes: dict[str, nodes.Trait] = attrs.field(factory=dict)
    # Every declared name with what it is and where.
    declared: dict[str, tuple[str, Span]] = attrs.field(factory=dict)
    # Definitions that need themselves or are too deep; they have been reported.
    circular: set[str] = attrs.field(factory=set)
    # Definitions whose value depends on who acts where they are used.
    personal: set[str] = attrs.field(factory=set)
    # Definitions of collections that always have an element.
    never_empty: set[str] = attrs.field(factory=set)
    # Where routines are carried out although nobody acts; looked at when all are analysed.
    impersonal_calls: list[nodes.Call] = attrs.field(factory=list)
    # The smallest number of players, and of the options whose minimum is a number that.
    players_min: int = 1
    option_minima: dict[str, int] = attrs.field(factory=dict)
    # What definitions of numbers are at least, as far as it is known: see `known.floor`.
    floors: dict[str, int] = attrs.field(factory=dict)
    # What definitions and placements depend on, and what statements change: see
    # `cardrules.analysis.changes`.
    value_reads: dict[str, frozenset[str]] = attrs.field(factory=dict)
    changes: dict[int, frozenset[str]] = attrs.field(factory=dict)
    routines_within: int = 0
    trigger_nodes: list[nodes.RunDry | nodes.ComesUp] = attrs.field(factory=list)
    # What is given to `possible`: the actions, the name of the choice, the type of the value.
    given_choices: list[tuple[tuple[str, ...], nodes.Word, Type]] = attrs.field(factory=list)
    # How much of the text has been analysed again, for an action with a trait.
    expanded: int = 0
    # What has been reported in traits, which are analysed for each of their actions.
    wrong_in_traits: set[tuple[str, Span]] = attrs.field(factory=set)
    # The names that are given to something for a while, anywhere in the text.
    _given: frozenset[str] | None = None
    # The numbers of bound variables are unique in a ruleset.
    _bound: int = 0
    _helped: int = 0
    # The attributes and options of each value; filled when first needed.
    _owners: dict[str, list[str]] = attrs.field(factory=dict)
    analyse_definition: Callable[[str, Span], Definition | None] = lambda name, span: None

    def new_bound(self) -> int:
        """A fresh number for a variable that an expression binds."""
        self._bound += 1
        return self._bound

    def enum_attributes(self, value: str) -> list[str]:
        """The attributes and options that have this value."""
        if not self._owners:
            named = [(name, item.values) for name, item in self.attributes.items()]
            for name, values in (*named, *self.option_values.items()):
                for item in values:
                    self._owners.setdefault(item, []).append(name)
        return list(self._owners.get(value, ()))

    def add_values(self, made: ValueList) -> None:
        """Take up a list of values."""
        self.value_lists[made.name] = made
        self.option_values[made.name] = made.values
        self._owners.clear()

    def values_of(self, owner: str) -> tuple[str, ...]:
        """The values of an enumerated attribute or of an option."""
        return self.option_values.get(owner) or self.attributes[owner].values

    def enum_index(self, owner: str, value: str) -> int:
        """The number of a value of an attribute or option."""
        return self.values_of(owner).index(value)

    def named_integer(self, name: str) -> int | None:
        """The number that an integer attribute calls by this name."""
        for item in self.attributes.values():
            for number, text in item.names.items():
                if text == name:
                    return number
        return None

    def actions_named(self, name: str) -> tuple[str, ...] | None:
        """The action of this name, or all actions that have this trait."""
        if name in self.action_nodes:
            return (name,)
        if name in self.trait_nodes:
            return tuple(
                key
                for key, node in self.action_nodes.items()
                if node.trait is not None and node.trait.name.text == name
            )
        return None

    def near(self, name: str, known: Iterable[str]) -> str:
        """A help sentence with the nearest of the known names.

        It is left out behind many reports: nobody reads on, and looking for it takes time.
        """
        self._helped += 1
        return did_you_mean(name, known) if self._helped <= _MOST_HELPED else ""

    def cause(self, name: str, span: Span) -> str:
        """What mistakes have in common that come from one missing name.

        A name that is given for a while may be missing here and there for reasons of their own.
        """
        source = self.diagnostics.source
        if self._given is None:
            whole = Span(0, len(source.text))
            self._given = frozenset(given.text for given in given_names(source, whole))
        if name in self._given:
            if len(self.diagnostics) >= _MOST_HELPED:
                return ""
            return f"name {name} {declaration_around(source, span.start).start}"
        return f"name {name}"

    def may_expand(self, span: Span, at: Span) -> bool:
        """Whether what stands at a span may be analysed once more; reports when it is too much."""
        before = self.expanded
        self.expanded += span.end - span.start
        if before <= MAX_EXPANSION < self.expanded:
            self.diagnostics.report(
                "CR005",
                at,
                "The traits of all actions, written out, are too long from here on.",
                help="Put the greater part of a trait into a routine.",
            )
        return self.expanded <= MAX_EXPANSION


@attrs.frozen
class Alias:
    """A trait's parameter: the expression written where the trait is used, with the names there."""

    value: nodes.Expr
    names: Mapping[str, Meaning]


Meaning: TypeAlias = "ir.Expr | Alias"


@attrs.define
class Frame:
    """The slots of a procedure that is being analysed."""

    size: int = 0
    # Names that are none if there was nothing to choose from.
    chosen: set[int] = attrs.field(factory=set)
    # Names of which it has been reported that they may be none.
    doubted: set[int] = attrs.field(factory=set)

    def take(self) -> int:
        """A fresh slot."""
        self.size += 1
        return self.size - 1


@attrs.define
class Scope:
    """What local names mean at a place, and what is known there."""

    world: World
    frame: Frame | None
    names: dict[str, Meaning] = attrs.field(factory=dict)
    # What bare names may belong to, innermost last: `it` of each enclosing `where`.
    elements: tuple[ir.Expr, ...] = ()
    has_me: bool = False
    # Expressions known not to be none here: see `cardrules.analysis.known`.
    facts: frozenset[ir.Expr] = frozenset()
    # Those that were known above, and the statement since which they may be none again.
    ended: Mapping[ir.Expr, Span] = attrs.field(factory=dict)
    # The constructs around a statement, innermost last.
    constructs: tuple[str, ...] = ()
    role: Literal["value", "procedure", "action", "interrupt", "trait"] = "value"
    # In the body of an action with a trait: what `proceed` stands for.
    proceed: Callable[[Scope], ir.Body] | None = None

    def child(self, **changes: object) -> Scope:
        """A scope within this one; names added there end with it."""
        changes.setdefault("names", dict(self.names))
        return attrs.evolve(self, **changes)  # type: ignore[arg-type]

    def within(self, element: ir.Expr) -> Scope:
        """The scope of a condition on `element`."""
        return self.child(elements=(*self.elements, element))
