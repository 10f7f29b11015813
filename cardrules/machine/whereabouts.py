"""In which zones cards may lie when an instruction is reached, as far as names of zones tell it.

What lies in a slot comes from somewhere: from a zone that is named, or from among the cards of
another slot. Whatever moves cards from then on may have moved these, too, and so they may lie where
that puts cards. This holds in every game that is played from its beginning.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cardrules.kernel.numbers import NONE
from cardrules.machine import code
from cardrules.machine.control import Control, carried_out, lays
from cardrules.machine.program import Program, Question
from cardrules.machine.search import Loop, Name, Search
from cardrules.model import ir
from cardrules.model.ruleset import MOST_DEEP

# The names of the zones in which cards may lie, with `NOWHERE` where it may be none; `OWN` begins
# the name of a zone that is that of the one who acts. Nothing is known where there are no names.
Names = frozenset[str] | None
NOWHERE = ""
OWN = "own "
# What may lie in slots; of others nothing is known.
_Slots = Mapping[int, frozenset[str]]
_NONE = frozenset({NOWHERE})
# Operations that give some of the cards of which they are given collections.
_OF_THEM = ("only", "first", "maximal families", "unions", "union")


class Whereabouts:
    """Tells of what an instruction moves where it may lie."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._control = Control(program)
        self._zones = frozenset(program.layout.zones)
        self._stacks = frozenset(
            [name for name, zone in program.layout.zones.items() if zone.shape == "stacks"]
        )
        self._moved = self._moved_to()
        # What is known before each instruction that is reached, and where procedures begin.
        self._before: dict[tuple[int, int], _Slots] = {}
        self._pending: list[tuple[int, int]] = []
        # Where who acts is the same from begin to end.
        self._is_one = [not changes_who_acts(item.body) for item in program.procedures]
        for item in program.procedures:
            if item.role in ("setup", "play"):
                self._begin(item.index, {})
        while self._pending:
            self._go_on(*self._pending.pop())
        self._known = {
            id(self._control.graphs[procedure].nodes[node]): slots
            for (procedure, node), slots in self._before.items()
        }

    def before(self, x: code.Instruction, cards: ir.Expr) -> Names:
        """Where the cards of an expression lie before an instruction is carried out."""
        slots = self._known.get(id(x))
        return None if slots is None else self._of(cards, slots, {}, 0)

    # -- where cards are moved to ------------------------------------------------------------------

    def _moved_to(self) -> list[frozenset[str]]:
        """By procedure the zones to which it may move cards, and whatever it carries out."""
        bodies = [list(code.instructions(item.body)) for item in self._program.procedures]
        own = [frozenset[str]().union(*map(self._own_moves, body)) for body in bodies]
        called = [
            {number for x in body for number in carried_out(self._program, x)} for body in bodies
        ]
        found: list[frozenset[str]] = []
        more = own
        while found != more:
            found = more
            more = [
                zones.union(*[found[number] for number in numbers])
                for zones, numbers in zip(found, called, strict=True)
            ]
        return found

    def _own_moves(self, x: code.Instruction) -> frozenset[str]:
        match x:
            case code.Move() | code.Draw() | code.NewStack() | code.MoveStacks():
                return self._named(x.to)
            case code.Swap():
                return self._named(x.left) | self._named(x.right)
        return frozenset()

    def _named(self, x: ir.Expr) -> frozenset[str]:
        """The zones that may be meant by a place."""
        match x:
            case ir.ZoneOf():
                return frozenset({x.zone})
            case ir.CallDefinition() if x.definition in self._program.declared.definitions:
                value = self._program.declared.definitions[x.definition].value
                if isinstance(value, ir.ZoneOf):
                    return frozenset({value.zone})
        return self._stacks if x.type.base == "stack" else self._zones

    def _moves(self, x: code.Instruction) -> frozenset[str]:
        """The zones to which cards may be moved before what comes behind an instruction."""
        found, settle = self._own_moves(x), self._program.settle
        numbers = set(carried_out(self._program, x))
        ends = isinstance(x, code.EndTurn | code.Turn | code.Call | code.Ask | code.Draw)
        if settle is not None and ends:
            # Where a turn is ended the standing rules are carried out.
            numbers.add(settle)
        return found.union(*[self._moved[number] for number in numbers])

    # -- through procedures ------------------------------------------------------------------------

    def _begin(self, procedure: int, slots: _Slots) -> None:
        first = self._control.graphs[procedure].begin
        if isinstance(first, int):
            self._come_to((procedure, first), slots)

    def _come_to(self, at: tuple[int, int], slots: _Slots) -> None:
        before = self._before.get(at)
        if before is None:
            joined = dict(slots)
        else:
            joined = {slot: names | slots[slot] for slot, names in before.items() if slot in slots}
        if joined != before:
            self._before[at] = joined
            self._pending.append(at)

    def _go_on(self, procedure: int, node: int) -> None:
        graph = self._control.graphs[procedure]
        x, slots = graph.nodes[node], self._before[procedure, node]
        for number, given in self._begun(x, slots):
            self._begin(number, given)
        behind = self._behind(x, slots)
        for edge in graph.edges[node]:
            if isinstance(edge.target, int):
                self._come_to((procedure, edge.target), behind)

    def _behind(self, x: code.Instruction, slots: _Slots) -> _Slots:
        moves = self._moves(x)
        laid = dict(self._laid(x, slots))
        found = {
            slot: names | moves
            for slot, names in slots.items()
            if slot not in laid and slot not in lays(x)
        }
        found |= {slot: names | moves for slot, names in laid.items() if names is not None}
        match x:
            case (
                code.Move(cards=ir.Local(slot=slot))
                | code.Move(cards=ir.Operation(op="only", arguments=(ir.Local(slot=slot),)))
            ) if slot in found:
                found[slot] = (slots[slot] & _NONE) | moves
        return found

    def _laid(self, x: code.Instruction, slots: _Slots) -> Iterator[tuple[int, Names]]:
        """The slots into which an instruction lays something, and what is known of that."""
        match x:
            case code.Assign() | code.Put() | code.PutAll():
                yield x.slot, self._of(x.value, slots, {}, 0)
            case code.PutTuple():
                yield x.slot, self._of_all(x.values, slots)
            case code.Pick():
                yield x.slot, _with_none(self._of(x.domain, slots, {}, 0))
            case code.Ask():
                yield from self._asked(self._program.questions[x.question], slots)
            case code.Unpack():
                for slot in x.slots:
                    yield slot, slots.get(x.answers)
                yield x.position, None

    def _of_all(self, values: tuple[ir.Expr, ...], slots: _Slots) -> Names:
        """What is known of several values together; what is no card does not matter."""
        found = frozenset[str]()
        for value in values:
            names = self._of(value, slots, {}, 0) if value.type.has_cards else frozenset()
            if names is None:
                return None
            found |= names
        return found

    # -- questions ---------------------------------------------------------------------------------

    def _asked(self, question: Question, slots: _Slots) -> Iterator[tuple[int, Names]]:
        for slot in (*question.slots, *(question.among or ()), *(question.repeated or ())):
            yield slot, None
        if question.form == "choose":
            (search,) = self._program.searches_of(question)
            given = self._answer(search, slots)
            for slot, choice in zip(question.slots, search.choices, strict=False):
                yield slot, _with_none(given.get(choice.slot))
        elif question.form == "sealed" and question.answers is not None:
            found: Names = slots.get(question.answers)
            for search in self._program.searches_of(question):
                given = self._answer(search, slots)
                for choice in search.choices:
                    names = given.get(choice.slot) if choice.type.has_cards else frozenset()
                    found = None if found is None or names is None else found | names
            yield question.answers, None if found is None else _with_none(found)

    def _answer(self, search: Search, slots: _Slots) -> dict[int, frozenset[str]]:
        """What is known of what is chosen, where it is."""
        found = dict(slots)
        for step in search.plan.steps:
            if not isinstance(step, Loop | Name):
                continue
            names = self._of(step.value, found, {}, 0)
            found.pop(step.slot, None)
            if names is not None:
                # There is what is chosen.
                found[step.slot] = names - _NONE if isinstance(step, Loop) else names
        return found

    def _begun(
        self, x: code.Instruction, slots: _Slots
    ) -> Iterator[tuple[int, dict[int, frozenset[str]]]]:
        """The procedures that an instruction may carry out, and what is known of what is given."""
        match x:
            case code.Call():
                given = {slot: self._of(value, slots, {}, 0)
                         for slot, value in enumerate(x.arguments)}  # fmt: skip
                yield (
                    x.procedure,
                    {slot: without_owners(one) for slot, one in given.items() if one is not None},
                )
            case code.Draw():
                for number in x.triggers:
                    yield number, {0: self._named(x.source) | _NONE}
            case code.Ask():
                question = self._program.questions[x.question]
                for search in self._program.searches_of(question):
                    if search.procedure >= 0:
                        yield search.procedure, self._given(question, search, slots)
            case _:
                for number in carried_out(self._program, x):
                    yield number, {}

    def _given(
        self, question: Question, search: Search, slots: _Slots
    ) -> dict[int, frozenset[str]]:
        """What is known of an answer where it is carried out."""
        names = None if question.arguments is None else slots.get(question.arguments)
        given = {} if names is None else dict.fromkeys(range(search.given), names)
        found = self._answer(search, given)
        kept = {choice.slot for choice in search.choices} | given.keys()
        own = self._own(search) if self._is_one[search.procedure] else {}
        return {slot: own.get(slot, one) for slot, one in found.items() if slot in kept}

    def _own(self, search: Search) -> dict[int, frozenset[str]]:
        """What is chosen from a zone of the one who acts, with the name of that zone."""
        found = dict[int, frozenset[str]]()
        for choice in search.choices:
            cards = choice.domain
            while isinstance(cards, ir.Filter | ir.Subsets):
                cards = cards.collection
            match cards:
                case ir.Contents(zone=ir.ZoneOf(zone=zone, holder=ir.Role(role="me"))):
                    found[choice.slot] = frozenset({OWN + zone})
        return found

    # -- expressions -------------------------------------------------------------------------------

    def _of(self, x: ir.Expr, slots: _Slots, bound: Mapping[int, Names], depth: int) -> Names:
        """Where the cards of an expression may lie."""
        match x:
            case ir.Local() | code.Element():
                return slots.get(x.slot)
            case ir.Bound():
                return bound.get(x.index)
            case ir.CallDefinition() if depth < MOST_DEEP:
                definition = self._program.declared.definitions.get(x.definition)
                if definition is None:
                    return None
                given = [self._of(one, slots, bound, depth) for one in x.arguments]
                inner = dict(zip(definition.parameters, given, strict=True))
                return self._of(definition.value, slots, inner, depth + 1)
        among = _among(x)
        if among is None:
            return self._named_in(x)
        found = frozenset[str]()
        for part in among:
            names = self._of(part, slots, bound, depth)
            if names is None:
                return None
            found |= names
        if isinstance(x, ir.NotNone):
            return found - _NONE
        return found | _NONE if isinstance(x, ir.Operation) and x.op == "first" else found

    def _named_in(self, x: ir.Expr) -> Names:
        """Where the cards of an expression may lie that names zones."""
        match x:
            case ir.Const(value=value) if value in (NONE, ()):
                return _NONE if value == NONE else frozenset()
            case ir.Contents():
                return self._named(x.zone)
            case ir.AllContents():
                return frozenset({x.zone})
            case ir.CardsOfStacks():
                return self._stacks
            case ir.Operation(op="top" | "bottom", arguments=(zone,)):
                return None if zone.type.base == "card" else self._named(zone) | _NONE
        return None


def _among(x: ir.Expr) -> tuple[ir.Expr, ...] | None:
    """The expressions among whose cards those of an expression are, if it is made of others."""
    match x:
        case ir.Filter() | ir.Extremes() | ir.Subsets():
            return (x.collection,)
        case ir.Operation() if x.op in _OF_THEM:
            return tuple([one for one in x.arguments if one.type.has_cards])
        case ir.Arithmetic() if x.type.has_cards:
            return (x.left, x.right) if x.operator == "+" else (x.left,)
        case ir.IfElse():
            return (x.then, x.otherwise)
        case ir.NotNone():
            return (x.value,)
    return None


def changes_who_acts(body: code.Block) -> bool:
    """Whether somebody else acts after some instructions, or in them."""
    return any(
        (isinstance(x, code.SetRegister) and x.register == "me")
        or (isinstance(x, code.Restore) and "me" in x.registers)
        for x in code.instructions(body)
    )


def without_owners(names: frozenset[str]) -> frozenset[str]:
    """The names of zones, whoever they belong to."""
    return frozenset([name.removeprefix(OWN) for name in names])


def _with_none(names: Names) -> Names:
    return None if names is None else names | _NONE
