"""What can follow what in one procedure: a graph whose nodes are its instructions.

Nodes are numbers: the instructions of the body in the order in which they are written, outermost
first. What comes of an instruction that carries out other procedures depends on how these can come
to their end; `cardrules.machine.control` knows that of the whole program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

import attrs

from cardrules.machine import code
from cardrules.machine.program import Procedure, Program

# How a procedure can come to its end: it is carried out, or all is over up to a turn, up to the
# action that an interrupt answers, up to and with this action, or the whole game.
Exit = Literal["end", "turn", "answer", "action", "game"]
# Where a node leads: another node, or a way in which the procedure comes to its end.
Target = int | Exit


@attrs.frozen
class Edge:
    """A way from a node; with `after`, only if a procedure can come to its end like that."""

    target: Target
    after: tuple[int, Exit] | None = None


@attrs.define
class Graph:
    """The instructions of a procedure with all ways between them, and the first of them.

    `labels`: the node of each labelled block and loop. `within`: of each node that has blocks, the
    first node behind them.
    """

    nodes: list[code.Instruction] = attrs.field(factory=list)
    edges: list[list[Edge]] = attrs.field(factory=list)
    labels: dict[int, int] = attrs.field(factory=dict)
    within: dict[int, int] = attrs.field(factory=dict)
    begin: Target = "end"

    def inside(self, node: int) -> range:
        """The nodes in the blocks of a node."""
        return range(node + 1, self.within.get(node, node + 1))


def graph_of(program: Program, procedure: Procedure) -> Graph:
    """The graph of a procedure."""
    return _Maker(program).made(procedure)


class _Maker:
    """Makes a graph from the last instruction to the first, so that it is known what follows."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._graph = Graph()
        # Where labels lead: behind the block, and for a loop to its begin.
        self._ends: dict[int, Target] = {}
        # Where it goes on when a turn is ended by what is carried out.
        self._turns: list[Target] = ["turn"]

    def made(self, procedure: Procedure) -> Graph:
        """The whole graph."""
        nodes = list(code.instructions(procedure.body))
        self._graph.nodes = nodes
        self._graph.edges = [[] for _ in nodes]
        self._graph.begin = self._block(procedure.body, 0, "end")[0]
        return self._graph

    def _block(self, block: code.Block, first: int, then: Target) -> tuple[Target, int]:
        """Where a block begins whose first node has this number, and how many nodes are in it."""
        sizes = [sum(1 for _ in code.instructions((item,))) for item in block]
        at = first + sum(sizes)
        for item, size in zip(reversed(block), reversed(sizes), strict=True):
            at -= size
            if size > 1:
                self._graph.within[at] = at + size
            self._node(item, at, then)
            then = at
        return then, sum(sizes)

    def _node(self, x: code.Instruction, at: int, then: Target) -> None:
        edges = self._graph.edges[at]
        match x:
            case code.Branch():
                behind = at + 1
                for block in code.blocks(x):
                    begin, size = self._block(block, behind, then)
                    edges.append(Edge(begin))
                    behind += size
            case code.Labelled() | code.Loop():
                self._labelled(x, at, then)
            case code.Telling():
                edges.append(Edge(self._block((x.does,), at + 1, then)[0]))
            case code.Leave():
                edges.append(Edge(self._ends[x.label]))
            case code.Unpack():
                edges += [Edge(then), Edge(self._graph.labels[x.label])]
            case code.EndTurn():
                edges.append(Edge(self._turns[-1]))
            case code.StopAction():
                edges.append(Edge("answer"))
            case code.EndGame():
                edges.append(Edge("game"))
            case _:
                edges += self._carried_out(x, then)

    def _labelled(self, x: code.Labelled | code.Loop, at: int, then: Target) -> None:
        self._ends[x.label] = then
        self._graph.labels[x.label] = at
        if isinstance(x, code.Turn):
            self._turns.append(then)
        behind = at if isinstance(x, code.Loop) else then
        self._graph.edges[at].append(Edge(self._block(x.body, at + 1, behind)[0]))
        if isinstance(x, code.Turn):
            self._turns.pop()
            # A turn that was ended waits for the standing rules, which can end one further out.
            if self._program.settle is not None:
                self._graph.edges[at] += self._endings((self._program.settle,))

    def _carried_out(self, x: code.Instruction, then: Target) -> Iterator[Edge]:
        """The ways from an instruction that may carry out other procedures."""
        match x:
            case code.Call():
                yield Edge(then, (x.procedure, "end"))
                yield from self._endings((x.procedure,))
            case code.Settle() if self._program.settle is not None:
                yield Edge(then, (self._program.settle, "end"))
                yield from self._endings((self._program.settle,))
            case code.Draw():
                yield Edge(then)
                yield from self._endings(x.triggers)
            case code.Ask():
                yield Edge(then)
                if x.uninterrupted is not None:
                    yield Edge(self._graph.labels[x.uninterrupted])
                question = self._program.questions[x.question]
                searches = self._program.searches_of(question)
                carried_out = [item.procedure for item in searches if item.procedure >= 0]
                is_window = x.position is not None
                yield from self._endings(carried_out, answers=is_window, actions=True)
            case _:
                yield Edge(then)

    def _endings(
        self, procedures: tuple[int, ...] | list[int], *, answers: bool = False,
        actions: bool = False,
    ) -> Iterator[Edge]:  # fmt: skip
        """What comes of what is carried out, apart from being over as usual.

        `actions`: these are actions, which stop for themselves what is stopped in their windows.
        `answers`: these are interrupts, which stop the action around the window, if there is one.
        """
        for procedure in procedures:
            yield Edge(self._turns[-1], (procedure, "turn"))
            yield Edge("game", (procedure, "game"))
            yield Edge("action" if answers else "answer", (procedure, "answer"))
            if not actions:
                yield Edge("action", (procedure, "action"))


def reached_from(
    graph: Graph,
    begin: Target,
    is_open: Callable[[Edge], bool],
    avoiding: Callable[[int], bool] = lambda _: False,
) -> set[Target]:
    """All nodes and ends to which ways lead from here, by open edges, through no avoided node.

    The begin itself is among them, unless it is avoided.
    """
    found: set[Target] = set()
    pending: list[Target] = [begin]
    while pending:
        at = pending.pop()
        if at in found or (isinstance(at, int) and avoiding(at)):
            continue
        found.add(at)
        if isinstance(at, int):
            pending += [edge.target for edge in graph.edges[at] if is_open(edge)]
    return found
