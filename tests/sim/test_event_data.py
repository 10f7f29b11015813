"""Events as data: complete for the referee, and no more than a viewer may know for anybody else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import pytest

import cardrules
from cardrules.engine import events
from cardrules.engine.positions.determinise import renamed
from cardrules.engine.showing import event_lines
from cardrules.engine.showing.view import Viewer
from cardrules.sim import event_data
from cardrules.sim.event_data import EventTeller
from cardrules.sim.players import make_bots
from cardrules.sim.run import Playthrough, play
from tests.bundled import Bundled, at_all_numbers
from tests.sim.tiny import piles

PACKAGE = Path(cardrules.__file__).parent

# The names of events in JSON, which programs rely on.
NAMES = (
    "moved", "revealed", "shuffled", "swapped", "picked", "set", "tokens", "asked", "acted",
    "passed", "chose", "phase", "round", "turn", "stopped", "said", "starter", "game_over",
)  # fmt: skip


def test_every_class_of_event_has_data_and_a_name_of_its_own() -> None:
    assert set(event_data.TELLERS) == set(get_args(events.Event))
    assert sorted(name for name, _ in event_data.TELLERS.values()) == sorted(NAMES)


def test_every_class_of_event_has_a_line_or_is_known_to_have_none() -> None:
    with_a_line, without = set(event_lines.TELLERS), set(event_lines.WITHOUT_A_LINE)
    assert not with_a_line & without
    assert with_a_line | without == set(get_args(events.Event))


def test_every_event_is_of_a_class_and_has_a_documented_cause() -> None:
    """All tuples of the module that know a cause are events; none is forgotten in the union."""
    classes = [cls for cls in vars(events).values() if isinstance(cls, type)]
    assert {cls for cls in classes if hasattr(cls, "cause")} == set(get_args(events.Event))
    assert all(cls.__doc__ and "(" not in cls.__doc__ for cls in get_args(events.Event))


def test_events_come_into_a_state_at_one_place() -> None:
    sources = [path.read_text("utf-8") for path in PACKAGE.rglob("*.py")]
    assert sum(source.count("events.append(") for source in sources) == 1


def told(viewer: Viewer, seed: int = 4) -> list[dict[str, Any]]:
    """All events of a tiny game."""
    made = piles()
    teller = EventTeller(made, viewer)
    playthrough = Playthrough(made, seed=seed)
    moments = play(playthrough, make_bots(["random", "random"], seed))
    return [data for moment in moments for data in teller.moment_data(moment)]


@pytest.mark.parametrize("item", at_all_numbers(), ids=str)
@pytest.mark.parametrize("viewer", ["referee", "spectator", 0])
def test_every_event_of_every_game_becomes_json(item: Bundled, viewer: Viewer) -> None:
    made = item.game()
    teller = EventTeller(made, viewer)
    playthrough = Playthrough(made, seed=3)
    for moment in play(playthrough, make_bots(["random"] * made.players, 3)):
        for data in teller.moment_data(moment):
            assert data["event"] in NAMES
            assert json.loads(json.dumps(data)) == data


def test_dealt_cards_are_seen_by_their_owner_and_the_referee() -> None:
    dealt = {
        viewer: [
            data
            for data in told(viewer)
            if data["event"] == "moved" and data["to"] == {"zone": "hand", "seat": 1}
        ]
        for viewer in ("referee", "spectator", 0, 1)
    }
    assert all(data["cards"][0] is not None for data in dealt["referee"] + dealt[0])
    assert all(data["cards"] == [None] * 3 for data in dealt["spectator"] + dealt[1])


def test_the_order_of_a_shuffle_is_for_the_referee() -> None:
    orders = {
        viewer: next(data for data in told(viewer) if data["event"] == "shuffled")["order"]
        for viewer in ("referee", "spectator", 1)
    }
    assert len(orders["referee"]) == 9
    assert orders["spectator"] is None and orders[1] is None


def test_an_action_has_its_seat_label_arguments_rules_and_line() -> None:
    data = next(data for data in told("referee") if data["event"] == "acted")
    assert data["seat"] in (1, 2)
    assert data["label"] in ("Keep a card", "Drop a card")
    assert data["ids"] in (["T-1"], ["T-2"])
    assert data["text"].startswith(f"Player {data['seat']}: {data['label']}")
    assert data["step"] == 1


def test_the_end_has_the_scores_of_all_sides() -> None:
    data = next(data for data in told("spectator") if data["event"] == "game_over")
    assert data["sides"] == [[1], [2]] and len(data["scores"]) == 2


@pytest.mark.parametrize("item", at_all_numbers(), ids=str)
def test_what_a_viewer_is_told_does_not_depend_on_what_is_hidden(item: Bundled) -> None:
    """Two cards of the opening that the spectator has not seen change places: nothing changes."""
    made = item.game()
    opening = Playthrough(made, seed=5).moment
    teller = EventTeller(made, "spectator")
    spectator = 1 << made.players
    hidden = [c for c in range(made.tables.cards) if not opening.state.known[c] & spectator]
    if len(hidden) < 2:
        pytest.skip("nothing is hidden")
    face = list(range(made.tables.cards))
    face[hidden[0]], face[hidden[-1]] = hidden[-1], hidden[0]
    swapped = renamed(made, opening.state, face)
    for event in opening.events:
        if isinstance(event, events.Moved):
            other = event._replace(cards=tuple(face[card] for card in event.cards))
            assert teller.event_data(opening.state, event) == teller.event_data(swapped, other)
