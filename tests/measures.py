"""Figures that are measured: the median of several rounds, and what is wanted."""

from __future__ import annotations

import statistics

import attrs


@attrs.frozen(kw_only=True)
class Measure:
    """A figure: the median of rounds and its range, and what is wanted."""

    name: str
    unit: str
    median: float
    lowest: float
    highest: float
    target: float
    more_is_better: bool

    @property
    def met(self) -> bool:
        """Whether the median reaches the target."""
        if self.more_is_better:
            return self.median >= self.target
        return self.median <= self.target


def measured(
    name: str, unit: str, target: float, values: list[float], *, more_is_better: bool
) -> Measure:
    """The figure of several rounds."""
    return Measure(
        name=name, unit=unit, median=statistics.median(values), lowest=min(values),
        highest=max(values), target=target, more_is_better=more_is_better,
    )  # fmt: skip


def row(item: Measure) -> str:
    """A figure on a line."""
    digits = 0 if item.more_is_better else 1 if item.unit == "microseconds" else 2
    sign = ">=" if item.more_is_better else "<="
    wanted = f"{sign} {item.target:,.{digits}f}"
    spread = f"{item.lowest:,.{digits}f} to {item.highest:,.{digits}f}"
    verdict = "met" if item.met else "NOT MET"
    return (
        f"{item.name:<46} {item.median:>9,.{digits}f} {item.unit:<12} ({spread})"
        f"   target {wanted}: {verdict}"
    )
