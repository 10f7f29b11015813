"""CR537: house rules that change lines of the rules and say nothing."""

from __future__ import annotations

import pytest

from cardrules.house_rules.combining import put_together
from cardrules.lint.runner import lint_source
from cardrules.rulesets import base_of
from cardrules.source import normalised

HEAD = "title: To the left\nextends: snatch_the_cat\n"
CHANGE = "in action attack\n    add require target = left of me"


def found(front: str = "", rules: str = CHANGE) -> list[str]:
    """What is found with these house rules."""
    source = normalised("left.rules", f"---\n{HEAD}{front}---\n{rules}\n")
    combined, mistakes = put_together(source, [], base_of)
    assert not len(mistakes), list(mistakes)
    return [f"{item.code} {item.message}" for item in lint_source(combined)]


def test_a_change_without_a_sentence_is_told() -> None:
    assert found() == ["CR537 No sentence says what the house rules `To the left` change."]


@pytest.mark.parametrize(
    ("front", "rules"),
    [
        ("", CHANGE + '    [HR-1] "attack to the left"'),
        ("turn: {add: House rule. Attack to the left.}\n", CHANGE),
        (
            "",
            'in action attack\n    replace first say\n        say "{me} charges {target}"',
        ),
        ("cards:\n  trap: {count: 10}\n", ""),
        ('cards:\n  trap: {text: "It stops who attacks to the left."}\n', CHANGE),
    ],
)
def test_nothing_is_said_where_a_sentence_tells_it(front: str, rules: str) -> None:
    assert found(front, rules) == []
