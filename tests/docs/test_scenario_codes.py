"""The pages of codes about scenarios: the bad example has this mistake alone, the good one none."""

from __future__ import annotations

import re

import pytest

from cardrules.diagnostics.codes import CODES
from tests.docs.page_examples import DOCS
from tests.scenario.harness import codes_of

_FENCE = re.compile(r"^```yaml scenario( error (\w+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OF_SCENARIOS = [code for code in CODES if code[2] == "6"]


def _examples(code: str) -> list[tuple[str, str]]:
    page = (DOCS / "diagnostics" / f"{code}.md").read_text(encoding="utf-8")
    return [(match[2] or "", match[3]) for match in _FENCE.finditer(page)]


@pytest.mark.parametrize("code", OF_SCENARIOS)
def test_each_page_has_a_bad_and_a_good_example(code: str) -> None:
    assert [found for found, _ in _examples(code)] == [code, ""]


@pytest.mark.parametrize("code", OF_SCENARIOS)
def test_the_bad_example_has_this_mistake_alone(code: str) -> None:
    assert codes_of(_examples(code)[0][1]) == {code}


@pytest.mark.parametrize("code", OF_SCENARIOS)
def test_the_good_example_passes(code: str) -> None:
    assert codes_of(_examples(code)[1][1]) == set()
