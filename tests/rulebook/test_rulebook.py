"""Rulebooks: nothing is lost, nothing is invented, and house rules are marked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.plain import Plain, fields
from cardrules.rule_ids import without_ids
from cardrules.rulebook.markdown import as_markdown
from cardrules.rulebook.page import as_html
from cardrules.rulebook.sentences import Sentence, in_words, merged
from cardrules.rulesets import load as load_with
from tests.bundled import load, paths
from tests.engine import harness
from tests.rulebook.pages import book_of, page_of

EXPECTED = Path(__file__).parents[1] / "data" / "rulebooks"
HOUSE_RULES = Path(__file__).parents[2] / "examples" / "house_rules"
CHANGED = sorted(
    path for path in HOUSE_RULES.glob("*.rules") if "extends: any" not in path.read_text("utf-8")
)


def origins(part: object) -> Iterator[ir.Origin]:
    """All notes of a ruleset, wherever they stand."""
    if isinstance(part, ir.Origin):
        yield part
    elif isinstance(part, dict):
        for value in part.values():
            yield from origins(value)
    elif isinstance(part, tuple):
        for value in part:
            yield from origins(value)
    elif isinstance(part, Plain):
        for name in fields(type(part)):
            yield from origins(getattr(part, name))


def sentences(ruleset: Ruleset) -> set[str]:
    """All that a ruleset says in notes and in its front matter."""
    found = {origin.sentence for origin in origins(ruleset)}
    found |= {kind.text for kind in ruleset.kinds}
    for option in ruleset.options.values():
        found |= {without_ids(option.help), *map(without_ids, option.value_helps)}
    for text in (ruleset.goal, ruleset.turn, ruleset.end):
        found |= {" ".join(one.split()) for one in re.split(r"(?<=[.!?])\s+", text)}
    return found - {""}


def lost(ruleset: Ruleset, words: str) -> list[str]:
    """The sentences that do not stand in a text."""
    text = " ".join(words.split()).lower()
    return sorted(item for item in sentences(ruleset) if item.lower() not in text)


@pytest.mark.parametrize("path", paths(), ids=lambda path: path.stem)
def test_the_rulebook_of_each_game_is_as_expected(path: Path, update: bool) -> None:
    text = as_markdown(book_of(load(path)))
    expected = EXPECTED / f"{path.stem}.md"
    if update:
        expected.write_text(text, encoding="utf-8")
    assert text == expected.read_text(encoding="utf-8")


def test_no_expected_rulebook_is_without_a_game() -> None:
    assert {path.stem for path in EXPECTED.iterdir()} == {path.stem for path in paths()}


@pytest.mark.parametrize("path", paths(), ids=lambda path: path.stem)
def test_no_sentence_of_a_game_is_lost(path: Path) -> None:
    ruleset = load(path)
    assert lost(ruleset, page_of(book_of(ruleset)).words) == []
    markdown = as_markdown(book_of(ruleset)).replace("\\", "")
    assert lost(ruleset, markdown) == []


@pytest.mark.parametrize("path", CHANGED, ids=lambda path: path.stem)
def test_no_sentence_of_house_rules_is_lost_and_theirs_are_marked(path: Path) -> None:
    ruleset = load_with(path)
    book = book_of(ruleset)
    assert lost(ruleset, page_of(book).words) == []
    # At the top all titles stand once; a bundle has no lines of its own.
    marks = [
        as_html(book).count(f'<span class="house">{title}</span>') for title in book.house_rules
    ]
    assert all(number > 1 for number in marks[:1]), marks


def test_only_what_house_rules_say_is_marked() -> None:
    path = HOUSE_RULES / "answered_reclaim.rules"
    text = as_markdown(book_of(load_with(path)))
    marked = [line for line in text.splitlines() if "**(Answered Reclaim)**" in line]
    assert any("The thief may answer a reclaim" in line for line in marked)
    assert any("Snatch it back" in line for line in marked)
    assert not any("Stalk" in line or "A swarm never goes" in line for line in marked)
    # In a text of the front matter the sentences that were added are marked, and no others.
    (turn,) = [line for line in text.splitlines() if line.startswith("Take one action.")]
    assert turn.count("**(Answered Reclaim)**") == 2
    assert turn.endswith("but no card is drawn then. **(Answered Reclaim)**")


def test_what_depends_on_the_number_of_players_is_told_for_each() -> None:
    (path,) = [path for path in paths() if path.stem == "snatch_it"]
    ruleset = load(path)
    several, one = as_markdown(book_of(ruleset)), as_markdown(book_of(ruleset, 4))
    assert "when 30 cards are left \\[SI-S2\\] (4 players)" in several
    assert "when 15 cards are left \\[SI-S2\\] (5 or 6 players)" in several
    assert "when 30 cards are left \\[SI-S2\\]\n" in one and "15 cards" not in one


def test_sentences_that_hold_only_with_an_option_are_told_beside_it() -> None:
    (path,) = [path for path in paths() if path.stem == "snatch_the_cat"]
    ruleset = load(path)
    by_default = {variant.label: variant for variant in book_of(ruleset).variants}
    told = [rule.text for rule in by_default["neighbours only"].rules]
    assert told == ["only a neighbour may be attacked"]
    book = book_of(ruleset, neighbours_only=True)
    assert "only a neighbour may be attacked" in [r.text for a in book.actions for r in a.rules]
    (variant,) = [item for item in book.variants if item.label == "neighbours only"]
    assert variant.rules == () and variant.usual[0][0] == "yes"


def test_sentences_of_several_numbers_of_players_keep_their_order() -> None:
    a, b, c, d = (Sentence(text) for text in "abcd")
    told = merged({2: [a, b, d], 3: [a, c, d], 4: [a, b, d]})
    assert [(item.text, item.players) for item in told] == [
        ("a", ()), ("b", (2, 4)), ("c", (3,)), ("d", ()),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("numbers", "told"),
    [
        ([1], "1 player"), ([2], "2 players"), ([2, 3], "2 or 3 players"),
        ([2, 3, 4], "2 to 4 players"), ([2, 3, 4, 6], "2 to 4 or 6 players"),
        ([2, 4, 6], "2, 4 or 6 players"),
    ],
)  # fmt: skip
def test_numbers_of_players_in_words(numbers: list[int], told: str) -> None:
    assert in_words(numbers) == told


SAID = """
action give "Give"
    choose card from my hand "any card will do"
    choose target from opponents
    say "{me} gives {card} to {target}"
    do
        move card to target.hand
            say "{target} has {it} and {count of target.hand} in all"
        as target
            draw 1 from deck to my hand
                say "{me} draws {it} for {active}"
        if deck is empty
            say "That was the last: {card}"
        else if count of deck > 3 "a note of else if"
            draw 2 from deck to my hand
                say "{me} {draws|draw} {it}"
        else "a note of else"
            say "nothing is told: {count of deck}"
play
    turns clockwise from starter until deck is empty
        one of give
score
    hand: count of hand
winner highest score
"""


def test_what_the_log_says_is_told_as_it_is_true_of_everybody() -> None:
    ruleset = harness.ruleset(harness.DECK + harness.HAND + SAID)
    (act,) = book_of(ruleset, 2).actions
    assert [(rule.depth, rule.text) for rule in act.rules] == [
        (0, "any card will do"),
        (0, "You give the card to the target"),
        (0, "the target draws a card for you"),
        (0, "That was the last"),
        (0, "a note of else if"),
        (1, "You draw cards"),
        (0, "a note of else"),
        (1, "Nothing is told"),
    ]
