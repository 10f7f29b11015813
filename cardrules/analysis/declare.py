"""Declarations: from the tree of a ruleset to the ruleset.

First all names are taken down, so that the order of declarations does not matter; then each
declaration is analysed.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Literal, cast

import attrs

from cardrules.analysis.acting import check_impersonal_calls
from cardrules.analysis.changes import mentions_me
from cardrules.analysis.circles import check_circles
from cardrules.analysis.constants import check_constant
from cardrules.analysis.expressions import condition, elaborate, known_value, typed
from cardrules.analysis.known import note_definition
from cardrules.analysis.local_names import (
    check_declared_name,
    check_local_name,
    report_reserved,
    with_article,
)
from cardrules.analysis.parts import origin
from cardrules.analysis.premises import premises
from cardrules.analysis.reserved import reserved
from cardrules.analysis.sentences import asked, passing_of, telling_of
from cardrules.analysis.statements import block
from cardrules.analysis.turn_ends import Taken, check_turn_ends
from cardrules.analysis.values import type_named, unknown
from cardrules.analysis.wording import conversion_help, takes, this_is
from cardrules.analysis.world import Alias, Frame, Scope, World
from cardrules.diagnostics.model import Diagnostic, Diagnostics, Label
from cardrules.model import ir, ruleset
from cardrules.model.types import CARD, CARDS, INTEGER, PLAYER, Type, fits
from cardrules.plain import fields, replaced
from cardrules.source import Span
from cardrules.syntax import nodes

Role = Literal["setup", "play", "routine", "action", "interrupt", "standing", "trigger"]


# The note of what a ruleset does not say.
_UNSAID = ir.Origin(span=ir.NOWHERE)


@attrs.define
class Rules:
    """What the rules text declares, analysed."""

    routines: dict[str, ir.Procedure] = attrs.field(factory=dict)
    actions: dict[str, ir.DeclaredAction] = attrs.field(factory=dict)
    interrupts: dict[str, ir.DeclaredAction] = attrs.field(factory=dict)
    standing: dict[str, ir.Procedure] = attrs.field(factory=dict)
    traits: dict[str, ruleset.Trait] = attrs.field(factory=dict)
    triggers: list[ruleset.Trigger] = attrs.field(factory=list)
    setup: ir.Procedure | None = None
    play: ir.Procedure | None = None
    score: tuple[ruleset.Clause, ...] = ()
    score_note: ir.Origin = _UNSAID
    criteria: tuple[ruleset.Criterion, ...] = ()
    matches: list[ruleset.Match] = attrs.field(factory=list)


def make_world(diagnostics: Diagnostics) -> World:
    """An empty table of names that analyses definitions when they are needed."""
    world = World(diagnostics)

    def analyse(name: str, span: Span) -> ruleset.Definition | None:
        if name in world.circular:
            return None
        if name not in world.definitions:
            made = _definition(world.definition_nodes[name], world)
            world.definitions[name] = made
            if mentions_me(made.value, world):
                world.personal.add(name)
            note_definition(name, made.value, world)
        return world.definitions[name]

    world.analyse_definition = analyse
    return world


def take_down(tree: nodes.RulesText, world: World) -> None:
    """Enter all names, and whatever has a type that others need, before anything is analysed."""
    singles: dict[str, Span] = {}
    for node in tree.declarations:
        if isinstance(node, nodes.Values):
            _enter(node, "list of values", world)
            _values(node, world)
    for node in tree.declarations:
        if isinstance(node, nodes.Setup | nodes.Play | nodes.Score | nodes.Winner):
            _only_once(node, singles, world)
        elif type(node) in _SORTS:
            _enter(node, _SORTS[type(node)], world)
            _take_down_types(node, world)
        elif isinstance(node, nodes.RunDry | nodes.ComesUp):
            world.trigger_nodes.append(node)


def _values(node: nodes.Values, world: World) -> None:
    """Words of the author's own; they mean nothing else anywhere."""
    if node.name.text in world.option_values:
        return
    seen: dict[str, Span] = {}
    for word in node.items:
        if word.text in reserved():
            report_reserved(word, world)
        elif word.text in seen:
            world.diagnostics.report(
                "CR302",
                word.span,
                f"The value `{word.text}` stands there twice.",
                help="Leave one of them out.",
                labels=(Label(span=seen[word.text], text="the first one"),),
            )
        seen.setdefault(word.text, word.span)
    world.add_values(
        ruleset.ValueList(name=node.name.text, values=tuple(seen), origin=origin(node, node.note))
    )


def _take_down_types(node: nodes.Declaration, world: World) -> None:
    """What others need to know of a declaration; of two with one name the first counts."""
    match node:
        case nodes.Zone() if node.name.text not in {*world.zones, *world.variables}:
            world.zones[node.name.text] = _bare_zone(node)
        case nodes.Variable() if node.name.text not in {*world.zones, *world.variables}:
            world.variables[node.name.text] = _bare_variable(node, world)
        case nodes.Tokens() if node.name.text not in {*world.zones, *world.variables}:
            world.variables[node.name.text] = _bare_tokens(node)
        case nodes.Window() if node.name.text not in world.windows:
            _window(node, world)


_SORTS: dict[type[nodes.Declaration], str] = {
    nodes.Zone: "zone",
    nodes.Variable: "variable",
    nodes.Tokens: "token",
    nodes.Placement: "placement",
    nodes.Define: "definition",
    nodes.Routine: "routine",
    nodes.DeclaredAction: "action",
    nodes.Trait: "trait",
    nodes.Window: "window",
    nodes.Interrupt: "interrupt",
    nodes.Standing: "standing rule",
}


def _enter(node: nodes.Declaration, what: str, world: World) -> None:
    word: nodes.Word = node.name  # type: ignore[attr-defined]
    name = word.text
    if name in reserved():
        report_reserved(word, world)
    if name in world.declared:
        before, span = world.declared[name]
        world.diagnostics.report(
            "CR302",
            word.span,
            f"`{name}` is declared twice: it is the name of {with_article(before)} already.",
            help="Give one of the two another name.",
            labels=(Label(span=span, text="declared here"),),
        )
        return
    world.declared[name] = (what, word.span)
    check_declared_name(word, what, world)
    if isinstance(node, nodes.Placement):
        world.placement_nodes[name] = node
    elif isinstance(node, nodes.Define):
        world.definition_nodes[name] = node
    elif isinstance(node, nodes.Routine):
        world.routine_nodes[name] = node
    elif isinstance(node, nodes.DeclaredAction):
        world.action_nodes[name] = node
    elif isinstance(node, nodes.Trait):
        world.trait_nodes[name] = node


def _only_once(node: nodes.Declaration, seen: dict[str, Span], world: World) -> None:
    word = type(node).__name__.lower()
    at = Span(node.span.start, node.span.start + len(word))
    if word in seen:
        world.diagnostics.report(
            "CR302",
            at,
            f"There is a second `{word}`.",
            help="Put everything into one of them.",
            labels=(Label(span=seen[word], text="the first one"),),
        )
    seen.setdefault(word, at)


def _bare_zone(node: nodes.Zone) -> ruleset.Zone:
    return ruleset.Zone(
        name=node.name.text,
        holder=cast(Literal["shared", "player", "team"], node.ownership.holder.text),
        shape=cast(Literal["pile", "spread", "row", "stacks"], node.shape.shape.text),
        visibility=(),
        starts=None,
        origin=origin(node, node.note),
    )


def _bare_variable(node: nodes.Variable, world: World) -> ruleset.Variable:
    holder = node.holder.text if node.holder is not None else "shared"
    return ruleset.Variable(
        name=node.name.text,
        holder=cast(Literal["shared", "player", "team"], holder),
        type=type_named(node.type, world),
        initial=unknown(),
        supply=None,
        origin=origin(node, node.note),
    )


def _bare_tokens(node: nodes.Tokens) -> ruleset.Variable:
    return ruleset.Variable(
        name=node.name.text,
        holder=cast(Literal["shared", "player", "team"], node.ownership.holder.text),
        type=INTEGER,
        initial=ir.Const(type=INTEGER, value=0),
        supply=unknown(),
        origin=origin(node, node.note),
    )


def _window(node: nodes.Window, world: World) -> None:
    items = node.parameters.items if node.parameters is not None else ()
    types = tuple((item.name.text, type_named(item.type, world)) for item in items)
    world.window_types[node.name.text] = types
    world.windows[node.name.text] = ruleset.Window(
        name=node.name.text,
        parameters=tuple(name for name, _ in types),
        asking=None,
        passing=None,
        deep=_depth(node, world),
        origin=origin(node, node.note),
    )


def _depth(node: nodes.Window, world: World) -> int:
    """How many windows of a declaration may be open within each other."""
    if node.deep is None:
        return 1
    depth = int(node.deep.text)
    if not 1 <= depth <= ruleset.MOST_DEEP:
        world.diagnostics.report(
            "CR206",
            node.deep.span,
            f"`{node.name.text}` cannot be open {depth} times within itself.",
            help=f"Write a number from 1 to {ruleset.MOST_DEEP}.",
        )
        return ruleset.MOST_DEEP
    return depth


def _window_sentences(node: nodes.Window, world: World, rules: Rules) -> None:
    """How those are asked who may answer, and what is said of those who do not: `me` is each."""
    window = world.windows.get(node.name.text)
    if window is None or window.origin.span != node.span:
        return
    scope = _procedure_scope(world, "procedure", me=True)
    _parameters(world.window_types[window.name], scope)
    world.windows[window.name] = replaced(
        window,
        asking=asked(node.asking, scope),
        passing=passing_of(node.passing, scope, window.origin),
    )


# ---- The second pass -----------------------------------------------------------------------------


def analyse(tree: nodes.RulesText, world: World) -> Rules:
    """Analyse every declaration."""
    rules = Rules()
    for name in check_circles(tree, world):
        world.analyse_definition(name, Span(0, 0))
    # What placements look at is asked wherever one is used; the text may declare them further down.
    for node in sorted(tree.declarations, key=lambda node: type(node) is not nodes.Placement):
        handler = _HANDLERS.get(type(node))
        if handler is not None:
            handler(node, world, rules)
    check_impersonal_calls(rules.routines, world)
    _check_given_choices(rules, world)
    begin = tuple(item for item in (rules.setup, rules.play) if item is not None)
    taken = Taken(rules.actions, rules.interrupts, rules.routines, rules.triggers)
    check_turn_ends(begin, taken, world)
    return rules


def _check_given_choices(rules: Rules, world: World) -> None:
    """Report what `possible` gives to a choice that is made from something else."""
    for actions, word, given in world.given_choices:
        for name in actions:
            action = rules.actions.get(name)
            for choice in action.choices if action is not None else ():
                if choice.name == word.text and not fits(given.required(), choice.type):
                    world.diagnostics.report(
                        "CR401",
                        word.span,
                        f"The choice `{word.text}` of the action `{name}` is {choice.type}, "
                        f"but {this_is(given)}.",
                        labels=(Label(span=choice.origin.span, text="the choice"),),
                    )


def _value_scope(world: World, *, me: bool = False) -> Scope:
    return Scope(world=world, frame=None, has_me=me)


def _zone(node: nodes.Zone, world: World, rules: Rules) -> None:
    bare = world.zones.get(node.name.text)
    if bare is None or bare.origin.span != node.span:
        return
    visibility: list[ruleset.Visibility] = []
    starts: ir.Expr | None = None
    is_remembered = True
    _check_said_once(node, world)
    for part in node.parts:
        if isinstance(part, nodes.Forgotten):
            is_remembered = False
        elif isinstance(part, nodes.Starts):
            starts = typed(part.cards, _value_scope(world), CARDS, "What starts here")
            check_constant(starts, part.cards.span, world, cards=True)
            if bare.holder != "shared" or bare.shape == "stacks":
                world.diagnostics.report(
                    "CR501",
                    part.span,
                    "Only a shared zone of cards can hold cards at the start.",
                    help="Let them start in a shared zone, and deal them in `setup`.",
                )
        else:
            visibility.append(_visibility(part, bare, world))
    layers = {item.layer for item in visibility}
    if layers not in ({"all"}, {"top", "rest"}):
        at = Span(node.span.start, node.name.span.end)
        world.diagnostics.report(
            "CR304",
            at,
            f"It must be said once who sees the faces in `{bare.name}`.",
            help="For example `seen by owner`, or `top seen by all, rest seen by nobody`.",
        )
    if not is_remembered and all(_is_open(item) for item in visibility):
        world.diagnostics.report(
            "CR501",
            next(part.span for part in node.parts if isinstance(part, nodes.Forgotten)),
            f"Everybody sees `{bare.name}`, so nobody needs to remember what lies there.",
            help="Leave `remembered by nobody` out.",
        )
    world.zones[bare.name] = replaced(
        bare, visibility=tuple(visibility), starts=starts, is_remembered=is_remembered
    )


def _check_said_once(node: nodes.Zone, world: World) -> None:
    """Report what a zone says twice; who sees the faces in it is looked at as a whole."""
    seen: dict[type[nodes.Node], nodes.Node] = {}
    for part in node.parts:
        first = seen.setdefault(type(part), part)
        if first is not part and not isinstance(part, nodes.Seen):
            word = "starts with" if isinstance(part, nodes.Starts) else "remembered by"
            world.diagnostics.report(
                "CR302",
                part.span,
                f"There is a second `{word}`.",
                help="Leave one of them out.",
                labels=(Label(span=first.span, text="the first one"),),
            )


def _is_open(part: ruleset.Visibility) -> bool:
    """Whether everybody sees a part of a zone whatever the state is."""
    return part.viewers == ("all",) and part.condition is None


_VIEWERS = ("all", "nobody", "owner", "others", "team")


def _viewers(node: nodes.Viewers, zone: ruleset.Zone, world: World) -> tuple[ruleset.Viewer, ...]:
    found: list[ruleset.Viewer] = []
    for word in node.names:
        if word.text not in _VIEWERS:
            world.diagnostics.report(
                "CR301",
                word.span,
                f"Nobody is called `{word.text}` here.",
                help="A zone is seen by " + ", ".join(f"`{item}`" for item in _VIEWERS) + ".",
            )
        elif zone.holder == "shared" and word.text not in ("all", "nobody"):
            world.diagnostics.report(
                "CR404",
                word.span,
                f"`{zone.name}` is shared, so it has no {word.text}.",
                help="A shared zone is seen by `all` or by `nobody`.",
            )
        else:
            found.append(cast(ruleset.Viewer, word.text))
    return tuple(found)


def _visibility(node: nodes.Seen, zone: ruleset.Zone, world: World) -> ruleset.Visibility:
    layer = node.layer.text if node.layer is not None else "all"
    if layer == "top" and zone.shape == "spread":
        world.diagnostics.report(
            "CR401",
            node.span,
            "A spread has no top and no rest.",
            help="Say who sees all of it: `seen by owner`. Or make it a `pile`.",
        )
    test = None
    otherwise: tuple[ruleset.Viewer, ...] = ()
    if node.condition is not None and node.otherwise is not None:
        scope = _value_scope(world, me=zone.holder == "player")
        if zone.holder == "player":
            scope = scope.within(ir.Role(type=PLAYER, role="me"))
        test = condition(node.condition, scope)
        otherwise = _viewers(node.otherwise, zone, world)
    return ruleset.Visibility(
        layer=cast(Literal["all", "top", "rest"], layer),
        viewers=_viewers(node.viewers, zone, world),
        condition=test,
        otherwise=otherwise,
    )


def _variable(node: nodes.Variable, world: World, rules: Rules) -> None:
    bare = world.variables.get(node.name.text)
    if bare is None or bare.origin.span != node.span:
        return
    scope = _value_scope(world, me=bare.holder == "player")
    initial = typed(node.value, scope, bare.type, f"`{bare.name}`")
    world.variables[bare.name] = replaced(bare, initial=initial)


def _tokens(node: nodes.Tokens, world: World, rules: Rules) -> None:
    bare = world.variables.get(node.name.text)
    if bare is None or bare.origin.span != node.span:
        return
    supply = typed(node.supply, _value_scope(world), INTEGER, "The supply")
    world.variables[bare.name] = replaced(bare, supply=supply)


def _placement(node: nodes.Placement, world: World, rules: Rules) -> None:
    name = node.name.text
    if world.placement_nodes.get(name) is not node:
        return
    scope = _value_scope(world)
    card, target = (ir.Bound(type=CARD, index=world.new_bound()) for _ in range(2))
    for word, bound in ((node.card, card), (node.target, target)):
        check_local_name(word, scope)
        scope.names[word.text] = bound
    clauses = tuple(
        ruleset.Clause(
            name=clause.name.text,
            value=condition(clause.value, scope),
            origin=origin(clause, clause.note),
        )
        for clause in node.clauses
    )
    _distinct_clauses(node.clauses, world)
    world.placements[name] = ruleset.Placement(
        name=name,
        card=card.index,
        target=target.index,
        clauses=clauses,
        origin=origin(node, node.note),
    )


def _distinct_clauses(clauses: tuple[nodes.Clause, ...], world: World) -> None:
    seen: dict[str, Span] = {}
    for clause in clauses:
        name = clause.name.text
        if name in seen:
            world.diagnostics.report(
                "CR302",
                clause.name.span,
                f"There is a second clause `{name}`.",
                help="Give each clause a name of its own.",
                labels=(Label(span=seen[name], text="the first one"),),
            )
        seen.setdefault(name, clause.name.span)


def _definition(node: nodes.Define, world: World) -> ruleset.Definition:
    scope = _value_scope(world, me=True)
    bounds = []
    for item in node.parameters.items if node.parameters is not None else ():
        check_local_name(item.name, scope)
        bound = ir.Bound(type=type_named(item.type, world), index=world.new_bound())
        scope.names[item.name.text] = bound
        bounds.append(bound.index)
    value = elaborate(node.value, scope)
    return ruleset.Definition(
        name=node.name.text,
        parameters=tuple(bounds),
        value=value,
        origin=origin(node, node.note),
    )


def _define(node: nodes.Define, world: World, rules: Rules) -> None:
    if world.definition_nodes.get(node.name.text) is node:
        world.analyse_definition(node.name.text, node.name.span)


# ---- Procedures ----------------------------------------------------------------------------------


def _procedure_scope(
    world: World, role: Literal["procedure", "action", "interrupt"], *, me: bool
) -> Scope:
    return Scope(world=world, frame=Frame(), has_me=me, role=role)


def _parameters(items: tuple[tuple[str, Type], ...], scope: Scope) -> tuple[str, ...]:
    assert scope.frame is not None
    for name, of_type in items:
        scope.names[name] = ir.Local(type=of_type, slot=scope.frame.take())
    return tuple(name for name, _ in items)


def _procedure(
    name: str, role: Role, parameters: tuple[str, ...], body: ir.Body, scope: Scope, made: ir.Origin
) -> ir.Procedure:
    assert scope.frame is not None
    return ir.Procedure(
        name=name,
        role=role,
        parameters=parameters,
        slots=scope.frame.size,
        body=body,
        origin=made,
    )


def _routine(node: nodes.Routine, world: World, rules: Rules) -> None:
    name = node.name.text
    if world.routine_nodes.get(name) is not node:
        return
    scope = _procedure_scope(world, "procedure", me=True)
    items = node.parameters.items if node.parameters is not None else ()
    for item in items:
        check_local_name(item.name, scope)
    typed = tuple((item.name.text, type_named(item.type, world)) for item in items)
    parameters = _parameters(typed, scope)
    body = block(node.block, scope)
    rules.routines[name] = _procedure(
        name, "routine", parameters, body, scope, origin(node, node.note)
    )


def _action(node: nodes.DeclaredAction, world: World, rules: Rules) -> None:
    name = node.name.text
    if world.action_nodes.get(name) is not node:
        return
    scope = _procedure_scope(world, "action", me=True)
    trait = _trait_of(node, world)
    made = origin(node, node.note)
    if trait is not None and node.trait is not None:
        given, telling, body = _with_trait(node, node.trait, trait, scope)
    elif node.trait is not None:
        # What the trait would have named is missing: what follows from that is noise.
        before, world.diagnostics = world.diagnostics, Diagnostics(world.diagnostics.source)
        given = premises(node.premises.lines, scope)
        telling = telling_of(node.premises, scope, made)
        body = block(node.block, scope)
        world.diagnostics = before
    else:
        given = premises(node.premises.lines, scope)
        telling = telling_of(node.premises, scope, made)
        body = block(node.block, scope)
    rules.actions[name] = ir.DeclaredAction(
        name=name,
        label=made.sentence or name.replace("_", " ").capitalize(),
        premises=given,
        telling=telling,
        procedure=_procedure(name, "action", _choice_names(given), body, scope, made),
        trait=node.trait.name.text if trait is not None and node.trait is not None else None,
        window=None,
        origin=made,
    )


def _with_trait(
    node: nodes.DeclaredAction, use: nodes.TraitUse, trait: nodes.Trait, scope: Scope
) -> tuple[tuple[ir.Premise, ...], ir.Sentence | None, ir.Body]:
    """The premises and effects of an action together with those of its trait.

    What is said of it is its own sentence, or else that of the trait.
    """
    world = scope.world
    before, world.diagnostics = world.diagnostics, Diagnostics(world.diagnostics.source)
    given = premises((*trait.premises.lines, *node.premises.lines), scope)

    def proceed(at: Scope) -> ir.Body:
        if not world.may_expand(node.block.span, use.span):
            return ()
        # The action's own names, with what surrounds `proceed` and what is known there.
        return block(node.block, scope.child(constructs=at.constructs, facts=at.facts))

    inner = scope.child(proceed=proceed)
    for word, value in itertools.zip_longest(trait.parameters, use.values[: len(trait.parameters)]):
        inner.names[word.text] = unknown() if value is None else Alias(value, scope.names)
    made = origin(node, node.note)
    telling = telling_of(trait.premises, inner, made)
    if node.premises.telling is not None:
        telling = telling_of(node.premises, scope, made)
    body: ir.Body = ()
    if world.may_expand(trait.block.span, use.span):
        body = block(trait.block, inner)
    found, world.diagnostics = world.diagnostics, before
    for item in found.each():
        _report_of_trait(item, node, trait, world)
    return given, telling, body


def _report_of_trait(
    item: Diagnostic, node: nodes.DeclaredAction, trait: nodes.Trait, world: World
) -> None:
    """Report once what is wrong in a trait, with the first action for which it is."""
    if not (trait.span.start <= item.span.start and item.span.end <= trait.span.end):
        world.diagnostics.add(item)
    elif (item.code, item.span) not in world.wrong_in_traits:
        world.wrong_in_traits.add((item.code, item.span))
        label = Label(span=node.name.span, text=f"for the action `{node.name.text}`")
        world.diagnostics.add(replaced(item, labels=(*item.labels, label)))


def _choice_names(premises: tuple[ir.Premise, ...]) -> tuple[str, ...]:
    return tuple(item.name for item in premises if isinstance(item, ir.Choice))


def _proceeds(node: object) -> bool:
    """Whether `proceed` stands somewhere in this."""
    if isinstance(node, nodes.Proceed):
        return True
    if isinstance(node, tuple):
        return any(_proceeds(item) for item in node)
    if not isinstance(node, nodes.Node):
        return False
    return any(_proceeds(getattr(node, name)) for name in fields(type(node)))


def _trait_of(node: nodes.DeclaredAction, world: World) -> nodes.Trait | None:
    if node.trait is None:
        return None
    name = node.trait.name
    trait = world.trait_nodes.get(name.text)
    if trait is None:
        world.diagnostics.report(
            "CR301",
            name.span,
            f"There is no trait `{name.text}`.",
            help=world.near(name.text, world.trait_nodes) or f"Declare it: `trait {name.text}`.",
            cause=world.cause(name.text, name.span),
        )
        return None
    if len(trait.parameters) != len(node.trait.values):
        world.diagnostics.report(
            "CR403",
            node.trait.span,
            takes(f"The trait `{name.text}`", len(trait.parameters), len(node.trait.values)),
            labels=(Label(span=trait.name.span, text="declared here"),),
        )
    return trait


def _trait(node: nodes.Trait, world: World, rules: Rules) -> None:
    """Take down a trait; its lines are analysed for each action that has it."""
    name = node.name.text
    if world.trait_nodes.get(name) is not node:
        return
    scope = _value_scope(world)
    for word in node.parameters:
        check_local_name(word, scope)
    if not _proceeds(node.block):
        world.diagnostics.report(
            "CR501",
            node.name.span,
            f"The trait `{name}` never comes to the effects of its actions.",
            help="Write `proceed` where they belong.",
        )
    rules.traits[name] = ruleset.Trait(name=name, origin=origin(node, node.note))


def _interrupt(node: nodes.Interrupt, world: World, rules: Rules) -> None:
    scope = _procedure_scope(world, "interrupt", me=True)
    window = node.window.text
    if window not in world.window_types:
        world.diagnostics.report(
            "CR301",
            node.window.span,
            f"There is no window `{window}`.",
            help=world.near(window, world.window_types) or f"Declare it: `window {window}`.",
            cause=world.cause(window, node.window.span),
        )
        return
    names = _parameters(world.window_types[window], scope)
    given = premises(node.premises.lines, scope)
    made = origin(node, node.note)
    telling = telling_of(node.premises, scope, made)
    body = block(node.block, scope)
    rules.interrupts[node.name.text] = ir.DeclaredAction(
        name=node.name.text,
        label=made.sentence or node.name.text.replace("_", " ").capitalize(),
        premises=given,
        telling=telling,
        procedure=_procedure(node.name.text, "interrupt", names, body, scope, made),
        trait=None,
        window=window,
        origin=made,
    )


def _standing(node: nodes.Standing, world: World, rules: Rules) -> None:
    scope = _procedure_scope(world, "procedure", me=False)
    body = block(node.block, scope)
    name = node.name.text
    rules.standing[name] = _procedure(name, "standing", (), body, scope, origin(node, node.note))


def _pile(word: nodes.Word, world: World) -> bool:
    zone = world.zones.get(word.text)
    if zone is not None and zone.holder == "shared" and zone.shape == "pile":
        return True
    piles = {
        key for key, item in world.zones.items() if item.holder == "shared" and item.shape == "pile"
    }
    world.diagnostics.report(
        "CR301",
        word.span,
        f"`{word.text}` is not a shared pile.",
        help=world.near(word.text, piles),
        cause=world.cause(word.text, word.span) if zone is None else "",
    )
    return False


def _run_dry(node: nodes.RunDry, world: World, rules: Rules) -> None:
    scope = _procedure_scope(world, "procedure", me=False)
    assert scope.frame is not None
    scope.frame.take()  # for the card that comes up, as in every trigger; here there is none
    body = block(node.block, scope)
    if not _pile(node.zone, world):
        return
    name = f"{node.zone.text} runs dry"
    procedure = _procedure(name, "trigger", (), body, scope, origin(node, node.note))
    _add_trigger(
        ruleset.Trigger(zone=node.zone.text, line=None, procedure=procedure),
        Span(node.span.start, node.zone.span.end),
        world,
        rules,
    )


def _add_trigger(trigger: ruleset.Trigger, at: Span, world: World, rules: Rules) -> None:
    """Of two for the same moment only one could act."""
    for other in rules.triggers:
        if (other.zone, other.line) == (trigger.zone, trigger.line):
            start = other.procedure.origin.span.start
            world.diagnostics.report(
                "CR302",
                at,
                f"There is a second `when {trigger.procedure.name}`.",
                help="Put everything into one of them.",
                labels=(Label(span=Span(start, start + len("when")), text="the first one"),),
            )
            return
    rules.triggers.append(trigger)


def _comes_up(node: nodes.ComesUp, world: World, rules: Rules) -> None:
    scope = _procedure_scope(world, "procedure", me=False)
    assert scope.frame is not None
    card = ir.Local(type=CARD, slot=scope.frame.take())
    body = block(node.block, scope.within(card))
    if node.line.text not in world.lines:
        world.diagnostics.report(
            "CR301",
            node.line.span,
            f"The card table has no line `{node.line.text}`.",
            help=world.near(node.line.text, world.lines),
        )
        return
    if not _pile(node.zone, world):
        return
    name = f"{node.line.text} comes up"
    procedure = _procedure(name, "trigger", ("it",), body, scope, origin(node, node.note))
    _add_trigger(
        ruleset.Trigger(zone=node.zone.text, line=node.line.text, procedure=procedure),
        Span(node.span.start, node.zone.span.end),
        world,
        rules,
    )


def _setup(node: nodes.Setup, world: World, rules: Rules) -> None:
    scope = _procedure_scope(world, "procedure", me=False)
    body = block(node.block, scope)
    rules.setup = _procedure("setup", "setup", (), body, scope, origin(node, node.note))


def _play(node: nodes.Play, world: World, rules: Rules) -> None:
    scope = _procedure_scope(world, "procedure", me=False)
    body = block(node.block, scope)
    rules.play = _procedure("play", "play", (), body, scope, origin(node, node.note))


# ---- Score and match -----------------------------------------------------------------------------


def _side_scope(world: World) -> Scope:
    """The scope of score and winner: `me` is each player in turn, and bare names are theirs."""
    me = ir.Role(type=PLAYER, role="me")
    return _value_scope(world, me=True).within(me)


def _score(node: nodes.Score, world: World, rules: Rules) -> None:
    scope = _side_scope(world)
    _distinct_clauses(node.clauses, world)
    rules.score_note = origin(node, node.note)
    rules.score = tuple(
        ruleset.Clause(
            name=clause.name.text,
            value=typed(clause.value, scope, INTEGER, "A score"),
            origin=origin(clause, clause.note),
        )
        for clause in node.clauses
    )


def _winner(node: nodes.Winner, world: World, rules: Rules) -> None:
    scope = _side_scope(world)
    found = []
    where = origin(node, node.note)
    for item in node.criteria:
        value = _criterion_value(item.value, scope)
        extreme = cast(Literal["highest", "lowest"], item.extreme.text)
        text = world.diagnostics.source.text[item.value.span.start : item.value.span.end]
        found.append(
            ruleset.Criterion(
                extreme=extreme,
                value=value,
                text=" ".join(text.split()),
                heading=_heading(item.heading),
                origin=where,
            )
        )
    rules.criteria = tuple(found)


def _heading(node: nodes.Words | None) -> str:
    return node.text if node is not None else ""


def _criterion_value(node: nodes.Expr, scope: Scope) -> ir.Expr:
    if isinstance(node, nodes.Name) and node.name.text == "score":
        return ir.ScoreOf(type=INTEGER, player=ir.Role(type=PLAYER, role="me"))
    value = known_value(elaborate(node, scope), node, scope)
    if value.type.base not in ("integer", "flag", "enum", "unknown"):
        scope.world.diagnostics.report(
            "CR402",
            node.span,
            f"A winner is found by numbers, but {this_is(value.type)}.",
            help=conversion_help(value, INTEGER, node, scope.world),
        )
        return unknown()
    return value


_MATCHES: dict[type[nodes.Declaration], Literal["best", "race", "games"]] = {
    nodes.MatchBest: "best",
    nodes.MatchRace: "race",
    nodes.MatchGames: "games",
}


def _match(
    node: nodes.MatchBest | nodes.MatchRace | nodes.MatchGames, world: World, rules: Rules
) -> None:
    scope = _value_scope(world)
    number_node = node.target if isinstance(node, nodes.MatchRace) else node.games
    number = typed(number_node, scope, INTEGER, "The number")
    check_constant(number, number_node.span, world, cards=False)
    when = None
    if node.condition is not None:
        when = condition(node.condition, scope)
        check_constant(when, node.condition.span, world, cards=False)
    rules.matches.append(
        ruleset.Match(
            mode=_MATCHES[type(node)],
            heading=_heading(node.heading),
            number=number,
            when=when,
            origin=origin(node, node.note),
        )
    )


_HANDLERS: dict[type[nodes.Declaration], Callable[..., None]] = {
    nodes.Zone: _zone,
    nodes.Variable: _variable,
    nodes.Tokens: _tokens,
    nodes.Placement: _placement,
    nodes.Define: _define,
    nodes.Routine: _routine,
    nodes.DeclaredAction: _action,
    nodes.Trait: _trait,
    nodes.Window: _window_sentences,
    nodes.Interrupt: _interrupt,
    nodes.Standing: _standing,
    nodes.RunDry: _run_dry,
    nodes.ComesUp: _comes_up,
    nodes.Setup: _setup,
    nodes.Play: _play,
    nodes.Score: _score,
    nodes.Winner: _winner,
    nodes.MatchBest: _match,
    nodes.MatchRace: _match,
    nodes.MatchGames: _match,
}
