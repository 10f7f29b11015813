"""The course of a whole program: what is reached, how procedures end, which loops come to an end.

Nothing is known here of values: a branch whose test never holds is taken as one that may be taken
(`cardrules.machine.bounds` knows more). So what is said to be unreached is never reached; and what
is said to be certain (`always`, `ends_by_itself`) holds in every game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, partial

import attrs

from cardrules.machine import code
from cardrules.machine.graph import Edge, Exit, Graph, Target, graph_of, reached_from
from cardrules.machine.program import Program
from cardrules.model import ir


@attrs.frozen(eq=False)
class Loop:
    """A loop of a procedure.

    `may_end`: something leads out of it. `ends_by_itself`: it has only so many passes, whatever is
    done in them. `asks_in_each_pass`: no pass is without a question.
    """

    procedure: int
    node: int
    loop: code.Loop
    may_end: bool
    ends_by_itself: bool
    asks_in_each_pass: bool


class Control:
    """The course of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.graphs: list[Graph] = [graph_of(program, item) for item in program.procedures]
        # The ways in which each procedure can come to its end.
        self.exits: list[frozenset[Exit]] = [frozenset() for _ in program.procedures]
        self._find_exits()
        self._reached = [
            reached_from(graph, graph.begin, self._is_open) for graph in self.graphs
        ]  # fmt: skip

    def _is_open(self, edge: Edge) -> bool:
        return edge.after is None or edge.after[1] in self.exits[edge.after[0]]

    def _find_exits(self) -> None:
        is_new = True
        while is_new:
            is_new = False
            for index, graph in enumerate(self.graphs):
                reached = reached_from(graph, graph.begin, self._is_open)
                found = frozenset(item for item in reached if not isinstance(item, int))
                if found != self.exits[index]:
                    self.exits[index] = found
                    is_new = True

    # -- procedures --------------------------------------------------------------------------------

    @cached_property
    def callers(self) -> tuple[frozenset[int], ...]:
        """By procedure those that may carry it out; the set-up and the play nobody carries out."""
        found: list[set[int]] = [set() for _ in self.program.procedures]
        for index in range(len(found)):
            for called in self._carried_out_by(index):
                found[called].add(index)
        return tuple(map(frozenset, found))

    @cached_property
    def used(self) -> frozenset[int]:
        """The procedures that a game can come to."""
        pending = [item.index for item in self.program.procedures if item.role in ("setup", "play")]
        found: set[int] = set()
        while pending:
            index = pending.pop()
            if index not in found:
                found.add(index)
                pending += self._carried_out_by(index)
        return frozenset(found)

    def changes(self, procedure: int) -> frozenset[str]:
        """The variables and tokens that a procedure may change, and whatever it carries out."""
        return self._changes[procedure]

    @cached_property
    def _changes(self) -> list[frozenset[str]]:
        own = [frozenset(map(_changed, graph.nodes)) - {""} for graph in self.graphs]
        carried_out = [frozenset(self._carried_out_by(one)) for one in range(len(own))]
        found: list[frozenset[str]] = []
        more = own
        while found != more:
            found = more
            more = [
                item.union(*(found[called] for called in carried_out[index]))
                for index, item in enumerate(found)
            ]
        return found

    def _carried_out_by(self, index: int) -> Iterator[int]:
        for node, x in enumerate(self.graphs[index].nodes):
            if node in self._reached[index]:
                yield from carried_out(self.program, x)

    # -- instructions ------------------------------------------------------------------------------

    def is_reached(self, procedure: int, node: int) -> bool:
        """Whether something leads to an instruction, once its procedure has begun."""
        return node in self._reached[procedure]

    def follow(self, procedure: int, node: int) -> set[Target]:
        """What can come next."""
        edges = self.graphs[procedure].edges[node]
        return {edge.target for edge in edges if self._is_open(edge)}

    def unreached(self, procedure: int) -> list[int]:
        """The instructions that nothing leads to, without those behind or within another one."""
        graph, reached = self.graphs[procedure], self._reached[procedure]
        lost = [node for node in range(len(graph.nodes)) if node not in reached]
        later = {
            target
            for node in lost
            for target in (*graph.inside(node), *(edge.target for edge in graph.edges[node]))
            if target != node
        }
        return [node for node in lost if node not in later]

    def always(self, procedure: int, holds: Callable[[code.Instruction], bool]) -> bool:
        """Whether no way from the begin of a procedure to its end misses such instructions.

        What the procedures that it carries out do counts for them alone.
        """
        graph = self.graphs[procedure]
        missing = reached_from(
            graph, graph.begin, self._is_open, lambda node: holds(graph.nodes[node])
        )
        return all(isinstance(item, int) for item in missing)

    # -- loops -------------------------------------------------------------------------------------

    def loops(self, procedure: int) -> Iterator[Loop]:
        """The loops of a procedure that are reached, outermost first."""
        graph = self.graphs[procedure]
        for node, x in enumerate(graph.nodes):
            if isinstance(x, code.Loop) and node in self._reached[procedure]:
                yield self._loop(procedure, node, x)

    def _loop(self, procedure: int, node: int, x: code.Loop) -> Loop:
        graph = self.graphs[procedure]
        inside = graph.inside(node)
        here = reached_from(graph, node, lambda edge: self._is_open(edge) and edge.target in inside)
        targets = {
            edge.target
            for item in here
            if isinstance(item, int)
            for edge in graph.edges[item]
            if self._is_open(edge)
        }
        return Loop(
            procedure,
            node,
            x,
            may_end=bool(targets - here),
            ends_by_itself=not self._comes_back(procedure, node, frozenset())
            or self._is_counted(procedure, node),
            asks_in_each_pass=not self._comes_back(procedure, node, self._asking(procedure)),
        )

    def _comes_back(self, procedure: int, node: int, avoided: frozenset[int]) -> bool:
        """Whether a pass of a loop can go on to the next one without any of these nodes."""
        graph = self.graphs[procedure]
        inside = graph.inside(node)
        found = reached_from(
            graph,
            node,
            lambda edge: self._is_open(edge) and (edge.target == node or edge.target in inside),
            lambda at: at in avoided,
        )
        return any(
            edge.target == node and self._is_open(edge)
            for item in found
            if isinstance(item, int)
            for edge in graph.edges[item]
        )

    def _asking(self, procedure: int) -> frozenset[int]:
        """The instructions that cannot be passed without coming to a question."""
        graph, asks = self.graphs[procedure], self._always_asks
        return self._nodes(graph, range(len(graph.nodes)), lambda x: _comes_to_ask(x, asks))

    @cached_property
    def _always_asks(self) -> frozenset[int]:
        """The procedures that cannot be carried out without coming to a question."""
        found: frozenset[int] = frozenset()
        while True:
            asks = partial(_comes_to_ask, asking=found)
            more = frozenset(one for one in range(len(self.graphs)) if self.always(one, asks))
            if more == found:
                return found
            found = more

    def _is_counted(self, procedure: int, node: int) -> bool:
        """Whether each pass brings a counter nearer to an end that does not move away."""
        graph = self.graphs[procedure]
        nodes = graph.inside(node)
        inside = [graph.nodes[at] for at in nodes]
        down = self._nodes(graph, nodes, lambda x: isinstance(x, code.CountDown))
        if not self._comes_back(procedure, node, down) and not any(
            lays(x) & _counting_down(inside) for x in inside
        ):
            return True
        head = _head(inside)
        if head is None:
            return False
        counter, step = head
        moving = self._nodes(graph, nodes, lambda x: _moves(x, counter, step))
        wrong = [x for x in inside if counter in lays(x) and not _moves(x, counter, step)]
        return not wrong and not self._comes_back(procedure, node, moving)

    @staticmethod
    def _nodes(
        graph: Graph, among: range, holds: Callable[[code.Instruction], bool]
    ) -> frozenset[int]:
        return frozenset(at for at in among if holds(graph.nodes[at]))


def _comes_to_ask(x: code.Instruction, asking: frozenset[int]) -> bool:
    return isinstance(x, code.Ask) or (isinstance(x, code.Call) and x.procedure in asking)


def _changed(x: code.Instruction) -> str:
    """The variable that an instruction itself changes."""
    match x:
        case code.SetVariable():
            return x.variable
        case code.MoveTokens():
            return x.token
    return ""


def carried_out(program: Program, x: code.Instruction) -> tuple[int, ...]:
    """The procedures that an instruction itself may carry out."""
    match x:
        case code.Call():
            return (x.procedure,)
        case code.Settle() if program.settle is not None:
            return (program.settle,)
        case code.Turn() if program.settle is not None:
            return (program.settle,)
        case code.Draw():
            return x.triggers
        case code.Ask():
            searches = program.searches_of(program.questions[x.question])
            return tuple([item.procedure for item in searches if item.procedure >= 0])
    return ()


# ---- Counters ------------------------------------------------------------------------------------


def _head(inside: list[code.Instruction]) -> tuple[int, int] | None:
    """The slot that a loop asks before anything else, and which way (1, -1) leads out of it.

    Its end must stand still in the loop: a number, or the size of a slot that is not laid anew.
    """
    for x in inside:
        if isinstance(x, code.Restore):
            continue
        if not isinstance(x, code.Branch) or not _leaves(x):
            return None
        test = x.branches[0][0]
        if not isinstance(test, ir.Compare) or not isinstance(test.left, ir.Local):
            return None
        step = {"<": 1, ">": -1}.get(test.operator)
        if step is None or not _stands_still(test.right, inside):
            return None
        return test.left.slot, step
    return None


def _leaves(x: code.Branch) -> bool:
    """Whether a loop is left unless the test holds."""
    (_, block), *further = x.branches
    return not block and not further and [type(one) for one in x.otherwise] == [code.Leave]


def _stands_still(x: ir.Expr, inside: list[code.Instruction]) -> bool:
    if isinstance(x, code.Size):
        return not any(x.slot in lays(one) for one in inside)
    return isinstance(x, ir.Const)


def _moves(x: code.Instruction, counter: int, step: int) -> bool:
    """Whether an instruction brings a counter a step further."""
    match x:
        case code.Put(slot=slot, value=code.Plus(value=ir.Local(slot=of), more=more)):
            return slot == of == counter and more * step > 0
        case code.Ask() | code.Unpack():
            return x.position == counter and step > 0
    return False


def _counting_down(inside: list[code.Instruction]) -> frozenset[int]:
    return frozenset(x.slot for x in inside if isinstance(x, code.CountDown))


def lays(x: code.Instruction) -> frozenset[int]:
    """The slots into which an instruction itself lays something, counting down apart."""
    match x:
        case code.Assign() | code.Put() | code.PutAll() | code.PutTuple() | code.Keep():
            return frozenset({x.slot})
        case code.Pick():
            return frozenset({x.slot})
        case code.Ask(position=position) if position is not None:
            return frozenset({position})
        case code.Unpack():
            return frozenset({*x.slots, x.position})
    return frozenset()
