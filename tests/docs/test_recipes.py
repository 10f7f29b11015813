"""The recipes of the language page play where they are used: in actions, and between turns."""

from __future__ import annotations

import random
import re

import pytest

from cardrules.engine.game import Game
from tests.docs.page_examples import LANGUAGE, Example, analysed, mistakes, shown
from tests.docs.reference_tables import code_spans, rows, section

PAGE = LANGUAGE.read_text(encoding="utf-8")
RECIPES = {row[0]: row[1] for row in rows(section(PAGE, "How do I say ..."))}

ROUNDS = """
play
    rounds until deck is empty
        turns clockwise from leader once
            one of {actions}, otherwise pass
        {lines}
"""
ACTION = """
action recipe
    choose card from my hand
    choose target from opponents
    {premises}
    do
        {lines}
"""
IN_ACTION = ACTION.replace("    {premises}\n", "") + ROUNDS.format(
    actions="recipe", lines="set leader to left of leader"
)
ABOVE_DO = ACTION + ROUNDS.format(actions="recipe", lines="set leader to left of leader")
BETWEEN_TURNS = ROUNDS.replace("{actions}", "play_card, steal")

# Where a recipe stands; `...` is the recipe.
USES: dict[str, list[tuple[str, list[str]]]] = {
    "everybody gets five cards, one at a time": [(IN_ACTION, ["..."]), (BETWEEN_TURNS, ["..."])],
    "draw up to five": [
        (IN_ACTION, ["..."]),
        (BETWEEN_TURNS, ["each player clockwise from leader", "    ..."]),
    ],
    "discard down to five": [
        (IN_ACTION, ["draw 3 from deck to my hand", "..."]),
        (BETWEEN_TURNS, ["each player clockwise from leader", "    ..."]),
    ],
    "flip the top card of the deck": [(IN_ACTION, ["..."]), (BETWEEN_TURNS, ["..."])],
    "look at the top card": [(IN_ACTION, ["..."])],
    "a card at random from another hand": [
        (IN_ACTION, ["..."]),
        (IN_ACTION, ["...", "if stolen is not none", "    add stolen.number to my tricks"]),
    ],
    "look at a hand and take a card": [(IN_ACTION, ["..."])],
    "the other player decides": [(IN_ACTION, ["..."])],
    "lay down a set of cards as a stack of its own": [
        (IN_ACTION, ["..."]),
        (
            ABOVE_DO,
            [
                "choose meld from subsets of my hand where count of it >= 3",
                "do",
                "stack meld to my patch",
            ],
        ),
    ],
    "steal a stack": [
        (IN_ACTION, ["..."]),
        (ABOVE_DO, ["choose stack from opponents.patch", "do", "move stack to my patch"]),
    ],
    "play a card only on one that fits": [
        (IN_ACTION, ["...", "move prey to my won"]),
        (ABOVE_DO, ["...", "do", "stack card on prey to my patch"]),
    ],
    "the highest card takes the trick": [
        (IN_ACTION, ["...", "move best to my won"]),
        (BETWEEN_TURNS, ["...", "if best is not none", "    move best to leader.won"]),
        (BETWEEN_TURNS, ["if table is not empty", "    ...", "    set bait to best.fruit"]),
    ],
    "take all cards that add up to yours": [
        (IN_ACTION, ["...", "add count of captured to my tricks", "move captured to my won"]),
        (ABOVE_DO, ["...", "do", "move captured + only(card) to my won"]),
    ],
    "up to five points of cards": [
        (IN_ACTION, ["...", "add count of gone to my tricks", "move gone to discard"]),
        (ABOVE_DO, ["...", "do", "add sum of number in gone to my tricks"]),
    ],
    "pass two cards to the left, all at once": [(IN_ACTION, ["..."]), (BETWEEN_TURNS, ["..."])],
    "an extra turn": [(IN_ACTION, ["if tricks_of_all < 3", "    ..."])],
    "skip a player": [(IN_ACTION, ["..."])],
    "the other way around": [(IN_ACTION, ["..."])],
    "the last round": [
        (BETWEEN_TURNS, ["set last_round to true", "if last_round", "    end rounds"])
    ],
    "the game ends at once": [(IN_ACTION, ["..."]), (BETWEEN_TURNS, ["..."])],
    "a neighbour": [
        (IN_ACTION, ["set leader to ..."]),
        (IN_ACTION, ["swap my hand with (...).hand"]),
        (IN_ACTION, ["next turn ..."]),
    ],
    "half, rounded down": [
        (IN_ACTION, ["draw ... from deck to table"]),
        (BETWEEN_TURNS, ["repeat ... times", "    draw 1 from deck to table"]),
    ],
    "half, rounded up": [(BETWEEN_TURNS, ["draw ... from deck to table"])],
    "it depends on the number of players": [(IN_ACTION, ["draw ... from deck to my hand"])],
    "a house rule that can be switched on": [(IN_ACTION, ["if open_hands", "    reveal my hand"])],
    "the next turn is that of the highest bid, of equal ones the first clockwise from the leader": [
        (IN_ACTION, ["add card.number to my tricks", "..."]),
    ],
    "of several equal players the next one clockwise from the leader": [
        (BETWEEN_TURNS, ["set leader to ..."]),
        (BETWEEN_TURNS, ["move table to (...).won"]),
        (BETWEEN_TURNS, ["give 1 coin to ..."]),
        (BETWEEN_TURNS, ["let who = ...", "set leader to who", "add 1 to who.tricks"]),
        (BETWEEN_TURNS, ["as ...", "    draw 1 from deck to my hand"]),
        (BETWEEN_TURNS, ["each player clockwise from ...", "    draw 1 from deck to my hand"]),
        (IN_ACTION, ["next turn ..."]),
    ],
    "put a card first into a row (lowest in a pile), or last (on top)": [
        (IN_ACTION, ["move card to my hoard at bottom"]),
        (IN_ACTION, ["move card to my hoard"]),
    ],
}


def _nested(spans: list[str]) -> list[str]:
    """The lines of a recipe, each below the one that opens a block for it."""
    opens = re.compile(r"(repeat|each|while|if|as|together)\b|do$")
    lines: list[str] = []
    depth = 0
    for span in spans:
        lines.append("    " * depth + span)
        depth += bool(opens.match(span))
    return lines


def _text(template: str, lines: list[str], recipe: str) -> str:
    """The recipe at its place in a ruleset."""
    spans = [span.removesuffix(" ...") for span in code_spans(recipe)]
    if "do" in spans:  # what stands below it belongs beside the choices
        at = spans.index("do")
        inside = [spans[0], *["    " + item for item in spans[1:at]], "    do"]
        nested = [*inside, *["        " + item for item in spans[at + 1 :]]]
    else:
        nested = _nested(spans)
    written: list[str] = []
    for line in lines:
        if line.strip() == "...":
            pad = line[: line.index("...")]
            written += [pad + item for item in nested]
        else:
            written.append(line.replace("...", spans[0]))
    if "{premises}" in template:
        at = written.index("do")
        return template.replace("{premises}", "\n    ".join(written[:at])).replace(
            "{lines}", "\n        ".join(written[at + 1 :])
        )
    return template.replace("{lines}", "\n        ".join(written))


CASES = [
    pytest.param(_text(template, lines, RECIPES[name]), id=f"{name}: {'; '.join(lines)}")
    for name, uses in USES.items()
    for template, lines in uses
]


@pytest.mark.parametrize("text", CASES)
def test_a_recipe_plays_where_it_is_used(text: str) -> None:
    extra = "define tricks_of_all = sum of tricks in players\n" if "tricks_of_all" in text else ""
    example = Example(
        page=LANGUAGE, line=0, form="declarations", code=None, text=text + extra, heading=""
    )
    found = mistakes(example)
    assert not found, shown(found) + "\n" + text
    ruleset, _ = analysed(example)
    assert ruleset is not None
    for players in (2, 4):
        game = Game(ruleset, players)
        chance = random.Random(players)
        state = game.start(chance.randrange(100))
        for _ in range(40):
            answers = game.answers(state)
            if not answers:
                break
            state = game.apply_answer(state, answers[chance.randrange(len(answers))])
        assert sum(len(cards) for cards in _static_cards(game, state)) == game.tables.cards


def _static_cards(game: Game, state: object) -> list[tuple[int, ...]]:
    """The cards of all zones, those of stacks in their own places."""
    stacks = {
        number
        for number, (name, _) in enumerate(game.tables.zone_names)
        if game.ruleset.zones[name].shape == "stacks"
    }
    return [cards for zone, cards in enumerate(state.zones) if zone not in stacks]  # type: ignore[attr-defined]


def test_each_recipe_is_used_here_or_is_a_declaration_or_a_choice_of_actions() -> None:
    declared = re.compile(r"`(when|winner|match|turns|one of|seen by|choose card from)\b")
    left = [name for name, recipe in RECIPES.items() if name not in USES]
    assert [name for name in left if not declared.match(RECIPES[name])] == []
    assert [name for name in USES if name not in RECIPES] == []
