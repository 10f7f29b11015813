"""One mistake is told once: whatever only follows from it is not reported as well."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardrules.analysis.load import analyse_source
from cardrules.diagnostics.model import Severity
from cardrules.resources import games_dir
from cardrules.source import normalised
from tests.analysis.harness import GAME, analysed, codes

_DECLARED = re.compile(
    r"^(?:zone|tokens|variable|define|placement|routine|window|values) +(\w+)", re.MULTILINE
)
GAMES = sorted(games_dir().rglob("*.rules"))


def _misspelt() -> Iterator[tuple[Path, int]]:
    for path in GAMES:
        for match in _DECLARED.finditer(path.read_text(encoding="utf-8")):
            yield path, match.end(1)


MISSPELT = list(_misspelt())


@pytest.mark.parametrize(("path", "at"), MISSPELT, ids=lambda x: getattr(x, "stem", str(x)))
def test_a_name_that_is_misspelt_where_it_is_declared_is_told_once(path: Path, at: int) -> None:
    text = path.read_text(encoding="utf-8")
    found = analyse_source(normalised(path.name, f"{text[:at]}_x{text[at:]}"))[1]
    name = re.search(r"\w+$", text[:at])
    assert name is not None
    uses = len(re.findall(rf"\b{name.group()}\b", text)) - 1
    assert len(list(found)) <= 1 or uses == 0, [item.message for item in found]


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ("move nowhere + only(card) to table", "CR301"),
        ("move card + target to table", "CR401"),
        ("choose c from deck or table\nmove c to table", "CR401"),
        ("let x = card.fruit is apple or pear", "CR301"),
        ("if nothng in my hand and 3 in nothng\n    shuffle nothng", "CR301"),
        ("each p in playerz where hand is empty\n    draw 1 from deck to p.hand", "CR301"),
        ("let c = first of tabel\nlet n = c.number + c.number\nmove c to table", "CR301"),
        ("together each player clockwise from lead\n    do\n        move c to table", "CR501"),
        ("let table = my hand\nlet x = count of table + table", "CR302"),
        ("let s = first of my patch\nshuffle s", "CR401"),
        ("let s = first of my patch\ndraw 1 from deck to s", "CR401"),
        ("let s = first of my hand\nlet t = top of s", "CR401"),
        ("let s = first of my hand\neach c in s\n    shuffle deck", "CR401"),
        ("let s = first of my hand\nlet n = count of s", "CR401"),
    ],
)
def test_nothing_follows_from_a_mistake(lines: str, code: str) -> None:
    assert codes(lines) == [code]


def test_one_cause_is_told_with_the_number_of_its_lines() -> None:
    text = "shuffle dek\nshuffle dek\n" + "draw 1 from dek to dek\n" + "shuffle dck"
    messages = [item.message for item in analysed(text)[1]]
    assert messages == [
        "Nothing is called `dek` here; 2 more lines have the same mistake.",
        "Nothing is called `dck` here.",
    ]


def test_a_name_of_a_block_is_missing_in_each_declaration_for_itself() -> None:
    block = "    if 1 = 1\n        let who = 3\n    set lead to who\n    set lead to who\n"
    text = f"{GAME}{block}routine other\n{block}"
    found = list(analyse_source(normalised("orchard.rules", text))[1])
    assert [item.code for item in found] == ["CR301", "CR301"]


def test_what_a_word_is_compared_with_is_told_alone() -> None:
    lists = "values doubt: challenge, pass\nvalues barrier: block, pass\n"
    text = GAME.replace("setup\n", lists + "setup\n", 1)
    lines = "    choose reply from {pass}\n    if reply = pass\n        end game\n"
    found = analyse_source(normalised("orchard.rules", text + lines))[1]
    assert [item.code for item in found if item.severity is Severity.ERROR] == ["CR301"]
