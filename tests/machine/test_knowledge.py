"""Where asking depends on what somebody knows, and that it does not anywhere else."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest

from cardrules.engine.game import Game
from cardrules.engine.playing.moves import Mover
from cardrules.machine.program import Need
from cardrules.model.state import State
from cardrules.model.types import CARD, NONE
from tests.engine.harness import HAND, game
from tests.machine.walks import bundled_games, decisions, random_games

# Random rulesets, of which some need no knowledge.
RULESETS = 20
PILE = "zone heap shared pile, seen by nobody\n"
HOARD = "zone hoard per player pile, seen by owner\n"
OPEN = "zone table shared pile, seen by all\n"
SOMETIMES = """
zone cellar per player spread, seen by all when open_now else owner
variable open_now: flag = false
"""
ONE_TURN = "play\n    turns clockwise from starter once\n"


def needs(rules: str) -> list[Need]:
    """What the questions of a tiny game need."""
    return [need for item in game(rules).program.questions for need in item.needs]


def reasons(rules: str) -> list[str]:
    """Why they need it."""
    return [need.why for need in needs(rules)]


# ---- What is needed ------------------------------------------------------------------------------


def test_a_choice_unless_forced_from_cards_in_an_order() -> None:
    (need,) = needs(f"{HOARD}{ONE_TURN}        choose c unless forced from my hoard\n")
    assert (need.why, need.zones, need.choice) == ("forced", ("hoard",), 0)


def test_a_choice_of_those_that_fit_from_cards_in_an_order() -> None:
    assert reasons(f"{HOARD}{ONE_TURN}        choose c from my hoard where number > 3\n") == [
        "none fits"
    ]


def test_a_choice_among_cards_that_are_held_by_a_name() -> None:
    found = needs(f"{HAND}{ONE_TURN}        let few = my hand\n        choose c from few\n")
    assert [(need.why, need.zones) for need in found] == [("unseen", None)]


def test_a_choice_from_a_zone_that_is_seen_sometimes() -> None:
    (need,) = needs(f"{SOMETIMES}{ONE_TURN}        choose c from my cellar\n")
    assert (need.why, need.zones) == ("unseen", ("cellar",))
    text = game(f"{SOMETIMES}{ONE_TURN}        choose c from my cellar\n").ruleset.text.text
    assert text[need.origin.span.start :].startswith("choose c from my cellar")


def test_a_choice_under_seal_needs_what_any_choice_needs() -> None:
    rules = f"{HOARD}{HAND}play\n    together each player clockwise from starter\n"
    rules += "        choose c unless forced from my hoard where number > 3\n        do\n"
    assert reasons(rules + "            move c to my hand\n") == ["forced", "none fits"]


# ---- What is not ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "choice",
    [
        "choose c unless forced from my hand",
        "choose c from my hand where number > 3",
        "choose few from subsets of my hand where count of it = 2",
        "choose c unless forced from table where number > 3",
        "choose c unless forced from my hand + table",
        "choose whom unless forced from opponents",
        "choose c from my hoard",
        "choose c from fitting",
    ],
)
def test_what_is_chosen_where_all_can_see_what_must_be_asked(choice: str) -> None:
    rules = HAND + HOARD + OPEN + "define fitting = table where number > 2\n"
    assert reasons(f"{rules}{ONE_TURN}        {choice}\n") == []
    assert not game(f"{rules}{ONE_TURN}        {choice}\n").program.needs_knowledge


def test_an_action_is_asked_for_if_there_is_one() -> None:
    rules = HAND + HOARD + "play\n    turns clockwise from starter once\n        one of go\n"
    assert reasons(rules + "action go\n    choose c from my hoard where number > 3\n    do\n"
                   "        move c to my hand\n") == []  # fmt: skip


# ---- In play -------------------------------------------------------------------------------------


class Nonsense:
    """Masks that are forgotten at once, and that are others each time that they are looked at."""

    def __init__(self, mask: Callable[[], int]) -> None:
        self._mask = mask

    def __getitem__(self, index: Any) -> Any:
        return self if isinstance(index, slice) else self._mask()

    def __setitem__(self, index: int, value: int) -> None:
        pass

    def __iter__(self) -> Iterator[int]:
        # A position is told from another one by whatever else there is.
        return iter(())


def _told_by_zones(self: Mover, s: State, of_type: Any, value: Any) -> int:
    """Who may be told a value, as an engine says it that knows only who sees which zone."""
    if value == NONE or of_type != CARD:
        return _TOLD(self, s, of_type, value)
    zone = s.place[value]
    rest = self.rest_mask(s, zone)
    return self.top_mask(s, zone) & rest if self.ordered[zone] else rest


_TOLD = Mover.told


def _asked(of: Game, seed: int) -> list[Any]:
    """What is asked in a game, with the answers, and where everything lies then."""
    found: list[Any] = []
    for s in decisions(of, seed):
        answers = of.answers(s) if s.pending is not None else ()
        some = list(answers[:40])
        found.append((s.pending, len(answers), some, s.zones[:], s.vars[:], s.turn, s.round))
    return found


def _without_knowledge(
    monkeypatch: pytest.MonkeyPatch, of: Game, seed: int, mask: Callable[[], int]
) -> list[Any]:
    with monkeypatch.context() as m:
        m.setattr(Mover, "told", _told_by_zones)
        for part in ("known", "among", "blur"):
            m.setattr(State, part, property(lambda s: Nonsense(mask), lambda s, value: None))
        return _asked(of, seed)


def _same(monkeypatch: pytest.MonkeyPatch, of: Game, seed: int) -> None:
    chance = random.Random(seed)
    for mask in (lambda: 0, lambda: chance.randrange(1 << (of.players + 1))):
        assert _without_knowledge(monkeypatch, of, seed, mask) == _asked(of, seed)


def test_bundled_games_ask_the_same_without_knowledge(monkeypatch: pytest.MonkeyPatch) -> None:
    optional = [of for of in bundled_games() if not of.program.needs_knowledge]
    assert len(optional) > 5
    for of in optional:
        for seed in range(3):
            _same(monkeypatch, of, seed)


def _optional() -> Iterator[Game]:
    for of in random_games(count()):
        if not of.program.needs_knowledge and of.program.questions:
            yield of


def test_random_games_ask_the_same_without_knowledge(monkeypatch: pytest.MonkeyPatch) -> None:
    for of, seed in zip(_optional(), range(RULESETS), strict=False):
        _same(monkeypatch, of, seed)


def test_without_knowledge_another_game_asks_something_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is called needed is: that all were shown the cards of a pile is forgotten."""
    of = game(f"""
{HOARD}
setup
    draw 2 from deck to (first of players).hoard
    reveal (first of players).hoard
play
    as first of players
        choose c from my hoard where number = 1
        if c is not none
            move c to deck
""")
    assert of.program.needs_knowledge
    assert _asked(of, 0) != _without_knowledge(monkeypatch, of, 0, lambda: 0)
