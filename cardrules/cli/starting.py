"""From what one call of `cardrules run` asks for to a game: a new one, or one that goes on."""

from __future__ import annotations

import secrets
from pathlib import Path

import click

from cardrules.cli.afterwards import Another
from cardrules.cli.arguments import open_ruleset, options_from
from cardrules.cli.exits import note
from cardrules.cli.program import command_line
from cardrules.cli.recorded import naming_rules, opened, ruleset_of
from cardrules.cli.saved import is_name, name_of, saved_games
from cardrules.cli.seats import entries_from, sitters_from
from cardrules.cli.wishes import Wishes
from cardrules.engine.game import Game
from cardrules.sim.record import Record, SeatEntry
from cardrules.sim.replay import resume_record
from cardrules.sim.run import Playthrough


def started(wishes: Wishes) -> tuple[Playthrough, Record | None]:
    """The game that is wished for, and the record with which it goes on, if it does.

    Raises `click.UsageError` for what does not go together, and as files and rulesets do.
    """
    path = wishes.resumed
    if path is None:
        return _new(wishes), None
    record = _record_to_resume(wishes, path)
    return _resumed(wishes, record, path), record


def _new(wishes: Wishes) -> Playthrough:
    if wishes.rules is None:
        raise click.UsageError(
            f"Say which game: a RULES file, or a name of `{command_line('games')}`; "
            f"`{command_line('run', '--resume')}` lists the saved ones."
        )
    ruleset = open_ruleset(wishes.rules)
    sitters = sitters_from(ruleset, wishes.seats, wishes.players, people=wishes.interactive)
    entries = entries_from(sitters, wishes.names)
    game = Game(ruleset, len(sitters), options_from(wishes.settings), limit=wishes.limit)
    return Playthrough(
        game,
        seed=drawn_seed() if wishes.seed is None else wishes.seed,
        starter=None if wishes.first is None else wishes.first - 1,
        seats=entries,
        narrated=wishes.narrated,
    )


def _record_to_resume(wishes: Wishes, path: Path) -> Record:
    given = (wishes.seats, wishes.players, wishes.names, wishes.seed, wishes.first)
    if wishes.settings or any(value is not None for value in given):
        raise click.UsageError("A resumed game has the seats and options of its record.")
    if not path.exists():
        raise click.UsageError(_no_such(path, wishes.resume or ""))
    record = opened(path)
    if record.result is not None:
        name = name_of(path)
        told = command_line("replay", name, *naming_rules(wishes.own_rules))
        raise click.UsageError(f"The game in {name} is over; `{told}` tells it.")
    return record


def _no_such(path: Path, typed: str) -> str:
    if not is_name(typed):
        return f"There is no file {path}."
    saved = ", ".join(name for name, record in saved_games() if record.result is None)
    return f"There is no saved game {typed!r}. Saved are: {saved or 'none'}."


def _resumed(wishes: Wishes, record: Record, path: Path) -> Playthrough:
    ruleset = ruleset_of(record, path, wishes.own_rules)
    if ruleset.content_hash != record.ruleset.sha256:
        note("the rules have changed since the game was recorded.")
    playthrough = resume_record(record, ruleset)
    if wishes.limit is not None:
        playthrough.game.limit = wishes.limit
    return playthrough


def another_game(before: Playthrough, wished: Another, limit: int | None) -> Playthrough:
    """A new game of the same rules after one that is over; whoever stays keeps the name."""
    names = [entry.name for entry in before.seats]
    names += [f"Player {seat + 1}" for seat in range(len(names), len(wished.sitters))]
    pairs = zip(names, wished.sitters, strict=False)
    return Playthrough(
        Game(before.game.ruleset, len(wished.sitters), wished.options, limit=limit),
        seed=drawn_seed(),
        seats=[SeatEntry(name=name, player=sitter) for name, sitter in pairs],
    )


def drawn_seed() -> int:
    """A seed that nobody finds by trying, and that every reader of JSON keeps exactly."""
    return secrets.randbelow(1 << 53)
