"""What the classic games tell and ask."""

from __future__ import annotations

from cardrules.engine.showing.narrate import Narrator
from tests.engine.harness import Table
from tests.games.classic.classic import classic


def _played(of: Table, actions: int) -> list[str]:
    """What the spectator is told of so many first legal actions."""
    narrator = Narrator(of.game, "spectator")
    told = []
    for _ in range(actions):
        of.state = of.game.apply(of.state, of.game.legal_actions(of.state)[0])
        told += narrator.lines(of.state, of.state.events)
    return told


def _asked(of: Table) -> str:
    decision = of.game.decision(of.state)
    assert decision is not None
    return decision.prompt


def test_hearts_tells_what_is_passed_to_whom_and_who_takes_the_trick() -> None:
    of = Table(classic("hearts", 3), seed=1)
    assert _asked(of) == "choose 3 cards to pass to Player 2"
    told = _played(of, 6)
    assert "Player 1 passes 3 cards to Player 2" in told
    assert sum(" plays " in line for line in told) == 3
    assert sum(line.endswith(" takes the trick") for line in told) == 1
    assert not any("card in the trick" in line for line in told)


def test_crazy_eights_asks_with_what_is_to_be_followed() -> None:
    of = Table(classic("crazy_eights", 2, max_draw_cards=1), seed=1)
    (turned_up,) = (line for line in of.log("spectator") if " turns up " in line)
    card = turned_up.partition(" turns up ")[2]
    suit = card.split()[-1]
    assert _asked(of) == f"{card} lies there, and {suit} are to be followed: what do you do?"
    of.do("draw_card")
    assert "Player 1 draws a card" in of.log("spectator")


def test_war_tells_both_cards_and_who_wins_them() -> None:
    told = _played(Table(classic("war", 2), seed=1), 2)
    assert sum(" turns up " in line for line in told) == 2
    assert sum("has the higher card and wins 2 cards" in line for line in told) == 1
