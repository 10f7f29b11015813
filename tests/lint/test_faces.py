"""What printed faces decide, as far as the checks can tell."""

from __future__ import annotations

import pytest

from cardrules.lint.faces import Faces
from cardrules.model import ir
from tests.engine.harness import ruleset


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("card.number = 3", True),
        ("card.number + 1 > 4", False),
        ("card.number in {3, 4}", True),
        # Collections are no numbers: what is left of one is not worked out.
        ("card.number in {1, 2} - {1}", None),
        ("card.number in {1, 2} + {3}", None),
        ("card.number = count of deck", None),
    ],
)
def test_a_condition_on_a_face_is_worked_out_or_not_known(
    condition: str, expected: bool | None
) -> None:
    rules = ruleset(f"placement fits(card on target)\n    so: {condition}\n")
    placement = rules.placements["fits"]
    (clause,) = placement.clauses
    kind = next(kind for kind in rules.kinds if kind.values["number"] == 3)
    assert isinstance(clause.value, ir.Expr)
    assert Faces(rules).value(clause.value, {placement.card: kind}) is expected
