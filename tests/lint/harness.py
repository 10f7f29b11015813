"""A small game without a flaw, to which the tests add one."""

from __future__ import annotations

from cardrules.diagnostics.model import Diagnostic
from cardrules.lint.runner import lint_source
from cardrules.source import SourceFile, normalised

TEXT = """---
title: Sound
players: 2
goal: Win.
turn: Act.
cards: {plain: {text: "", count: 9}}
---
zone deck shared pile, seen by nobody, starts with cards
setup
    shuffle deck
play
    shuffle deck
score
    nothing: 0
winner highest score
"""


def text_with(*lines: str) -> str:
    """The game with declarations behind it."""
    return TEXT + "".join(f"{line}\n" for line in lines)


def source_with(*lines: str) -> SourceFile:
    """The same as a source."""
    return normalised("game.rules", text_with(*lines))


def found_with(*lines: str) -> list[Diagnostic]:
    """What is found with these lines."""
    return list(lint_source(source_with(*lines)))


def codes_with(*lines: str) -> list[str]:
    """The codes of what is found with these lines."""
    return [item.code for item in found_with(*lines)]
