"""What is said about a bare name that means nothing where it stands.

It may be the name of something else, such as an attribute or an action; a word for something that
the language calls differently; or misspelt. Only what could stand there is ever suggested.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardrules.analysis.unknown_parts import variable_help
from cardrules.analysis.values import type_named
from cardrules.analysis.wording import helps, line_with, some_of
from cardrules.analysis.world import Alias, Scope, World
from cardrules.diagnostics.suggest import did_you_mean, nearest
from cardrules.model.types import FLAG, INTEGER, PLAYER, Type, fits
from cardrules.syntax import nodes

NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve".split()  # noqa: SIM905
_ROLES = ("me", "active", "starter", "players", "opponents", "others", "partners", "teams", "cards")
_NEED_SOMEBODY = frozenset({"me", "opponents", "others", "partners"})

# Words of rulebooks and other languages, and how the language says them.
_OTHER_WORDS = {
    **dict.fromkeys(("yes", "on"), "true"),
    **dict.fromkeys(("no", "off"), "false"),
    **dict.fromkeys(("nobody", "nothing", "null", "nil", "no_one", "empty"), "none"),
    **dict.fromkeys(("all", "anybody", "anyone", "everybody", "everyone"), "players"),
    **dict.fromkeys(("i", "myself", "self", "us", "you", "yourself"), "me"),
    **dict.fromkeys(("opponent", "enemies", "enemy", "rivals"), "opponents"),
    **dict.fromkeys(("other", "the_others"), "others"),
    **dict.fromkeys(("partner", "mate", "teammate", "teammates"), "partners"),
    **dict.fromkeys(("current", "current_player"), "active"),
    **dict.fromkeys(("first_player", "starting_player"), "starter"),
}
# Operations, which need something behind them.
_OPERATIONS = {
    "bottom": "bottom of deck",
    "count": "count of my hand",
    "first": "first of players",
    "left": "left of me",
    "next": "next of me",
    "only": "only(card)",
    "owner": "owner of stack",
    "right": "right of me",
    "top": "top of deck",
    "union": "union of subsets of my hand",
    "neighbor": "left of me",
    "neighbour": "left of me",
    "last": "top of deck",
}
# What is chosen before it is spoken of.
_CHOSEN = {
    "card": "choose card from my hand",
    "player": "choose player from players",
    "target": "choose target from opponents",
}
_KINDS = frozenset({"kind", "kinds", "type", "types", "line", "lines"})
# Types, where something to choose from is wanted.
_TYPES = {
    **dict.fromkeys(("flag", "flags", "boolean", "bool"), "{true, false}"),
    **dict.fromkeys(("integer", "integers", "number", "numbers", "range"), "{1, 2, 3, 4, 5}"),
}


def unknown_name(node: nodes.Name, scope: Scope, expected: Type | None) -> tuple[str, str]:
    """Message and help on a name that is not found."""
    name, world = node.name.text, scope.world
    message = f"Nothing is called `{name}` here."
    if not helps(world):
        return message, ""
    is_collection = expected is not None and expected.base == "collection"
    what = _declared(name, world)
    if what:
        message = f"`{name}` is {what}, which is no value by itself."
        return message, _use_of(name, node, scope, is_collection=is_collection)
    return message, _other_word(node, scope, is_collection=is_collection) or _near(
        node, scope, expected
    )


def of_several(words: Sequence[str], owners: list[str], scope: Scope) -> tuple[str, str]:
    """Message and help on words that are values of several enumerations."""
    world = scope.world
    said = " and ".join(f"of `{owner}`" for owner in owners)
    if len(words) == 1:
        message = f"`{words[0]}` is a value {said}; here it is not clear of which."
    else:
        message = f"These words are values {said}; here it is not clear of which."
    attribute = next((owner for owner in owners if owner in world.attributes), None)
    if attribute is not None:
        compared = f"{_named_card(scope)}.{attribute} = {words[0]}"
        return message, f"Compare it with one of them: `{compared}`. Or rename one of the two."
    others = [
        value for value in world.values_of(owners[0]) if world.enum_attributes(value) == [owners[0]]
    ]
    if len(words) == 1 and others:
        both = f"{{{others[0]}, {words[0]}}}"
        help = f"In braces beside a word that only one of them has it is clear: `{both}`."
        return message, f"{help} Or rename one of the two."
    return message, f"Rename one of the two, such as `{words[0]}_2`."


def without_value(node: nodes.Apply, parameters: Sequence[nodes.Parameter], scope: Scope) -> str:
    """The help for a definition that lacks what it is about, as in `sum of worth in my hand`."""
    if node.arguments.values or not parameters:
        return ""
    given = ", ".join(item.name.text for item in parameters)
    if len(parameters) == 1:
        given = _value_of(type_named(parameters[0].type, scope.world), scope) or given
    text = f"{node.name.text}({given})"
    return f"Give it what it is about. Write `{line_with(node.span, text, scope.world) or text}`."


def _value_of(of_type: Type, scope: Scope) -> str:
    """Something of this type that there is here: what is looked at, or a name."""
    if any(fits(element.type, of_type) for element in scope.elements[-1:]):
        return "it"
    for name, meaning in reversed(scope.names.items()):
        if not isinstance(meaning, Alias) and fits(meaning.type, of_type):
            return name
    if of_type == PLAYER:
        return "me" if scope.has_me else "starter"
    return {INTEGER: "3", FLAG: "true"}.get(of_type, "")


def _declared(name: str, world: World) -> str:
    """What is declared by this name, if it is nothing that can stand as a value."""
    if name in world.attributes:
        return "an attribute of cards"
    if name in world.value_lists:
        return "a list of values"
    if name in world.lines:
        return "a line of the card table"
    what = world.declared.get(name, ("", None))[0]
    return f"an {what}" if what[:1] in tuple("aeiou") else what and f"a {what}"


def _use_of(name: str, node: nodes.Name, scope: Scope, *, is_collection: bool) -> str:
    """How something is used that is no value by itself."""
    world = scope.world
    card = _named_card(scope)
    if name in world.attributes:
        if scope.elements and scope.elements[-1].type.base == "stack":
            looked = _within(name, world)
            return f"Here one stack is looked at after the other; its cards are `it`: {looked}."
        if not is_collection:
            return f"Say of which card: `{card}.{name}`."
        values = world.attributes[name].values
        if values:
            return f"Its values are written out: {_braces(values)}."
        if world.attributes[name].type == INTEGER:
            return f"Numbers are written out: `{{1, 2, 3}}`. The one of a card is `{card}.{name}`."
        return f"Say of which card: `{card}.{name}`."
    if name in world.value_lists:
        return f"Its values are written out: {_braces(world.values_of(name))}."
    if name in world.lines:
        where = "my hand" if scope.has_me and "hand" in world.zones else "cards"
        return f"Ask of a card: `{card} is {name}`. Its cards: `{where} where it is {name}`."
    given = "(...)" if world.window_types.get(name) else ""
    forms = {
        "action": f"Whether it can be taken asks `possible {name}`.",
        "trait": f"Whether one of its actions can be taken asks `possible {name}`.",
        "placement": f"It is a condition on two cards: `{name}(card on top of discard)`.",
        "routine": f"It is carried out in a line of its own: `do {name}`.",
        "window": f"It is opened in a line of its own: `open {name}{given} to ...`.",
    }
    return forms.get(world.declared[name][0], "Give the value that you mean another name.")


def _within(name: str, world: World) -> str:
    """What is said of an attribute of all cards of a stack."""
    if world.attributes[name].type == INTEGER:
        return f"`sum of {name} in it`"
    return f"`(top of it).{name}`"


def _named_card(scope: Scope) -> str:
    """A name for some card that there is here."""
    if any(element.type.base == "card" for element in reversed(scope.elements)):
        return "it"
    for name, meaning in reversed(scope.names.items()):
        if not isinstance(meaning, Alias) and meaning.type.base == "card":
            return name
    return "card"


def _braces(values: tuple[str, ...]) -> str:
    return f"`{{{some_of(values)}}}`"


def _other_word(node: nodes.Name, scope: Scope, *, is_collection: bool) -> str:
    """The help for a word that the language has for something else, or calls differently."""
    name, world = node.name.text, scope.world
    if name in NUMBERS:
        return f"Write the number with digits: `{NUMBERS.index(name)}`."
    if is_collection and name in _TYPES:
        return f"What there is to choose from is written out: `{_TYPES[name]}`."
    if is_collection and name in _KINDS:
        enums = [item.values for item in world.attributes.values() if item.values]
        help = "Kinds of cards are not chosen; values of an attribute are, written out"
        return f"{help}: {_braces(enums[0])}." if enums else f"{help}."
    if name in _CHOSEN and scope.has_me:
        return f"Choose it first, or give it a name by `let`: `{_CHOSEN[name]}`."
    if name in _OPERATIONS:
        return f"It needs something behind it: `{_OPERATIONS[name]}`."
    other = _OTHER_WORDS.get(name)
    if other is None or (other in _NEED_SOMEBODY and not scope.has_me):
        return ""
    line = line_with(node.span, other, world)
    return f"Write `{line or other}`."


def _near(node: nodes.Name, scope: Scope, expected: Type | None) -> str:
    """What is called nearly so, if it can stand here."""
    name, world = node.name.text, scope.world
    found = dict(_values_here(scope))
    others = {*world.attributes, *world.value_lists, *world.lines} - found.keys()
    chosen = _CHOSEN.keys() - found.keys() if scope.has_me else set()
    match = nearest(name, {*found, *others, *chosen})
    if match in chosen:
        return f"Nothing is called `{match}` either: choose it first, `{_CHOSEN[match]}`."
    if match in others:
        help = _use_of(match, node, scope, is_collection=True)
        return f"There is {_declared(match, world)}, `{match}`. {help}"
    if match is not None:
        return f"Did you mean `{found[match]}`?"
    if expected is not None and expected.base == "enum":
        values = world.values_of(expected.name)
        return f"The values of `{expected.name}` are {some_of([f'`{item}`' for item in values])}."
    declared = variable_help(node.span, name, world)
    if declared:
        return declared
    return did_you_mean(name, found.values())


def _values_here(scope: Scope) -> Iterator[tuple[str, str]]:
    """What a bare name can mean at a place, with the way to write it there."""
    world = scope.world
    for items in (*world.option_values.values(), *(it.values for it in world.attributes.values())):
        yield from ((value, value) for value in items)
    for attribute in world.attributes.values():
        yield from ((value, value) for value in attribute.names.values())
    for name in world.options:
        yield name, name
    for name, definition in world.definition_nodes.items():
        yield name, f"{name}(...)" if definition.parameters is not None else name
    holders = [element for element in scope.elements if element.type.base in ("player", "team")]
    holder_of = {name: zone.holder for name, zone in world.zones.items()}
    holder_of |= {name: variable.holder for name, variable in world.variables.items()}
    for name, holder in holder_of.items():
        if holder == "shared" or holders:
            yield name, name
        elif scope.has_me:
            yield name, f"my {name}"
        elif name in world.zones and holder == "player":
            yield name, f"players.{name}"
    if any(element.type.base == "card" for element in scope.elements):
        yield from ((name, name) for name in world.attributes)
    for role in _ROLES:
        if scope.has_me or role not in _NEED_SOMEBODY:
            yield role, role
    yield from ((name, name) for name in scope.names)
