"""What fits on what, as a picture: a row for each card, a column for each on which it may lie."""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.lint.placing import Placing
from cardrules.rulebook.markup import Markup, element, together
from cardrules.rulebook.wording import FITTING_HEAD, MOST_LISTED

# With more rows than these a picture could not be read any more.
_MOST_ROWS = 40
# Lengths in pixels: of a cell, of a letter of a label, and of the space at the margin.
_CELL = 26
_LETTER = 6.6
_GAP = 8
_MARK = 15


def picture_of(placing: Placing, title: str) -> Markup | None:
    """The picture of a placement; None if it would be too large, or shows nothing."""
    groups = _groups(placing)
    if not 0 < len(groups) <= _MOST_ROWS:
        return None
    labels = [_label(placing, group) for group in groups]
    side = round(max(map(len, labels)) * _LETTER) + _GAP
    across, down = FITTING_HEAD[1], FITTING_HEAD[0]
    left = side + _GAP
    top = side + _GAP
    grid = _CELL * len(groups)
    width, height = left + grid + _GAP, top + grid + _GAP
    parts = [
        element("title", title),
        element("text", f"{down} \u2193", x=left - _GAP, y=top - _GAP, text_anchor="end",
                class_="axis"),
        element("text", f"{across} \u2192", x=left - _GAP, y=top - _GAP - 16, text_anchor="end",
                class_="axis"),
    ]  # fmt: skip
    for at, label in enumerate(labels):
        middle = at * _CELL + _CELL / 2
        parts.append(element("text", label, x=left - _GAP, y=top + middle + 4, text_anchor="end"))
        x, y = left + middle + 4, top - _GAP
        parts.append(element("text", label, x=x, y=y, transform=f"rotate(-90 {x} {y})"))
        if at % 2 == 0:
            parts.append(
                element("rect", x=left, y=top + at * _CELL, width=grid, height=_CELL, class_="band")
            )
    parts += _cells(placing, groups, left, top)
    return element(
        "svg", together(parts), xmlns="http://www.w3.org/2000/svg", role="img",
        viewBox=f"0 0 {width} {height}", width=width, height=height, class_="placing",
    )  # fmt: skip


def _cells(
    placing: Placing, groups: list[tuple[int, ...]], left: float, top: float
) -> Iterator[Markup]:
    for down, one in enumerate(groups):
        for across, other in enumerate(groups):
            fits = placing.rows[one[0]][other[0]]
            x = left + across * _CELL + (_CELL - _MARK) / 2
            y = top + down * _CELL + (_CELL - _MARK) / 2
            if fits is False:
                yield element("circle", cx=x + _MARK / 2, cy=y + _MARK / 2, r=1.2, class_="no")
            else:
                yield element(
                    "rect", x=x, y=y, width=_MARK, height=_MARK, rx=3,
                    class_="yes" if fits else "perhaps",
                )  # fmt: skip


def _groups(placing: Placing) -> list[tuple[int, ...]]:
    """The kinds that take part, those together that fit and carry alike."""
    columns = tuple(zip(*placing.rows, strict=True))
    found: dict[object, list[int]] = {}
    for at in placing.taking_part:
        found.setdefault((placing.rows[at], columns[at]), []).append(at)
    return [tuple(group) for group in found.values()]


def _label(placing: Placing, group: tuple[int, ...]) -> str:
    names = [placing.kinds[at].name for at in group]
    if len(names) <= MOST_LISTED // 4:
        return ", ".join(names)
    return f"{names[0]} ... {names[-1]}"
