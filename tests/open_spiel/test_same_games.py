"""Games that OpenSpiel has too are the same here: who is asked, what is legal, what comes of it."""

from __future__ import annotations

import random
from typing import Any

import attrs
import pytest

from tests.open_spiel import theirs
from tests.open_spiel.follow import DifferentError, follow
from tests.open_spiel.games import EIGHTS, HEARTS, KUHN, LEDUC, TWINS, Twin


def _told(twin: Twin) -> str:
    return f"{twin.name}-{twin.players}"


each = pytest.mark.parametrize("twin", TWINS, ids=_told)


@pytest.fixture
def spiel() -> Any:
    """OpenSpiel; without it the test is skipped."""
    found = theirs.pyspiel()
    if found is None:
        pytest.skip("OpenSpiel is not installed")
    return found


@each
def test_recorded_games_go_the_same_way(twin: Twin) -> None:
    kept = theirs.read(twin)
    assert len(kept) >= 10
    ours = twin.game()
    for game in kept:
        follow(twin, ours, game)


@pytest.mark.parametrize("twin", [KUHN, LEDUC], ids=_told)
def test_recorded_games_come_to_all_ends(twin: Twin) -> None:
    """Somebody gives up, both show their cards, and of equal cards nobody wins."""
    kept = theirs.read(twin)
    assert len(kept) == 50
    last = {game.decisions[-1].taken for game in kept}
    assert last == ({"Pass", "Bet"} if twin is KUHN else {"Fold", "Call"})
    returns = {game.returns[0] for game in kept}
    assert returns >= ({-2, -1, 1, 2} if twin is KUHN else {-5, -3, -1, 0, 1, 3, 5})


@each
def test_what_is_otherwise_is_found(twin: Twin) -> None:
    game = theirs.read(twin)[0]
    first = game.decisions[0]
    less = attrs.evolve(first, legal=first.legal[1:])
    other = attrs.evolve(first, player=(first.player + 1) % twin.players)
    rest = game.decisions[1:]
    ours = twin.game()
    for wrong in (
        attrs.evolve(game, decisions=[less, *rest]),
        attrs.evolve(game, decisions=[other, *rest]),
        attrs.evolve(game, decisions=game.decisions[:-1]),
        attrs.evolve(game, returns=[item + 1 for item in game.returns]),
    ):
        with pytest.raises(DifferentError):
            follow(twin, ours, wrong)


# ---- With OpenSpiel ------------------------------------------------------------------------------


@each
def test_recorded_games_are_theirs(twin: Twin, spiel: Any) -> None:
    game = spiel.load_game(twin.theirs)
    for seed, kept in enumerate(theirs.read(twin)):
        assert theirs.play(twin, game, seed) == kept


@each
def test_chance_is_even(twin: Twin, spiel: Any) -> None:
    s = theirs.begun(twin, spiel.load_game(twin.theirs))
    looked, chosen = 0, random.Random(1)
    while not s.is_terminal():
        if s.is_chance_node():
            outcomes = s.chance_outcomes()
            assert [action for action, _ in outcomes] == s.legal_actions()
            assert len({chance for _, chance in outcomes}) == 1
            looked += 1
        s.apply_action(chosen.choice(s.legal_actions()))
    assert looked > 1


def _compare(twin: Twin, spiel: Any, games: int) -> None:
    game, ours = spiel.load_game(twin.theirs), twin.game()
    for seed in range(1000, 1000 + games):
        follow(twin, ours, theirs.play(twin, game, seed))


@pytest.mark.parametrize("twin", [KUHN, LEDUC], ids=_told)
def test_a_thousand_games_go_the_same_way(twin: Twin, spiel: Any) -> None:
    _compare(twin, spiel, 1000)


@pytest.mark.parametrize("twin", [HEARTS, EIGHTS], ids=_told)
def test_games_of_cards_go_the_same_way(twin: Twin, spiel: Any) -> None:
    _compare(twin, spiel, 50)


@pytest.mark.slow
@each
def test_a_thousand_games_of_each_go_the_same_way(twin: Twin, spiel: Any) -> None:
    _compare(twin, spiel, 1000)
