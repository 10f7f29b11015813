"""What a bare name, `my NAME` and `THING.NAME` mean."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from cardrules.analysis.known import known
from cardrules.analysis.reserved import GROUPS, PARTS_OF_PLAYERS, ROLES, reserved
from cardrules.analysis.unknown_names import NUMBERS, of_several, unknown_name
from cardrules.analysis.unknown_parts import unknown_part_help
from cardrules.analysis.values import unknown
from cardrules.analysis.wording import (
    OWN_WORDS,
    SOMEBODY_ACTS,
    ask_first,
    helps,
    nobody,
    some_of,
    somebody_acts,
    subject,
)
from cardrules.analysis.world import Alias, Scope, World
from cardrules.diagnostics.model import Label
from cardrules.diagnostics.suggest import nearest
from cardrules.model import ir
from cardrules.model.types import (
    CARDS,
    INTEGER,
    PLAYER,
    PLAYERS,
    STACKS,
    TEAM,
    UNKNOWN,
    Type,
    enum_of,
    zone_of,
)
from cardrules.source import Span
from cardrules.syntax import nodes
from cardrules.syntax.expected import listed
from cardrules.syntax.given_names import GivenName, given_names
from cardrules.syntax.layout import declaration_around

Elaborate = Callable[[nodes.Expr, Scope, Type | None], ir.Expr]


def resolve_name(
    node: nodes.Name, scope: Scope, expected: Type | None, elaborate: Elaborate
) -> ir.Expr:
    """The meaning of a bare name; reports a name that has none here."""
    name = node.name.text
    meaning = scope.names.get(name)
    if isinstance(meaning, Alias):
        return _alias(meaning, node, scope, expected, elaborate)
    if meaning is not None:
        return meaning
    found = (
        _role_or_group(node, scope)
        or _of_element(name, scope)
        or _global(node, scope, elaborate)
        or _value(node, scope, expected)
    )
    if found is not None:
        return found
    world = scope.world
    if any(element.type == UNKNOWN for element in scope.elements):
        return unknown()  # it may be a part of what could not be understood
    ended = _ended(node, scope)
    if ended is not None:
        _report_ended(node, ended, world)
        return unknown()
    message, help = unknown_name(node, scope, expected)
    cause = world.cause(name, node.span)
    world.diagnostics.report("CR301", node.span, message, help=help, cause=cause)
    return unknown()


def _ended(node: nodes.Name, scope: Scope) -> GivenName | None:
    """Where the name was given to something, above in the same declaration."""
    source, at = scope.world.diagnostics.source, node.span.start
    if not helps(scope.world):
        return None
    around = declaration_around(source, at)
    line = source.position(at)[0]
    above = [
        name
        for name in given_names(source, Span(around.start, at), node.name.text)
        if name.by in ("some", "every") or source.position(name.span.start)[0] < line
    ]
    return above[-1] if above else None


def _report_ended(node: nodes.Name, given: GivenName, world: World) -> None:
    name = given.text
    if _is_asked_for(node, given, world):
        message = f"Nothing is called `{name}` here yet: it is being asked for."
        help = "Say in the question what is there before it is answered."
        labels = (Label(span=given.span, text="asked for here"),)
        world.diagnostics.report("CR301", node.span, message, help=help, labels=labels)
        return
    end = f"with the condition of `{given.by}`"
    help = "Put brackets around all of the condition. To find one: `first of (... where ...)`."
    if given.by not in ("some", "every"):
        end = "with the block in which it was given"
        help = f"What is to last longer is remembered by a variable: `set NAME to {name}`."
    if given.by == "let":
        help = f"{help} Or write `let {name} = VALUE if CONDITION else VALUE` above that block."
    world.diagnostics.report(
        "CR301",
        node.span,
        f"Nothing is called `{name}` here any more: the name ended {end}.",
        help=help,
        labels=(Label(span=given.span, text="given here"),),
        cause=world.cause(name, node.span),
    )


def _is_asked_for(node: nodes.Name, given: GivenName, world: World) -> bool:
    """Whether a name stands in the question for what it is to be: in `ask` below its `choose`."""
    source = world.diagnostics.source
    first, last = (source.position(span.start)[0] for span in (given.span, node.span))
    lines = [source.line(number) for number in range(first, last + 1)]
    depths = [len(line) - len(line.lstrip()) for line in lines if line.strip()]
    is_below = min(depths[1:], default=0) > depths[0]
    return given.by == "choose" and is_below and lines[-1].lstrip().startswith("ask ")


def report_own_words(braces: nodes.SetLiteral, scope: Scope) -> bool:
    """Report words in braces that mean nothing: the author invented them.

    A word that is near to a value is misspelt, and reported like any other name.
    """
    world = scope.world
    if not helps(world):
        return False
    names = [item for item in braces.values if isinstance(item, nodes.Name)]
    values = {value for item in world.attributes.values() for value in item.values}
    values.update(*(item.names.values() for item in world.attributes.values()))
    values.update(*world.option_values.values())
    new = [item for item in names if _is_new(item, scope) and not nearest(item.name.text, values)]
    if not new:
        return False
    words = list(dict.fromkeys(item.name.text for item in new))
    owners = [owner for item in names for owner in world.enum_attributes(item.name.text)]
    if owners:
        values_there = [f"`{value}`" for value in world.values_of(owners[0])]
        help = f"The values of `{owners[0]}` are {some_of(values_there)}."
    elif {*words} <= {"yes", "no"}:
        help = "For yes or no: `{true, false}`."
    else:
        free = [f"{word}_2" if word in reserved() else word for word in words]
        help = OWN_WORDS.format(values=some_of(free))
    named = listed([f"`{word}`" for word in words])
    message = f"Nothing is called {named} here."
    if not named:
        message = f"Nothing is called `{words[0]}` here, and nothing by the words behind it."
    world.diagnostics.report("CR301", new[0].span | new[-1].span, message, help=help)
    return True


def shared_enumeration(braces: nodes.SetLiteral, scope: Scope) -> Type | None:
    """The enumeration of words in braces, if one of them alone could be of several.

    Unknown, and reported, if all of the words are values of several.
    """
    world = scope.world
    names = [item.name.text for item in braces.values if isinstance(item, nodes.Name)]
    words = [name for name in names if name not in scope.names and name not in world.declared]
    owners = [found for word in words if (found := world.enum_attributes(word))]
    if all(len(found) == 1 for found in owners):
        return None
    common = [name for name in owners[0] if all(name in found for found in owners)]
    if len(common) > 1:
        message, help = of_several(list(dict.fromkeys(words)), common, scope)
        world.diagnostics.report("CR301", braces.span, message, help=help)
        return UNKNOWN
    alone = common or next((found for found in owners if len(found) == 1), [])
    return enum_of(alone[0]) if alone else None


def _is_new(node: nodes.Name, scope: Scope) -> bool:
    """Whether a bare name means nothing, and is no name of something that it cannot mean here."""
    name, world = node.name.text, scope.world
    declared = (world.attributes, world.lines, world.zones, world.variables, world.options)
    is_taken = (
        name in (*scope.names, *ROLES, *GROUPS, *NUMBERS)
        or any(name in things for things in (*declared, world.definition_nodes))
        or any(element.type == UNKNOWN for element in scope.elements)
        or _of_element(name, scope) is not None
        or bool(world.enum_attributes(name))
        or world.named_integer(name) is not None
    )
    return not is_taken and _ended(node, scope) is None


def _alias(
    meaning: Alias, node: nodes.Name, scope: Scope, expected: Type | None, elaborate: Elaborate
) -> ir.Expr:
    """What an action gives to its trait, with the names that the action has."""
    world = scope.world
    if not world.may_expand(meaning.value.span, node.span):
        return unknown()
    return elaborate(meaning.value, scope.child(names=dict(meaning.names)), expected)


def _role_or_group(node: nodes.Name, scope: Scope) -> ir.Expr | None:
    name = node.name.text
    if name == "it":
        if scope.elements:
            return scope.elements[-1]
        scope.world.diagnostics.report(
            "CR301",
            node.span,
            "`it` has a meaning only behind `where`, `with`, `sum of` and the like.",
        )
        return unknown()
    if name == "me":
        return _me(node, scope)
    if name in ("active", "starter"):
        role: Literal["active", "starter"] = "active" if name == "active" else "starter"
        return ir.Role(type=PLAYER, role=role)
    if name in ("round", "turn", "game"):
        counter: Literal["round", "turn", "game"] = name  # type: ignore[assignment]
        return ir.Counter(type=INTEGER, counter=counter)
    if name in GROUPS:
        of_type, needs_me = GROUPS[name]
        if needs_me and not scope.has_me:
            return _me(node, scope)
        return ir.Everyone(type=of_type, group=name)  # type: ignore[arg-type]
    return None


def _me(node: nodes.Node, scope: Scope) -> ir.Expr:
    if scope.has_me:
        return ir.Role(type=PLAYER, role="me")
    scope.world.diagnostics.report(
        "CR404",
        node.span,
        "Nobody acts here, so it is not said whose this is.",
        help=somebody_acts(scope),
        cause=nobody(node, scope),
    )
    return unknown()


def _of_element(name: str, scope: Scope) -> ir.Expr | None:
    """A bare name as something of the thing that is looked at, the innermost first."""
    for element in reversed(scope.elements):
        found = part_of(element, name, scope)
        if found is not None:
            return found
    return None


def part_of(base: ir.Expr, name: str, scope: Scope) -> ir.Expr | None:
    """`base.name`, or None if such a thing has no part of that name."""
    world = scope.world
    of_type = base.type
    if of_type.base == "card" and name in world.attributes:
        attribute = world.attributes[name]
        return ir.Attribute(type=attribute.type, card=base, attribute=name)
    if of_type.base in ("player", "team"):
        return _part_of_holder(base, name, world)
    if of_type == PLAYERS and name in world.zones and world.zones[name].holder == "player":
        zone = world.zones[name]
        result = STACKS if zone.shape == "stacks" else CARDS
        return ir.AllContents(type=result, zone=name, holders=base)
    return None


def _part_of_holder(base: ir.Expr, name: str, world: World) -> ir.Expr | None:
    if name == "team" and base.type.base == "player":
        return ir.TeamOf(type=TEAM, player=base)
    if name == "score" and base.type.base == "player":
        return ir.ScoreOf(type=INTEGER, player=base)
    zone = world.zones.get(name)
    if zone is not None and zone.holder != "shared":
        holder = _as_holder(base, zone.holder)
        if holder is not None:
            return ir.ZoneOf(type=zone_of(zone.shape), zone=name, holder=holder)
    variable = world.variables.get(name)
    if variable is not None and variable.holder != "shared":
        holder = _as_holder(base, variable.holder)
        if holder is not None:
            return ir.VariableValue(type=variable.type, variable=name, holder=holder)
    return None


def _as_holder(base: ir.Expr, wanted: str) -> ir.Expr | None:
    """A player as the holder of what belongs to players or to teams."""
    if base.type.base == wanted:
        return base
    if base.type.base == "player" and wanted == "team":
        return ir.TeamOf(type=TEAM, player=base)
    return None


def _global(node: nodes.Name, scope: Scope, elaborate: Elaborate) -> ir.Expr | None:
    name = node.name.text
    world = scope.world
    if name in world.zones or name in world.variables:
        holder = (world.zones.get(name) or world.variables[name]).holder
        if holder != "shared":
            if any(element.type == UNKNOWN for element in scope.elements):
                return unknown()  # it may be of what could not be understood
            world.diagnostics.report(
                "CR404",
                node.span,
                f"There is one `{name}` for each {holder}; it is not said whose is meant.",
                help=_whose(name, scope),
                cause=f"whose {name}",
            )
            return unknown()
        if name in world.zones:
            zone = world.zones[name]
            return ir.ZoneOf(type=zone_of(zone.shape), zone=name, holder=None)
        return ir.VariableValue(type=world.variables[name].type, variable=name, holder=None)
    if name in world.options:
        return ir.OptionValue(type=world.options[name], name=name)
    if name in world.definition_nodes:
        empty = nodes.Arguments(node.span, ())
        return elaborate(nodes.Apply(node.span, node.name, empty), scope, None)
    return None


def _whose(name: str, scope: Scope) -> str:
    """The help for a zone or variable of which there is one for each player or team."""
    if scope.has_me:
        return f"For example: `my {name}`."
    zone = scope.world.zones.get(name)
    all_of_them = "" if zone is None or zone.holder != "player" else f" All: `players.{name}`."
    where = f" {SOMEBODY_ACTS}" if scope.frame is not None else ""
    return f"Of one of them: `starter.{name}`.{all_of_them}{where}"


def _value(node: nodes.Name, scope: Scope, expected: Type | None) -> ir.Expr | None:
    """A value of an enumeration, or the name of a number."""
    name = node.name.text
    world = scope.world
    owners = world.enum_attributes(name)
    if expected is not None and expected.base == "enum" and expected.name in owners:
        owners = [expected.name]
    if len(owners) > 1 and expected == UNKNOWN:
        return unknown()
    if len(owners) > 1:
        message, help = of_several([name], owners, scope)
        world.diagnostics.report("CR301", node.span, message, help=help)
        return unknown()
    if owners:
        return ir.Const(type=enum_of(owners[0]), value=world.enum_index(owners[0], name))
    number = world.named_integer(name)
    return ir.Const(type=INTEGER, value=number) if number is not None else None


def resolve_my(node: nodes.My, scope: Scope) -> ir.Expr:
    """`my NAME`: something of the one who acts here."""
    me = _me(node, scope)
    if me.type == UNKNOWN:
        return me
    return _field_of(me, node.name, scope)


def resolve_field(base: ir.Expr, node: nodes.Field, scope: Scope) -> ir.Expr:
    """`THING.NAME`."""
    if base.type == UNKNOWN:
        return base
    there = known(base, node.base.span, scope)
    if there is None:
        scope.world.diagnostics.report(
            "CR405",
            node.base.span,
            f"{subject(node.base, scope.world)} may be none here, and none has no "
            f"`{node.name.text}`.",
            help=ask_first(node.base, base, scope),
        )
        return unknown()
    return _field_of(there, node.name, scope, node.base)


def _field_of(
    base: ir.Expr, name: nodes.Word, scope: Scope, node: nodes.Expr | None = None
) -> ir.Expr:
    found = part_of(base, name.text, scope)
    if found is not None:
        return found
    world = scope.world
    known = {
        "card": set(world.attributes),
        "player": {key for key, zone in world.zones.items() if zone.holder != "shared"}
        | {key for key, item in world.variables.items() if item.holder != "shared"}
        | set(PARTS_OF_PLAYERS),
    }.get(base.type.base, set())
    help = unknown_part_help(base, name, node, world)
    world.diagnostics.report(
        "CR301",
        name.span,
        f"There is no `{name.text}` of {base.type}.",
        help=help or world.near(name.text, known),
        cause=world.cause(name.text, name.span),
    )
    return unknown()
