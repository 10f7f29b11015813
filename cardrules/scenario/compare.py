"""What the checks of facts have in common: to compare, to tell, and to take values apart."""

from __future__ import annotations

from collections.abc import Mapping

from cardrules.engine.positions.named import brief, wrong
from cardrules.scenario.model import Difference, Fact


def differ(fact: Fact, expected: object, found: object, *details: str) -> list[Difference]:
    if expected == found and isinstance(expected, bool) == isinstance(found, bool):
        return []
    return [
        Difference(
            span=fact.span,
            what=fact.key,
            expected=told(expected),
            found=told(found),
            details=details,
        )
    ]


def told(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return ", ".join(map(told, value)) or "nothing"
    return str(value)


def mapping_of(value: object) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise wrong(f"A mapping is needed here, not `{brief(value)}`.")
    return value


def list_of(value: object) -> list[object]:
    if not isinstance(value, list):
        raise wrong(f"A list is needed here, not `{brief(value)}`.")
    return value
