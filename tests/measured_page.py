"""Where figures stand on a page: between two marks, the first of which says by what command."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "performance.md"
_TO = "<!-- end of measured -->"


def write(lines: Sequence[str], option: str, page: Path = PAGE) -> None:
    """Put what was measured into the page, in the place of what stood there."""
    begin = f"<!-- measured: python -m tests.bench {option} --write -->"
    text = page.read_text(encoding="utf-8")
    measured = "\n".join([begin, "", *lines, "", _TO])
    pattern = re.compile(f"{re.escape(begin)}.*?{re.escape(_TO)}", re.DOTALL)
    new, number = pattern.subn(lambda _: measured, text)
    if number != 1:
        raise ValueError(f"{page.name} has no place for what is measured.")
    page.write_text(new, encoding="utf-8", newline="\n")
