"""Outcomes of chance as scenarios write them: whether there can be one such in this game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cardrules.engine.game import Game
from cardrules.engine.playing.chance_events import Outcome
from cardrules.engine.positions.named import card_list, check_names, seat_of, unknown, within, wrong
from cardrules.errors import PositionError
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.model.types import CARD, Type
from cardrules.scenario.values import check_value

STARTER = "starter"
CHANCE = "chance"


def read_outcome(game: Game, starter: object, item: Mapping[str, object]) -> Outcome:
    """An outcome as the engine takes it; raises `PositionError` if it can never come."""
    outcome: Outcome = dict(item)
    for key in ("shuffle", "pick"):
        if key in item:
            with within(key):
                check_event(game, f"{key} {item[key]}")
    if "order" in item:
        with within("order"):
            check_names(game.tables, item["order"])
            outcome["order"] = card_list(game.tables, item["order"])
    if "result" in item:
        with within("result"):
            _check_result(game, str(item["pick"]), item["result"])
    if STARTER in item:
        with within(STARTER):
            seat_of(game.tables, item[STARTER])
        if starter != CHANCE:
            message = "Who begins is not left to chance here."
            help = "Write `starter: chance` into the scenario."
            raise wrong(message, STARTER, is_key=True, help=help)
    return outcome


def check_event(game: Game, event: str) -> None:
    """Raises `PositionError` if no event of chance in the game is called this."""
    word, _, name = event.partition(" ")
    known: list[str] = [STARTER]
    if word == "shuffle":
        known = list(game.ruleset.zones)
    elif word == "pick":
        known = sorted(_picks(game.ruleset))
    if (name or word) not in known:
        raise unknown("zone" if word == "shuffle" else "random pick", name, known)


def _check_result(game: Game, name: str, result: object) -> None:
    types = _picks(game.ruleset)[name]
    for of_type in types[1:]:
        try:
            check_value(game.tables, of_type, result)
        except PositionError:
            continue
        return
    check_value(game.tables, types[0], result)


def _picks(ruleset: Ruleset) -> dict[str, list[Type]]:
    """What is picked at random: the names that the rules give to it, and of what type it is."""
    found: dict[str, list[Type]] = {}
    for pick in _all_picks(ruleset):
        # Without an element it is a zone, of which a card is picked.
        found.setdefault(pick.name, []).append(pick.domain.type.element or CARD)
    return found


def _all_picks(ruleset: Ruleset) -> Iterator[ir.Pick]:
    for part in ruleset.carried_out():
        for node in ir.walk(part):
            if isinstance(node, ir.Pick):
                yield node
