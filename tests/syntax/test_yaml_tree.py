"""YAML as a tree: values, places, what is refused, and what an author reads about mistakes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardrules.diagnostics.model import Diagnostic, Diagnostics
from cardrules.source import SourceFile, Span
from cardrules.syntax.yaml_tree import (
    MAX_DEPTH,
    MAX_LENGTH,
    BadNode,
    ListNode,
    MapNode,
    Node,
    ScalarNode,
    read_yaml,
)
from tests.calls import calls_of


def read(text: str, before: str = "") -> tuple[Node | None, list[Diagnostic]]:
    """The tree and the diagnostics of a text that stands behind another one."""
    source = SourceFile("test", before + text)
    diagnostics = Diagnostics(source)
    area = Span(len(before), len(source.text))
    return read_yaml(source, area, diagnostics).root, list(diagnostics)


def value(text: str) -> ScalarNode:
    """The value of the key `key`."""
    root, _ = read(f"key: {text}\n")
    assert isinstance(root, MapNode)
    entry = root.get("key")
    assert entry is not None
    assert isinstance(entry.value, ScalarNode)
    return entry.value


def only(text: str) -> Diagnostic:
    """The single diagnostic of a text."""
    _, found = read(text)
    assert len(found) == 1, found
    return found[0]


def marked(item: Diagnostic) -> str:
    """The characters that a diagnostic points at."""
    return item.source.text[item.span.start : item.span.end]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("7", 7),
        ("-7", -7),
        ("+7", 7),
        ("007", 7),
        ("true", True),
        ("False", False),
        ("", None),
        ("~", None),
        ("null", None),
        # Older YAML makes flags, times, octal and floating-point numbers of these.
        ("yes", "yes"),
        ("off", "off"),
        ("12:30", "12:30"),
        ("0x10", "0x10"),
        ("1_000", "1_000"),
        ("1.5", "1.5"),
        ("2001-01-01", "2001-01-01"),
        ('"7"', "7"),
        ("'true'", "true"),
        ("3 to 6", "3 to 6"),
        ("45 if count of players = 3 else 15", "45 if count of players = 3 else 15"),
    ],
)
def test_plain_values_follow_the_core_of_yaml_1_2(text: str, expected: object) -> None:
    found = value(text)
    assert (type(found.value), found.value) == (type(expected), expected)


def test_numbers_of_thousands_of_digits_are_numbers() -> None:
    """`int` refuses so many digits; all that matters is that they are out of every bound."""
    assert value("9" * 10_000).value == int("9" * 20)


@pytest.mark.parametrize(
    ("text", "in_place"),
    [
        ("a + b", "a + b"),
        ("a + b   # why", "a + b"),
        ('"a + b"', "a + b"),
        ("'a + b'", "a + b"),
        ('""', ""),
        ('"a \\x2b b"', None),
        ("'it''s'", None),
        ("a +\n  b", None),
        ("|\n  a + b", None),
        (">\n  a + b", None),
    ],
)
def test_content_is_where_the_very_characters_stand(text: str, in_place: str | None) -> None:
    before = "---\nother: text\n---\n"
    root, _ = read(f"key: {text}\n", before)
    assert isinstance(root, MapNode)
    node = root.entries[0].value
    assert isinstance(node, ScalarNode)
    if in_place is None:
        assert node.content is None
    else:
        assert node.content is not None
        whole = f"{before}key: {text}\n"
        assert whole[node.content.start : node.content.end] == in_place


def test_spans_of_collections_end_where_their_text_ends() -> None:
    text = "a:\n  - 1\n  - [2, 3]\n\n# a remark\nb: {c: 4}\n"
    root, _ = read(text, "---\n")
    assert isinstance(root, MapNode)
    whole = f"---\n{text}"
    spans = [entry.value.span for entry in root.entries]
    assert [whole[span.start : span.end] for span in spans] == ["- 1\n  - [2, 3]", "{c: 4}"]
    assert whole[root.span.start : root.span.end] == text[:-1]


def test_a_key_that_is_given_twice() -> None:
    item = only('a: 1\nb: 2\n"a": 3\n')
    assert (item.code, marked(item)) == ("CR202", '"a"')
    assert item.labels[0].span == Span(0, 1)


def test_the_first_of_two_equal_keys_counts() -> None:
    root, _ = read("a: 1\na: 2\n")
    assert isinstance(root, MapNode)
    assert [entry.value.value for entry in root.entries if isinstance(entry.value, ScalarNode)] == [
        1
    ]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a: &x 1\n", "&x 1"),
        ("a: !!int 1\n", "!!int 1"),
        ("a: ! 1\n", "! 1"),
        ("a: !!python/object/apply:os.getcwd []\n", "!!python/object/apply:os.getcwd []"),
        ("a: &x {b: 1}\n", "&x {"),
        ("a: *x\n", "*x"),
    ],
)
def test_anchors_tags_and_aliases_are_refused(text: str, place: str) -> None:
    item = only(text)
    assert item.code == "CR207"
    assert marked(item).startswith(place[:4])


def test_an_alias_leaves_a_node_that_nobody_reports_again() -> None:
    root, _ = read("a: *x\n")
    assert isinstance(root, MapNode)
    assert isinstance(root.entries[0].value, BadNode)


def test_an_explosion_of_aliases_does_not_grow() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 10)]
    root, found = read("\n".join(lines))
    assert isinstance(root, MapNode)
    assert {item.code for item in found} == {"CR207"}


@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "? "])
def test_deep_nesting_ends_soon(opening: str) -> None:
    def judge() -> None:
        _, found = read("key:\n " + opening * 20_000)
        assert [item.code for item in found] == ["CR005"]

    assert calls_of(judge) < 10 * 20_000


def test_the_deepest_nesting_that_is_allowed() -> None:
    depth = MAX_DEPTH - 1
    assert read(f"key: {'[' * depth}{']' * depth}\n")[1] == []
    assert [item.code for item in read(f"key: {'[' * (depth + 1)}{']' * (depth + 1)}\n")[1]] == [
        "CR005"
    ]


@pytest.mark.parametrize("character", ["\0", "\x07", "\x1b", "\x7f", "\x9f", "\ud800", "\uffff"])
def test_characters_that_yaml_does_not_admit(character: str) -> None:
    item = only(f"title: a{character}b\nplayers: 2\n")
    assert (item.code, marked(item)) == ("CR003", character)
    root, _ = read(f"title: a{character}b\nplayers: 2\n")
    assert isinstance(root, MapNode)
    assert [entry.name for entry in root.entries] == ["title", "players"]


@pytest.mark.parametrize(
    "escape",
    ["\\x1b", "\\0", "\\ud800", "\\u202e", "\\r", "\\N", "\u2067", "\\u200b", "\\ufeff", "\u00ad"],
)
def test_no_control_character_comes_in_by_an_escape(escape: str) -> None:
    item = only(f'a: "b{escape}"\n')
    assert (item.code, marked(item)) == ("CR206", f'"b{escape}"')
    root, _ = read(f'a: "b{escape}"\n"c{escape}": d\n')
    assert isinstance(root, MapNode)
    assert [(entry.name, type(entry.value)) for entry in root.entries] == [("a", BadNode)]


def test_a_very_long_text_is_not_read() -> None:
    root, found = read("a: 1\n" * MAX_LENGTH)
    assert (root, [item.code for item in found]) == (None, ["CR002"])


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("title:Snatch it!\na: 1\n", "title:Snatch it!", "`title: Snatch it!`"),
        ("a: 1\nb:2\n", "b:2", "`b: 2`"),
        ("a:\n  b:single\n  c: 1\n", ":", "`b: single`"),
        ("a: 1\nfoo\n", "foo", "colon"),
        ("a:\n  foo\n  b: 1\n", "foo", "colon after its key"),
        ("title: Snatch: it\n", ":", "quotes around the whole value"),
        ("a:\n  help: so: that\n", ":", "quotes around the whole value"),
        ("title: T\n a: 2\n", ":", "no place for a key"),
        ("a:\n  x:\n    b: 1\n   c: 2\n", "c", "indentation of this line"),
        ("a: 1\n- b\n", "-", "does not belong"),
        ("a:\n\tb: 1\n", "\t", "tab"),
        ("title: @home\n", "@", "quotes"),
        ("title: `home`\n", "`", "backquote"),
        ("title: %home\n", "%", "quotes"),
        ("title: * star\n", "*", "quotes"),
        ("title: & more\n", "&", "quotes"),
        ("a: > 3\n", ">", "quotes"),
        ("a: ? what\n", "?", "quotes"),
        ("a: - 1\n", "-", "line of its own"),
        ('title: "Snatch\na: 1\n', '"', "never closed"),
        ("a: {b: 'c, d: 1}\ne: 2\n", "'", "never closed"),
        ('title: "Snatch" it\n', "i", "quotes around the whole value"),
        ("name: {rank} of\n", "o", "quotes around the whole value"),
        ("a: {name: {rank} of, b: 1}\n", "o", "quotes around the whole value"),
        ("a: {name: Crawler {n}, b: 1}\n", "{", "quotes around the whole value"),
        ("a: {b: 1, c: [2\n", "[", "never closed"),
        ("a: {b: 1\n", "{", "never closed"),
        ("a: [x, y\n  b: z]\n", ":", "comma or the closing `]`"),
        ("a: {b: [2]]}\n", "]", "closes nothing"),
        ('a: "b\\qc"\n', "q", "escape"),
        ('a: "b\\U00110000"\n', "", "escape"),
        ("a: !<foo\n", "!", "special meaning"),
        ("a: !x!y z\n", "!", "special meaning"),
        ("a: 1\n--- b\n", "---", "second YAML document"),
        ("a: 1\n...\nb: 2\n", ".", "`---` as the last line"),
        ("%YAML 9.9\n--- a\n", "%", "directives"),
        ("%YAML " + "9" * 5000 + ".1\na: 1\n", "", "from here on"),
        ("a: [b,, c]\n", ",", "value is missing"),
    ],
)
def test_mistakes_are_told_in_words(text: str, place: str, words: str) -> None:
    _, found = read(text)
    item = found[0]
    assert item.code == "CR201"
    assert words in f"{item.message} {item.help}"
    assert marked(item) == place


def test_each_broken_section_is_reported_and_the_others_are_read() -> None:
    text = 'title: "Snatch\na: {b: 1}\nlist: [1, 2\n# a remark\nc:\n- 3\nd:4\n'
    root, found = read(text)
    assert [(item.code, item.source.position(item.span.start)[0]) for item in found] == [
        ("CR201", 1),
        ("CR201", 3),
        ("CR201", 7),
    ]
    assert isinstance(root, MapNode)
    assert [entry.name for entry in root.entries] == ["a", "c"]
    assert isinstance(root.entries[1].value, ListNode)


def test_a_list_at_the_margin_is_no_mapping() -> None:
    root, found = read("- a\n- b\n")
    assert isinstance(root, ListNode)
    assert found == []


def test_a_mapping_or_list_is_no_key() -> None:
    root, found = read("[a, b]: 1\n{c}: 2\nd: 3\n")
    assert [item.code for item in found] == ["CR206", "CR206"]
    assert isinstance(root, MapNode)
    assert [entry.name for entry in root.entries] == ["d"]


@pytest.mark.slow
def test_thousands_of_sections_are_given_up_soon() -> None:
    def judge() -> None:
        _, found = read("a: 1\n" * 19_000 + "b: [\n")
        assert "CR201" in {item.code for item in found}

    assert calls_of(judge) < 500 * 19_000


@given(st.text(alphabet=st.characters(exclude_categories=())))
def test_no_text_raises(text: str) -> None:
    read(text)


@given(st.text(alphabet=" \n\t-:?,[]{}#&*!|>'\"%@`\\ax0.~", max_size=60))
def test_no_mixture_of_special_characters_raises(text: str) -> None:
    _, found = read(text, "---\n")
    for item in found:
        assert 4 <= item.span.start <= item.span.end <= len(text) + 4
