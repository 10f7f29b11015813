"""The card table: which kinds a line stands for, what they are called, and how many there are."""

from __future__ import annotations

import pytest

from cardrules.diagnostics.model import Diagnostic, Diagnostics
from cardrules.diagnostics.render import render_text
from cardrules.source import SourceFile
from cardrules.syntax.frontmatter import parse_front_matter
from cardrules.syntax.frontmatter_model import CardLine, ExprText, FrontMatter

ATTRIBUTES = """\
title: T
players: 2
attributes:
  suit: {type: [hearts, spades, no_suit], default: no_suit}
  rank: {type: integer, default: 0, names: {11: jack, 12: old_queen}}
  set: {type: set of integers, default: []}
  gold: {type: flag, default: false}
cards:
"""


def parse(cards: str, head: str = ATTRIBUTES) -> tuple[FrontMatter, list[Diagnostic]]:
    """Front matter and diagnostics of a card table below `head`."""
    source = SourceFile("test", f"---\n{head}{cards}\n---\n")
    diagnostics = Diagnostics(source)
    front = parse_front_matter(source, diagnostics)
    assert front is not None
    return front, list(diagnostics)


def line(text: str) -> CardLine:
    """The only line of a card table without mistakes."""
    front, found = parse(f"  a_line: {text}")
    assert [render_text(item) for item in found] == []
    return front.lines[0]


def marks(cards: str, head: str = ATTRIBUTES) -> list[tuple[str, str]]:
    """The code of each diagnostic and the characters that it points at."""
    _, found = parse(cards, head)
    return [(item.code, item.source.text[item.span.start : item.span.end]) for item in found]


# Texts.


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rank: [1, 2], text: 'draw {rank} cards.'", ["Draw 1 card.", "Draw 2 cards."]),
        ("rank: [1, 2], text: 'Keep {rank} {card|cards}.'", ["Keep 1 card.", "Keep 2 cards."]),
        ("rank: [1, 2], text: '{rank} point{|s}'", ["1 point", "2 points"]),
        ("rank: [0, -1], text: '{ rank } {one | many}'", ["0 many", "-1 many"]),
        ("rank: 11, text: '{rank} {of|over} {suit}'", ["Jack of no suit"]),
        ("set: [0, 7], text: 'Is {set}.'", ["Is 0/7."]),
        ("text: 'Written {{so}}.'", ["Written {so}."]),
        ("rank: [1, 2], text: Always.", ["Always.", "Always."]),
        ("text: ''", [""]),
        ("rank: 1", [""]),
    ],
)
def test_the_text_of_a_line_is_filled_in_for_each_kind(text: str, expected: list[str]) -> None:
    found = line(f'{{name: "X {{rank}}", {text}, count: 1}}')
    assert [kind.text for kind in found.kinds] == expected
    assert found.has_text == ("text" in text)


def test_a_name_has_doubled_braces_as_plain_ones() -> None:
    assert line('{name: "{{{rank}}}", rank: 3, count: 1}').kinds[0].name == "{3}"


# Kinds.


@pytest.mark.parametrize(
    ("text", "attribute", "expected"),
    [
        ("rank: 3", "rank", [3]),
        ("rank: 2 to 4", "rank", [2, 3, 4]),
        ("rank: -1 to 1", "rank", [-1, 0, 1]),
        ("rank: [5, 3]", "rank", [5, 3]),
        ("suit: spades", "suit", ["spades"]),
        ("suit: [spades, hearts]", "suit", ["spades", "hearts"]),
        ("suit: all", "suit", ["hearts", "spades", "no_suit"]),
        ("set: 3", "set", [frozenset({3})]),
        ("set: [0, 7]", "set", [frozenset({0, 7})]),
        ("set: []", "set", [frozenset()]),
        ("set: 1 to 3", "set", [frozenset({1}), frozenset({2}), frozenset({3})]),
        ("gold: true", "gold", [True]),
        ("gold: [true, false]", "gold", [True, False]),
    ],
)
def test_the_values_of_one_attribute(text: str, attribute: str, expected: list[object]) -> None:
    found = line(f'{{name: "X {{suit}} {{rank}} {{set}} {{gold}}", {text}, count: 1}}')
    assert [kind.values[attribute] for kind in found.kinds] == expected


def test_several_attributes_make_all_combinations_the_last_written_fastest() -> None:
    template = 'name: "{suit} {rank}"'
    first = line(f"{{{template}, rank: 1 to 2, suit: [spades, hearts], count: 1}}")
    assert [kind.name for kind in first.kinds] == ["spades 1", "hearts 1", "spades 2", "hearts 2"]
    second = line(f"{{{template}, suit: [spades, hearts], rank: 1 to 2, count: 1}}")
    assert [kind.name for kind in second.kinds] == ["spades 1", "spades 2", "hearts 1", "hearts 2"]


def test_a_kind_has_all_attributes_in_the_order_of_their_declaration() -> None:
    (kind,) = line("{rank: 3, suit: spades, count: 1}").kinds
    assert list(kind.values.items()) == [
        ("suit", "spades"),
        ("rank", 3),
        ("set", frozenset()),
        ("gold", False),
    ]
    assert (kind.line, kind.span) == ("a_line", line("{count: 1}").span)


# Names.


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("count: 1", ["A line"]),
        ("name: Fixed name, count: 1", ["Fixed name"]),
        (
            'name: "{rank} of {suit}", rank: 10 to 12, suit: spades, count: 1',
            ["10 of spades", "Jack of spades", "Old queen of spades"],
        ),
        ('name: "Swarm {set}", set: [7, 0], count: 1', ["Swarm 0/7"]),
        ('name: "{ rank }{rank}", rank: 3, count: 1', ["33"]),
        ('name: "{suit}", count: 1', ["no suit"]),
        (
            'name: "The {gold} {rank}", gold: [true, false], rank: 3, count: 1',
            ["The gold 3", "The 3"],
        ),
    ],
)
def test_names_of_kinds(text: str, expected: list[str]) -> None:
    assert [kind.name for kind in line(f"{{{text}}}").kinds] == expected


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("  x: {rank: 1 to 3, count: 1}", [("CR208", "x")]),
        ('  x: {name: "{suit}", rank: 1 to 3, count: 1}', [("CR208", "x")]),
        ('  x: {name: "{rank}", rank: [3, 3], count: 1}', [("CR208", "x")]),
        ("  x: {name: A, count: 1}\n  y: {name: A, count: 1}", [("CR208", "y")]),
        ("  x: {name: Y, count: 1}\n  y: {count: 1}", [("CR208", "y")]),
        ('  x: {name: "{gold}", count: 1}', [("CR208", "x")]),
        ('  x: {name: "{rnk}", count: 1}', [("CR206", '"{rnk}"')]),
        ('  x: {name: "{}", count: 1}', [("CR206", '"{}"')]),
        ('  x: {name: "{rank", count: 1}', [("CR206", '"{rank"')]),
        ('  x: {name: "rank}", count: 1}', [("CR206", '"rank}"')]),
        ("  x: {name: 7, count: 1}", [("CR204", "7")]),
        ("  x: {name: {rank}, count: 1}", [("CR204", "{rank}")]),
    ],
)
def test_mistakes_in_names(cards: str, expected: list[tuple[str, str]]) -> None:
    assert marks(cards) == expected


def test_the_first_of_two_equal_names_is_shown() -> None:
    _, (item,) = parse("  x: {name: A, count: 1}\n  y: {name: A, count: 1}")
    (label,) = item.labels
    assert item.source.text[label.span.start : label.span.end] == "x"


# Kinds that are left out.


@pytest.mark.parametrize(
    ("without", "left"),
    [
        ("2", ["1", "3"]),
        ("[1, 3]", ["2"]),
        ("'3'", ["1", "2"]),
    ],
)
def test_kinds_are_left_out_by_their_names(without: str, left: list[str]) -> None:
    found = line(f"{{name: '{{rank}}', rank: 1 to 3, count: [5, 6, 7], without: {without}}}")
    assert [kind.name for kind in found.kinds] == left
    # Each keeps its own count.
    assert [kind.count for kind in found.kinds] == [int(name) + 4 for name in left]


@pytest.mark.parametrize(
    ("without", "mark"),
    [("4", "4"), ("[1, 4]", "4"), ("[1, 2, 3]", "[1, 2, 3]"), ("{a: b}", "{a: b}"), ("[]", "[]")],
)
def test_mistakes_in_what_is_left_out(without: str, mark: str) -> None:
    cards = f"  a: {{name: '{{rank}}', rank: 1 to 3, count: 1, without: {without}}}"
    assert marks(cards) == [("CR208", mark)]


# Counts.


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        ("4", [4, 4, 4]),
        ("0", [0, 0, 0]),
        ("[16, 10, 6]", [16, 10, 6]),
        ("count of players", ["count of players"] * 3),
        ("[1, 2 * count of players, 3]", [1, "2 * count of players", 3]),
    ],
)
def test_counts(count: str, expected: list[int | str]) -> None:
    kinds = line(f'{{name: "{{rank}}", rank: 1 to 3, count: {count}}}').kinds
    found = [kind.count.text if isinstance(kind.count, ExprText) else kind.count for kind in kinds]
    assert found == expected


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("  x: {rank: 1}", [("CR205", "x")]),
        ("  x: {count: -1}", [("CR206", "-1")]),
        ("  x: {count: true}", [("CR204", "true")]),
        ("  x: {count: [1, 2]}", [("CR208", "[1, 2]")]),
        ("  x: {count: []}", [("CR208", "[]")]),
        ('  x: {name: "{rank}", rank: 1 to 3, count: [1, 2]}', [("CR208", "[1, 2]")]),
        ('  x: {name: "{rank}", rank: 1 to 2, count: [1, -2]}', [("CR206", "-2")]),
        ('  x: {name: "{rank}", rank: 1 to 2, count: [1, [2]]}', [("CR204", "[2]")]),
        ("  x: {count: 1001}", [("CR208", "cards")]),
        ("  x: {count: 600}\n  y: {count: 401}", [("CR208", "cards")]),
        ("  x: {count: 600}\n  y: {count: 400}", []),
        ("  x: {count: 501}\ndecks: 2", [("CR208", "cards")]),
        ("  x: {count: 501}\ndecks: count of players", []),
    ],
)
def test_mistakes_in_counts(cards: str, expected: list[tuple[str, str]]) -> None:
    assert marks(cards) == expected


# Values.


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("  x: {rnk: 3, count: 1}", [("CR203", "rnk")]),
        ("  x: {rank: queen, count: 1}", [("CR204", "queen")]),
        ("  x: {rank: all, count: 1}", [("CR204", "all")]),
        ("  x: {rank: true, count: 1}", [("CR204", "true")]),
        ("  x: {rank: , count: 1}", [("CR204", "")]),
        ("  x: {rank: [], count: 1}", [("CR206", "[]")]),
        ("  x: {rank: [1, [2]], count: 1}", [("CR204", "[2]")]),
        ("  x: {rank: {a: 1}, count: 1}", [("CR204", "{a: 1}")]),
        ("  x: {rank: 3 to 1, count: 1}", [("CR206", "3 to 1")]),
        ("  x: {rank: 0 to 9999999999, count: 1}", [("CR206", "0 to 9999999999")]),
        ("  x: {rank: 1 to 501, count: 1}", [("CR208", "1 to 501")]),
        ("  x: {suit: diamonds, count: 1}", [("CR206", "diamonds")]),
        ("  x: {suit: 3, count: 1}", [("CR204", "3")]),
        ("  x: {suit: 1 to 3, count: 1}", [("CR206", "1 to 3")]),
        ("  x: {suit: [spades, heart], count: 1}", [("CR206", "heart")]),
        ("  x: {set: a, count: 1}", [("CR204", "a")]),
        ("  x: {set: [1, a], count: 1}", [("CR204", "a")]),
        ("  x: {set: [1, 1], count: 1}", [("CR206", "1")]),
        ("  x: {gold: yes, count: 1}", [("CR206", "yes")]),
        ("  x: {gold: 1, count: 1}", [("CR204", "1")]),
        ("  x: 9", [("CR204", "9")]),
        ("  X: {count: 1}", [("CR206", "X")]),
        ("  {}", [("CR206", "{}")]),
        ("  [a]", [("CR204", "[a]")]),
    ],
)
def test_mistakes_in_lines(cards: str, expected: list[tuple[str, str]]) -> None:
    assert marks(cards) == expected


def test_a_named_number_is_told_by_its_number() -> None:
    _, (item,) = parse("  x: {rank: old_queen, count: 1}")
    assert "`old_queen` is the name of 12" in item.help


def test_a_misspelt_value_is_told_what_is_near() -> None:
    _, (item,) = parse("  x: {suit: heart, count: 1}")
    assert item.help == "Did you mean `hearts`?"


def test_an_attribute_that_lines_lack_is_reported_once_for_all_of_them() -> None:
    head = "title: T\nplayers: 2\nattributes: {rank: integer, gold: flag}\ncards:\n"
    cards = "".join(f"  line_{n}: {{gold: true, count: 1}}\n" for n in range(8))
    _, (item,) = parse(f"  whole: {{rank: 1, gold: true, count: 1}}\n{cards}", head)
    assert item.code == "CR208"
    assert item.message == (
        "The card lines `line_0`, `line_1`, `line_2`, `line_3`, `line_4` and 3 more give no value "
        "for the attribute `rank`, which has no default."
    )
    assert "`rank: {type: integer, default: 0}`" in item.help
    (label,) = item.labels
    assert item.source.text[label.span.start : label.span.end] == "rank"


@pytest.mark.parametrize(
    ("first", "named"),
    [("", "line `x` gives"), ("  w: {count: 1}\n", "lines `w` and `x` give")],
)
def test_the_lines_that_lack_an_attribute_are_named(first: str, named: str) -> None:
    head = "title: T\nplayers: 2\nattributes: {rank: integer}\ncards:\n"
    _, (item,) = parse(f"{first}  x: {{count: 1}}", head)
    assert named in item.message


def test_a_misspelt_attribute_is_not_missed_as_well() -> None:
    head = "title: T\nplayers: 2\nattributes: {rank: integer}\ncards:\n"
    assert marks("  x: {rnk: 1, count: 1}", head) == [("CR203", "rnk")]


# Size.


def test_five_hundred_kinds_are_allowed_and_no_more() -> None:
    cards = '  x: {name: "X {rank}", rank: 1 to 499, count: 1}\n  y: {count: 1}\n'
    front, found = parse(cards)
    assert found == []
    assert sum(len(item.kinds) for item in front.lines) == 500
    assert marks(f"{cards}  z: {{count: 1}}\n") == [("CR208", "cards")]


def test_a_huge_product_is_refused_without_making_it() -> None:
    text = '{name: "{rank} {set}", rank: 1 to 500, set: 1 to 500, gold: [true, false], count: 1}'
    front, found = parse(f"  x: {text}\n  y: {{count: 1}}")
    assert [item.code for item in found] == ["CR208"]
    assert [item.kinds for item in front.lines] == [(), ()]
    (label,) = found[0].labels
    assert found[0].source.text[label.span.start : label.span.end] == "x"
