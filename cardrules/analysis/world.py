"""What the names of a ruleset mean: one table for all stages of the analysis."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import attrs

from cardrules.diagnostics.model import Diagnostics
from cardrules.model import ir
from cardrules.model.ruleset import AttributeType, Definition, Placement, Variable, Window, Zone
from cardrules.model.types import Type
from cardrules.source import Span
from cardrules.syntax import nodes

# Words that no declaration may take for itself: they mean something in every expression.
_WORDS = """
me my it active starter players opponents others partners teams team leaders cards round turn game
score and or not if else some every in where with sum of highest lowest subsets maximal families
possible true false none is empty on mod union unions count top bottom owner left right first only
min max do let choose require proceed
"""
RESERVED = frozenset(_WORDS.split())


@attrs.define
class World:
    """All declarations by name. Definitions are analysed when they are first needed."""

    diagnostics: Diagnostics
    attributes: dict[str, AttributeType] = attrs.field(factory=dict)
    lines: dict[str, Span] = attrs.field(factory=dict)
    options: dict[str, Type] = attrs.field(factory=dict)
    option_values: dict[str, tuple[str, ...]] = attrs.field(factory=dict)
    zones: dict[str, Zone] = attrs.field(factory=dict)
    variables: dict[str, Variable] = attrs.field(factory=dict)
    windows: dict[str, Window] = attrs.field(factory=dict)
    window_types: dict[str, tuple[tuple[str, Type], ...]] = attrs.field(factory=dict)
    placements: dict[str, Placement] = attrs.field(factory=dict)
    definitions: dict[str, Definition] = attrs.field(factory=dict)
    definition_nodes: dict[str, nodes.Define] = attrs.field(factory=dict)
    placement_nodes: dict[str, nodes.Placement] = attrs.field(factory=dict)
    routine_nodes: dict[str, nodes.Routine] = attrs.field(factory=dict)
    action_nodes: dict[str, nodes.Action] = attrs.field(factory=dict)
    trait_nodes: dict[str, nodes.Trait] = attrs.field(factory=dict)
    # Every declared name with what it is and where.
    declared: dict[str, tuple[str, Span]] = attrs.field(factory=dict)
    used: set[str] = attrs.field(factory=set)
    # The numbers of bound variables are unique in a ruleset.
    _bound: int = 0
    analyse_definition: Callable[[str, Span], Definition | None] = lambda name, span: None

    def new_bound(self) -> int:
        """A fresh number for a variable that an expression binds."""
        self._bound += 1
        return self._bound

    def enum_attributes(self, value: str) -> list[str]:
        """The attributes and options that have this value."""
        found = [name for name, item in self.attributes.items() if value in item.values]
        return found + [name for name, values in self.option_values.items() if value in values]

    def enum_index(self, owner: str, value: str) -> int:
        """The number of a value of an attribute or option."""
        values = self.option_values.get(owner) or self.attributes[owner].values
        return values.index(value)

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

    def known_names(self) -> set[str]:
        """What a bare name could have meant."""
        values = {value for item in self.attributes.values() for value in item.values}
        return set(self.declared) | values | {"me", "active", "players", "opponents", "starter"}


@attrs.frozen
class Alias:
    """A trait's parameter: the expression written where the trait is used."""

    value: nodes.Expr


Meaning = ir.Expr | Alias


@attrs.define
class Frame:
    """The slots of a procedure that is being analysed."""

    size: int = 0

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
    # Expressions known not to be none here.
    facts: frozenset[ir.Expr] = frozenset()
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
