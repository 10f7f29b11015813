"""CR701 before a game: what could never be worked out is told at its declaration."""

from __future__ import annotations

import pytest

from cardrules.lint.runner import lint_source
from cardrules.source import normalised
from tests.engine.test_work import doubling
from tests.lint.test_linear import HEAD

DEFINITION = "define {name} = max({before}, {before})\n"
PLACEMENT = "placement {name}(a on b)\n    one: {before}(a on b)\n    two: {before}(b on a)\n"
OPTIONS = HEAD.replace("players: 2\n", "players: 2\noptions: {many: {default: 1}}\n")


def found(declared: str) -> list[tuple[str, str]]:
    """The codes of errors that lint finds, and what they mark."""
    source = normalised("much.rules", OPTIONS + declared)
    errors = [item for item in lint_source(source) if item.severity.value == "error"]
    return [(item.code, source.text[item.span.start : item.span.end]) for item in errors]


def test_what_doubles_too_often_is_told_at_the_first_that_is_too_much() -> None:
    first = "define n0 = count of deck\n"
    (code, marked), *others = found(doubling(first, DEFINITION, 60))
    assert code == "CR701" and not others and marked in ("n22", "n23", "n24")
    assert found(doubling(first, DEFINITION, 20)) == []


@pytest.mark.parametrize("first", ["many", "1", "sum of number in cards"])
def test_what_is_the_same_all_the_time_is_worked_out_once(first: str) -> None:
    assert found(doubling(f"define n0 = {first}\n", DEFINITION, 60)) == []


def test_what_goes_through_all_cards_in_each_other_multiplies() -> None:
    much = "sum of " * 9 + "count of deck" + " in cards" * 9
    assert found(f"define much = {much}\n") == [("CR701", "much")]
    assert (
        found(f"define less = {much.replace('sum of ' * 5, '').replace(' in cards' * 5, '')}\n")
        == []
    )


def test_of_placements_too() -> None:
    first = "placement n0(a on b)\n    n: a.number = b.number + count of deck\n"
    ((code, marked),) = found(doubling(first, PLACEMENT, 60))
    assert code == "CR701" and marked[0] == "n"
