"""What comes of operations on numbers that stand there."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping

from cardrules.fast.python.statements import Value

_NUMBER = re.compile(r"-?\d+")
_VALUES = {"True": 1, "False": 0}
SIGNS: Mapping[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
    "%": operator.mod,
    "&": operator.and_,
    "|": operator.or_,
    # No card is below 0.
    "<<": lambda left, right: left << right if right >= 0 else 0,
    ">>": operator.rshift,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def number_in(part: object) -> int | None:
    """The number that a part is, if it stands there."""
    if not isinstance(part, str):
        return None
    if part in _VALUES:
        return _VALUES[part]
    return int(part) if _NUMBER.fullmatch(part) else None


def folded(value: Value) -> str | None:
    """What an expression is, if that is known, or the part that it is."""
    numbers = [number_in(part) for part in value.parts]
    if value.form == "not {}" and numbers[0] is not None:
        return str(not numbers[0])
    if value.form == "{}.bit_count()" and numbers[0] is not None:
        return str(numbers[0].bit_count())
    first, sign, *rest = [*value.form.split(), "", ""]
    if first != "{}" or sign not in SIGNS or rest[:1] != ["{}"] or len(numbers) != 2:  # noqa: PLR2004
        return None
    left, right = numbers
    if left is not None and right is not None and not (sign in ("//", "%") and right == 0):
        return str(SIGNS[sign](left, right))
    if (sign in ("+", "-") and right == 0) or (sign == "*" and right == 1):
        return _name(value.parts[0])
    if (sign == "&" and 0 in numbers) or (sign == "*" and 0 in numbers):
        return "0"
    if (sign == "|" and right == 0) or (sign == "|" and left == 0):
        return _name(value.parts[1 if left == 0 else 0])
    if (sign == "+" and left == 0) or (sign == "*" and left == 1):
        return _name(value.parts[1])
    return None


def _name(part: object) -> str | None:
    return part if isinstance(part, str) else None
