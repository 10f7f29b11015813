"""Links between the pages of the documentation lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.page_examples import DOCS

_LINK = re.compile(r"\[[^\]\n]*\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
_FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def _text(page: Path) -> str:
    return _FENCED.sub("", page.read_text(encoding="utf-8"))


def _anchors(page: Path) -> set[str]:
    """The anchors that a Markdown page gets from its headings."""
    plain = (re.sub(r"[^\w\- ]", "", title.lower()) for title in _HEADING.findall(_text(page)))
    return {title.replace(" ", "-") for title in plain}


@pytest.mark.parametrize("page", sorted(DOCS.rglob("*.md")), ids=lambda page: page.name)
def test_links_to_other_pages_and_headings_are_right(page: Path) -> None:
    for target in _LINK.findall(_text(page)):
        if "://" in target:
            continue
        path, _, anchor = target.partition("#")
        other = (page.parent / path).resolve() if path else page
        assert other.exists(), target
        if anchor:
            assert anchor in _anchors(other), target
