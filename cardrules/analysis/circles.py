"""What needs itself: definitions, placements, routines, actions, windows, triggers.

Values are computed and effects carried out without recursion, so that each has an end and a depth
that is known from the text. Whoever needs whom is read off the tree, before anything is analysed:
every name that occurs in the one and means the other is an edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import attrs

from cardrules.analysis.world import World
from cardrules.diagnostics.model import Label
from cardrules.plain import fields
from cardrules.source import Span
from cardrules.syntax import nodes

# How deep an expression may be, with all definitions that it uses written out.
MAX_VALUE_DEPTH = 1000
# Analysing up to this depth at once is no strain on the stack.
_LITTLE_DEPTH = 30
_MOST_LABELS = 8

# A part of the ruleset: of what sort it is, and its name.
Part = tuple[str, str]
_VALUES = frozenset({"definition", "placement"})
# What is worked out within what else is worked out.
_DEEP = _VALUES | {"premises", "trait premises", "asking"}
# What is worked out, rather than carried out.
_NEEDING = _VALUES | {"premises", "score", "winner"}
# Kinds that only bundle edges and are not spoken of.
_HUBS = frozenset({"taking", "asking", "window", "settling", "pile", "trait", "trait premises"})
_WHAT = {
    "definition": "The definition `{}`",
    "placement": "The placement `{}`",
    "premises": "Whether the action `{}` is possible",
    "action": "The action `{}`",
    "routine": "The routine `{}`",
    "interrupt": "The interrupt `{}`",
    "standing": "The standing rule `{}`",
    "trigger": "What happens when {}",
    "score": "The score",
    "winner": "The order of `winner`",
}
# The first sort that occurs in a circle decides.
_HELP = {
    "trigger": "Use `move top of PILE to ...`, which sets off nothing.",
    "standing": "Standing rules are carried out after each `one of` and each interrupt anyway; "
    "use `choose` in them.",
    "interrupt": "Open another window there, one that this interrupt does not answer, or say how "
    "far that goes: `window NAME, up to 3 deep`.",
    "action": "To let somebody act again, use `next turn` or another `turns`.",
    "routine": "To do something again, use `repeat`, `while` or `each`.",
    "premises": "What an action asks for cannot depend on whether it is `possible` itself.",
    "score": "Leave `score` and `leaders` out there, and count what they stand for.",
    "winner": "Leave `leaders` out there.",
    "definition": "Write it so that it can be worked out without itself.",
    "placement": "Write it so that it can be worked out without asking for itself.",
}


@attrs.define
class _Graph:
    """Who needs whom, and at which place in the text."""

    edges: dict[Part, list[tuple[Part, Span]]] = attrs.field(factory=dict)
    depths: dict[Part, int] = attrs.field(factory=dict)


def check_circles(tree: nodes.RulesText, world: World) -> tuple[str, ...]:
    """Report all circles; gives the definitions that are best analysed first, in this order.

    `world.circular` then has the definitions that cannot be analysed.
    """
    graph = _graph(tree, world)
    done: list[Part] = []
    reported: set[Part] = set()
    for circle in _circles(graph, done):
        world.circular.update(name for sort, name in circle if sort == "definition")
        if reported.isdisjoint(circle):
            reported.update(circle)
            _report(circle, graph, world)
    return tuple(_deep_definitions(graph, done, world))


# ---- The graph -----------------------------------------------------------------------------------


def _graph(tree: nodes.RulesText, world: World) -> _Graph:
    graph = _Graph()
    reader = _Reader(world, tree)
    for node in tree.declarations:
        for part, inner in _parts_of(node, world):
            found = graph.edges.setdefault(part, [])
            deepest = 0
            for item, depth in _nodes_in(inner):
                deepest = max(deepest, depth)
                found += reader.needs(item)
            graph.depths[part] = max(deepest, graph.depths.get(part, 0))
    for hub, targets in reader.hubs().items():
        graph.edges.setdefault(hub, []).extend(targets)
    return graph


def _parts_of(
    node: nodes.Declaration, world: World
) -> Iterator[tuple[Part, tuple[nodes.Node, ...]]]:
    """The parts that a declaration makes, with what each consists of."""
    match node:
        case nodes.Define() if world.definition_nodes.get(node.name.text) is node:
            yield ("definition", node.name.text), (node.value,)
        case nodes.Placement() if world.placement_nodes.get(node.name.text) is node:
            yield ("placement", node.name.text), node.clauses
        case nodes.Routine():
            yield ("routine", node.name.text), (node.block,)
        case nodes.DeclaredAction():
            yield ("premises", node.name.text), (node.premises,)
            values = node.trait.values if node.trait is not None else ()
            yield ("action", node.name.text), (*values, node.block)
        case nodes.Trait():
            yield ("trait premises", node.name.text), (node.premises,)
            yield ("trait", node.name.text), (node.block,)
        case nodes.Interrupt():
            yield ("interrupt", node.name.text), (node.premises, node.block)
        case nodes.Standing():
            yield ("standing", node.name.text), (node.block,)
        case nodes.RunDry() | nodes.ComesUp():
            yield ("trigger", _trigger_name(node)), (node.block,)
        case nodes.Score():
            yield ("score", ""), node.clauses
        case nodes.Winner():
            yield ("winner", ""), node.criteria


def _trigger_name(node: nodes.RunDry | nodes.ComesUp) -> str:
    if isinstance(node, nodes.RunDry):
        return f"`{node.zone.text}` runs dry"
    return f"`{node.line.text}` comes up from `{node.zone.text}`"


def _nodes_in(inner: tuple[nodes.Node, ...]) -> Iterator[tuple[nodes.Node, int]]:
    """All nodes within some nodes and how deep they lie, without recursion."""
    pending: list[tuple[object, int]] = [(item, 0) for item in reversed(inner)]
    while pending:
        node, depth = pending.pop()
        if isinstance(node, nodes.Word):
            continue
        if isinstance(node, nodes.Node):
            yield node, depth
            pending += [(getattr(node, name), depth + 1) for name in _FIELDS[type(node)]]
        elif isinstance(node, tuple):
            pending += [(item, depth) for item in reversed(node)]


# The fields of each node that may hold nodes, last first.
_FIELDS: dict[type, tuple[str, ...]] = {
    cls: tuple([name for name in reversed(fields(cls)) if name != "span"])
    for cls in vars(nodes).values()
    if isinstance(cls, type) and issubclass(cls, nodes.Node)
}


class _Reader:
    """Tells which parts a node needs."""

    def __init__(self, world: World, tree: nodes.RulesText) -> None:
        self._world = world
        self._tree = tree
        self._settles = any(isinstance(node, nodes.Standing) for node in tree.declarations)

    def needs(self, node: nodes.Node) -> Iterator[tuple[Part, Span]]:
        """The parts that a single node needs, each with its place."""
        match node:
            case nodes.Name() | nodes.Apply() | nodes.My() | nodes.Field():
                yield from self._named(node)
            case nodes.Placed():
                yield ("placement", node.name.text), node.name.span
            case nodes.Possible():
                yield ("asking", node.action.text), node.span
            case nodes.Call():
                yield ("routine", node.name.text), node.span
            case nodes.OneOf():
                last = (node.otherwise,) if node.otherwise is not None else ()
                for word in (*node.actions, *last):
                    yield ("taking", word.text), word.span
                yield from self._settling(node)
            case nodes.Open():
                window = self._world.windows.get(node.window.text)
                # What says how often it may be open within itself comes to an end.
                if window is None or window.deep == 1:
                    yield ("window", node.window.text), node.span
                yield from self._settling(node)
            case nodes.Draw():
                for inner, _ in _nodes_in((node.source,)):
                    if isinstance(inner, nodes.Name):
                        yield ("pile", inner.name.text), node.span

    def _named(
        self, node: nodes.Name | nodes.Apply | nodes.My | nodes.Field
    ) -> Iterator[tuple[Part, Span]]:
        name = node.name.text
        if name in self._world.definition_nodes and isinstance(node, nodes.Name | nodes.Apply):
            yield ("definition", name), node.name.span
        elif name == "score":
            yield ("score", ""), node.name.span
        elif name == "leaders":
            yield ("winner", ""), node.name.span

    def _settling(self, node: nodes.Statement) -> Iterator[tuple[Part, Span]]:
        if self._settles:
            yield ("settling", ""), node.span

    def hubs(self) -> dict[Part, list[tuple[Part, Span]]]:
        """What stands for several parts: a trait, a window, the triggers of a pile."""
        found: dict[Part, list[tuple[Part, Span]]] = {}

        def add(hub: Part, target: Part, span: Span) -> None:
            found.setdefault(hub, []).append((target, span))

        for node in self._tree.declarations:
            match node:
                case nodes.DeclaredAction():
                    action: Part = ("action", node.name.text)
                    premises: Part = ("premises", node.name.text)
                    trait = node.trait.name if node.trait is not None else None
                    for word in (node.name, *((trait,) if trait is not None else ())):
                        add(("taking", word.text), action, node.name.span)
                        add(("asking", word.text), premises, node.name.span)
                    if trait is not None:
                        add(action, ("trait", trait.text), trait.span)
                        add(premises, ("trait premises", trait.text), trait.span)
                case nodes.Interrupt():
                    interrupt: Part = ("interrupt", node.name.text)
                    add(("window", node.window.text), interrupt, node.window.span)
                case nodes.Standing():
                    add(("settling", ""), ("standing", node.name.text), node.name.span)
                case nodes.RunDry() | nodes.ComesUp():
                    trigger: Part = ("trigger", _trigger_name(node))
                    add(("pile", node.zone.text), trigger, node.zone.span)
        return found


# ---- Circles -------------------------------------------------------------------------------------


def _circles(graph: _Graph, done: list[Part]) -> Iterator[list[Part]]:
    """A circle for each edge that leads back; `done` gets all parts, whatever they need first."""
    finished: set[Part] = set()
    for root in graph.edges:
        path: dict[Part, Iterator[tuple[Part, Span]]] = {}
        if root not in finished:
            path[root] = iter(graph.edges[root])
        while path:
            part, edges = next(reversed(path.items()))
            target = next((item for item, _ in edges), None)
            if target is None:
                path.popitem()
                finished.add(part)
                done.append(part)
            elif target in path:
                parts = list(path)
                yield parts[parts.index(target) :]
            elif target not in finished:
                path[target] = iter(graph.edges.get(target, ()))


def _report(circle: list[Part], graph: _Graph, world: World) -> None:
    """Report a circle at the first place, in the text, where one part of it needs the next."""
    steps = [
        (part, target, _place(part, target, graph))
        for part, target in zip(circle, [*circle[1:], circle[0]], strict=True)
    ]
    spoken = [step for step in steps if step[0][0] not in _HUBS]
    first = min(range(len(spoken)), key=lambda index: spoken[index][2])
    spoken = [*spoken[first:], *spoken[:first]]
    (sort, name), _, span = spoken[0]
    what = _WHAT[sort].format(name)
    message = f"{what} {'depends on' if sort in _NEEDING else 'leads back to'} itself"
    if len(spoken) > 1:
        others = [_lowered(_WHAT[other].format(called)) for (other, called), _, _ in spoken[1:]]
        message += f", by way of {_joined(others)}"
    labels = []
    for index, ((other, called), _, at) in enumerate(spoken[1 : _MOST_LABELS + 1], start=2):
        following = spoken[index % len(spoken)][0]
        verb = "depends on" if other in _NEEDING else "leads to"
        text = f"{_WHAT[other].format(called)} {verb} {_lowered(_WHAT[following[0]])}"
        labels.append(Label(span=at, text=text.format(following[1])))
    sorts = [item[0][0] for item in spoken]
    help = next((_HELP[item] for item in _HELP if item in sorts), _HELP["definition"])
    world.diagnostics.report("CR305", span, f"{message}.", help=help, labels=tuple(labels))


def _place(part: Part, target: Part, graph: _Graph) -> Span:
    return next(span for item, span in graph.edges[part] if item == target)


def _lowered(text: str) -> str:
    return text[0].lower() + text[1:]


def _joined(names: list[str]) -> str:
    if len(names) > _MOST_LABELS:
        names = [*names[:_MOST_LABELS], f"{len(names) - _MOST_LABELS} more"]
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]


# ---- Depth ---------------------------------------------------------------------------------------


def _deep_definitions(graph: _Graph, done: Iterable[Part], world: World) -> Iterator[str]:
    """The deep definitions, whatever they need first; those that are too deep are reported."""
    total: dict[Part, int] = {}
    for part in done:
        if part[0] not in _DEEP:
            continue
        needed = (total.get(target, 0) for target, _ in graph.edges.get(part, ()))
        total[part] = depth = graph.depths.get(part, -1) + max(needed, default=0) + 1
        if depth > MAX_VALUE_DEPTH and part[0] in (*_VALUES, "premises"):
            total[part] = 0
            _report_depth(part, world)
        elif depth > _LITTLE_DEPTH and part[0] == "definition":
            yield part[1]


def _report_depth(part: Part, world: World) -> None:
    sort, name = part
    tables: dict[str, Mapping[str, nodes.Define | nodes.Placement | nodes.DeclaredAction]] = {
        "definition": world.definition_nodes,
        "placement": world.placement_nodes,
        "premises": world.action_nodes,
    }
    world.circular.update([name] if sort == "definition" else [])
    world.diagnostics.report(
        "CR005",
        tables[sort][name].name.span,
        f"{_WHAT[sort].format(name)} is nested too deeply, with all definitions that it uses.",
        help=f"The most are {MAX_VALUE_DEPTH} levels.",
    )
