"""Random declarations: components, definitions, actions and what answers them, and the course."""

from __future__ import annotations

from collections.abc import Callable

from cardrules.model.types import (
    CARD,
    CARDS,
    FLAG,
    INTEGER,
    NUMBERS,
    PLAYER,
    PLAYERS,
    SETS,
    STACK,
    TEAM,
    Type,
)
from tests.fuzz.expressions import bare, binds, enumerations, flag, value
from tests.fuzz.sketch import DeclaredAction, Scope, Signature, Sketch, StuckError, Variable, Zone
from tests.fuzz.statements import (
    Lines,
    block,
    indented,
    one_of,
    premises,
    said_instead,
    sentence,
    sequence,
    telling,
    times,
    turns,
)

# ---- Components ----------------------------------------------------------------------------------

_SHAPES = ("pile", "spread", "row", "stacks")
_HOLDERS = ("shared", "per player", "per team")
_SEEN = {"all": (True, True), "nobody": (False, False), "owner": (True, False),
         "others": (False, True), "team": (True, False)}  # fmt: skip


def zones(g: Sketch) -> Lines:
    """The deck, the usual zones, and some more of any shape."""
    lines = _deck(g)
    if g.hidden:
        g.zones.append(Zone("hoard", "player", "pile", own=True, foreign=False))
        lines.append("zone hoard per player pile, seen by owner")
    for name, holder, shape in (
        ("discard", "shared", "pile"),
        ("table", "shared", g.one(("spread", "row"))),
        ("hand", "per player", "spread"),
        ("patch", "per player", "stacks"),
    ):
        if g.often(85) or name == "hand":
            lines.append(_zone(g, name, holder, shape, "owner" if name == "hand" else ""))
    for _ in range(g.number(2, 5)):
        shape = g.one((*_SHAPES, "pile", "row", "row"))
        lines.append(_zone(g, g.name("zone"), g.one(_HOLDERS), shape))
    return lines


def _deck(g: Sketch) -> Lines:
    seen = "seen by nobody" if g.often(80) else "seen by all"
    g.zones.append(Zone("deck", "shared", "pile", False, seen.endswith("all")))
    g.use("deck")
    if len(g.lines) < 2 or g.often(75):
        return [f"zone deck shared pile, {seen}, starts with cards"]
    line = g.one(g.lines)
    name, shape = g.name("store"), g.one(("pile", "spread", "row"))
    g.zones.append(Zone(name, "shared", shape, False, True))
    return [
        f"zone deck shared pile, {seen}, starts with cards where it is not {line}",
        f"zone {name} shared {shape}, seen by all, starts with cards where it is {line}",
    ]


def _zone(g: Sketch, name: str, holder: str, shape: str, usual: str = "") -> str:
    held_by = holder.rsplit(maxsplit=1)[-1]
    if shape != "spread" and g.often(55):
        top, rest = _viewers(g, held_by), _viewers(g, held_by)
        own, foreign = (a and b for a, b in zip(_sight(top), _sight(rest), strict=True))
        seen = f"top seen by {top}{_when(g, held_by)}, rest seen by {rest}"
        if g.often(20):
            seen = f"rest seen by {rest}, top seen by {top}"
    else:
        viewers = _viewers(g, held_by)
        if usual:
            viewers = usual if g.often(80) else g.one(("all", "team", "owner and others"))
        own, foreign = _sight(viewers)
        seen = f"seen by {viewers}{_when(g, held_by)}"
    g.zones.append(Zone(name, held_by, shape, own, foreign))
    forgotten = ", remembered by nobody" if "seen by all" not in seen and g.often(15) else ""
    return f"zone {name} {holder} {shape}, {seen}{forgotten}{g.note()}"


def _viewers(g: Sketch, held_by: str) -> str:
    if held_by == "shared":
        return g.one(("all", "all", "nobody"))
    words = ("all", "nobody", "owner", "owner", "others", "others", "team", "team")
    first, second = g.one(words), g.one(words)
    return f"{first} and {second}" if g.often(12) and first != second else first


def _sight(viewers: str) -> tuple[bool, bool]:
    seen = [_SEEN[word] for word in viewers.split(" and ")]
    return any(own for own, _ in seen), any(foreign for _, foreign in seen)


def _when(g: Sketch, held_by: str) -> str:
    """A condition on which it depends who sees a zone."""
    if not g.often(15):
        return ""
    tests = [g.use(name) for name, found in g.options.items() if found == FLAG]
    tests += ["deck is empty", "count of deck < 5"]
    if held_by == "player":
        tests += ["it = starter", "me = active"]
    return f" when {g.one(tests)} else {_viewers(g, held_by)}"


def variables(g: Sketch) -> Lines:
    """Variables of any type, and tokens."""
    lines = _value_lists(g)
    for _ in range(g.number(2, 7)):
        of_type = g.one([INTEGER, INTEGER, FLAG, CARD, PLAYER, PLAYER, TEAM, CARDS, STACK, CARD,
                      *enumerations(g)])  # fmt: skip
        holder = g.one(("shared", "shared", "player", "team"))
        optional = of_type == STACK or (of_type not in (CARDS, FLAG) and g.often(40))
        of_type = of_type.or_none() if optional else of_type
        name = g.name("var")
        try:
            start = "none" if optional and g.often(80) else _start(g, of_type.required(), holder)
        except StuckError:
            continue
        per = "" if holder == "shared" else f" per {holder}"
        note = f' "value {name[3:]}"' if g.often(25) else ""
        lines.append(f"variable {name}{per}: {type_name(of_type)} = {start}{note}")
        g.variables.append(Variable(name, holder, of_type))
    for _ in range(g.number(0, 2)):
        name, holder = g.name("coin"), g.one(("shared", "player", "player", "team"))
        per = "shared" if holder == "shared" else f"per {holder}"
        lines.append(f"tokens {name} {per}, supply {g.one(('5', '30', '4 * count of players'))}")
        g.variables.append(Variable(name, holder, INTEGER, tokens=True))
    return lines


def _value_lists(g: Sketch) -> Lines:
    if not g.often(25):
        return []
    name, words = g.name("side"), tuple(g.name("end") for _ in range(g.number(1, 3)))
    g.values[name] = words
    return [f"values {name}: {', '.join(words)}{g.note()}"]


def _start(g: Sketch, of_type: Type, holder: str) -> str:
    """A value that a variable may begin with."""
    if of_type.base == "enum":
        g.use(of_type.name)
        return g.one(g.values[of_type.name])
    if of_type == STACK:
        return "none"
    at = Scope(me=holder == "player", unscored=True)
    if of_type in (INTEGER, FLAG) and g.often(70):
        return g.one(("0", "1", "7")) if of_type == INTEGER else g.one(("true", "false"))
    text = value(g, at, of_type, 1)
    return text if binds(text) else bare(text)


def type_name(of_type: Type) -> str:
    """How a type is written in a declaration."""
    names = {CARDS: "cards"}
    required = of_type.required()
    text = names.get(required) or (required.name if required.base == "enum" else required.base)
    return text + (" or none" if of_type.optional else "")


_PARAMETERS = (INTEGER, FLAG, CARD, CARD, PLAYER, TEAM, CARDS, STACK)


def _parameters(g: Sketch, most: int) -> tuple[dict[str, Type], str]:
    names: dict[str, Type] = {}
    for _ in range(g.number(0, most)):
        of_type = g.one([*_PARAMETERS, *enumerations(g)])
        if of_type == STACK and not any(item.shape == "stacks" for item in g.zones):
            of_type = PLAYER
        may_be_none = g.often(8) and (of_type != CARDS or g.wide)
        names[g.name("p")] = of_type.or_none() if may_be_none else of_type
    text = ", ".join(f"{name}: {type_name(of_type)}" for name, of_type in names.items())
    for of_type in names.values():
        if of_type.base == "enum":
            g.use(of_type.name)
    return names, f"({text})" if names else ""


# ---- Definitions and routines --------------------------------------------------------------------


def definition(g: Sketch) -> Lines:
    """A name for an expression."""
    of_type = g.one([INTEGER, INTEGER, FLAG, FLAG, CARD, PLAYER, TEAM, CARDS, CARDS, PLAYERS,
                     NUMBERS, SETS, *enumerations(g)])  # fmt: skip
    names, parameters = _parameters(g, 2)
    personal, scored = g.often(30), g.often(15)
    at = Scope(names=dict(names), me=personal, unscored=not scored)
    text = bare(value(g, at, of_type))
    if of_type == CARDS and any(text.removeprefix("my ") == item.name for item in g.zones):
        text = f"({text} + {text})"
    name = g.name("define")
    g.definitions.append(
        Signature(name, tuple(names.values()), of_type, personal=personal, scored=scored)
    )
    return [f"define {name}{parameters} = {text}{g.note()}"]


def placement(g: Sketch) -> Lines:
    """Which card may be put on which."""
    name, upper, lower = g.name("fits"), g.name("u"), g.name("l")
    at = Scope(names={upper: CARD, lower: CARD}, unscored=True, open=True)
    lines = [
        f"clause{number}: {bare(flag(g, at, 2))}{g.note()}" for number in range(g.number(1, 2))
    ]
    g.placements.append(name)
    return [f"placement {name}({upper} on {lower})", *indented(lines)]


def routine(g: Sketch) -> Lines:
    """A name for statements."""
    names, parameters = _parameters(g, 2)
    personal = g.often(50)
    at = Scope(names=dict(names), me=personal, role="routine")
    name = g.name("routine")
    lines = [f"routine {name}{parameters}{g.note()}", *block(g, at, 1, 4)]
    g.routines.append(Signature(name, tuple(names.values()), personal=personal))
    return lines


# ---- Actions and interrupts ----------------------------------------------------------------------


def window(g: Sketch) -> Lines:
    """A window with its interrupts."""
    names, parameters = _parameters(g, 2)
    name = g.name("window")
    deep = f", up to {g.number(2, 3)} deep" if g.often(20) else ""
    lines = [f"window {name}{parameters}{deep}"]
    asked = Scope(names=dict(names), me=True, role="interrupt")
    if g.often(30):
        lines += indented([f"ask {sentence(g, asked)}"])
    if g.often(30):
        lines += indented(["pass", *indented(said_instead(g, asked))])
    for _ in range(g.number(1, 2)):
        at = Scope(names=dict(names), me=True, role="interrupt")
        lines += ["", f"interrupt {g.name('reply')} answers {name}{g.note()}"]
        lines += indented(_premises_and_effects(g, at, least=0, most=2)[0])
    g.windows.append(Signature(name, tuple(names.values())))
    return lines


def trait(g: Sketch) -> Lines:
    """What several actions share; its parameters are players."""
    name = g.name("trait")
    words = [g.name("q") for _ in range(g.number(0, 1))]
    at = Scope(me=True, role="trait", names={})
    above, _ = premises(g, at, least=0, most=1)
    shared = list(at.names.items())
    at.names.update(dict.fromkeys(words, PLAYERS))
    body = [*sequence(g, at, 0, 1), "proceed"] if g.often(50) else ["proceed"]
    if words:
        body.insert(0, f"reveal {g.one(('cards where number = 0', 'my hand'))} to {words[0]}")
    if g.often(40) and not body[0].startswith("end "):
        body += sequence(g, at, 1, 1)
    lines = [*above, "do", *indented(body)]
    given = "(" + ", ".join(words) + ")" if words else ""
    g.traits[name] = words
    found = [f"trait {name}{given}", *indented(lines)]
    for _ in range(g.number(1, 2)):
        values = ", ".join(bare(value(g, Scope(me=True), PLAYERS, 1)) for _ in words)
        made = f" is {name}({values})" if words else f" is {name}"
        found += ["", *_action(g, made, dict(shared))]
    return found


def action(g: Sketch) -> Lines:
    """An action without a trait."""
    return _action(g, "", {})


def _action(g: Sketch, of_trait: str, shared: dict[str, Type]) -> Lines:
    name = g.name("action")
    at = Scope(me=True, role="action", names=dict(shared))
    lines, choices = _premises_and_effects(g, at, least=0, most=3)
    ends_turn = "end turn" in "\n".join(lines) or bool(of_trait)
    given = tuple(choices) + tuple(item for item in shared.items() if item[0].startswith("c"))
    g.actions.append(DeclaredAction(name, given, ends_turn))
    return [f"action {name}{of_trait}{g.note()}", *indented(lines)]


def _premises_and_effects(
    g: Sketch, at: Scope, *, least: int, most: int
) -> tuple[Lines, list[tuple[str, Type]]]:
    if g.often(50):
        above, choices = _play_a_card(g, at)
    else:
        above, choices = premises(g, at, least=least, most=most)
    above += telling(g, at)
    body = sequence(g, at.child(depth=1), 1, 4)
    text = "\n".join([*above, *body])
    idle = [name for name in at.names if name.startswith("n") and times(name, text) < 2]
    if idle:
        words = " and ".join("{" + name + "}" for name in idle)
        body.insert(0, f'say "with {words}"')
    return [*above, "do", *indented(body)], choices


def _play_a_card(g: Sketch, at: Scope) -> tuple[Lines, list[tuple[str, Type]]]:
    """The premise that most actions of real games have."""
    name = g.name("c")
    at.names[name] = CARD
    inner = at.child(open=True).within(CARD)
    where = f" where {bare(flag(g, inner, 1))}" if g.often(35) else ""
    lines = [f"choose {name} from my hand{where}{g.note()}"]
    return lines, [(name, CARD)]


# ---- Standing rules, triggers, and the course of the game ----------------------------------------


def standing(g: Sketch) -> Lines:
    """A rule that always holds; most come to rest."""
    name = g.name("rule")
    limit = g.number(1, 5)
    bodies: list[Callable[[], Lines]] = [
        lambda: [
            "each player clockwise from active",
            f"    draw {limit} - count of my hand from deck to my hand",
        ],
        lambda: [
            f"each p in players where count of hand > {limit + 1}",
            "    move first of p.hand to deck at bottom",
        ],
        lambda: [
            "each player clockwise from starter",
            f"    while count of my hand > {limit + 2}",
            f"        choose {name}c from my hand",
            f"        move {name}c to deck at bottom",
        ],
        lambda: [f"if {bare(flag(g, Scope(), 2))}", "    end game"],
    ]
    if g.often(10):
        return [f"standing {name}{g.note()}", *block(g, Scope(role="standing"), 1, 2)]
    return [f"standing {name}{g.note()}", *indented(g.one(bodies)())]


def trigger(g: Sketch) -> Lines:
    """What happens when a pile runs dry, or a card comes up."""
    piles = [item.name for item in g.zones if item.shape == "pile" and item.holder == "shared"]
    pile = g.use(g.one(piles))
    others = [item.name for item in g.zones if item.holder == "shared" and item.shape != "stacks"]
    other = g.use(g.one(others))
    line = "" if g.often(50) else g.one(g.lines)
    if (pile, line) in g.triggers:
        raise StuckError
    g.triggers.append((pile, line))
    if not line:
        body = [f"move {other} to {pile}", f"shuffle {pile}"]
        body += sequence(g, Scope(role="trigger"), 0, 1) if g.often(30) else []
        return [f"when {pile} runs dry{g.note()}", *indented(body)]
    at = Scope(role="trigger", elements=(CARD,))
    body = [f"move it to {other}"] if g.often(85) else []
    body += sequence(g, at, 0, 2) if body else sequence(g, at, 1, 2)
    return [f"when {line} comes up from {pile}{g.note()}", *indented(body)]


def setup(g: Sketch) -> Lines:
    """Shuffle and deal, and sometimes something more."""
    lines = ["shuffle deck"] if g.often(90) else []
    lines += [
        f"each player {g.one(('clockwise', 'counterclockwise'))} from starter",
        f"    draw {g.number(2, 4)} from deck to my hand",
    ]
    if g.often(50):
        lines.append(f"draw {g.number(1, 4)} from deck to {_shared_zone(g)}")
    if g.often(40):
        lines += sequence(g, Scope(role="setup"), 1, 2)
    return ["setup", *indented(lines)]


def _shared_zone(g: Sketch) -> str:
    found = [item.name for item in g.zones if item.holder == "shared" and item.shape != "stacks"]
    return g.use(g.one(found))


def play(g: Sketch) -> Lines:
    """The course of a game, which has an end."""
    at = Scope(role="play", depth=1)
    way = g.number(0, 5)
    if way == 0:
        inner = at.child(constructs=("rounds",))
        body: Lines = []
        for _ in range(g.number(1, 2)):
            body += [f"phase {g.name('phase')}{g.note()}", *indented(_part(g, inner.child()))]
        lines = [f"rounds until round >= {g.number(2, 6)}", *indented(body)]
    elif way == 1:
        inner = at.child(constructs=("rounds",))
        last = g.one(("end rounds", "end game"))
        body = [*_part(g, inner), f"if round >= {g.number(2, 6)}", f"    {last}"]
        lines = ["rounds", *indented(body)]
    elif way == 2:
        inner = at.child(constructs=("repeat",))
        lines = [f"repeat {g.number(1, 5)} times", *indented(_part(g, inner))]
    else:
        lines = turns(g, at, main=True)
    if g.often(30):
        lines += sequence(g, at, 1, 2)
    return ["play", *indented(lines)]


def _part(g: Sketch, at: Scope) -> Lines:
    """Something that happens in a round."""
    way = g.number(0, 3)
    if way == 0:
        inner = at.child(constructs=(*at.constructs, "each")).acting()
        return [
            f"each player {g.one(('clockwise', 'counterclockwise'))} from starter",
            "    " + one_of(g, in_turn=False),
            *block(g, inner, 1, 2),
        ]
    if way == 1:
        return sequence(g, at, 1, 3)
    return turns(g, at)


# ---- Score and match -----------------------------------------------------------------------------


def score(g: Sketch) -> Lines:
    """What counts; whatever nothing else asks for is counted here."""
    at = Scope(me=True, unscored=True, elements=(PLAYER,))
    lines = [
        f"part{number}: {bare(value(g, at, INTEGER))}{g.note()}" for number in range(g.number(1, 2))
    ]
    return ["score", *indented(lines)]


def winner(g: Sketch) -> Lines:
    """Who wins."""
    at = Scope(me=True, unscored=True, elements=(PLAYER,))
    parts = [f"{g.one(('highest', 'lowest'))} score"] if g.often(85) else []
    while not parts or g.often(20):
        of_type = g.one((INTEGER, INTEGER, FLAG, *enumerations(g)))
        parts.append(f"{g.one(('highest', 'lowest'))} {value(g, at, of_type, 1)}")
    parts = [part + (' "so much"' if g.often(25) else "") for part in parts]
    return ["winner " + " then ".join(parts)]


def match(g: Sketch) -> Lines:
    """Several games, in some rulesets."""
    if not g.often(25):
        return []
    flags = [name for name, of_type in g.options.items() if of_type == FLAG]
    when = f" when {g.use(g.one([*flags, 'count of players > 1']))}" if g.often(40) else ""
    forms = (
        f"match best of {g.number(1, 3)}",
        f"match race to {g.number(1, 5)}",
        f"match of {g.number(1, 2)} games",
        "match of count of players games",
    )
    head = ' "so far"' if g.often(30) else ""
    return [g.one(forms) + head + when + ("" if head else g.note())]
