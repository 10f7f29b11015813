"""Who sits where: the options `--seats`, `--players` and `--names`, and bots for the seats."""

from __future__ import annotations

from collections.abc import Sequence

import click

from cardrules.engine.chance import MOST_SEED
from cardrules.engine.specialise.fixed import make_tables
from cardrules.model.ruleset import Ruleset
from cardrules.sim.players import BOTS, make_bot
from cardrules.sim.record import HUMAN, SeatEntry
from cardrules.sim.run import Playthrough
from cardrules.sim.seat import Player

PEOPLE = ("you", HUMAN)
# Who may sit where, for those who ask.
WHO_MAY_SIT = (
    "you or human: somebody at this keyboard",
    "greedy or bot: a bot that tries each action in some deals and takes the best",
    "random: a bot that takes any action by chance",
    "One for each seat, with commas between, such as you,greedy,random; or just how many play.",
)
# Who sits where nothing else is said, and plays for people where nobody can be asked.
_STAND_IN = "greedy"
# What people call a bot, whichever it is.
_ANY_BOT = "bot"


def sitters_from(
    ruleset: Ruleset, seats: str | None, players: int | None, *, people: bool
) -> list[str]:
    """Per seat `human` or the name of a bot; bots alone if no people can be asked."""
    if seats is None:
        number = ruleset.players_min if players is None else players
        make_tables(ruleset, number, {})  # a number that is wrong by millions must make no list
        sitters = [HUMAN, *[_STAND_IN] * (number - 1)]
    else:
        sitters = [_sitter(word.strip()) for word in seats.split(",")]
        if players is not None and players != len(sitters):
            raise click.UsageError(f"--seats has {len(sitters)} seats, but --players is {players}.")
    return sitters if people else [_STAND_IN if sitter == HUMAN else sitter for sitter in sitters]


def _sitter(word: str) -> str:
    if word in PEOPLE:
        return HUMAN
    if word == _ANY_BOT:
        return _STAND_IN
    if word not in BOTS:
        known = ", ".join((*PEOPLE, _ANY_BOT, *BOTS))
        raise click.UsageError(f"Nobody is called {word!r}; there are {known}.")
    return word


def entries_from(sitters: Sequence[str], names: str | None) -> list[SeatEntry]:
    """The seats with their names; who is not named has the number of the seat for a name."""
    told = [f"Player {seat + 1}" for seat in range(len(sitters))]
    if names is not None:
        given = [name.strip() for name in names.split(",")]
        if len(given) > len(sitters) or len(set(given)) != len(given) or "" in given:
            raise click.UsageError(f"--names needs up to {len(sitters)} different names.")
        if not all(name.isprintable() for name in given):
            raise click.UsageError("--names needs names of letters that can be printed.")
        told[: len(given)] = given
    return [SeatEntry(name=name, player=sitter) for name, sitter in zip(told, sitters, strict=True)]


def seated(playthrough: Playthrough, *, people: bool) -> tuple[Player | None, ...]:
    """A bot per seat, or None for a person; bots alone if no people can be asked.

    The bots of a resumed game do not draw again what they have drawn before.
    """
    seed = (playthrough.seed or 0) + len(playthrough.steps) & MOST_SEED
    found: list[Player | None] = []
    for seat, entry in enumerate(playthrough.seats):
        is_bot = entry.player in BOTS
        if is_bot or not people:
            found.append(make_bot(entry.player if is_bot else _STAND_IN, seed, seat))
        else:
            found.append(None)
    return tuple(found)
