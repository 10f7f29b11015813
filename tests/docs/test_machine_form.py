"""The page on what the language will still get: it is not there, and what is there has its name."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from cardrules.analysis.load import analyse_source
from cardrules.machine import code, ending, program
from cardrules.model import ir
from cardrules.source import normalised
from tests.docs.page_examples import DOCS

PAGE = (DOCS / "design" / "machine-form.md").read_text(encoding="utf-8")
_SECTION = re.compile(r"^## (\d+)\. (.*?)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
SECTIONS = {int(number): text for number, _, text in _SECTION.findall(PAGE)}
# What the page would add to the form.
NEW = {
    *("CardAt", "Conceal", "Fire", "Groups", "LayOut", "Lookup", "MarkOf", "Partitions"),
    *("Protect", "Range", "Runs", "SetMark", "Sorted", "TurnOver"),
}
# What the rulesets of the page take for granted.
WORLD = """---
title: World
players: 2 to 4
attributes:
  suit: [red, blue, green, black]
  number: integer
cards:
  plain: {name: "{suit} {number}", suit: all, number: 1 to 9, count: 1}
---
zone deck shared pile, seen by nobody, starts with cards
zone heap shared pile, seen by all
zone hand per player spread, seen by owner
zone patch per player stacks, seen by all
tokens coin per player, supply 30
variable most_bid: integer = 0
variable high_bid: integer = 0
variable to_call: integer = 0
variable hunger per player: integer = 0
variable fed per player: integer = 0
variable slept per player: integer = 0
define triples = subsets of cards where count of it = 3
setup
    shuffle deck
play
    repeat 0 times
        end repeat
score
    nothing: 0
winner highest score
"""


def test_every_part_has_a_section() -> None:
    assert list(SECTIONS) == list(range(1, 17))


def _mistakes(text: str) -> set[int]:
    """The lines of a fragment (from 0) that the program does not understand."""
    world = WORLD
    for word in ("setup", "play", "score", "winner"):
        if re.search(rf"^{word}\b", text, re.MULTILINE):
            world = re.sub(rf"^{word}\b.*\n(?:    .*\n)*", "", world, flags=re.MULTILINE)
    _, diagnostics = analyse_source(normalised("page.rules", world + text))
    before = world.count("\n")
    return {(world + text)[: item.span.start].count("\n") - before for item in diagnostics}


def _declarations(lines: list[str]) -> Iterator[set[int]]:
    """The lines of each declaration."""
    begins = [at for at, line in enumerate(lines) if not line.startswith(" ")]
    for begin, end in zip(begins, [*begins[1:], len(lines)], strict=True):
        yield set(range(begin, end))


@pytest.mark.parametrize("number", SECTIONS)
def test_what_is_marked_as_new_and_nothing_else_is_not_understood(number: int) -> None:
    (text,) = re.findall(r"^```next\n(.*?)^```", SECTIONS[number], re.MULTILINE | re.DOTALL)
    lines = text.splitlines()
    new = {at for at, line in enumerate(lines) if line.endswith("# new")}
    mistakes = _mistakes(text)
    assert new and not mistakes - new, [lines[at] for at in mistakes - new]
    # A mistake hides others: so each declaration is looked at with those in which nothing is new.
    parts = list(_declarations(lines))
    known = {at for part in parts if not part & new for at in part}
    for part in parts:
        alone = "\n".join(lines[at] for at in sorted(known | part)) + "\n"
        assert bool(_mistakes(alone)) == bool(part & new), alone


def _names() -> Iterator[str]:
    yield from re.findall(r"`([A-Z][a-z]+(?:[A-Z][a-z]+)*)(?:\(.*?\))?`", PAGE)


def test_names_of_the_form_are_right() -> None:
    there = {*vars(code), *vars(program), *vars(ir), *vars(ending), "Ruleset", "Tables"}
    assert not NEW & there
    assert set(_names()) <= there | NEW
    assert set(_names()) >= NEW
