"""Scores of finished games, counted from what lies on the table and what was played, without the
ruleset.

Each recount is written from the rulebook, in a few lines that know the names of the cards and of
the zones, and nothing of scores, criteria or captures as the ruleset has them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import attrs

Names = list[str]


@attrs.frozen(kw_only=True)
class Played:
    """A finished game: cards by zone and holder (seat or team), and each action with the table
    before it.
    """

    players: int
    teams: Sequence[Sequence[int]]
    zones: dict[tuple[str, int], Names]
    # Player, action as data, cards in the shared zone `table` before it.
    history: Sequence[tuple[int, dict[str, Any], Names]]


@attrs.frozen(kw_only=True)
class Count:
    """What a game must come to: the score of each player, and who wins."""

    scores: list[int]
    winners: list[int]


def snarkas(played: Played) -> Count:
    """Gems, Snarkas gems, most cards and the robots, for each side [SN-E3 to SN-E7, SN-K1,
    SN-C3].
    """
    piles = [played.zones["won", team] for team in range(len(played.teams))]
    team_of = {seat: number for number, team in enumerate(played.teams) for seat in team}
    swept: Counter[int] = Counter()
    for player, action, table in played.history:
        card = action["card"]
        equal = [other for other in table if other.strip("*") == card.strip("*")]
        taken = Counter(action["captured"])
        assert card in ("ZAP", "Aster", "Jolt") or not Counter(equal) - taken
        if card != "ZAP" and taken and taken == Counter(table) and sum(swept.values()) < 8:
            swept[team_of[player]] += 1
    totals = []
    for team, pile in enumerate(piles):
        gems = sum(1 if card == "ZAP" else card.count("*") for card in pile)
        others = [len(other) for number, other in enumerate(piles) if number != team]
        most = 3 if all(len(pile) > other for other in others) else 0
        robots = sum(4 for robot in ("Aster", "Jolt") if pile.count(robot) == 4)
        totals.append(gems + 10 * swept[team] + most + robots)
    best = [team for team, total in enumerate(totals) if total == max(totals)]
    return Count(
        scores=[totals[team_of[seat]] for seat in range(played.players)],
        winners=[seat for seat in range(played.players) if team_of[seat] in best],
    )


def snatch_it(played: Played) -> Count:
    """Five for a swarm, one for any other creature; of equal ones the one with more swarms
    [SI-E5, SI-E6].
    """
    bellies = [played.zones["belly", seat] for seat in range(played.players)]
    keys = [(sum(5 if card == "Swarm" else 1 for card in belly), belly.count("Swarm"))
            for belly in bellies]  # fmt: skip
    return _best(keys)


def snatch_the_cat(played: Played) -> Count:
    """The values of the Radars in hand; of equal ones the one with more Radars [SC-E5, SC-E6]."""
    keys = []
    for seat in range(played.players):
        found = [re.fullmatch(r"Radar \+(\d)", card) for card in played.zones["hand", seat]]
        radars = [int(match[1]) for match in found if match]
        keys.append((sum(radars), len(radars)))
    return _best(keys)


def _best(keys: list[tuple[int, int]]) -> Count:
    winners = [seat for seat, key in enumerate(keys) if key == max(keys)]
    return Count(scores=[key[0] for key in keys], winners=winners)


RECOUNTS: dict[str, Callable[[Played], Count]] = {
    "snarkas": snarkas,
    "snatch_it": snatch_it,
    "snatch_the_cat": snatch_the_cat,
}
