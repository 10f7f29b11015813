"""Random front matter: cards, options, teams."""

from __future__ import annotations

from cardrules.model.types import FLAG, INTEGER, NUMBERS, enum_of
from tests.fuzz.sketch import Sketch

_WORDS = ("amber", "blue", "coral", "dusk", "ebony", "flax", "gold", "hazel", "ivory", "jade")
_TEXTS = ("", "Does nothing.", "Is {number} {gem|gems}, {colour}.", "Is {{{colour}}}: {number}.")


def front_matter(g: Sketch) -> str:
    """The front matter between its lines; the sketch knows the names afterwards."""
    low = g.number(1, 3)
    high = g.number(max(low, 2), 5)
    lines = [
        "---",
        "title: Random",
        *_told(g),
        f"players: {low} to {high}" if high > low else f"players: {low}",
    ]
    lines += _teams(g, low, high)
    if g.often(20):
        lines.append(f"decks: {_number(g, 1, 2)}")
        lines.append(f"total: {_number(g, 1, 99)}")
        lines.append("rules: R1 to R9")
    lines += _options(g)
    lines += _attributes(g)
    lines += _cards(g)
    return "\n".join([*lines, "---", ""])


def _told(g: Sketch) -> list[str]:
    """What players are told; without goal and turn a ruleset is not clean."""
    end = ["end: The deck is empty."] if g.often(50) else []
    return ["goal: Win.", g.one(("turn: Act [R-1].", "turn: >\n  Act, or\n  do not.")), *end]


def _teams(g: Sketch, low: int, high: int) -> list[str]:
    found = []
    for number, teams in (
        (3, "[[1], [2, 3]]"),
        (4, "[[1, 3], [2, 4]]"),
        (5, "[[1, 2], [3, 4, 5]]"),
    ):
        if low <= number <= high and g.often(60):
            found.append(f"{number}: {teams}")
    return [f"teams: {{{', '.join(found)}}}"] if found else []


def _number(g: Sketch, low: int, high: int) -> str:
    """A number, sometimes one that depends on the players or on an option."""
    if g.often(75):
        return str(g.number(low, high))
    flags = [name for name, of_type in g.options.items() if of_type == FLAG]
    test = f"count of players > {g.number(1, 3)}"
    if flags and g.often(50):
        test = g.use(g.one(flags))
    return f"{g.number(low, high)} if {test} else {g.number(low, high)}"


def _options(g: Sketch) -> list[str]:
    lines = []
    for _ in range(g.number(0, 3)):
        name = g.name("option")
        which = g.number(0, 2)
        if which == 0:
            low, high = g.number(0, 2), g.number(4, 8)
            lines.append(f"{name}: {{default: {g.number(low, high)}, min: {low}, max: {high}}}")
            g.options[name] = INTEGER
        elif which == 1:
            lines.append(f"{name}: {{default: {g.one(('true', 'false'))}}}")
            g.options[name] = FLAG
        else:
            words = tuple(g.name("way") for _ in range(g.number(2, 3)))
            g.values[name] = words
            told = f"[{', '.join(words)}]"
            if g.often(50):
                told = f"{{{', '.join(f'{word}: the way {word}' for word in words)}}}"
            lines.append(f"{name}: {{default: {words[0]}, values: {told}}}")
            g.options[name] = enum_of(name)
    return ["options:", *(f"  {line}" for line in lines)] if lines else []


def _attributes(g: Sketch) -> list[str]:
    lines = ["attributes:", "  number: {type: integer, default: 0" + _names(g) + "}"]
    g.attributes["number"] = INTEGER
    colours = tuple(g.chance.sample(_WORDS, g.number(2, 4)))
    lines.append(f"  colour: {{type: [{', '.join(colours)}], default: {colours[0]}}}")
    g.attributes["colour"] = enum_of("colour")
    g.values["colour"] = colours
    for name, text, of_type, percent in (
        ("ripe", "{type: flag, default: false}", FLAG, 70),
        ("months", "{type: set of integers, default: []}", NUMBERS, 60),
        ("gems", "{type: integer, default: 1}", INTEGER, 40),
    ):
        if g.often(percent):
            shown = text.replace("}", ", show: false}") if g.often(30) else text
            lines.append(f"  {name}: {shown}")
            g.attributes[name] = of_type
    if g.often(25):  # it has no default, so that each line gives it
        lines.append("  weight: integer")
        g.attributes["weight"] = INTEGER
    if g.often(30):
        words = tuple(g.name("rank") for _ in range(3))
        lines.append(f"  grade: {{type: [{', '.join(words)}], default: {words[0]}}}")
        g.attributes["grade"] = enum_of("grade")
        g.values["grade"] = words
    return lines


def _names(g: Sketch) -> str:
    if not g.often(40):
        return ""
    g.numbers = ["seven", "nine"]
    return ", names: {7: seven, 9: nine}"


def _cards(g: Sketch) -> list[str]:
    lines = ["cards:"]
    for name in ("plain", "wild", "worm")[: g.number(1, 3)]:
        g.lines.append(name)
        parts = [f"number: {g.number(0, 2)} to {g.number(3, 9)}"]
        label = f"{name.capitalize()} {{number}}"
        if g.often(50):
            parts.append("colour: all")
            label += " {colour}"
        for attribute, words in (
            ("ripe", ("true", "false")),
            ("months", ("[1, 2]", "[0, 7]", "[]")),
            ("gems", ("0", "2", "5")),
            ("grade", g.values.get("grade", ("",))),
        ):
            if attribute in g.attributes and g.often(50):
                parts.append(f"{attribute}: {g.one(words)}")
        if "weight" in g.attributes:
            parts.append(f"weight: {g.number(0, 3)}")
        if g.often(90):
            parts.append(f'text: "{g.one(_TEXTS)}"')
        lines.append(
            f'  {name}: {{name: "{label}", {", ".join(parts)}, count: {_number(g, 1, 2)}}}'
        )
    return lines
