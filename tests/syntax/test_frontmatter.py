"""Front matter as an author writes it: what it means, and what is said about mistakes in it."""

from __future__ import annotations

import random

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardrules.diagnostics.model import Diagnostic, Diagnostics
from cardrules.diagnostics.render import render_text
from cardrules.source import SourceFile, normalised
from cardrules.syntax.frontmatter import MOST_MISTAKES, parse_front_matter
from cardrules.syntax.frontmatter_model import AttributeDecl, ExprText, FrontMatter, OptionDecl
from tests.calls import calls_of

GOOD = """\
title: Snatch it!
source: the rulebook of Snatch it!
goal: Swallow the most creatures.
turn: >
  Snatch a creature,
  or steal a stack.
players: 3 to 6            # or a plain number: 2
teams:
  4: [[1, 3], [2, 4]]
  6: [[1, 4], [2, 5], [3, 6]]
most_actions: 5000
decks: 1 if count of players < 5 else 2
options:
  last_bite_below:
    default: 45 if count of players = 3 else 15
    min: 0
    max: 117 - count of players * hand_size
    help: how many cards lie below the Last Bite
  hand_size: {default: 5, min: 1, max: "10"}
  every_group: {default: false, help: capture all}
  length: {default: single, values: [single, best_of_3, race], help: the match}
attributes:
  family: {type: [crawler, flyer, swarm, none], default: none}
  number: {type: set of integers, default: []}
  power: {type: integer, default: 0}
  rank: {type: integer, default: 0, names: {11: jack, 12: queen}}
  golden: {type: flag, default: false}
cards:
  crawler: {name: "Crawler {number}", family: crawler, number: 1 to 6, count: 9}
  swarm: {family: swarm, number: [0, 7], count: 9}
  radar: {name: "Radar +{power}", power: 1 to 3, count: [16, 10, 6 + count of players]}
  card: {name: "{rank}", rank: 10 to 12, count: 1}
"""
SMALL = "title: T\nplayers: 2 to 4\ncards:\n  a: {count: 1}\n"

WORDS = [
    *("title", "players", "cards", "options", "attributes", "teams", "default", "values", "type"),
    *("names", "count", "name", "a", "b", "1 to 3", "true", "yes", "7", "-1", "all", "{a}"),
    *("integer", "flag", "set of integers", ": ", ":", ", ", "\n", "\n  ", "\n    ", "\t", "- "),
    *("[", "]", "{", "}", '"', "'", "#", "|", ">", "&a", "*a", "!", "~"),
]


def parse(yaml: str, body: str = "rules\n") -> tuple[FrontMatter | None, list[Diagnostic]]:
    """Front matter and diagnostics of a text between its two lines."""
    source = SourceFile("test", f"---\n{yaml}---\n{body}")
    diagnostics = Diagnostics(source)
    return parse_front_matter(source, diagnostics), list(diagnostics)


def good(yaml: str) -> FrontMatter:
    """Front matter without mistakes."""
    front, found = parse(yaml)
    assert [render_text(item) for item in found] == []
    assert front is not None
    return front


def marks(yaml: str) -> list[tuple[str, str]]:
    """The code of each diagnostic and the characters that it points at."""
    _, found = parse(yaml)
    return [(item.code, item.source.text[item.span.start : item.span.end]) for item in found]


def options(yaml: str) -> str:
    """Small front matter with these options."""
    return f"{SMALL}options:\n{yaml}"


def attributes(yaml: str) -> str:
    """Small front matter with these attributes and one card line that gives none of them."""
    return f"title: T\nplayers: 2\nattributes:\n{yaml}cards:\n  line: {{count: 1}}\n"


# What front matter means.


def test_the_plain_values() -> None:
    front = good(GOOD)
    assert (front.title, front.source) == ("Snatch it!", "the rulebook of Snatch it!")
    assert (front.goal, front.end) == ("Swallow the most creatures.", "")
    assert front.turn == "Snatch a creature, or steal a stack."
    assert (front.players_min, front.players_max, front.extends_span) == (3, 6, None)
    assert front.most_actions == 5000
    assert front.teams == {4: ((0, 2), (1, 3)), 6: ((0, 3), (1, 4), (2, 5))}
    assert front.complete


def test_the_rules_text_begins_below_the_second_line() -> None:
    front = good(GOOD)
    assert f"---\n{GOOD}---\nrules\n"[front.body_start :] == "rules\n"
    assert (front.span.start, front.span.end) == (0, front.body_start)


def test_the_places_of_names_and_expressions() -> None:
    front = good(GOOD)
    text = f"---\n{GOOD}---\n"
    declared = [(item.name, item.span) for item in front.options]
    declared += [(item.name, item.span) for item in front.attributes]
    declared += [(line.id, line.span) for line in front.lines]
    assert [text[span.start : span.end] for _, span in declared] == [name for name, _ in declared]
    assert text[front.players_span.start : front.players_span.end] == "3 to 6"
    expressions = [front.decks, front.options[0].default, front.options[1].max]
    for item in (*expressions, front.lines[2].kinds[2].count):
        assert isinstance(item, ExprText)
        assert text[item.span.start : item.span.end] == item.text
    family, *_, rank, _ = front.attributes
    assert [text[span.start : span.end] for span in family.value_spans] == list(family.values)
    assert {n: text[span.start : span.end] for n, span in rank.name_spans.items()} == rank.names
    choice = front.options[3]
    assert [text[span.start : span.end] for span in choice.value_spans] == list(choice.values)


def test_the_values_of_a_choice_may_have_sentences() -> None:
    listed = "  o: {default: a, values: [a, b]}\n"
    told = "  o: {default: a, values: {a: 'the first [A-1]', b: the second}}\n"
    (bare,), (option,) = good(options(listed)).options, good(options(told)).options
    assert bare.values == option.values == ("a", "b")
    assert bare.value_helps == ("", "")
    assert option.value_helps == ("the first [A-1]", "the second")


def test_an_attribute_is_shown_unless_it_says_otherwise() -> None:
    found = good(
        attributes(
            "  a: {type: flag, default: true}\n  b: {type: integer, default: 0, show: false}\n"
            "  c: {type: flag, default: false, show: true}\n"
        )
    )
    assert [item.show for item in found.attributes] == [True, False, True]


def test_the_options() -> None:
    below, hand, flag, choice = good(GOOD).options
    assert (below.type, below.min, below.help) == (
        "number",
        0,
        "how many cards lie below the Last Bite",
    )
    assert (hand.type, hand.default, hand.min) == ("number", 5, 1)
    assert (flag.type, flag.default) == ("flag", False)
    assert (choice.type, choice.default) == ("choice", "single")
    assert choice.values == ("single", "best_of_3", "race")


def test_the_attributes() -> None:
    family, number, power, rank, golden = good(GOOD).attributes
    assert (family.type, family.values, family.default) == (
        "enum",
        ("crawler", "flyer", "swarm", "none"),
        "none",
    )
    assert (number.type, number.default) == ("set", frozenset())
    assert (power.type, power.default) == ("integer", 0)
    assert (rank.type, rank.names) == ("integer", {11: "jack", 12: "queen"})
    assert (golden.type, golden.default) == ("flag", False)


@pytest.mark.parametrize(
    ("yaml", "expected"),
    [
        ("integer", ("integer", ())),
        ("flag", ("flag", ())),
        ("set of integers", ("set", ())),
        ("[red, green]", ("enum", ("red", "green"))),
        ("\n    - red\n    - green", ("enum", ("red", "green"))),
    ],
)
def test_short_forms_of_attributes(yaml: str, expected: tuple[str, tuple[str, ...]]) -> None:
    front, _ = parse(attributes(f"  colour: {yaml}\n"))
    assert front is not None
    (colour,) = front.attributes
    assert (colour.type, colour.values) == expected
    assert colour.default is None


@pytest.mark.parametrize(
    ("yaml", "expected"),
    [("2", (2, 2)), ("1 to 10", (1, 10)), ("'3 to 6'", (3, 6)), ("3  to  3", (3, 3))],
)
def test_players(yaml: str, expected: tuple[int, int]) -> None:
    front = good(f"title: T\nplayers: {yaml}\ncards: {{a: {{count: 1}}}}\n")
    assert (front.players_min, front.players_max) == expected


def test_what_may_be_left_out() -> None:
    front = good(SMALL)
    assert (front.source, front.decks, front.teams) == ("", 1, {})
    assert front.most_actions == 200_000
    assert (front.options, front.attributes) == ((), ())


def test_house_rules_need_a_title_only() -> None:
    front = good("title: T\nextends: snatch_it.rules\n")
    assert front.lines == ()
    assert front.extends_span is not None


def test_texts_over_several_lines_are_one_line() -> None:
    front = good(f"{SMALL}source: >\n  the rulebook\n  of   the\n\n  first edition\n")
    assert front.source == "the rulebook of the first edition"


def test_everything_inside_is_immutable() -> None:
    front = good(GOOD)
    with pytest.raises(TypeError):
        front.teams[4] = ()  # type: ignore[index]
    with pytest.raises(TypeError):
        front.lines[0].kinds[0].values["power"] = 3  # type: ignore[index]
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        front.title = "U"  # type: ignore[misc]


# Where front matter begins and ends.


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("\n---\ntitle: T\n---\n", 1),
        ("title: T\n", 1),
        (" ---\n---\n", 1),
        ("----\n---\n", 1),
        ("---\ntitle: T\n", 1),
        ("---", 1),
        ("---\ntitle: T\n ---\n", 1),
        ("\ufeff---\ntitle: T\n", 1),
    ],
)
def test_without_its_two_lines_there_is_no_front_matter(text: str, line: int) -> None:
    diagnostics = Diagnostics(SourceFile("test", text))
    assert parse_front_matter(diagnostics.source, diagnostics) is None
    (item,) = diagnostics
    assert item.code == "CR004"
    assert item.source.position(item.span.start)[0] == line
    assert "title: My game" in item.help


@pytest.mark.parametrize("text", ["---\n---\n", "---\n---", "---\n\n# nothing\n\n---\n"])
def test_empty_front_matter_lacks_everything(text: str) -> None:
    diagnostics = Diagnostics(SourceFile("test", text))
    front = parse_front_matter(diagnostics.source, diagnostics)
    assert [item.code for item in diagnostics] == ["CR205"] * 3
    assert front is not None
    assert front.body_start == len(text)


def test_line_ends_of_windows_and_a_byte_order_mark() -> None:
    """A source is normalised when it is read; one that is not keeps its offsets all the same."""
    text = "\ufeff" + f"---\n{GOOD}---\nrules\n".replace("\n", "\r\n")
    plain, raw = normalised("test", text), SourceFile("test", text)
    for source in (plain, raw):
        diagnostics = Diagnostics(source)
        front = parse_front_matter(source, diagnostics)
        assert list(diagnostics) == []
        assert front is not None
        assert source.text[front.body_start :].strip() == "rules"
        assert isinstance(front.decks, ExprText)
        assert source.text[front.decks.span.start : front.decks.span.end] == front.decks.text


def test_blanks_behind_the_lines_are_no_matter() -> None:
    diagnostics = Diagnostics(SourceFile("test", f"---  \n{SMALL}--- \t\nrules\n"))
    front = parse_front_matter(diagnostics.source, diagnostics)
    assert list(diagnostics) == []
    assert front is not None
    assert diagnostics.source.text[front.body_start :] == "rules\n"


# Mistakes: the code, and the place that is pointed at.


@pytest.mark.parametrize(
    ("yaml", "expected"),
    [
        ("titel: T\nplayers: 2\ncards: {a: {count: 1}}\n", [("CR203", "titel")]),
        (f"{SMALL}colour: 1\n", [("CR203", "colour")]),
        ("players: 2\ncards: {a: {count: 1}}\n", [("CR205", "---")]),
        ("title: T\n", [("CR205", "---"), ("CR205", "---")]),
        (f"{SMALL}title: U\n", [("CR202", "title")]),
        ("- a\n", [("CR204", "- a")]),
        ("just a text\n", [("CR204", "just a text")]),
        ("title: 1830\nplayers: 2\ncards: {a: {count: 1}}\n", [("CR204", "1830")]),
        ("title: ''\nplayers: 2\ncards: {a: {count: 1}}\n", [("CR206", "''")]),
        ("title: [a]\nplayers: 2\ncards: {a: {count: 1}}\n", [("CR204", "[a]")]),
        (f"{SMALL}source:\n", [("CR204", "")]),
        (f"{SMALL}source: '{'x' * 2001}'\n", [("CR206", f"'{'x' * 2001}'")]),
        (f'{SMALL}source: "a\\x1b[31m"\n', [("CR206", '"a\\x1b[31m"')]),
        (f'{SMALL}source: "a\\ud800"\n', [("CR206", '"a\\ud800"')]),
        (f'{SMALL}source: "a\\u202e"\n', [("CR206", '"a\\u202e"')]),
        (f"{SMALL}source: *a\n", [("CR207", "*a")]),
    ],
)
def test_mistakes_at_the_top(yaml: str, expected: list[tuple[str, str]]) -> None:
    assert marks(yaml) == expected


@pytest.mark.parametrize(
    ("players", "code"),
    [
        ("0", "CR209"),
        ("11", "CR209"),
        ("0 to 3", "CR209"),
        ("3 to 11", "CR209"),
        ("5 to 3", "CR209"),
        ("-1", "CR209"),
        ("3-6", "CR206"),
        ("three", "CR206"),
        ("2.5", "CR206"),
        ("3 to", "CR206"),
        ("[3, 6]", "CR204"),
        ("true", "CR204"),
        ("{min: 3}", "CR204"),
    ],
)
def test_mistakes_in_players(players: str, code: str) -> None:
    yaml = f"title: T\nplayers: {players}\ncards: {{a: {{count: 1}}}}\n"
    assert marks(yaml) == [(code, players)]
    front, _ = parse(yaml)
    assert front is not None
    assert 1 <= front.players_min <= front.players_max <= 10


@pytest.mark.parametrize(
    ("teams", "expected"),
    [
        ("{4: [[1, 3], [2]]}", [("CR209", "[[1, 3], [2]]")]),
        ("{4: [[1, 3], [2, 3, 4]]}", [("CR209", "3")]),
        ("{4: [[1, 3], [2, 4, 5]]}", [("CR209", "5")]),
        ("{4: [[0, 1, 3], [2, 4]]}", [("CR209", "0")]),
        ("{4: [[1, 2, 3, 4]]}", [("CR209", "[[1, 2, 3, 4]]")]),
        ("{4: [[1, 3], [2, 4], []]}", [("CR209", "[]")]),
        ("{6: [[1, 3], [2, 4]]}", [("CR209", "6")]),
        ("{x: [[1], [2]]}", [("CR206", "x")]),
        ("{4: 2}", [("CR204", "2")]),
        ("{4: [1, 2]}", [("CR204", "1"), ("CR204", "2")]),
        ("{4: [[a], [2, 3, 4]]}", [("CR204", "a")]),
        ("[1]", [("CR204", "[1]")]),
    ],
)
def test_mistakes_in_teams(teams: str, expected: list[tuple[str, str]]) -> None:
    yaml = f"{SMALL}teams: {teams}\n"
    assert marks(yaml) == expected
    front, _ = parse(yaml)
    assert front is not None
    assert front.teams == {}


@pytest.mark.parametrize(
    ("yaml", "expected"),
    [
        ("  a: {help: x}\n", [("CR205", "a")]),
        ("  a: 7\n", [("CR204", "7")]),
        ("  a: {default: }\n", [("CR204", "")]),
        ("  a: {default: [1]}\n", [("CR204", "[1]")]),
        ("  a: {default: 3, mim: 1}\n", [("CR203", "mim")]),
        ("  a: {defualt: 3}\n", [("CR203", "defualt")]),
        ("  a: {default:3}\n", [("CR203", "default:3")]),
        ("  a: {default: yes}\n", [("CR206", "yes")]),
        ("  a: {default: Off, help: x}\n", [("CR206", "Off")]),
        ("  a: {default: ''}\n", [("CR206", "''")]),
        ("  a: {default: 3, min: 4}\n", [("CR210", "3")]),
        ("  a: {default: 3, max: 2}\n", [("CR210", "3")]),
        ("  a: {default: 3, min: 5, max: 2}\n", [("CR210", "5")]),
        ("  a: {default: 3, min: true}\n", [("CR204", "true")]),
        ("  a: {default: 99999999999}\n", [("CR206", "99999999999")]),
        ("  a: {default: true, max: 2}\n", [("CR203", "max")]),
        ("  a: {default: x, values: [x, z], min: 2}\n", [("CR203", "min")]),
        ("  a: {default: w, values: [x, z]}\n", [("CR210", "w")]),
        ("  a: {default: 3, values: [x, z]}\n", [("CR204", "3")]),
        ("  a: {default: x, values: [x]}\n", [("CR206", "[x]")]),
        ("  a: {default: x, values: x}\n", [("CR204", "x")]),
        ("  a: {default: x, values: [x, z, x]}\n", [("CR302", "x")]),
        ("  a: {default: x, values: [x, 3]}\n", [("CR204", "3")]),
        ("  a: {default: X, values: [X, z]}\n", [("CR206", "X")]),
        ("  a: {default: 3, help: 3}\n", [("CR204", "3")]),
        ("  A: {default: 3}\n", [("CR206", "A")]),
        ("  a-b: {default: 3}\n", [("CR206", "a-b")]),
        ("  3: {default: 3}\n", [("CR206", "3")]),
    ],
)
def test_mistakes_in_options(yaml: str, expected: list[tuple[str, str]]) -> None:
    yaml = yaml.replace("  a: ", "  opt: ")
    expected = [(code, "opt" if mark == "a" else mark) for code, mark in expected]
    assert marks(options(yaml)) == expected
    front, _ = parse(options(yaml))
    assert front is not None
    assert len(front.options) == 1


def test_a_choice_may_use_the_words_of_older_yaml() -> None:
    (option,) = good(options("  sound: {default: off, values: [on, off]}\n")).options
    assert (option.type, option.default) == ("choice", "off")


@pytest.mark.parametrize(
    "yaml",
    [
        "default: |\n      1 + 2",
        "default: >-\n      1 + 2",
        "default: 1 +\n      2",
        'default: "1 \\x2b 2"',
        "default: 'it''s'",
    ],
)
def test_an_expression_stands_on_one_line_without_escapes(yaml: str) -> None:
    _, (item,) = parse(options(f"  opt:\n    {yaml}\n"))
    assert item.code == "CR206"
    assert "one line" in item.message


@pytest.mark.parametrize(
    ("yaml", "expected"),
    [
        ("  x: number\n", [("CR206", "number")]),
        ("  x: 3\n", [("CR204", "3")]),
        ("  x: []\n", [("CR206", "[]")]),
        ("  x: {}\n", [("CR205", "x")]),
        ("  x: {type: integer, default: 0, defualt: 0}\n", [("CR203", "defualt")]),
        ("  x: {typ: integer}\n", [("CR203", "typ")]),
        ("  x: {type: integer, default: a}\n", [("CR204", "a")]),
        ("  x: {type: integer, default: 1 to 6}\n", [("CR204", "1 to 6")]),
        ("  x: {type: flag, default: 0}\n", [("CR204", "0")]),
        ("  x: {type: flag, default: no}\n", [("CR206", "no")]),
        ("  x: {type: set of integers, default: a}\n", [("CR204", "a")]),
        ("  x: {type: set of integers, default: [1, 1]}\n", [("CR206", "1")]),
        ("  x: {type: [r, g], default: b}\n", [("CR206", "b")]),
        ("  x: {type: [r, g], default: 1}\n", [("CR204", "1")]),
        ("  x: {type: [r, g], default: r, names: {1: a}}\n", [("CR203", "names")]),
        ("  x: {type: integer, default: 0, names: {1: a, 2: a}}\n", [("CR302", "a")]),
        ("  x: {type: integer, default: 0, names: {a: 1}}\n", [("CR206", "a"), ("CR204", "1")]),
        ("  x: {type: integer, default: 0, names: {01: a}}\n", [("CR206", "01")]),
        ("  x: {type: integer, default: 0, names: [a]}\n", [("CR204", "[a]")]),
        ("  x: {type: integer, default: 0, names: {1: A}}\n", [("CR206", "A")]),
        ("  x: {type: [r, r], default: r}\n", [("CR302", "r")]),
        ("  x: {type: [r, all], default: r}\n", [("CR303", "all")]),
        ("  X: {type: integer, default: 0}\n", [("CR206", "X")]),
        ("  count: integer\n", [("CR303", "count")]),
        ("  name: integer\n", [("CR303", "name")]),
    ],
)
def test_mistakes_in_attributes(yaml: str, expected: list[tuple[str, str]]) -> None:
    assert marks(attributes(yaml)) == expected


@pytest.mark.parametrize(
    ("yaml", "expected"),
    [
        ("options: {a: {default: 1}}", [("a", "option")]),
        ("attributes: {a: {type: integer, default: 0}}", [("a", "attribute")]),
        ("attributes: {x: {type: [a, b], default: a}}", []),
        (
            "attributes: {x: {type: [r, g], default: r}, y: {type: [r, g], default: r}}",
            [],
        ),
        ("attributes: {x: {type: [x, y], default: x}}", [("x", "attribute")]),
        (
            "attributes: {x: {type: [r, g], default: r}, r: {type: flag, default: false}}",
            [("r", "value")],
        ),
        (
            "attributes: {x: {type: [r, g], default: r}}\noptions: {g: {default: 1}}",
            [("g", "value")],
        ),
        (
            "attributes: {x: {type: flag, default: false}}\noptions: {x: {default: 1}}",
            [("x", "attribute")],
        ),
    ],
)
def test_names_that_are_declared_twice(yaml: str, expected: list[tuple[str, str]]) -> None:
    """The label points at the first place and says what the name is there."""
    _, found = parse(f"title: T\nplayers: 2\n{yaml}\ncards:\n  a: {{count: 1}}\n")
    assert [item.code for item in found] == ["CR302"] * len(expected)
    for item, (name, role) in zip(found, expected, strict=True):
        (label,) = item.labels
        assert item.source.text[item.span.start : item.span.end] == name
        assert item.source.text[label.span.start : label.span.end] == name
        assert label.span < item.span
        assert label.text == f"the {role}"


# After mistakes.


def test_many_mistakes_are_reported_at_once() -> None:
    yaml = (
        "titel: T\nplayers: 5 to 3\ndecks: 0\n"
        "options: {a: {default: yes}, b: {default: 3, max: 1}}\n"
        "attributes: {c: intger, d: [x, X]}\n"
        "cards: {e: {c: 3, d: y, count: -1}, f: 7}\n"
    )
    assert [code for code, _ in marks(yaml)] == [
        *("CR203", "CR209", "CR206", "CR206", "CR210"),
        *("CR206", "CR206", "CR206", "CR206", "CR204"),
    ]


def test_declarations_with_mistakes_are_declared_all_the_same() -> None:
    front, found = parse(
        "title: T\nplayers: x\noptions: {a: {}, b: {default: q, values: [x, y]}}\n"
        "attributes: {c: {type: integer, default: x}}\ncards: {d: {c: y}, e: 7}\n"
    )
    assert found
    assert front is not None
    assert [option.name for option in front.options] == ["a", "b"]
    assert [attribute.name for attribute in front.attributes] == ["c"]
    assert [line.id for line in front.lines] == ["d", "e"]
    assert front.complete


def test_a_broken_section_leaves_the_others() -> None:
    broken = GOOD.replace("title: Snatch it!", "title: Snatch: it").replace("3 to 6", "6 to 3")
    front, found = parse(broken)
    assert [item.code for item in found] == ["CR201", "CR209"]
    assert front is not None
    assert not front.complete
    assert [line.id for line in front.lines] == ["crawler", "swarm", "radar", "card"]


def test_without_attributes_nothing_is_said_about_cards() -> None:
    front, found = parse(GOOD.replace("set of integers", "[set of"))
    assert [item.code for item in found] == ["CR201"]
    assert front is not None
    assert not front.complete


def test_an_attribute_of_unknown_type_is_not_missed_on_the_lines() -> None:
    front, found = parse(GOOD.replace("type: integer, default: 0}", "type: intger}"))
    assert [item.code for item in found] == ["CR206"]
    assert front is not None
    assert not front.complete


def test_after_a_hundred_mistakes_reading_ends() -> None:
    lines = "".join(f"  x{n}: 7\n" for n in range(500))
    front, found = parse(f"title: T\nplayers: 2\ncards:\n{lines}")
    assert (front, len(found)) == (None, MOST_MISTAKES)


# No text breaks the reader.


@pytest.mark.parametrize(
    "yaml",
    [
        "\0\n",
        f"title: {chr(0) * 300}\n",
        "title: " + "[" * 5_000 + "\n",
        "[" * 50_000,
        "\t\n",
        "\ttitle: T\n",
        "title:\tT\n",
        "title: T\r\rplayers: 2\r",
        "title: \u2028---\u2028\n",
        "? a\n: b\n",
        "title: &a [*a]\n",
        "cards: &a {b: *a}\n",
        "<<: {title: T}\n",
        "%TAG ! tag:example.com,2000:\n",
        "players: " + "9" * 5_000 + "\n",
        "players: " + "9" * 5_000 + " to 3\n",
        "cards: {c: {count: " + "9" * 5_000 + "}}\n",
        "attributes: {a: {type: integer, names: {" + "9" * 5_000 + ": b}}}\n",
        "teams: {" + "9" * 5_000 + ": [[1], [2]]}\n",
        "cards: " + "{c: " * 19 + "1" + "}" * 19 + "\n",
        "cards: {c: {count: []}}\n",
        "title: " + '"\\U0001F600"' + "\n",
        "a: " * 1_000,
    ],
)
def test_hostile_texts_end_soon_with_diagnostics(yaml: str) -> None:
    def judge() -> None:
        _, found = parse(yaml)
        assert found
        assert all(render_text(item) for item in found)

    assert calls_of(judge) < 200_000


def test_large_front_matter_ends_soon() -> None:
    """Every name is unlike every other, so that looking for near names costs the most."""
    names = ", ".join(f"{chr(97 + n % 26) * 9}{n}" for n in range(200))
    lines = "".join(
        f"  l{n}: {{x: {chr(97 + n % 26) * 9}_{n}, y{n}: 1, count: 1}}\n" for n in range(500)
    )
    text = f"title: T\nplayers: 2\nattributes: {{x: [{names}]}}\ncards:\n{lines}"
    assert calls_of(lambda: parse(text)) < 2_000_000


@given(st.text(alphabet=st.characters(exclude_categories=())))
def test_no_text_raises(yaml: str) -> None:
    parse(yaml)


@given(st.lists(st.sampled_from(WORDS), max_size=60))
def test_no_mixture_of_words_raises(words: list[str]) -> None:
    front, found = parse("".join(words) + "\n")
    for item in found:
        assert 0 <= item.span.start <= item.span.end <= len(item.source.text)
        assert render_text(item)
    assert front is None or front.body_start <= len(f"---\n{''.join(words)}\n---\nrules\n")


@given(seed=st.integers(0, 2**32), edits=st.integers(1, 6))
def test_no_damage_to_good_front_matter_raises(seed: int, edits: int) -> None:
    """Characters and lines are deleted, doubled, moved and replaced at random places."""
    chance = random.Random(seed)
    text = GOOD
    for _ in range(edits):
        at = chance.randrange(len(text))
        to = min(len(text), at + chance.choice((1, 1, 2, 10, 80)))
        piece = chance.choice(
            ("", text[at:to] * 2, ":", "\n", "\0", "[", '"', "  ", "-1", "&", "é")
        )
        text = text[:at] + piece + text[to:]
    front, found = parse(text)
    if not found:
        assert front is not None
        assert isinstance(front.options, tuple)
    for declared in front.options + front.attributes if front else ():
        assert isinstance(declared, OptionDecl | AttributeDecl)
