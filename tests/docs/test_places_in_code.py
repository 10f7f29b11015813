"""What the pages for those who work on cardrules say of its code is there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs/design").glob("*.md")]
FOLDERS = ("cardrules", "docs", "games", "grammar", "schemas", "tests")
FILES = {
    path.relative_to(ROOT).as_posix()
    for folder in FOLDERS
    for path in (ROOT / folder).rglob("*")
    if "__pycache__" not in path.parts
}
# Names in the code; the others are those of files.
WORDS = {
    word
    for path in sorted((ROOT / "cardrules").rglob("*.py"))
    for word in re.findall(r"\w+", path.read_text(encoding="utf-8"))
}


def spans(page: Path) -> Iterator[str]:
    """What stands between backquotes, but for blocks."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    yield from re.findall(r"`([^`\n]+)`", text)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_and_names_are_there(page: Path) -> None:
    missing = set()
    for span in spans(page):
        if re.fullmatch(r"[\w/]+\.(py|lark|json|rules|md)", span):
            if not any(file == span or file.endswith(f"/{span}") for file in FILES):
                missing.add(span)
        elif re.fullmatch(r"[A-Za-z_]\w*\.\w+", span) and not WORDS.issuperset(span.split(".")):
            missing.add(span)
    assert not missing - {path.name for path in ROOT.iterdir()}
