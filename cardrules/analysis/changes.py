"""How long what is known holds: what statements may change, and which facts look at that.

What a statement may change is read off the text, so that it is known of a loop before its block is
analysed: the names of variables and tokens, the names of zones which cards may leave, and further
words for whatever else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardrules.analysis.known import Facts
from cardrules.analysis.world import World
from cardrules.model import ir
from cardrules.syntax import nodes

Changes = frozenset[str]

NOTHING: Changes = frozenset()
# Cards may leave any zone. No zone has this name.
_CARDS = "cards"
# Cards of a zone lie in another order.
_ORDER = "order"
# It is another turn or round. No zone or variable has this name.
TURN: Changes = frozenset({"turn"})
# Anything may happen: somebody acts, or it depends on much.
_ALL = "all of it"
ALL: Changes = frozenset({_ALL})

_LOOPS = (
    nodes.While | nodes.Repeat | nodes.EachPlayer | nodes.EachIn | nodes.Turns | nodes.Rounds
    | nodes.Phase | nodes.Together
)  # fmt: skip


def after(node: nodes.Statement, world: World) -> Changes:
    """What may be otherwise where the statement is over."""
    if isinstance(node, nodes.If):
        return _union(_within(block, world) for block in _branches(node) if not _leaves(block))
    if isinstance(node, _LOOPS):
        return within(node.block, world)
    return _of(node, world)


def within(block: nodes.Block, world: World) -> Changes:
    """What may be otherwise where a loop comes to its block again, or is left."""
    return _union(_anywhere(item, world) for item in block.statements)


def _within(block: nodes.Block, world: World) -> Changes:
    return _union(after(item, world) for item in block.statements)


def _anywhere(node: nodes.Statement, world: World) -> Changes:
    """The same with the branches that leave a loop; what ends the game is never seen."""
    known = world.changes.get(id(node))
    if known is None:
        if isinstance(node, nodes.If):
            blocks = [block for block in _branches(node) if not _ends_all(block)]
            known = _union(within(block, world) for block in blocks)
        elif isinstance(node, nodes.As | _LOOPS):
            known = within(node.block, world)
        else:
            known = _of(node, world)
        world.changes[id(node)] = known
    return known


def _branches(node: nodes.If) -> Iterator[nodes.Block]:
    yield node.block
    for item in node.else_ifs:
        yield item.block
    if node.otherwise is not None:
        yield node.otherwise.block


def _leaves(block: nodes.Block) -> bool:
    """Whether what stands behind a block is never reached from it."""
    return bool(block.statements) and isinstance(block.statements[-1], nodes.End | nodes.Stop)


def _ends_all(block: nodes.Block) -> bool:
    last = block.statements[-1] if block.statements else None
    return isinstance(last, nodes.Stop) or (
        isinstance(last, nodes.End) and last.construct.text == "game"
    )


def _union(parts: Iterable[Changes]) -> Changes:
    return NOTHING.union(*parts)


def _of(node: nodes.Statement, world: World) -> Changes:
    """What a statement without blocks changes."""
    match node:
        case nodes.Set() | nodes.Add():
            return _name_of(node.target)
        case nodes.Give():
            return frozenset({node.token.text})
        case nodes.Move():
            return _sources(node.cards, world)
        case nodes.Stack():
            on = NOTHING if node.on is None else _sources(node.on, world)
            return _sources(node.cards, world) | on
        case nodes.Swap():
            return _sources(node.left, world) | _sources(node.right, world)
        case nodes.Shuffle():
            return frozenset({_ORDER})
        case nodes.Draw():
            return _sources(node.source, world) | _triggered(world)
        case nodes.Call():
            routine = world.routine_nodes.get(node.name.text)
            return NOTHING if routine is None else _of_routine(routine, world)
        case nodes.As():
            return _within(node.block, world)
        case nodes.Let() | nodes.Choose() | nodes.Pick() | nodes.Require() | nodes.Reveal():
            return NOTHING
        case nodes.Say() | nodes.Silence() | nodes.Stop() | nodes.End() | nodes.NextTurn():
            return NOTHING
    return ALL


def _of_routine(routine: nodes.Routine, world: World) -> Changes:
    key = id(routine)
    if key not in world.changes:
        if world.routines_within >= _DEEPEST:
            return ALL
        world.changes[key] = NOTHING  # one that carries out itself is reported elsewhere
        world.routines_within += 1
        world.changes[key] = within(routine.block, world)
        world.routines_within -= 1
    return world.changes[key]


# Of routines that carry out others still further down it is not asked what they change.
_DEEPEST = 30


def _triggered(world: World) -> Changes:
    """What happens when something is drawn; while that is found out, anything."""
    if _TRIGGERS not in world.changes:
        world.changes[_TRIGGERS] = ALL if world.trigger_nodes else NOTHING
        blocks = [node.block for node in world.trigger_nodes]
        world.changes[_TRIGGERS] = _union(within(block, world) for block in blocks)
    return world.changes[_TRIGGERS]


# In place of the number of a statement.
_TRIGGERS = -1


def _name_of(node: nodes.Expr) -> Changes:
    if isinstance(node, nodes.Name | nodes.My | nodes.Field):
        return frozenset({node.name.text})
    return ALL


def _sources(node: nodes.Expr, world: World) -> Changes:
    """The zones in which such cards lie, as far as the text says so."""
    match node:
        case nodes.Name() | nodes.My() | nodes.Field():
            name = node.name.text
            return frozenset({name if name in world.zones else _CARDS})
        case nodes.Where() | nodes.WithExtreme() | nodes.Subsets():
            return _sources(node.collection, world)
        case nodes.Of(name=nodes.Word(text="top" | "bottom" | "first" | "only" | "union")):
            return _sources(node.operand, world)
        case nodes.PlusMinus():
            right = _sources(node.right, world) if node.operator.text == "+" else NOTHING
            return _sources(node.left, world) | right
        case nodes.Conditional():
            return _sources(node.then, world) | _sources(node.otherwise, world)
    return frozenset({_CARDS})


# ---- Facts ---------------------------------------------------------------------------------------


def still_true(facts: Facts, changes: Changes, world: World) -> Facts:
    """The facts that hold as well when this has changed."""
    if not changes or not facts:
        return facts
    return frozenset(fact for fact in facts if not _may_end(looks_at(fact, world), changes, world))


def _may_end(looked_at: Changes, changes: Changes, world: World) -> bool:
    if not looked_at:
        return False
    if _ALL in changes or _ALL in looked_at or not looked_at.isdisjoint(changes):
        return True
    zones = world.zones.keys()
    if _CARDS in looked_at:
        return _ORDER in changes or not changes.isdisjoint(zones)
    return _CARDS in changes and not looked_at.isdisjoint(zones)


def looks_at(expr: ir.Expr, world: World, *, root: bool = True) -> Changes:
    """What the value of an expression depends on, apart from names given nearby.

    As long as no card leaves a zone, it has a first and a top card (`root`). Whatever else is said
    about zones may change with every card that moves.
    """
    match expr:
        case ir.VariableValue():
            own = frozenset({expr.variable})
        case ir.ZoneOf() | ir.AllContents():
            own = frozenset({expr.zone if root else _CARDS})
        case ir.Contents(zone=ir.ZoneOf()):
            return looks_at(expr.zone, world, root=root)
        case ir.Operation(op="first" | "top" | "bottom"):
            own = frozenset({_CARDS}) if expr.arguments[0].type.base == "stack" else NOTHING
            return own | looks_at(expr.arguments[0], world, root=root)
        case ir.Filter():
            inside = looks_at(expr.condition, world, root=False)
            return inside | looks_at(expr.collection, world, root=root)
        case ir.Arithmetic(operator="-"):
            right = looks_at(expr.right, world, root=False)
            return right | looks_at(expr.left, world, root=root)
        case ir.Contents() | ir.CardsOfStacks() | ir.Operation(op="owner"):
            own = frozenset({_CARDS})
        case ir.Possible() | ir.ScoreOf() | ir.Counter() | ir.Role(role="active"):
            own = ALL
        case ir.Operation(op="next") | ir.Everyone(group="leaders"):
            own = ALL
        case ir.CallDefinition():
            definition = world.definitions.get(expr.definition)
            values = [] if definition is None else [definition.value]
            own = _of_values(expr.definition, values, world)
        case ir.CallPlacement():
            placement = world.placements.get(expr.placement)
            values = [] if placement is None else [clause.value for clause in placement.clauses]
            own = _of_values(expr.placement, values, world)
        case _:
            own = NOTHING
    return own | _union(looks_at(part, world, root=False) for part in ir.parts(expr))


def _of_values(name: str, values: list[ir.Expr], world: World) -> Changes:
    """What a definition or placement depends on: anything, if its values are not known."""
    if name not in world.value_reads:
        world.value_reads[name] = ALL
        if values:
            world.value_reads[name] = _union(looks_at(one, world, root=False) for one in values)
    return world.value_reads[name]


def mentions_me(expr: ir.Expr, world: World) -> bool:
    """Whether an expression depends on who acts where it is evaluated."""
    match expr:
        case ir.Role():
            return expr.role == "me"
        case ir.Possible():
            return True
        case ir.Everyone():
            return expr.group in ("opponents", "others", "partners")
        case ir.CallDefinition() if expr.definition in world.personal:
            return True
    return any(mentions_me(part, world) for part in ir.parts(expr))


def without_me(facts: Facts, world: World) -> Facts:
    """The facts that hold as well when somebody else acts."""
    return frozenset(fact for fact in facts if not mentions_me(fact, world))
