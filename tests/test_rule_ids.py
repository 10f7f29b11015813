"""The form of rule IDs is said in one place, and every reader of IDs keeps to it."""

from __future__ import annotations

import json
import re

import pytest

from cardrules.resources import schema_text
from cardrules.rule_ids import cited_ids, front_matter_ids, ids_in, is_rule_id

IDS = ("SN-P2", "A", "R4.1", "RULE-7", "X1-2-B")
NOT_IDS = ("clubs", "if", "n", "Aster", "7", "SN-", "-P2", "SN P2", "SN--P2", "P2a", "", "<n>")


@pytest.mark.parametrize("text", IDS)
def test_an_id(text: str) -> None:
    assert is_rule_id(text)


@pytest.mark.parametrize("text", NOT_IDS)
def test_no_id(text: str) -> None:
    assert not is_rule_id(text)


def test_the_schema_of_scenarios_says_the_same() -> None:
    pattern = json.loads(schema_text("scenario"))["$defs"]["rule"]["pattern"]
    assert all(re.fullmatch(pattern, text) for text in IDS)
    assert [text for text in NOT_IDS if re.fullmatch(pattern, text)] == ["<n>"]


def test_brackets_with_anything_else_cite_nothing() -> None:
    assert ids_in("as in [A-1, A-2] and [B-1 ], not [clubs, A-3] or [see A-4] or A-5") == (
        "A-1",
        "A-2",
        "B-1",
    )


@pytest.mark.parametrize(
    ("line", "ids"),
    [
        ("  suit: [C, D, H, S]", ()),
        ("  suit: {values: [C, [D]], help: 'as usual [X-1]'}  # [X-2]", ("X-1", "X-2")),
        ("- [A, B]", ()),
        ('help: "[X-1, X-2] as usual"', ("X-1", "X-2")),
    ],
)
def test_lists_of_the_front_matter_are_no_ids(line: str, ids: tuple[str, ...]) -> None:
    assert front_matter_ids(line) == ids


def test_a_sentence_of_the_rules_cites_nothing() -> None:
    text = '---\nsuit: [C, D]\n---\nmove card to [clubs] "to [A-1]" # as [A-2,\n# A-3]\nx [A-4]\n'
    assert set(cited_ids(text)) == {"A-2", "A-3", "A-4"}
