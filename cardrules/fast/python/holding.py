"""What is known of names where a test holds, or where it does not."""

from __future__ import annotations

from collections.abc import Mapping

from cardrules.fast.python.folding import number_in
from cardrules.fast.python.statements import Choice, Part, Value


def what_holds(test: Part, made: Mapping[str, Value | Choice], *, holds: bool) -> dict[str, str]:
    """The values of names; `made` says what names were worked out of."""
    found: dict[str, str] = {}
    _note(test, made, holds, found)
    return found


def _note(
    test: Part, made: Mapping[str, Value | Choice], holds: bool, found: dict[str, str]
) -> None:
    if not isinstance(test, str):
        return
    found[test] = str(holds)
    match made.get(test):
        case Value(form="not {}", parts=[inner]):
            _note(inner, made, not holds, found)
        case Value(form="{} == {}" | "{} != {}" as form, parts=[str() as left, str() as right]):
            if holds is (form == "{} == {}"):
                if number_in(right) is not None:
                    found[left] = right
                elif number_in(left) is not None:
                    found[right] = left
        case Choice(otherwise_value="False") as both if holds:
            _note(both.test, made, True, found)
            _note(both.then_value, made, True, found)
        case Choice(then_value="True") as either if not holds:
            _note(either.test, made, False, found)
            _note(either.otherwise_value, made, False, found)
