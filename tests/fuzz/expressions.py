"""Random expressions of a wanted type.

What is written is always a name, a number or in brackets, so that it can stand anywhere; `bare`
takes the outer brackets off where a whole line is left for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from cardrules.model.types import (
    CARD,
    CARDS,
    FAMILIES,
    FLAG,
    INTEGER,
    NUMBERS,
    PLAYER,
    PLAYERS,
    SETS,
    STACK,
    STACKS,
    TEAM,
    TEAMS,
    Type,
    collection,
    enum_of,
    zone_of,
)
from tests.fuzz.references import (
    attribute_of,
    call,
    holder_zones,
    reference,
    subsettable,
    zone,
)
from tests.fuzz.sketch import Scope, Sketch, StuckError

Maker = Callable[[Sketch, Scope, int], str]
# Per type: makers of the simplest expressions, and makers of those made of others; with weights.
_SIMPLE: dict[str, list[tuple[int, Maker]]] = {}
_MADE: dict[str, list[tuple[int, Maker]]] = {}
# Collections of collections that are no sets of cards.
GROUPS = (collection(PLAYERS), collection(NUMBERS), collection(STACKS), collection(FAMILIES))
# What is chosen from zones: the cards in it, or where cards go.
ZONE = zone_of("row")
_TRIES = 6
_DEPTH = 3


def family_of(wanted: Type) -> str:
    """The row of the tables for a type."""
    if wanted.base == "collection" and wanted.element is not None:
        inner = wanted.element
        if inner.base == "collection":
            return {CARDS: "sets", SETS: "families"}.get(inner, "groups")
        return f"{inner.base}s"
    return wanted.base


def value(g: Sketch, at: Scope, wanted: Type, depth: int = _DEPTH) -> str:
    """An expression of a type that is never none; raises `StuckError` if none can be made."""
    if g.wild and g.chance.randrange(1000) < g.wild:
        wanted = g.one([INTEGER, FLAG, CARD, PLAYER, TEAM, STACK, CARDS, PLAYERS, STACKS, SETS])
    if wanted.optional:
        return maybe(g, at, wanted.required(), depth)
    family = family_of(wanted)
    for attempt in range(_TRIES):
        simple = depth <= 0 or attempt > _TRIES // 2 or g.often(45)
        table = _SIMPLE if simple else _MADE
        try:
            if family == "enum":
                return _enum(g, at, wanted, 0 if simple else depth)
            if family == "enums":
                return _enums(g, at, wanted, depth)
            if family == "groups":
                return _groups(g, at, wanted, 0 if simple else depth)
            return _pick(g, table.get(family) or _SIMPLE[family])(g, at, depth)
        except StuckError:
            continue
    raise StuckError


def _pick(g: Sketch, makers: list[tuple[int, Maker]]) -> Maker:
    weights = [weight for weight, _ in makers]
    return g.chance.choices([maker for _, maker in makers], weights)[0]


def bare(text: str) -> str:
    """An expression without the brackets around all of it."""
    if not text.startswith("("):
        return text
    depth = 0
    for index, character in enumerate(text):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth == 0:
            return text[1:-1] if index == len(text) - 1 else text
    return text


_BINDERS = re.compile(r"\b(where|with|some|every|sum|highest|lowest|subsets)\b")


def binds(text: str) -> bool:
    """Whether an expression looks at one thing after the other."""
    return _BINDERS.search(text) is not None


def flag(g: Sketch, at: Scope, depth: int = _DEPTH) -> str:
    """A condition."""
    return value(g, at, FLAG, depth)


def _simple(family: str, weight: int = 10) -> Callable[[Maker], Maker]:
    def enter(maker: Maker) -> Maker:
        _SIMPLE.setdefault(family, []).append((weight, maker))
        return maker

    return enter


def _made(family: str, weight: int = 10) -> Callable[[Maker], Maker]:
    def enter(maker: Maker) -> Maker:
        _MADE.setdefault(family, []).append((weight, maker))
        return maker

    return enter


# ---- Numbers -------------------------------------------------------------------------------------


@_simple("integer", 12)
def _digits(g: Sketch, at: Scope, depth: int) -> str:
    if g.numbers and g.often(10):
        return g.one(g.numbers)
    return str(g.number(0, 9) if g.often(97) else g.number(10, 10**9))


@_simple("integer", 14)
def _counted_zone(g: Sketch, at: Scope, depth: int) -> str:
    return f"(count of {zone(g, at, depth=0, faces=False)[0]})"


@_simple("integer", 4)
def _counter(g: Sketch, at: Scope, depth: int) -> str:
    if at.me and not at.unscored and not at.open and g.often(30):
        return "my score"
    return g.one(("round", "turn", "game"))


@_simple("integer", 14)
def _number_reference(g: Sketch, at: Scope, depth: int) -> str:
    return reference(g, at, INTEGER)


@_simple("integer", 12)
def _number_of_card(g: Sketch, at: Scope, depth: int) -> str:
    return attribute_of(g, at, INTEGER, value(g, at, CARD, 0))


@_made("integer", 14)
def _arithmetic(g: Sketch, at: Scope, depth: int) -> str:
    operator = g.one(("+", "-", "*", "/", "mod"))
    left, right = value(g, at, INTEGER, depth - 1), value(g, at, INTEGER, depth - 1)
    return f"({left} {operator} {right})"


@_made("integer", 3)
def _negative(g: Sketch, at: Scope, depth: int) -> str:
    return f"(-{value(g, at, INTEGER, depth - 1)})"


@_made("integer", 8)
def _least(g: Sketch, at: Scope, depth: int) -> str:
    left, right = value(g, at, INTEGER, depth - 1), value(g, at, INTEGER, depth - 1)
    return f"{g.one(('min', 'max'))}({left}, {right})"


@_made("integer", 12)
def _count(g: Sketch, at: Scope, depth: int) -> str:
    return f"(count of {any_collection(g, at, depth - 1)[0]})"


@_made("integer", 14)
def _fold(g: Sketch, at: Scope, depth: int) -> str:
    things, element = any_collection(g, at, depth - 1)
    body = value(g, at.within(element), INTEGER, depth - 1)
    return f"({g.one(('sum', 'highest', 'lowest'))} of {body} in {things})"


@_made("integer", 8)
def _attribute(g: Sketch, at: Scope, depth: int) -> str:
    return attribute_of(g, at, INTEGER, value(g, at, CARD, depth - 1))


@_made("integer", 4)
def _chosen_number(g: Sketch, at: Scope, depth: int) -> str:
    return f"(first of {_braces(g, at, 0)})"


# ---- Conditions ----------------------------------------------------------------------------------


@_simple("flag", 4)
def _truth(g: Sketch, at: Scope, depth: int) -> str:
    return g.one(("true", "false"))


@_simple("flag", 10)
def _flag_reference(g: Sketch, at: Scope, depth: int) -> str:
    return reference(g, at, FLAG)


@_simple("flag", 10)
def _flag_of_card(g: Sketch, at: Scope, depth: int) -> str:
    return attribute_of(g, at, FLAG, value(g, at, CARD, 0))


@_simple("flag", 12)
def _empty_zone(g: Sketch, at: Scope, depth: int) -> str:
    return f"({zone(g, at, depth=0, faces=False)[0]} is {g.one(('', 'not '))}empty)"


@_simple("flag", 12)
def _is_line(g: Sketch, at: Scope, depth: int) -> str:
    return f"({value(g, at, CARD, 0)} is {g.one(('', 'not '))}{g.one(g.lines)})"


@_made("flag", 16)
def _comparison(g: Sketch, at: Scope, depth: int) -> str:
    of_type = g.one(compared(g))
    signs = (
        ("=", "!=", "<", "<=", ">", ">=") if of_type.base in ("integer", "enum") else ("=", "!=")
    )
    left, right = value(g, at, of_type, depth - 1), value(g, at, of_type, depth - 1)
    if of_type.base == "enum" and left in g.values[of_type.name]:
        left, right = right, left
    return f"({left} {g.one(signs)} {right})"


@_made("flag", 4)
def _none_compared(g: Sketch, at: Scope, depth: int) -> str:
    of_type = g.one((CARD, PLAYER, STACK))
    left, right = maybe(g, at, of_type, depth - 1), value(g, at, of_type, depth - 1)
    return f"({left} {g.one(('=', '!='))} {right})"


@_made("flag", 10)
def _empty(g: Sketch, at: Scope, depth: int) -> str:
    return f"({any_collection(g, at, depth - 1)[0]} is {g.one(('', 'not '))}empty)"


@_made("flag", 10)
def _none(g: Sketch, at: Scope, depth: int) -> str:
    of_type = g.one((CARD, CARD, PLAYER, STACK, *enumerations(g)))
    if g.wide and g.often(30):
        of_type = g.one((CARDS, PLAYERS, NUMBERS, SETS))
    return f"({maybe(g, at, of_type, depth - 1)} is {g.one(('', 'not '))}none)"


@_made("flag", 14)
def _guarded(g: Sketch, at: Scope, depth: int) -> str:
    """A test that something is there, and a condition that uses it."""
    of_type = g.one((CARD, CARD, CARD, PLAYER, STACK))
    if g.wide and g.often(20):
        of_type = CARDS
    thing = maybe(g, at, of_type, min(depth - 1, 1))
    rest = flag(g, at.knowing(thing, of_type), depth - 1)
    if g.often(60):
        return f"({thing} is not none and {rest})"
    return f"({thing} is none or {rest})"


@_made("flag", 10)
def _member(g: Sketch, at: Scope, depth: int) -> str:
    things, element = any_collection(g, at, depth - 1)
    thing = value(g, at, element, depth - 1)
    if element == CARDS and any(
        thing.split(".")[-1].removeprefix("my ") == z.name for z in g.zones
    ):
        raise StuckError
    return f"({thing} {g.one(('', 'not '))}in {things})"


@_made("flag", 12)
def _logic(g: Sketch, at: Scope, depth: int) -> str:
    return f"({flag(g, at, depth - 1)} {g.one(('and', 'or'))} {flag(g, at, depth - 1)})"


@_made("flag", 5)
def _not(g: Sketch, at: Scope, depth: int) -> str:
    return f"(not {flag(g, at, depth - 1)})"


@_made("flag", 12)
def _quantified(g: Sketch, at: Scope, depth: int) -> str:
    things, element = any_collection(g, at, depth - 1)
    name = g.name("e")
    inner = at.child(names={**at.names, name: element})
    return f"({g.one(('some', 'every'))} {name} in {things}: {flag(g, inner, depth - 1)})"


@_made("flag", 10)
def _placed(g: Sketch, at: Scope, depth: int) -> str:
    card, target = value(g, at, CARD, depth - 1), value(g, at, CARD, depth - 1)
    return f"{g.use(g.one(g.placements))}({card} on {target})"


@_made("flag", 8)
def _possible(g: Sketch, at: Scope, depth: int) -> str:
    if not at.me or at.role == "value":
        raise StuckError
    if g.traits and g.often(20):
        return f"(possible {g.use(g.one(list(g.traits)))})"
    action = g.one(g.actions)
    g.use(action.name)
    given = [name for name, of_type in action.choices if at.names.get(name) == of_type]
    return f"(possible {action.name}({', '.join(given)}))" if given else f"(possible {action.name})"


# ---- Things --------------------------------------------------------------------------------------


@_simple("card", 16)
def _known_card(g: Sketch, at: Scope, depth: int) -> str:
    return g.one(list(at.known(CARD)))


@_simple("card", 2)
def _first_card(g: Sketch, at: Scope, depth: int) -> str:
    return "(first of cards)"


@_simple("card", 5)
def _card_reference(g: Sketch, at: Scope, depth: int) -> str:
    return reference(g, at, CARD)


@_made("card", 8)
def _top_of_stack(g: Sketch, at: Scope, depth: int) -> str:
    return f"({g.one(('top', 'bottom'))} of {value(g, at, STACK, depth - 1)})"


@_made("card", 3)
def _first_of_some(g: Sketch, at: Scope, depth: int) -> str:
    some, card = value(g, at, CARDS, depth - 1), value(g, at, CARD, depth - 1)
    return f"(first of ({some} + only({card})))"


@_made("card", 4)
def _extreme_card(g: Sketch, at: Scope, depth: int) -> str:
    key = value(g, at.within(CARD), INTEGER, depth - 1)
    return f"(first of (cards with {g.one(('highest', 'lowest'))} {key}))"


@_simple("player", 14)
def _role(g: Sketch, at: Scope, depth: int) -> str:
    return g.one(("me", "me", "active", "starter") if at.me else ("active", "starter"))


@_simple("player", 12)
def _known_player(g: Sketch, at: Scope, depth: int) -> str:
    return g.one(list(at.known(PLAYER)))


@_simple("player", 6)
def _player_reference(g: Sketch, at: Scope, depth: int) -> str:
    return reference(g, at, PLAYER)


@_made("player", 14)
def _neighbour(g: Sketch, at: Scope, depth: int) -> str:
    return f"({g.one(('left', 'right', 'next'))} of {value(g, at, PLAYER, depth - 1)})"


@_made("player", 8)
def _best_player(g: Sketch, at: Scope, depth: int) -> str:
    key = value(g, at.within(PLAYER), g.one((INTEGER, INTEGER, FLAG)), depth - 1)
    return f"(first of (players with {g.one(('highest', 'lowest'))} {key}))"


@_simple("team")
def _team_of(g: Sketch, at: Scope, depth: int) -> str:
    if at.me and g.often(50):
        return "my team"
    return f"{value(g, at, PLAYER, 0)}.team"


@_simple("team")
def _known_team(g: Sketch, at: Scope, depth: int) -> str:
    return g.one([*at.known(TEAM), "(first of teams)"])


@_simple("team", 5)
def _team_reference(g: Sketch, at: Scope, depth: int) -> str:
    return reference(g, at, TEAM)


@_simple("stack", 14)
def _known_stack(g: Sketch, at: Scope, depth: int) -> str:
    return g.one(list(at.known(STACK)))


@_simple("zone")
def _zone_itself(g: Sketch, at: Scope, depth: int) -> str:
    return zone(g, at, ("pile", "spread", "row"), depth=0)[0]


# ---- Collections ---------------------------------------------------------------------------------


@_simple("cards", 24)
def _zone_cards(g: Sketch, at: Scope, depth: int) -> str:
    return zone(g, at, ("pile", "spread", "row"), depth=0)[0]


@_simple("cards", 6)
def _all_zones(g: Sketch, at: Scope, depth: int) -> str:
    name = g.one(holder_zones(g, at, ("pile", "spread", "row")))
    return f"{value(g, at, PLAYERS, 0)}.{g.use(name)}"


@_simple("cards", 3)
def _every_card(g: Sketch, at: Scope, depth: int) -> str:
    return "cards"


@_simple("cards", 10)
def _known_cards(g: Sketch, at: Scope, depth: int) -> str:
    return g.one([*at.known(CARDS), *at.known(STACK), *at.known(ZONE)])


@_simple("cards", 6)
def _cards_reference(g: Sketch, at: Scope, depth: int) -> str:
    return reference(g, at, CARDS)


@_made("cards", 4)
def _union(g: Sketch, at: Scope, depth: int) -> str:
    return f"(union of {value(g, at, SETS, depth - 1)})"


@_made("cards", 6)
def _only_card(g: Sketch, at: Scope, depth: int) -> str:
    return f"only({value(g, at, CARD, depth - 1)})"


@_simple("players", 14)
def _group(g: Sketch, at: Scope, depth: int) -> str:
    groups = ["players"]
    if at.me:
        groups += ["opponents", "opponents", "others", "others", "partners"]
    if not at.unscored and not at.open:
        groups.append("leaders")
    return g.one(groups)


@_simple("players", 4)
def _known_players(g: Sketch, at: Scope, depth: int) -> str:
    return g.one(list(at.known(PLAYERS)))


@_made("players", 6)
def _around(g: Sketch, at: Scope, depth: int) -> str:
    return f"clockwise_from({value(g, at, PLAYER, depth - 1)})"


@_made("players", 4)
def _only_player(g: Sketch, at: Scope, depth: int) -> str:
    return f"only({value(g, at, PLAYER, depth - 1)})"


@_simple("teams")
def _teams(g: Sketch, at: Scope, depth: int) -> str:
    return "teams"


@_simple("stacks", 14)
def _zone_stacks(g: Sketch, at: Scope, depth: int) -> str:
    return zone(g, at, ("stacks",), depth=0)[0]


@_simple("stacks", 8)
def _all_stacks(g: Sketch, at: Scope, depth: int) -> str:
    name = g.one(holder_zones(g, at, ("stacks",)))
    return f"{value(g, at, PLAYERS, 0)}.{g.use(name)}"


@_made("stacks", 3)
def _only_stack(g: Sketch, at: Scope, depth: int) -> str:
    return f"only({value(g, at, STACK, 0)})"


@_simple("integers", 8)
def _braces(g: Sketch, at: Scope, depth: int) -> str:
    numbers = [str(g.number(0, 9)) for _ in range(g.number(1, 4))]
    return "{" + ", ".join(numbers) + "}"


@_simple("integers", 6)
def _set_of_card(g: Sketch, at: Scope, depth: int) -> str:
    return attribute_of(g, at, NUMBERS, value(g, at, CARD, 0))


@_simple("flags")
def _flags(g: Sketch, at: Scope, depth: int = 0) -> str:
    return g.one(("{true, false}", "{false, true}", "{true}"))


@_simple("sets", 10)
def _known_sets(g: Sketch, at: Scope, depth: int) -> str:
    return g.one(list(at.known(SETS)))


@_simple("sets", 16)
def _few_sets(g: Sketch, at: Scope, depth: int) -> str:
    """Sets of a few cards, which are counted."""
    test = g.one((f"count of it = {g.number(0, 3)}", f"count of it <= {g.number(0, 3)}"))
    if g.often(15):
        test = f"count of it in {_braces(g, at, 0)}"
    numbers = [name for name, of_type in g.attributes.items() if of_type == INTEGER]
    if numbers and g.often(40):
        sign = g.one(("=", "<=", "<", ">=", ">"))
        test += f" and sum of {g.one(numbers)} in it {sign} {value(g, at, INTEGER, 0)}"
    maximal = "maximal " if g.often(25) else ""
    return f"({maximal}subsets of {subsettable(g, at)} where {test})"


@_made("sets", 8)
def _sets(g: Sketch, at: Scope, depth: int) -> str:
    """Sets with any condition, which are tried one by one."""
    test = flag(g, at.within(CARDS), depth - 1)
    some = subsettable(g, at)
    maximal = "maximal " if g.often(40) else ""
    if g.often(20):
        return f"({maximal}subsets of {some})"
    return f"({maximal}subsets of {some} where count of it <= {g.number(1, 3)} and {test})"


@_made("sets", 6)
def _unions(g: Sketch, at: Scope, depth: int) -> str:
    return f"(unions of {value(g, at, FAMILIES, depth - 1)})"


@_simple("families")
def _families(g: Sketch, at: Scope, depth: int) -> str:
    return f"(maximal families of {value(g, at, SETS, min(depth, 1) - 1)})"


# ---- What many types have ------------------------------------------------------------------------


def any_collection(g: Sketch, at: Scope, depth: int) -> tuple[str, Type]:
    """A collection of things, and their type."""
    types = (CARDS, CARDS, CARDS, CARDS, PLAYERS, PLAYERS, STACKS, TEAMS, NUMBERS, SETS, FAMILIES)
    wanted = g.one(types) if g.often(90) else collection(g.one(enumerations(g) or [INTEGER]))
    if g.wide and g.often(20):
        wanted = g.one(GROUPS)
    text = value(g, at, wanted, depth)
    assert wanted.element is not None
    return text, wanted.element


def _groups(g: Sketch, at: Scope, wanted: Type, depth: int) -> str:
    """A collection of collections that are no sets of cards."""
    element = wanted.element
    assert element is not None
    known = list(at.known(wanted))
    if known and g.often(30):
        return g.one(known)
    thing = value(g, at, element, max(0, depth - 1))
    # Of a zone of stacks it would be the zone.
    one = f"only({thing} where true)" if element == STACKS else f"only({thing})"
    if depth <= 0 or g.often(30):
        return one
    if g.often(30):
        test = flag(g, at.within(element), depth - 1)
        return f"({_groups(g, at, wanted, depth - 1)} where {bare(test)})"
    return f"({one} {g.one('++-')} {_groups(g, at, wanted, depth - 1)})"


def compared(g: Sketch) -> list[Type]:
    """The types whose values are compared."""
    if g.wide and g.often(15):
        return [*GROUPS, FAMILIES]
    return [INTEGER, INTEGER, INTEGER, FLAG, CARD, PLAYER, PLAYER, TEAM, CARDS, PLAYERS, NUMBERS,
            STACK, SETS, *enumerations(g)]  # fmt: skip


def enumerations(g: Sketch) -> list[Type]:
    """The types of the enumerations of a ruleset."""
    return [enum_of(name) for name in g.values]


def _enum(g: Sketch, at: Scope, wanted: Type, depth: int) -> str:
    """A value of an enumeration, written out or not."""
    choices: list[Callable[[], str]] = [lambda: _word(g, wanted), lambda: reference(g, at, wanted)]
    if g.attributes.get(wanted.name) == wanted:
        choices.append(lambda: attribute_of(g, at, wanted, value(g, at, CARD, depth - 1)))
    if depth > 0:
        choices += [
            lambda: _if_else(g, at, wanted, depth),
            lambda: f"(first of {_enums(g, at, wanted, 0)})",
            lambda: _extreme_value(g, at, wanted, depth),
        ]
    return g.one(choices)()


def _word(g: Sketch, wanted: Type) -> str:
    g.use(wanted.name)
    return g.one(g.values[wanted.name])


def _extreme_value(g: Sketch, at: Scope, wanted: Type, depth: int) -> str:
    things, element = any_collection(g, at, depth - 1)
    body = value(g, at.within(element), wanted, depth - 1)
    return f"({g.one(('highest', 'lowest'))} of {body} in {things})"


def _enums(g: Sketch, at: Scope, wanted: Type, depth: int) -> str:
    assert wanted.element is not None or wanted.base == "enum"
    name = (wanted.element or wanted).name
    g.use(name)
    return "{" + ", ".join(g.some(g.values[name], 4)) + "}"


def _if_else(g: Sketch, at: Scope, wanted: Type, depth: int) -> str:
    test = flag(g, at, depth - 1)
    yes, no = value(g, at, wanted, depth - 1), value(g, at, wanted, depth - 1)
    return f"({yes} if {test} else {no})"


def _called(g: Sketch, at: Scope, wanted: Type, depth: int) -> str:
    return call(g, at, wanted, lambda of_type: value(g, at, of_type, depth - 1))


def _where(g: Sketch, at: Scope, wanted: Type, depth: int) -> str:
    assert wanted.element is not None
    things = value(g, at, wanted, depth - 1)
    return f"({things} where {bare(flag(g, at.within(wanted.element), depth - 1))})"


def _with(g: Sketch, at: Scope, wanted: Type, depth: int) -> str:
    assert wanted.element is not None
    things = value(g, at, wanted, depth - 1)
    of_type = g.one((INTEGER, INTEGER, INTEGER, FLAG, *enumerations(g)))
    key = value(g, at.within(wanted.element), of_type, depth - 1)
    return f"({things} with {g.one(('highest', 'lowest'))} {key})"


def _joined(g: Sketch, at: Scope, wanted: Type, depth: int) -> str:
    left, right = value(g, at, wanted, depth - 1), value(g, at, wanted, depth - 1)
    return f"({left} {g.one('+-')} {right})"


def _general(wanted: Type, make: Callable[[Sketch, Scope, Type, int], str]) -> Maker:
    return lambda g, at, depth: make(g, at, wanted, depth)


for _type in (INTEGER, FLAG, CARD, PLAYER, TEAM, CARDS, PLAYERS, NUMBERS, SETS):
    _MADE.setdefault(family_of(_type), []).append((5, _general(_type, _if_else)))
    _MADE[family_of(_type)].append((8, _general(_type, _called)))
for _type in (CARDS, PLAYERS, TEAMS, STACKS, NUMBERS, SETS, FAMILIES):
    _MADE.setdefault(family_of(_type), []).append((16, _general(_type, _where)))
    _MADE[family_of(_type)].append((7, _general(_type, _with)))
    _MADE[family_of(_type)].append((6, _general(_type, _joined)))


# ---- What may be none ----------------------------------------------------------------------------


def maybe(g: Sketch, at: Scope, wanted: Type, depth: int) -> str:
    """An expression of a type that may be none."""
    choices: list[Callable[[], str]] = [
        lambda: reference(g, at, wanted.or_none()),
        lambda: reference(g, at, wanted.or_none()),
    ]
    if wanted == CARD:
        choices += [lambda: _end_of_pile(g, at), lambda: _end_of_pile(g, at)]
    if wanted == PLAYER:
        choices.append(lambda: f"(owner of {value(g, at, g.one((CARD, STACK)), depth - 1)})")
    if wanted.base in ("card", "player", "stack"):
        choices.append(lambda: _first_of(g, at, wanted, depth))
    if g.wide and wanted.base == "collection":
        choices.append(lambda: _or_none(g, at, wanted, depth))
    for _ in range(_TRIES):
        try:
            return g.one(choices)()
        except StuckError:
            continue
    raise StuckError


def _or_none(g: Sketch, at: Scope, wanted: Type, depth: int) -> str:
    """A collection, or none."""
    there, test = value(g, at, wanted, min(depth, 1)), flag(g, at, min(depth, 1))
    if wanted == CARDS:
        there = f"({there} + {there})"
    return f"({there} if {test} else none)"


def _end_of_pile(g: Sketch, at: Scope) -> str:
    return f"({g.one(('top', 'bottom'))} of {zone(g, at, ('pile', 'row'), depth=0)[0]})"


def _first_of(g: Sketch, at: Scope, wanted: Type, depth: int) -> str:
    things = value(g, at, collection(wanted), min(depth - 1, 1))
    if things in ("players", "cards", "leaders", "teams") or things.startswith("only("):
        raise StuckError
    return f"(first of {things})"
