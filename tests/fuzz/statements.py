"""Random statements: lines with their blocks, indented from the margin."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

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
)
from tests.fuzz.expressions import (
    GROUPS,
    ZONE,
    any_collection,
    bare,
    enumerations,
    flag,
    maybe,
    value,
)
from tests.fuzz.references import reference, stack_or_pile, zone
from tests.fuzz.sketch import Scope, Sketch, StuckError

Lines = list[str]
Writer = Callable[[Sketch, Scope], Lines]
_WRITERS: list[tuple[int, Writer]] = []
_INDENT = "    "
_DEEPEST = 4


def indented(lines: Sequence[str]) -> Lines:
    """Lines further in."""
    return [_INDENT + line for line in lines]


def block(g: Sketch, at: Scope, least: int = 1, most: int = 3) -> Lines:
    """Some statements in a scope of their own, indented; names that nothing uses are said."""
    inner = at.child(depth=at.depth + 1)
    return indented(sequence(g, inner, least, most))


def sequence(g: Sketch, at: Scope, least: int = 1, most: int = 3) -> Lines:
    """Some statements one after the other, in this scope."""
    before = set(at.names)
    lines: Lines = []
    for _ in range(g.number(least, most)):
        lines += statement(g, at)
        if _leaves(lines):
            break
    return _with_unused_names(g, at, lines, before)


def _leaves(lines: Lines) -> bool:
    return lines[_last(lines)].startswith(("end ", "stop"))


def _last(lines: Lines) -> int:
    """Where the last statement begins."""
    return max(at for at, line in enumerate(lines) if not line.startswith(" "))


def _with_unused_names(g: Sketch, at: Scope, lines: Lines, before: set[str]) -> Lines:
    """Lines in which each name that is given there is used."""
    text = "\n".join(lines)
    idle = [name for name in at.names if name not in before and times(name, text) < 2]
    words = " and ".join("{" + name + "}" for name in idle)
    if not words:
        return lines
    say = f'say "there is {words}"'
    end = _last(lines) if _leaves(lines) else len(lines)
    return [*lines[:end], say, *lines[end:]]


def times(name: str, text: str) -> int:
    """How often a name stands in a text."""
    return len(re.findall(rf"\b{name}\b", text))


def statement(g: Sketch, at: Scope) -> Lines:
    """One statement; always gives one."""
    for _ in range(12):
        writer = g.chance.choices([item for _, item in _WRITERS], [w for w, _ in _WRITERS])[0]
        if g.wide and g.often(6):
            writer = _possible_with
        if writer in _BLOCKS and (at.depth >= _DEEPEST or g.budget <= 0):
            continue
        names, facts = dict(at.names), dict(at.facts)
        try:
            lines = writer(g, at)
        except StuckError:
            at.names, at.facts = names, facts
            continue
        g.budget -= 1
        at.forget(lines)
        lines = [lines[0] + g.note() if _takes_note(lines[0]) else lines[0], *lines[1:]]
        return _with_sentence_below(g, at, lines)
    return ['say "nothing happens"']


_TOLD = re.compile(r"(move|draw|stack|shuffle|swap|reveal|give|take|set|add|pick) ")


def _with_sentence_below(g: Sketch, at: Scope, lines: Lines) -> Lines:
    """A statement, some with what is said of it, or with how it asks."""
    if len(lines) > 1 or g.often(70):
        return lines
    if _TOLD.match(lines[0]):
        said = "nothing" if g.often(15) else g.one(['"{it}"', '"{it} it was"', sentence(g, at)])
        return [lines[0], f"{_INDENT}say {said}"]
    if lines[0].startswith("stop"):
        return [lines[0], *indented(said_instead(g, at))]
    if lines[0].startswith(("choose ", "one of ")):
        # What is chosen here has no value yet.
        names = {name: of_type for name, of_type in at.names.items() if times(name, lines[0]) == 0}
        return [lines[0], f"{_INDENT}ask {sentence(g, at.child(names=names))}"]
    return lines


def _takes_note(line: str) -> bool:
    return not line.startswith(("say ", "proceed"))


def _writes(weight: int = 10) -> Callable[[Writer], Writer]:
    def enter(writer: Writer) -> Writer:
        _WRITERS.append((weight, writer))
        return writer

    return enter


_BLOCKS: set[Writer] = set()


def _writes_block(weight: int = 10) -> Callable[[Writer], Writer]:
    def enter(writer: Writer) -> Writer:
        _BLOCKS.add(writer)
        return _writes(weight)(writer)

    return enter


# ---- Values --------------------------------------------------------------------------------------


def any_type(g: Sketch) -> Type:
    """A type that a name may have."""
    if g.wide and g.often(10):
        return g.one(GROUPS)
    return g.one([INTEGER, FLAG, CARD, CARD, PLAYER, TEAM, STACK, CARDS, CARDS, PLAYERS, TEAMS,
                  STACKS, NUMBERS, SETS, FAMILIES, *enumerations(g)])  # fmt: skip


@_writes(8)
def _let(g: Sketch, at: Scope) -> Lines:
    of_type, name = any_type(g), g.name("n")
    if (of_type.base != "collection" or g.wide) and g.often(15):
        of_type = of_type.or_none()
    text = value(g, at, of_type)
    at.names[name] = CARDS if _is_zone(g, text) else of_type
    return [f"let {name} = {bare(text)}"]


def _is_zone(g: Sketch, text: str) -> bool:
    return any(text.removeprefix("my ") == item.name for item in g.zones)


@_writes(8)
def _set(g: Sketch, at: Scope) -> Lines:
    item = g.one([item for item in g.variables if not item.tokens])
    target = reference(g, at, item.type, writable=True)
    if item.type.optional and g.often(20):
        return [f"set {target} to none"]
    text = value(g, at, item.type.required())
    lines = [f"set {target} to {bare(text)}"]
    if item.type.optional:
        at.forget(lines)
        at.facts[target] = item.type.required()
    return lines


@_writes(8)
def _add(g: Sketch, at: Scope) -> Lines:
    target = reference(g, at, INTEGER, writable=True)
    return [f"add {value(g, at, INTEGER, 2)} to {target}"]


@_writes(8)
def _tokens(g: Sketch, at: Scope) -> Lines:
    item = g.one([item for item in g.variables if item.tokens and item.holder != "shared"])
    of_type = g.one((TEAM, PLAYER)) if item.holder == "team" else PLAYER
    number, holder = value(g, at, INTEGER, 1), value(g, at, of_type, 1)
    if g.often(60):
        return [f"give {number} {item.name} to {holder}"]
    return [f"take {number} {item.name} from {holder}"]


@_writes(6)
def _say(g: Sketch, at: Scope) -> Lines:
    return [f"say {sentence(g, at)}" + (" [R-9]" if g.often(10) else "")]


def sentence(g: Sketch, at: Scope) -> str:
    """Words and values, some with words that agree with them."""
    words = [*at.names, *(["me"] if at.me else []), "starter", "active"]
    values = g.some(words, 3)
    if g.often(60):
        values.append(bare(value(g, at, any_type(g), 2)))
    values = [" " + text if text.startswith("{") else text for text in values]
    parts = ["{" + text + "}" + (" {is|are}" if g.often(30) else "") for text in values]
    return f'"{" and ".join(parts)} it is"'


def telling(g: Sketch, at: Scope) -> Lines:
    """What is told of an action, mostly by itself."""
    return [] if g.often(60) else said_instead(g, at)


def said_instead(g: Sketch, at: Scope) -> Lines:
    """What is told in place of what is told by itself."""
    return ["say nothing"] if g.often(25) else [f"say {sentence(g, at)}"]


# ---- Cards ---------------------------------------------------------------------------------------


def some_cards(g: Sketch, at: Scope, depth: int = 2) -> str:
    """Whatever cards are meant: one, several, those of a zone or of stacks; or none."""
    of_type = g.one((CARD, CARD, CARDS, CARDS, CARDS, STACK, STACKS, CARD.or_none(),
                     CARDS.or_none(), STACK.or_none()))  # fmt: skip
    return value(g, at, of_type, depth)


def place(g: Sketch, at: Scope) -> str:
    """Where in a pile or row, mostly on top."""
    if g.often(65):
        return ""
    if g.often(45):
        return " at bottom"
    return f" {g.one(('above', 'below'))} {value(g, at, INTEGER, 1)} cards"


@_writes(22)
def _move(g: Sketch, at: Scope) -> Lines:
    return [f"move {bare(some_cards(g, at))} to {stack_or_pile(g, at)}{place(g, at)}"]


@_writes(9)
def _move_stacks(g: Sketch, at: Scope) -> Lines:
    of_type = g.one((STACK, STACKS, STACKS, STACK.or_none()))
    to = zone(g, at, ("stacks",), depth=0, faces=False)[0]
    return [f"move {bare(value(g, at, of_type, 2))} to {to}"]


@_writes(18)
def _draw(g: Sketch, at: Scope) -> Lines:
    if at.role == "trigger":
        raise StuckError
    source = zone(g, at, ("pile", "row"), depth=0, faces=False)[0] if g.often(40) else "deck"
    to = zone(g, at, ("pile", "spread", "row"), depth=0, faces=False, mine=g.often(60))[0]
    number = str(g.number(1, 3)) if g.often(60) else value(g, at, INTEGER, 1)
    return [f"draw {number} from {source} to {to}{place(g, at)}"]


@_writes(14)
def _stack(g: Sketch, at: Scope) -> Lines:
    to = zone(g, at, ("stacks",), depth=0, faces=False)[0]
    if g.often(40):
        return [f"stack {some_cards(g, at, 1)} to {to}"]
    return [f"stack {value(g, at, CARD, 1)} on {value(g, at, CARD, 1)} to {to}"]


@_writes(7)
def _shuffle(g: Sketch, at: Scope) -> Lines:
    return [f"shuffle {zone(g, at, ('pile', 'spread', 'row'), depth=0, faces=False)[0]}"]


@_writes(7)
def _swap(g: Sketch, at: Scope) -> Lines:
    shapes = ("pile", "spread", "row")
    left = zone(g, at, shapes, depth=0, faces=False)[0]
    return [f"swap {left} with {zone(g, at, shapes, depth=0, faces=False)[0]}"]


@_writes(8)
def _reveal(g: Sketch, at: Scope) -> Lines:
    cards = bare(some_cards(g, at))
    if g.often(50):
        return [f"reveal {cards}"]
    return [f"reveal {cards} to {value(g, at, g.one((PLAYER, PLAYERS)), 1)}"]


# ---- Asking and calling --------------------------------------------------------------------------


@_writes(7)
def _pick(g: Sketch, at: Scope) -> Lines:
    things, element = any_collection(g, at, 2)
    name = g.name("k")
    lines = _guarded(g, at, things, name, element, [f"pick {name} at random from {bare(things)}"])
    return lines


@_writes(14)
def _choose(g: Sketch, at: Scope) -> Lines:
    if not at.me or at.role in ("setup",):
        raise StuckError
    if g.hidden and g.often(g.hidden):
        return _choose_by_knowledge(g, at)
    things, element = choosable(g, at)
    name = g.name("h")
    forced = " unless forced" if g.often(35) else ""
    domain = things
    if g.often(30):
        inner = at.child(names={**at.names, name: element}, open=True).within(element)
        domain = f"{things} where {bare(flag(g, inner, 2))}"
    return _guarded(g, at, things, name, element, [f"choose {name}{forced} from {bare(domain)}"])


def _choose_by_knowledge(g: Sketch, at: Scope) -> Lines:
    """A choice from cards that others may know or not, mostly right behind what tells of them."""
    seen = at.child(open=True)
    place = zone(g, seen, ("pile", "row", "pile", "spread"), depth=0, mine=True)[0]
    hoard = f"my {g.use('hoard')}"
    things = place = g.one((hoard, hoard, place))
    ahead: Lines = []
    if g.often(50):
        ahead.append(f"draw {g.number(1, 3)} from {g.use('deck')} to {hoard}")
    for _ in range(g.number(0, 2)):
        ahead += g.one((_reveal, _move, _shuffle, _swap))(g, at)
    if g.often(30):
        # By its name nobody sees where it comes from.
        held = g.name("n")
        inner = at.child(open=True).within(CARD)
        ahead.append(f"let {held} = {place} where {bare(flag(g, inner, 1))}")
        things, at.names[held] = held, CARDS
    name, element = g.name("h"), CARD
    domain = things
    if g.often(60):
        inner = at.child(names={**at.names, name: element}, open=True).within(element)
        domain = f"{things} where {bare(flag(g, inner, 1))}"
    forced = " unless forced" if g.often(70) else ""
    asked = [f"choose {name}{forced} from {bare(domain)}"]
    return [*ahead, *_guarded(g, at, things, name, element, asked)]


def choosable(g: Sketch, at: Scope) -> tuple[str, Type]:
    """Things to choose from that are seen, and their type."""
    seen = at.child(open=True)
    if g.often(45):
        shapes = ("pile", "spread", "row")
        return zone(g, seen, shapes, depth=0, mine=g.often(80))[0], CARD
    if g.wide and g.often(12):
        zones = [zone(g, seen, ("pile", "spread", "row"), depth=0)[0] for _ in range(2)]
        return f"(only({zones[0]}) + only({zones[1]}))", ZONE
    if g.wide and g.often(12):
        groups = g.one(GROUPS)
        assert groups.element is not None
        return value(g, seen, groups, 1), groups.element
    if g.often(15):
        of_type = g.one((SETS, SETS, FAMILIES))
        assert of_type.element is not None
        return value(g, seen, of_type, 1), of_type.element
    types = (PLAYERS, PLAYERS, STACKS, STACKS, TEAMS, NUMBERS, CARDS)
    wanted = g.one(types)
    if g.often(10):
        return g.one(("{true, false}", "{false, true}")), FLAG
    if g.values and g.often(20):
        of_type = g.one(enumerations(g))
        return "{" + ", ".join(g.some(g.values[of_type.name], 4)) + "}", of_type
    text = value(g, seen, wanted, 1)
    assert wanted.element is not None
    return text, wanted.element


def _guarded(g: Sketch, at: Scope, things: str, name: str, element: Type, asked: Lines) -> Lines:
    """A question whose answer is used only where there is one."""
    narrowed = " where " in asked[0]
    if not narrowed and (things.startswith("{") or things in ("players", "teams")):
        at.names[name] = element
        return asked
    if g.often(45) and at.depth < _DEEPEST and not narrowed:
        inner = at.child(depth=at.depth + 1)
        inner.names[name] = element
        inner.facts.update(_ends_of(g, things, element))
        body = [asked[0], *sequence(g, inner, 1, 2)]
        if times(name, "\n".join(body)) < 2:
            body.append(f'say "that is {{{name}}}"')
        return [f"if {things} is not empty", *indented(body)]
    at.names[name] = element.or_none()
    return asked


def _ends_of(g: Sketch, things: str, element: Type) -> dict[str, Type]:
    """What is there if something is not empty."""
    if things == "cards":
        return {}
    found = {f"(first of {things})": element}
    shapes = {item.name: item.shape for item in g.zones}
    if shapes.get(things.removeprefix("my ")) in ("pile", "row"):
        found[f"(top of {things})"] = CARD
    return found


@_writes(7)
def _open(g: Sketch, at: Scope) -> Lines:
    if at.role not in ("action", "interrupt", "trait", "routine"):
        raise StuckError
    window = g.one(g.windows)
    values = [bare(value(g, at, of_type, 1)) for of_type in window.parameters]
    asked = bare(value(g, at, g.one((PLAYER, PLAYERS, PLAYERS)), 1))
    g.use(window.name)
    return [f"open {window.name}({', '.join(values)}) to {asked}"]


@_writes(6)
def _stop(g: Sketch, at: Scope) -> Lines:
    if at.role != "interrupt":
        raise StuckError
    return ["stop"]


@_writes(6)
def _end(g: Sketch, at: Scope) -> Lines:
    ends = [*at.constructs, *(["turn"] if "turns" in at.constructs else [])]
    if at.role in ("action", "interrupt"):
        ends.append("turn")
    if g.often(4) or not ends:
        ends = ["game"]
    if ends == ["game"] and not g.often(12):
        raise StuckError
    line = f"end {g.one(ends)}"
    if at.depth > 1 and g.often(40):
        return [line]
    return [f"if {bare(flag(g, at, 2))}", _INDENT + line]


@_writes(4)
def _next_turn(g: Sketch, at: Scope) -> Lines:
    return [f"next turn {value(g, at, PLAYER, 1)}"]


@_writes(4)
def _reverse(g: Sketch, at: Scope) -> Lines:
    return ["reverse"]


@_writes(9)
def _call(g: Sketch, at: Scope) -> Lines:
    if at.role == "trigger":
        raise StuckError
    found = g.one([item for item in g.routines if at.me or not item.personal])
    values = [bare(value(g, at, of_type, 1)) for of_type in found.parameters]
    g.use(found.name)
    return [f"do {found.name}({', '.join(values)})" if values else f"do {found.name}"]


@_writes(5)
def _one_of(g: Sketch, at: Scope) -> Lines:
    in_turn = "turns" in at.constructs
    if not at.me or at.role in ("setup", "standing", "trigger", "interrupt", "action", "trait"):
        raise StuckError
    return [one_of(g, in_turn=in_turn)]


def one_of(g: Sketch, *, in_turn: bool) -> str:
    """A line that lets somebody take an action."""
    actions = [item for item in g.actions if in_turn or not item.ends_turn]
    if not actions:
        raise StuckError
    chosen = [g.use(item.name) for item in g.some(actions, 4)]
    if g.traits and in_turn and g.often(25):
        chosen[0] = g.use(g.one(list(g.traits)))
    line = "one of " + ", ".join(dict.fromkeys(chosen))
    if g.often(55):
        line += f", otherwise {g.use(g.one(actions).name)}"
    return line


# ---- Blocks --------------------------------------------------------------------------------------


@_writes_block(16)
def _if(g: Sketch, at: Scope) -> Lines:
    lines, facts = [], dict(at.facts)
    for word in ("if", "else if")[: g.number(1, 2)]:
        test, known = _test(g, at)
        inner = at.child(facts={**facts, **known})
        lines += [f"{word} {bare(test)}", *block(g, inner)]
    if g.often(40):
        lines += ["else", *block(g, at)]
    return lines


def _test(g: Sketch, at: Scope) -> tuple[str, dict[str, Type]]:
    """A condition, and what it says is there."""
    unsure = [
        name for name, of_type in at.names.items() if of_type.optional and name not in at.facts
    ]
    if unsure and g.often(60):
        name = g.one(unsure)
        return f"({name} is not none)", {name: at.names[name].required()}
    if g.often(55):
        return flag(g, at), {}
    if g.often(50):
        of_type = g.one((CARD, CARD, CARD, PLAYER, STACK))
        thing = maybe(g, at, of_type, 1)
        return f"({thing} is not none)", {thing: of_type}
    of_type = g.one((CARDS, CARDS, STACKS))
    things = value(g, at, of_type, 1)
    assert of_type.element is not None
    return f"({things} is not empty)", _ends_of(g, things, of_type.element)


@_writes_block(7)
def _while(g: Sketch, at: Scope) -> Lines:
    """A loop that comes nearer to its end with each pass, or any loop."""
    if at.role == "trigger":
        raise StuckError
    inner = at.looping("while")
    if g.often(8):
        return [f"while {bare(flag(g, at, 2))}", *block(g, inner)]
    source = zone(g, at, ("pile", "row"), depth=0, faces=False)[0]
    to = zone(g, at, ("pile", "spread"), depth=0, faces=False)[0]
    if to == source or to.split(".")[-1] == source.split(".")[-1]:
        raise StuckError
    test = f"{source} is not empty" if g.often(50) else f"count of {source} > {g.number(0, 4)}"
    lines = [f"draw {g.number(1, 2)} from {source} to {to}"]
    if g.often(50):
        lines += ["if " + bare(flag(g, inner, 2)), _INDENT + "end while"]
    return [f"while {test}", *indented(lines)]


@_writes_block(7)
def _repeat(g: Sketch, at: Scope) -> Lines:
    inner = at.looping("repeat")
    times = str(g.number(0, 3)) if g.often(70) else f"min(3, {value(g, at, INTEGER, 1)})"
    return [f"repeat {times} times", *block(g, inner)]


def order(g: Sketch, at: Scope, *, condition: int = 30) -> str:
    """Players around the table, from one of them on."""
    text = f"{g.one(('clockwise', 'clockwise', 'counterclockwise'))} from {value(g, at, PLAYER, 1)}"
    if g.often(condition):
        text += f" where {flag(g, at.within(PLAYER), 2)}"
    return text


@_writes_block(9)
def _each_player(g: Sketch, at: Scope) -> Lines:
    inner = at.looping("each").acting()
    return [f"each player {order(g, at)}", *block(g, inner)]


@_writes_block(9)
def _each_in(g: Sketch, at: Scope) -> Lines:
    of_type = g.one((CARDS, CARDS, PLAYERS, PLAYERS, STACKS, TEAMS, NUMBERS, SETS))
    things, name = value(g, at, of_type, 2), g.name("x")
    assert of_type.element is not None
    inner = at.looping("each")
    inner.names[name] = of_type.element
    body = block(g, inner)
    return [f"each {name} in {bare(things)}", *body]


@_writes_block(7)
def _as(g: Sketch, at: Scope) -> Lines:
    return [f"as {value(g, at, PLAYER, 1)}", *block(g, at.acting())]


@_writes_block(5)
def _together(g: Sketch, at: Scope) -> Lines:
    if at.role in ("setup", "standing", "trigger"):
        raise StuckError
    inner = at.looping("").acting().child(constructs=(), depth=at.depth + 1)
    who = order(g, at)
    before = set(at.names)
    lines, _ = premises(g, inner, least=1, most=2, forced=True)
    lines += telling(g, inner)
    body = _with_unused_names(g, inner, [*lines, *sequence(g, inner, 1, 2)], before)[len(lines) :]
    return [f"together each player {who}", *indented([*lines, "do", *indented(body)])]


@_writes_block(3)
def _turns(g: Sketch, at: Scope) -> Lines:
    if at.role in ("setup", "standing", "trigger", "interrupt") or at.depth > 2:
        raise StuckError
    return turns(g, at)


@_writes_block(3)
def _rounds(g: Sketch, at: Scope) -> Lines:
    if at.role in ("standing", "trigger", "interrupt") or at.depth > 2:
        raise StuckError
    inner = at.looping("rounds")
    return [f"rounds until round >= {g.number(1, 3)}", *block(g, inner)]


@_writes_block(5)
def _phase(g: Sketch, at: Scope) -> Lines:
    inner = at.looping("phase")
    return [f"phase {g.name('phase')}{g.note()}", *block(g, inner)]


def turns(g: Sketch, at: Scope, *, main: bool = False) -> Lines:
    """Turns that have an end: once around, after so many, or when the deck runs out."""
    inner = at.looping("turns").child(depth=at.depth + 1).acting()
    head = f"turns {order(g, at, condition=12)}"
    most = g.number(4, 14) if main else g.number(1, 3)
    body: Lines = []
    way = g.number(0, 5)
    if way == 0:
        head += " once" + (f" until {bare(flag(g, at, 1))}" if g.often(25) else "")
    elif way == 1:
        body += [f"if turn >= {most}", _INDENT + g.one(("end turns", "end turns", "end game"))]
    elif way == 2 and main:
        head += " until deck is empty"
        body.append(f"draw {g.number(1, 3)} from deck to my {_own_zone(g)}")
    elif way == 3:
        head += f" until {bare(flag(g, at, 1))} or turn >= {most}"
    else:
        head += f" until turn >= {most}"
    if g.often(80):
        body.append(one_of(g, in_turn=True))
    body += sequence(g, inner, 0 if body else 1, 3)
    return [head, *indented(body)]


def _own_zone(g: Sketch) -> str:
    zones = [item for item in g.zones if item.holder == "player" and item.shape != "stacks"]
    return g.use(g.one(zones).name)


# ---- Premises ------------------------------------------------------------------------------------


def premises(
    g: Sketch, at: Scope, *, least: int = 0, most: int = 3, forced: bool = False
) -> tuple[Lines, list[tuple[str, Type]]]:
    """Lines above `do`, with so many choices; the scope knows their names afterwards."""
    seen = at.child(open=True)
    choices: list[tuple[str, Type]] = []
    lines: Lines = []
    for _ in range(g.number(least, most)):
        things, element = choosable(g, seen)
        name = g.name("c")
        inner = seen.child(names={**seen.names, name: element}).within(element)
        where = f" where {bare(flag(g, inner, 2))}" if g.often(40) else ""
        word = " unless forced" if forced and g.often(30) else ""
        lines.append(f"choose {name}{word} from {things + where if where else bare(things)}")
        lines[-1] += g.note()
        if g.often(15):
            lines.append(f"{_INDENT}ask {sentence(g, seen)}")
        seen.names[name] = at.names[name] = element
        choices.append((name, element))
        lines += _between(g, at, seen)
    if not choices:
        lines += _between(g, at, seen)
    return lines, choices


def _given(g: Sketch, at: Scope) -> tuple[str, str]:
    """A line that names a value for a choice of an action, and the question whether that is
    possible with it.
    """
    if not at.me or at.role in ("setup", "trigger"):
        raise StuckError
    action = g.one([item for item in g.actions if item.choices])
    name, of_type = g.one(action.choices)
    if name in at.names:
        raise StuckError
    text = value(g, at, of_type, 1)
    if of_type == CARDS:
        text = f"({text} + {text})"
    at.names[name] = of_type
    g.use(action.name)
    return f"let {name} = {bare(text)}", f"possible {action.name}({name})"


def _possible_with(g: Sketch, at: Scope) -> Lines:
    """Something that is done if an action is possible with a value."""
    line, test = _given(g, at)
    return [line, f"if {test}", f"{_INDENT}{g.one(('reverse', 'next turn me'))}"]


def _between(g: Sketch, at: Scope, seen: Scope) -> Lines:
    """A requirement or a name among the premises, or nothing."""
    lines: Lines = []
    if g.wide and g.often(15):
        try:
            line, test = _given(g, seen)
            lines += [line, f"require {test} or {flag(g, seen, 1)}"]
        except StuckError:
            pass
    if g.often(25):
        test, known = _test(g, seen)
        lines.append(f"require {bare(test)}{g.note()}")
        seen.facts.update(known)
        at.facts.update(known)
    if g.often(15):
        of_type, name = any_type(g), g.name("n")
        lines.append(f"let {name} = {bare(value(g, seen, of_type, 2))}")
        seen.names[name] = at.names[name] = of_type
    return lines
