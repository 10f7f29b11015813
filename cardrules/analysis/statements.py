"""Statements and blocks of them: from nodes to the intermediate form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, cast

from cardrules.analysis.card_statements import CARD_HANDLERS
from cardrules.analysis.changes import TURN, after, still_true, within, without_me
from cardrules.analysis.expressions import (
    check_arguments,
    condition,
    convert,
    elaborate,
    known_value,
    some_players,
    some_things,
    typed,
)
from cardrules.analysis.known import (
    canonical,
    facts_of,
    known,
    name_chosen,
    name_value,
    that_fit,
)
from cardrules.analysis.parts import head, name_slot, origin, take_slot
from cardrules.analysis.premises import choice, premises
from cardrules.analysis.sentences import asked, telling_of, told, with_telling
from cardrules.analysis.wording import SOMEBODY_ACTS, nobody, takes, this_is, written
from cardrules.analysis.world import Scope, World
from cardrules.diagnostics.model import Label
from cardrules.model import ir
from cardrules.model.types import (
    INTEGER,
    PLAYER,
    UNKNOWN,
)
from cardrules.plain import replaced
from cardrules.syntax import nodes


def block(node: nodes.Block, scope: Scope) -> ir.Body:
    """The statements of a block, in a scope of its own."""
    inner = scope.child()
    found: list[ir.Statement] = []
    for statement in node.statements:
        made = _HANDLERS[type(statement)](statement, inner)
        if not isinstance(statement, nodes.Set):
            _go_on_after(statement, inner)
        found += [with_telling(item, statement, inner) for item in made]
    return tuple(found)


def _go_on_after(statement: nodes.Statement, scope: Scope) -> None:
    """What is known behind a statement, and what is not any more."""
    before = scope.facts
    scope.facts = still_true(before, after(statement, scope.world), scope.world)
    if len(scope.facts) < len(before):
        ended = dict.fromkeys(before - scope.facts, statement.span)
        scope.ended = {**scope.ended, **ended}


# ---- Values --------------------------------------------------------------------------------------


def _let(node: nodes.Let, scope: Scope) -> list[ir.Statement]:
    value = elaborate(node.value, scope)
    slot = name_slot(node.name, value, scope)
    name_value(ir.Local(type=value.type, slot=slot), value, scope)
    made = ir.Let(slot=slot, name=node.name.text, value=value, origin=origin(node, node.note))
    return [made]


def _target(node: nodes.Expr, scope: Scope) -> ir.VariableValue | None:
    target = elaborate(node, scope)
    if isinstance(target, ir.VariableValue):
        if scope.world.variables[target.variable].supply is not None:
            scope.world.diagnostics.report(
                "CR401",
                node.span,
                "Tokens are not set: they come from the supply and go back to it.",
                help=f"For example: `give 1 {target.variable} to me`.",
            )
            return None
        return target
    if target.type != UNKNOWN:
        scope.world.diagnostics.report(
            "CR401",
            node.span,
            "Only a variable can be set.",
            help=_not_set(target, written(node, scope.world)),
        )
    return None


def _not_set(target: ir.Expr, text: str | None) -> str:
    """What is done instead with something that is no variable."""
    if target.type.base in ("zone", "stack") and text is not None:
        return f"Cards are moved there: `move card to {text}`."
    if isinstance(target, ir.OptionValue):
        return f"An option stays as it is; a variable may begin with it: `... = {text}`."
    return "What changes is declared as a variable: `variable NAME: TYPE = VALUE`."


def _set(node: nodes.Set, scope: Scope) -> list[ir.Statement]:
    target = _target(node.target, scope)
    if target is None:
        return []
    value = typed(node.value, scope, target.type, f"`{target.variable}`")
    is_there = known(value, node.value.span, scope) is not None
    scope.facts = still_true(scope.facts, after(node, scope.world), scope.world)
    if is_there:
        scope.facts = scope.facts | {canonical(target)}
    return [
        ir.SetVariable(
            variable=target.variable,
            holder=target.holder,
            value=value,
            origin=origin(node, node.note),
        )
    ]


def _add(node: nodes.Add, scope: Scope) -> list[ir.Statement]:
    target = _target(node.target, scope)
    if target is None:
        return []
    old = convert(target, INTEGER, node.target, scope, "What something is added to")
    more = typed(node.value, scope, INTEGER, "What is added")
    value = ir.Arithmetic(type=INTEGER, operator="+", left=old, right=more, span=node.span)
    return [
        ir.SetVariable(
            variable=target.variable,
            holder=target.holder,
            value=value,
            origin=origin(node, node.note),
        )
    ]


def _give(node: nodes.Give, scope: Scope) -> list[ir.Statement]:
    world = scope.world
    token = world.variables.get(node.token.text)
    if token is None or token.supply is None:
        known = {name for name, item in world.variables.items() if item.supply is not None}
        world.diagnostics.report(
            "CR301",
            node.token.span,
            f"There are no tokens `{node.token.text}`.",
            help=world.near(node.token.text, known)
            or f"Declare them: `tokens {node.token.text} per player, supply 30`.",
            cause=world.cause(node.token.text, node.token.span),
        )
        return []
    number = typed(node.number, scope, INTEGER, "How many tokens")
    holder = known_value(elaborate(node.holder, scope), node.holder, scope)
    if holder.type.base == "player" and token.holder == "team":
        holder = ir.TeamOf(type=PLAYER, player=holder)
    elif holder.type.base not in (token.holder, "unknown"):
        world.diagnostics.report(
            "CR401",
            node.holder.span,
            f"Tokens `{token.name}` belong to a {token.holder}, but {this_is(holder.type)}.",
        )
    return [
        ir.Tokens(
            token=token.name,
            holder=holder,
            number=number,
            back=node.verb.text == "take",
            origin=origin(node, node.note),
        )
    ]


def _say(node: nodes.Say, scope: Scope) -> list[ir.Statement]:
    said = told(node, scope)
    return [ir.Say(sentence=said, origin=said.origin)]


def _silence(node: nodes.Silence, scope: Scope) -> list[ir.Statement]:
    scope.world.diagnostics.report(
        "CR501",
        node.span,
        "Here nothing would be told anyway.",
        help="`say nothing` stands above `do` or below a line that moves or shows something, so "
        "that it is not told by itself.",
    )
    return []


# ---- Asking and calling --------------------------------------------------------------------------


def _choose(node: nodes.Choose, scope: Scope) -> list[ir.Statement]:
    _needs_me(node, scope)
    found = choice(node, scope)
    name_chosen(node.name, found.slot, that_fit(found, scope.world), scope)
    return [ir.Choose(choice=found, origin=found.origin)]


def _needs_me(node: nodes.Statement, scope: Scope) -> None:
    if not scope.has_me:
        scope.world.diagnostics.report(
            "CR404",
            head(node, scope.world),
            "Nobody acts here, so there is nobody to ask.",
            help=SOMEBODY_ACTS,
            cause=nobody(node, scope),
        )


def _one_of(node: nodes.OneOf, scope: Scope) -> list[ir.Statement]:
    _needs_me(node, scope)
    world = scope.world
    actions: dict[str, None] = {}
    for word in node.actions:
        found = world.actions_named(word.text)
        if found is None:
            _unknown_action(word, scope)
            continue
        actions.update(dict.fromkeys(found))
    otherwise = None
    if node.otherwise is not None:
        if node.otherwise.text in world.action_nodes:
            otherwise = node.otherwise.text
        else:
            _unknown_action(node.otherwise, scope)
    made = origin(node, node.note)
    asking = asked(node.asking, scope)
    return [ir.OneOf(actions=tuple(actions), otherwise=otherwise, asking=asking, origin=made)]


def _unknown_action(word: nodes.Word, scope: Scope) -> None:
    known = {*scope.world.action_nodes, *scope.world.trait_nodes}
    scope.world.diagnostics.report(
        "CR301",
        word.span,
        f"There is no action or trait `{word.text}`.",
        help=scope.world.near(word.text, known) or f"Declare it: `action {word.text}`.",
        cause=scope.world.cause(word.text, word.span),
    )


def _open(node: nodes.Open, scope: Scope) -> list[ir.Statement]:
    world = scope.world
    name = node.window.text
    if name not in world.window_types:
        world.diagnostics.report(
            "CR301",
            node.window.span,
            f"There is no window `{name}`.",
            help=world.near(name, world.window_types) or f"Declare it: `window {name}`.",
            cause=world.cause(name, node.window.span),
        )
        return []
    declared = world.window_types[name]
    values = node.arguments.values if node.arguments is not None else ()
    if len(values) != len(declared):
        world.diagnostics.report(
            "CR403",
            node.span,
            takes(f"The window `{name}`", len(declared), len(values)),
            labels=(Label(span=world.declared[name][1], text="declared here"),),
        )
        return []
    arguments = tuple(
        typed(value, scope, of_type, f"`{parameter}`")
        for value, (parameter, of_type) in zip(values, declared, strict=True)
    )
    asked = some_players(node.to, scope, "Who may answer")
    slots = (take_slot(scope), take_slot(scope), take_slot(scope))
    return [
        ir.OpenWindow(
            window=name,
            arguments=arguments,
            asked=asked,
            slots=slots,
            origin=origin(node, node.note),
        )
    ]


def _no_routine(name: str, world: World) -> str:
    """The help for `do NAME` without such a routine."""
    if name in world.action_nodes:
        return f"There is an action `{name}`: a player is asked for it by `one of {name}`."
    if name in world.window_types:
        return f"There is a window `{name}`: write `open {name} to ...`."
    return world.near(name, world.routine_nodes) or f"Declare it: `routine {name}`."


def _call(node: nodes.Call, scope: Scope) -> list[ir.Statement]:
    world = scope.world
    name = node.name.text
    routine = world.routine_nodes.get(name)
    if routine is None:
        world.diagnostics.report(
            "CR301",
            node.name.span,
            f"There is no routine `{name}`.",
            help=_no_routine(name, world),
            cause=world.cause(name, node.name.span),
        )
        return []
    parameters = routine.parameters.items if routine.parameters is not None else ()
    arguments = check_arguments(
        node.arguments, parameters, head(node, scope.world), routine.name, scope
    )
    if arguments is None:
        return []
    if not scope.has_me:
        world.impersonal_calls.append(node)
    return [ir.CallRoutine(routine=name, arguments=arguments, origin=origin(node, node.note))]


def _proceed(node: nodes.Proceed, scope: Scope) -> list[ir.Statement]:
    if scope.proceed is None:
        scope.world.diagnostics.report(
            "CR501",
            node.span,
            "`proceed` has a meaning only in a trait.",
            help="It stands for the effects of the action that has the trait.",
        )
        return []
    return list(scope.proceed(scope))


def _stop(node: nodes.Stop, scope: Scope) -> list[ir.Statement]:
    if scope.role != "interrupt":
        scope.world.diagnostics.report(
            "CR501",
            head(node, scope.world),
            "`stop` ends an action that is answered: it stands in an interrupt.",
            help="To leave a block use `end`, as in `end turn` or `end repeat`.",
        )
        return []
    return [ir.Stop(origin=origin(node, node.note))]


def _end(node: nodes.End, scope: Scope) -> list[ir.Statement]:
    construct = cast(
        Literal["turns", "turn", "rounds", "repeat", "while", "phase", "each", "game"],
        node.construct.text,
    )
    wanted = "turns" if construct == "turn" else construct
    # A turn is also ended from within an action, which may be taken in any turn.
    outside = construct in ("game", "turn") and scope.role in ("action", "interrupt")
    if construct != "game" and wanted not in scope.constructs and not outside:
        scope.world.diagnostics.report(
            "CR501",
            head(node, scope.world),
            f"There is no `{wanted}` around this line that could end.",
            help=_end_help(scope),
        )
        return []
    return [ir.End(construct=construct, origin=origin(node, node.note))]


def _end_help(scope: Scope) -> str:
    turn = ["turn"] if scope.role in ("action", "interrupt") else []
    ends = dict.fromkeys([*reversed(scope.constructs), *turn, "game"])
    return f"Here you can write {' or '.join(f'`end {item}`' for item in ends)}."


def _next_turn(node: nodes.NextTurn, scope: Scope) -> list[ir.Statement]:
    player = typed(node.player, scope, PLAYER, "Whose turn is next")
    return [ir.NextTurn(player=player, origin=origin(node, node.note))]


def _reverse(node: nodes.Reverse, scope: Scope) -> list[ir.Statement]:
    return [ir.Reverse(origin=origin(node, node.note))]


# ---- Blocks --------------------------------------------------------------------------------------


def _ends(body: ir.Body) -> bool:
    """Whether what follows a block is never reached from it."""
    return bool(body) and isinstance(body[-1], ir.End | ir.Stop)


def _if(node: nodes.If, scope: Scope) -> list[ir.Statement]:
    branches: list[tuple[ir.Expr | None, ir.Body]] = []
    parts: list[nodes.If | nodes.ElseIf] = [node, *node.else_ifs]
    facts = scope.facts
    for part in parts:
        here = scope.child(facts=facts)
        test = condition(part.condition, here)
        body = block(part.block, here.child(facts=facts | facts_of(test, True, scope.world)))
        branches.append((test, body))
        facts = facts | facts_of(test, False, scope.world)
    if node.otherwise is not None:
        branches.append((None, block(node.otherwise.block, scope.child(facts=facts))))
    elif all(_ends(body) for _, body in branches):
        scope.facts = facts
    others: list[nodes.ElseIf | nodes.Else] = [*node.else_ifs]
    if node.otherwise is not None:
        others.append(node.otherwise)
    further = tuple(origin(part, part.note) for part in others)
    made = origin(node, node.note)
    return [ir.If(branches=tuple(branches), further=further, origin=made)]


def _inner(scope: Scope, construct: str, node: nodes.Block) -> Scope:
    """The scope of a block that may be carried out again: what it changes is not known in it."""
    changes = within(node, scope.world)
    if construct in ("turns", "rounds"):
        changes |= TURN
    facts = still_true(scope.facts, changes, scope.world)
    return scope.child(constructs=(*scope.constructs, construct), facts=facts)


def _acting(scope: Scope) -> Scope:
    """The scope with somebody who acts in it, whoever did before."""
    return scope.child(has_me=True, facts=without_me(scope.facts, scope.world))


def _while(node: nodes.While, scope: Scope) -> list[ir.Statement]:
    inner = _inner(scope, "while", node.block)
    test = condition(node.condition, inner)
    slot = take_slot(scope)
    inner.facts = inner.facts | facts_of(test, True, scope.world)
    made = origin(node, node.note)
    return [ir.While(condition=test, body=block(node.block, inner), slot=slot, origin=made)]


def _repeat(node: nodes.Repeat, scope: Scope) -> list[ir.Statement]:
    times = typed(node.times, scope, INTEGER, "How often")
    slots = (take_slot(scope), take_slot(scope))
    body = block(node.block, _inner(scope, "repeat", node.block))
    return [ir.Repeat(times=times, body=body, slots=slots, origin=origin(node, node.note))]


def _order(node: nodes.Order, scope: Scope, inner: Scope) -> ir.PlayersInOrder:
    """The players in order; whether one takes part is asked within the loop (`inner`)."""
    start = typed(node.start, scope, PLAYER, "Who begins")
    bound = ir.Bound(type=PLAYER, index=scope.world.new_bound())
    test = None
    if node.condition is not None:
        test = condition(node.condition, inner.within(bound))
    direction = cast(Literal["clockwise", "counterclockwise"], node.direction.text)
    return ir.PlayersInOrder(direction=direction, start=start, bound=bound.index, condition=test)


def _each_player(node: nodes.EachPlayer, scope: Scope) -> list[ir.Statement]:
    inner = _inner(scope, "each", node.block)
    order = _order(node.order, scope, inner)
    slots = (take_slot(scope), take_slot(scope), take_slot(scope))
    body = block(node.block, _acting(inner))
    return [ir.EachPlayer(order=order, body=body, slots=slots, origin=origin(node, node.note))]


def _each_in(node: nodes.EachIn, scope: Scope) -> list[ir.Statement]:
    items = some_things(node.collection, scope, "`each` goes through a collection", "each")
    inner = _inner(scope, "each", node.block)
    slots = (take_slot(scope), take_slot(scope))
    slot = name_slot(node.name, replaced(items, type=items.type.element or UNKNOWN), inner)
    return [
        ir.EachIn(
            slot=slot,
            name=node.name.text,
            collection=items,
            body=block(node.block, inner),
            slots=slots,
            origin=origin(node, node.note),
        )
    ]


def _as(node: nodes.As, scope: Scope) -> list[ir.Statement]:
    player = typed(node.player, scope, PLAYER, "Who acts")
    slot = take_slot(scope)
    body = block(node.block, _acting(scope.child()))
    return [ir.As(player=player, body=body, slot=slot, origin=origin(node, node.note))]


def _together(node: nodes.Together, scope: Scope) -> list[ir.Statement]:
    order = _order(node.order, scope, scope)
    slots = (take_slot(scope), take_slot(scope), take_slot(scope), take_slot(scope))
    inner = _acting(scope.child(constructs=()))
    lines = premises(node.premises.lines, inner)
    telling = telling_of(node.premises, inner, origin(node, node.note))
    # All have chosen before the block is carried out for the first of them.
    inner.facts = still_true(inner.facts, within(node.block, scope.world), scope.world)
    body: ir.Body = ()
    if any(isinstance(line, ir.Choice) for line in lines):
        body = block(node.block, inner)
    else:
        # What is below speaks of what should have been chosen.
        scope.world.diagnostics.report(
            "CR501",
            head(node, scope.world),
            "`together` asks nothing: it needs a `choose` before `do`.",
            help="Without a choice use `each player clockwise from ...`.",
        )
    return [
        ir.Together(
            order=order,
            premises=lines,
            telling=telling,
            body=body,
            slots=slots,
            origin=origin(node, node.note),
        )
    ]


def _turns(node: nodes.Turns, scope: Scope) -> list[ir.Statement]:
    inner = _inner(scope, "turns", node.block)
    order = _order(node.order, scope, inner)
    until = condition(node.until, inner) if node.until is not None else None
    slots = (take_slot(scope), take_slot(scope), take_slot(scope))
    return [
        ir.Turns(
            order=order,
            once=node.once is not None,
            until=until,
            body=block(node.block, _acting(inner)),
            slots=slots,
            origin=origin(node, node.note),
        )
    ]


def _rounds(node: nodes.Rounds, scope: Scope) -> list[ir.Statement]:
    inner = _inner(scope, "rounds", node.block)
    until = condition(node.until, inner) if node.until is not None else None
    slots = (take_slot(scope), take_slot(scope))
    body = block(node.block, inner)
    return [ir.Rounds(until=until, body=body, slots=slots, origin=origin(node, node.note))]


def _phase(node: nodes.Phase, scope: Scope) -> list[ir.Statement]:
    body = block(node.block, scope.child(constructs=(*scope.constructs, "phase")))
    return [ir.Phase(name=node.name.text, body=body, origin=origin(node, node.note))]


_HANDLERS: dict[type[nodes.Statement], Callable[..., list[ir.Statement]]] = {
    **CARD_HANDLERS,
    nodes.Let: _let,
    nodes.Set: _set,
    nodes.Add: _add,
    nodes.Choose: _choose,
    nodes.Open: _open,
    nodes.Stop: _stop,
    nodes.End: _end,
    nodes.Give: _give,
    nodes.NextTurn: _next_turn,
    nodes.Reverse: _reverse,
    nodes.Say: _say,
    nodes.Silence: _silence,
    nodes.Call: _call,
    nodes.Proceed: _proceed,
    nodes.OneOf: _one_of,
    nodes.If: _if,
    nodes.While: _while,
    nodes.Repeat: _repeat,
    nodes.EachPlayer: _each_player,
    nodes.EachIn: _each_in,
    nodes.As: _as,
    nodes.Together: _together,
    nodes.Turns: _turns,
    nodes.Rounds: _rounds,
    nodes.Phase: _phase,
}
