"""Wrong rulesets and what their authors read about them.

Each `tests/data/bad/NAME.rules` has one mistake that authors make, some have several; the rendered
messages stand beside it in `NAME.txt`. `pytest --update` writes the messages anew.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardrules import analysis
from cardrules.diagnostics.codes import CODES
from cardrules.diagnostics.model import Severity
from cardrules.diagnostics.render import render_text
from cardrules.syntax import lines, parser
from tests.analysis.bad_rulesets import FOLDER, RULESETS, everything, linted


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.stem)
def test_messages(path: Path, update: bool) -> None:
    found, _ = linted(path)
    assert found, "nothing is wrong with it"
    text = "\n\n".join(render_text(item) for item in found) + "\n"
    expected = path.with_suffix(".txt")
    if update:
        expected.write_text(text, encoding="utf-8")
    assert expected.exists(), "there are no messages yet: run pytest with --update"
    assert text == expected.read_text(encoding="utf-8")


# The wrong rulesets that have several mistakes, with their number.
SEVERAL = {
    "ask_in_wrong_place": 3,
    "attribute_as_operation": 4,
    "cancel_in_interrupt": 2,
    "choice_named_like_a_key": 3,
    "compared_with_line": 4,
    "many_suggestions": 3,
    "move_to_bottom_of": 3,
    "names_of_several_kinds": 2,
    "none_within_condition": 2,
    "reserved_name_and_other_mistake": 2,
    "rounds_without_end": 2,
    "said_in_wrong_place": 6,
    "said_of_what_is_not_there": 6,
    "say_not_last": 2,
    "sentence_braces": 9,
    "sentence_empty": 4,
    "sentence_names": 4,
    "several_mistakes": 5,
    "texts_of_the_front_matter": 17,
    "too_many_mistakes": 101,
    "several_syntax_mistakes": 4,
    "swap_players": 2,
    "syntax_mistake_hides_name": 2,
    "trigger_twice": 2,
    "turn_ended_outside_turns": 3,
    "values_of_ones_own": 9,
}


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.stem)
def test_a_ruleset_with_one_mistake_gets_one_error(path: Path) -> None:
    found, _ = linted(path)
    errors = [item for item in found if item.severity is Severity.ERROR]
    # Warnings are each about something of their own.
    wanted = SEVERAL.get(path.stem, 1 if errors else 0)
    assert len(errors) == wanted, [item.message for item in errors]


def test_no_messages_are_without_their_ruleset(update: bool) -> None:
    orphans = [path for path in FOLDER.iterdir() if not path.with_suffix(".rules").exists()]
    if update:
        for path in orphans:
            path.unlink()
        orphans = []
    assert not orphans
    assert all(path.suffix in (".rules", ".txt") for path in FOLDER.iterdir())


# ---- Every message -------------------------------------------------------------------------------


def test_every_code_that_a_text_can_cause_is_there() -> None:
    codes = {item.code for _, item in everything()}
    # A file that cannot be read is no text; one that is too large has no place here. The codes of
    # the sixth hundred are about scenarios, CR537 and those from CR570 to CR579 about house rules.
    # CR540 is told with `--prove` alone.
    of_rulesets = {code for code in CODES if code[2] in "012345" and code[2:4] != "57"}
    assert of_rulesets - codes == {"CR001", "CR002", "CR537", "CR540"}


MODULES = [parser, lines, *(module for _, module in inspect.getmembers(analysis, inspect.ismodule))]


def _report_calls() -> Iterator[tuple[str, int, int]]:
    """The calls of `report` in the modules: file, first and last line."""
    for module in MODULES:
        path = inspect.getsourcefile(module)
        assert path is not None
        for node in ast.walk(ast.parse(Path(path).read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "report"
            ):
                assert node.end_lineno is not None
                yield path, node.lineno, node.end_lineno


# Reports that no small text causes; where they are tested instead.
ELSEWHERE = {
    "The file has ": "tests/analysis/test_no_text_breaks_it.py",
    "Something in this file is nested": "tests/analysis/test_no_text_breaks_it.py",
    "The traits of all actions": "tests/analysis/test_no_text_breaks_it.py",
}


def test_every_report_is_there() -> None:
    """Each place in the parser and the analysis that reports something does so here."""
    reached = {line for path in RULESETS for line in linted(path)[1]}
    missed = []
    for path_name, first, last in _report_calls():
        if not any((path_name, line) in reached for line in range(first, last + 1)):
            text = "\n".join(
                Path(path_name).read_text(encoding="utf-8").split("\n")[first - 1 : last]
            )
            if not any(part in text for part in ELSEWHERE):
                missed.append(f"{path_name}:{first}")
    assert not missed


# ---- How messages read ---------------------------------------------------------------------------


def test_messages_are_sentences() -> None:
    for path, item in everything():
        assert re.fullmatch(r"[A-Z`'].*[.]", item.message), (path.name, item.message)
        assert not item.help or re.fullmatch(r"[A-Z`].*[.?]", item.help), (path.name, item.help)
        assert item.message.count("`") % 2 == 0, (path.name, item.message)


def test_messages_name_no_tokens_of_the_parser() -> None:
    for path, item in everything():
        text = re.sub(r"`[^`]*`", "", f"{item.message} {item.help}")
        words = set(re.findall(r"\b[A-Z_]{2,}[A-Z0-9_]*\b", text)) - {
            "YAML",
            "UTF",
            "U",
            "ID",
            "IDS",
        }
        assert not words, (path.name, words)


def test_places_are_in_the_text() -> None:
    for path, item in everything():
        for span in (item.span, *(label.span for label in item.labels)):
            assert 0 <= span.start <= span.end <= len(item.source.text), path.name
