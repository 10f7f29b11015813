"""Fixes: what they change, what they leave alone, and that safe ones change no meaning."""

from __future__ import annotations

import pytest

from cardrules.analysis.load import analyse_source
from cardrules.diagnostics.model import Edit, Fix
from cardrules.lint.fixing import chosen_edits, edited, fixable
from cardrules.lint.runner import lint_source
from cardrules.source import SourceFile, Span, normalised
from tests.lint.harness import TEXT, text_with


def mended(text: str, *, unsafe: bool = False) -> str:
    """A text after one round of fixes."""
    source = normalised("t", text)
    content = text.encode()
    for edits in chosen_edits(fixable(lint_source(source), unsafe=unsafe)).values():
        new = edited(content, source, edits)
        assert new is not None
        content = new
    return content.decode()


COMMENT = "# lint: ignore CR507, no"


@pytest.mark.parametrize(
    ("line", "rest"),
    [
        (f"define one = 1  {COMMENT}", "define one = 1"),
        (f"{COMMENT}\ndefine one = 1", "define one = 1"),
        (f"    {COMMENT}\ndefine one = 1", "define one = 1"),
        (
            "define one = 1  # lint: ignore CR507 CR502 CR505, no",
            "define one = 1  # lint: ignore CR502, no",
        ),
    ],
)
def test_useless_comments_are_deleted(line: str, rest: str) -> None:
    text = text_with(line)
    assert mended(text) == text_with(rest)
    before, after = (analyse_source(normalised("t", item))[0] for item in (text, text_with(rest)))
    assert before is not None and after is not None
    assert before.definitions["one"].value == after.definitions["one"].value


def test_a_comment_of_one_that_is_found_stays() -> None:
    text = text_with("define one = 1  # lint: ignore CR502")
    assert mended(text) == text


def test_tabs_become_blanks() -> None:
    tabs = TEXT.replace("    ", "\t").replace("play\n", "play\n\t\n\tif deck is empty\n\t")
    want = TEXT.replace("play\n", "play\n\n    if deck is empty\n    ")
    assert mended(tabs) == want
    assert not len(lint_source(normalised("t", want)))


def test_nobody_knows_how_wide_a_tab_is_among_blanks() -> None:
    mixed = TEXT.replace("setup\n    ", "setup\n\t")
    assert mended(mixed, unsafe=True) == mixed


@pytest.mark.parametrize(
    ("line", "rest"),
    [
        ("setup “Shuffle {count of deck}.”", 'setup "Shuffle {count of deck}."'),
        ("setup „Shuffle.“", 'setup "Shuffle."'),
        ("setup “Shuffle “it”.”", "setup “Shuffle “it”.”"),
        ('setup “Shuffle "it".”', 'setup “Shuffle "it".”'),
        ("setup “Shuffle #1.”", "setup “Shuffle #1.”"),
        ("setup “Shuffle.", "setup “Shuffle."),
    ],
)
def test_curly_quotes_become_straight_if_there_is_one_sentence(line: str, rest: str) -> None:
    assert mended(TEXT.replace("setup", line)) == TEXT.replace("setup", rest)


def test_an_unused_declaration_goes_only_if_that_is_wanted() -> None:
    text = text_with("routine never", "    shuffle deck", "    shuffle deck")
    assert mended(text) == text
    assert mended(text, unsafe=True) == TEXT


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_and_a_mark_stay_as_they_are(mark: str, end: str) -> None:
    def as_file(text: str) -> str:
        return mark + text.replace("\n", end)

    text = text_with(f"define one = 1  {COMMENT}", "define two = 2", COMMENT, "define x = 3")
    want = text_with("define one = 1", "define two = 2", "define x = 3")
    assert mended(as_file(text)) == as_file(want)


def test_a_file_that_is_another_one_by_now_stays() -> None:
    source = SourceFile("t", "one two")
    edit = Edit(source=source, span=Span(0, 3), text="1")
    assert edited(b"one two", source, [edit]) == b"1 two"
    assert edited(b"one three", source, [edit]) is None
    assert edited(b"one \xff", source, [edit]) is None


def test_of_fixes_at_one_place_the_first_is_made() -> None:
    source = SourceFile("t", "one two")

    def fix(*spans: tuple[int, int]) -> Fix:
        edits = tuple(Edit(source=source, span=Span(*span), text="") for span in spans)
        return Fix(title="Cut", applicability="safe", edits=edits)

    chosen = chosen_edits([fix((4, 6)), fix((0, 1), (5, 7)), fix((1, 2)), fix((1, 2))])
    assert [edit.span for edit in chosen[source]] == [Span(1, 2), Span(4, 6)]
