"""What house rules make of the scenarios of a game, as text and as data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardrules.diagnostics.model import Diagnostic
from cardrules.diagnostics.render import diagnostic_data
from cardrules.scenario.against import Comparison, Sort
from cardrules.scenario.report import cited

_HEADINGS: dict[Sort, str] = {
    "same": "come out as before",
    "question": "come out as before if a new question is answered in between",
    "changed": "are changed",
    "not applicable": "do not apply",
}


def comparison_lines(found: Sequence[Comparison]) -> Iterator[str]:
    """How many there are of each sort; those that are not as before with what is different."""
    for sort, heading in _HEADINGS.items():
        of_sort = [item for item in found if item.sort == sort]
        if of_sort:
            yield f"{len(of_sort)} of {len(found)} {heading}{'' if sort == 'same' else ':'}"
        if sort != "same":
            for item in of_sort:
                scenario = item.scenario
                place = f"{scenario.source.name}:{scenario.line}"
                yield f"  {scenario.name}{cited(scenario)}  {place}"
                if item.reason and sort != "question":
                    yield f"      {item.reason}"


def comparisons_data(
    found: Sequence[Comparison], mistakes: Sequence[Diagnostic]
) -> dict[str, object]:
    """The same as JSON data."""
    return {
        **{sort: sum(item.sort == sort for item in found) for sort in _HEADINGS},
        "mistakes": [diagnostic_data(item) for item in mistakes],
        "scenarios": [
            {
                "file": item.scenario.source.name,
                "line": item.scenario.line,
                "name": item.scenario.name,
                "rules": list(item.scenario.rules),
                "sort": item.sort,
                "reason": item.reason,
            }
            for item in found
        ],
    }
