"""Comments that ignore warnings: at which lines, for which reason, and when they are of no use."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardrules.lint.runner import lint_source, report_on
from cardrules.lint.selection import selection
from cardrules.rulesets import read_rules
from cardrules.source import normalised
from tests.lint.harness import TEXT, codes_with, found_with, source_with, text_with

UNUSED = "zone attic shared pile, seen by all"


def test_the_game_of_these_tests_is_sound() -> None:
    assert not codes_with()
    assert codes_with(UNUSED) == ["CR502"]


@pytest.mark.parametrize(
    "comment",
    [
        "# lint: ignore CR502, kept for the next edition",
        "# lint: ignore CR502 kept for the next edition",
        "# lint: ignore unused, kept for the next edition",
        "#lint:ignore cr502: kept",
        "# lint: ignore CR502, unused until the next edition",
    ],
)
def test_a_comment_ignores_at_its_line_or_at_the_next_one(comment: str) -> None:
    assert not codes_with(f"{UNUSED}  {comment}")
    assert not codes_with(comment, UNUSED)
    assert not codes_with(comment, "", "# another comment", UNUSED)


def test_nothing_is_ignored_at_other_lines() -> None:
    comment = "# lint: ignore CR502, kept"
    assert codes_with(comment, "define one = 1", UNUSED) == ["CR502"]
    assert codes_with(UNUSED, comment) == ["CR502", "CR901"]


def test_several_codes_have_one_reason() -> None:
    comment = "# lint: ignore CR502, CR507, both for the next edition"
    (useless,) = found_with(f"{UNUSED}  {comment}")
    assert useless.code == "CR901" and useless.message.startswith("`CR507` is not found")


def test_in_a_sentence_it_is_no_comment() -> None:
    assert codes_with(f'{UNUSED} "# lint: ignore CR502, no"') == ["CR502"]
    # A bracket that another comment leaves open is none.
    assert not codes_with(f'{UNUSED} [X-1] "Here # is"  # lint: ignore CR502, [it is')


def test_it_counts_in_the_front_matter() -> None:
    text = TEXT.replace("goal: Win.\n", "").replace("title", "# lint: ignore CR212, told\ntitle")
    # What is missing is said of all of the front matter, at its first line.
    assert not list(lint_source(normalised("t", text)))
    option = "# lint: ignore CR502, kept\n  long: {default: false, help: longer}"
    text = TEXT.replace("cards:", f"options:\n  {option}\ncards:")
    assert not list(lint_source(normalised("t", text)))


def test_one_without_a_reason_ignores_and_is_told() -> None:
    (item,) = found_with(f"{UNUSED}  # lint: ignore CR502")
    assert item.code == "CR902"
    assert item.message == "It is not said why `CR502` is ignored here."


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("", "It is not said what is to be ignored here."),
        ("CR999, no", "There is no diagnostic `CR999` that could be ignored."),
        ("everything", "There is no diagnostic `everything` that could be ignored."),
        ("CR504, it ends", "`CR504` is an error, and errors cannot be ignored."),
    ],
)
def test_what_cannot_be_ignored_is_told(words: str, message: str) -> None:
    (item,) = found_with(f"# lint: ignore {words}", "define one = 1  # lint: ignore CR502, kept")
    assert (item.code, item.message) == ("CR903", message)


def test_an_error_is_not_ignored() -> None:
    found = codes_with("zone twice shared row, seen by nobodyy  # lint: ignore CR301, no")
    assert found == ["CR301"]


def test_what_was_not_looked_for_is_not_called_useless() -> None:
    # Hints on missing texts are looked for only where nothing else is found.
    lines = ("define one = 1", "# lint: ignore CR213, no text", "define two = 2")
    assert codes_with(*lines) == ["CR502", "CR502"]
    source = source_with("define one = 1  # lint: ignore CR505, no")
    only = report_on(source, selection(["CR502", "CR9"])).diagnostics
    assert [item.code for item in only] == ["CR502"]


def test_what_is_ignored_does_not_keep_hints_back() -> None:
    text = text_with("define one = 1  # lint: ignore CR502, kept").replace("goal: Win.\n", "")
    assert [item.code for item in lint_source(normalised("t", text))] == ["CR212"]


def test_with_house_rules_it_counts_in_the_file_where_it_stands(tmp_path: Path) -> None:
    base = tmp_path / "base.rules"
    comment = "  # lint: ignore CR502, kept"
    base.write_text(text_with(f"{UNUSED}{comment}", f"define one = 1{comment}"), encoding="utf-8")
    patch = tmp_path / "patch.rules"
    head = "---\ntitle: More\nextends: base\n---\n"

    def codes(*lines: str) -> list[tuple[str, str, int]]:
        patch.write_text(head + "".join(f"{line}\n" for line in lines), encoding="utf-8")
        source, diagnostics = read_rules(patch)
        assert not len(diagnostics), list(diagnostics)
        # That they say nothing to players is another matter.
        found = [item for item in lint_source(source) if item.code != "CR537"]
        places = [item.source.where(item.span.start) for item in found]
        names = [place.source.name.rpartition("/")[2] for place in places]
        return [
            (item.code, name, place.line)
            for item, name, place in zip(found, names, places, strict=True)
        ]

    assert codes("define two = 2") == [("CR502", "patch.rules", 5)]
    assert not codes(f"define two = 2{comment}")
    # One of the base is for the base as it is; one of the house rules is judged with them.
    assert not codes("define two = one", "in score", "    add twice: two")
    assert codes("define two = one", "in score", f"    add twice: two{comment}") == [
        ("CR901", "patch.rules", 7)
    ]


def test_a_text_with_errors_says_nothing_of_comments() -> None:
    assert codes_with("# lint: ignore CR502, no", "define x = unknown") == ["CR301"]
