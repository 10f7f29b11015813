"""Which parts of a ruleset can matter in a game, with its options as they are set."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from cardrules.engine.game import Game
from cardrules.model import ir
from cardrules.model.ruleset import Match
from cardrules.plain import Plain, fields
from cardrules.source import Span


class InForce:
    """What of a ruleset is left when the players and options of a game are known."""

    def __init__(self, game: Game) -> None:
        self._ruleset = game.ruleset
        self._tables = game.tables
        self._match = game.match

    @cached_property
    def procedures(self) -> list[ir.Procedure]:
        """All procedures that can be carried out, each once: setup and play first."""
        ruleset = self._ruleset
        waiting: list[ir.Procedure] = [ruleset.setup, ruleset.play]
        waiting += [*ruleset.standing.values(), *(item.procedure for item in ruleset.triggers)]
        found: dict[int, ir.Procedure] = {}
        while waiting:
            procedure = waiting.pop(0)
            if id(procedure) not in found:
                found[id(procedure)] = procedure
                for statement in self.statements(procedure.body):
                    waiting += self._called(statement)
        return list(found.values())

    def does_nothing(self, procedure: ir.Procedure) -> bool:
        """Whether options rule out all that a procedure does."""
        return all(isinstance(item, ir.If) for item in self.statements(procedure.body))

    @cached_property
    def actions(self) -> list[ir.DeclaredAction]:
        """The actions and interrupts that can be taken, in the order of the text."""
        procedures = {id(procedure) for procedure in self.procedures}
        ruleset = self._ruleset
        every = (*ruleset.actions.values(), *ruleset.interrupts.values())
        return [action for action in every if id(action.procedure) in procedures]

    @cached_property
    def definitions(self) -> frozenset[str]:
        """The definitions that something in force uses."""
        calls = (node for node in self._nodes if isinstance(node, ir.CallDefinition))
        return frozenset(node.definition for node in calls)

    @cached_property
    def ruled_out(self) -> frozenset[Span]:
        """Where the lines stand that these rule out: unused definitions, branches, actions."""
        ruleset = self._ruleset
        every = (*ruleset.actions.values(), *ruleset.interrupts.values())
        parts: list[object] = [
            *(item for name, item in ruleset.definitions.items() if name not in self.definitions),
            *(action for action in every if not self.is_possible(action)),
            *(part for item in self.procedures for part in self._never_taken(item.body)),
        ]
        found = (node for node in ir.walk(tuple(parts)) if isinstance(node, ir.Origin))
        return frozenset(origin.span for origin in found)

    def _never_taken(self, body: ir.Body) -> Iterator[object]:
        """The branches, each with its note, that options rule out."""
        for item in self.statements(body):
            if isinstance(item, ir.If):
                notes = (item.origin, *item.further)
                taken = set(self._taken(item))
                yield from (
                    (notes[number], branch)
                    for number, (_, branch) in enumerate(item.branches)
                    if number not in taken
                )

    @cached_property
    def options(self) -> frozenset[str]:
        """The options on which something depends that is in force, or is not because of them."""
        ruleset = self._ruleset
        every = (*ruleset.actions.values(), *ruleset.interrupts.values())
        needed = [item for action in every for item in action.premises
                  if isinstance(item, ir.Requirement)]  # fmt: skip
        nodes = [*self._nodes, *(node for item in needed for node in ir.walk(item.condition))]
        return frozenset(node.name for node in nodes if isinstance(node, ir.OptionValue))

    @cached_property
    def _nodes(self) -> list[object]:
        """All parts of what is in force, those of the definitions that are used included."""
        ruleset = self._ruleset
        waiting: list[object] = [
            *(statement for item in self.procedures for statement in self.statements(item.body)),
            *(action.premises for action in self.actions),
            *((match.when, match.number if self.is_played(match) else None)
              for match in ruleset.matches),
            (ruleset.decks, *(kind.count for kind in ruleset.kinds)),
            *((zone.starts, zone.visibility) for zone in ruleset.zones.values()),
            *((item.initial, item.supply) for item in ruleset.variables.values()),
            *(item.clauses for item in ruleset.placements.values()),
            (ruleset.score, ruleset.criteria),
        ]  # fmt: skip
        found: list[object] = []
        seen: set[str] = set()
        while waiting:
            for node in self._within(waiting.pop()):
                found.append(node)
                if isinstance(node, ir.CallDefinition) and node.definition not in seen:
                    seen.add(node.definition)
                    waiting.append(ruleset.definitions[node.definition].value)
        return found

    def _within(self, node: object) -> Iterator[object]:
        """A part and all within it, without what options rule out, and without other statements."""
        if isinstance(node, tuple):
            for item in node:
                yield from self._within(item)
        elif isinstance(node, ir.If):
            yield from self._within(tuple(condition for condition, _ in node.branches))
        elif isinstance(node, ir.IfElse):
            holds = self.known(node.condition)
            yield from self._within(node.condition)
            yield from self._within(() if holds is False else node.then)
            yield from self._within(() if holds is True else node.otherwise)
        elif isinstance(node, Plain):
            yield node
            for name in fields(type(node)):
                if not (name == "body" and isinstance(node, ir.Statement)):
                    yield from self._within(getattr(node, name))

    def is_played(self, match: Match) -> bool:
        """Whether a match is played: of several whose conditions hold it is the first."""
        return match is self._match

    @cached_property
    def changed(self) -> frozenset[str]:
        """The variables that something can change."""
        return frozenset(
            node.variable
            for procedure in self.procedures
            for node in self.statements(procedure.body)
            if isinstance(node, ir.SetVariable)
        )

    def statements(self, body: ir.Body) -> Iterator[ir.Statement]:
        """The statements of a block, without branches that are never taken."""
        for item in body:
            yield item
            for _, block in self.blocks(item):
                yield from self.statements(block)

    def blocks(self, item: ir.Statement) -> Iterator[tuple[ir.Origin, ir.Body]]:
        """The blocks within a statement that can be carried out, each with its note."""
        if isinstance(item, ir.If):
            notes = (item.origin, *item.further)
            yield from ((notes[number], item.branches[number][1]) for number in self._taken(item))
        else:
            yield from ((item.origin, block) for block in ir.blocks(item))

    def origins(self, statement: ir.Statement) -> Iterator[ir.Origin]:
        """The notes of a statement itself: of a condition those of the branches that are taken."""
        if isinstance(statement, ir.If):
            notes = (statement.origin, *statement.further)
            yield from (notes[number] for number in self._taken(statement))
        else:
            yield statement.origin

    def _taken(self, item: ir.If) -> Iterator[int]:
        """The branches that options do not rule out, by their numbers."""
        for number, (condition, _) in enumerate(item.branches):
            holds = True if condition is None else self.known(condition)
            if holds is not False:
                yield number
            if holds:
                return

    def _called(self, statement: ir.Statement) -> list[ir.Procedure]:
        """What a statement lets be carried out."""
        ruleset = self._ruleset
        match statement:
            case ir.CallRoutine():
                return [ruleset.routines[statement.routine]]
            case ir.OneOf():
                names = (*statement.actions, *filter(None, [statement.otherwise]))
                actions = [ruleset.actions[name] for name in names]
            case ir.OpenWindow():
                every = ruleset.interrupts.values()
                actions = [item for item in every if item.window == statement.window]
            case _:
                return []
        return [action.procedure for action in actions if self.is_possible(action)]

    def is_possible(self, action: ir.DeclaredAction) -> bool:
        """Whether no option forbids an action."""
        needed = (item for item in action.premises if isinstance(item, ir.Requirement))
        return all(self.known(item.condition) is not False for item in needed)

    def value(self, expr: ir.Expr) -> int:
        """The value of a number that depends on options alone."""
        return int(self._tables.constants.value(expr))

    def number(self, expr: ir.Expr) -> int | None:
        """The value of a number if it depends on options alone, and is written so."""
        match expr:
            case ir.Const() | ir.OptionValue():
                return self.value(expr)
            case ir.IfElse():
                holds = self.known(expr.condition)
                return (
                    None if holds is None else self.number(expr.then if holds else expr.otherwise)
                )
        return None

    def known(self, test: ir.Expr) -> bool | None:
        """Whether a condition holds by options and players alone; None if it depends.

        It is what a game is made of, and besides a side that decides alone, be it looked at last.
        """
        match test:
            case ir.Negation():
                inner = self.known(test.operand)
                return None if inner is None else not inner
            case ir.Logic():
                sides = (self.known(test.left), self.known(test.right))
                decisive = test.operator == "or"
                if decisive in sides:
                    return decisive
                return None if None in sides else not decisive
        found = self._tables.folding(test)
        return bool(found.value) if isinstance(found, ir.Const) else None
