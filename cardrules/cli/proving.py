"""What `cardrules lint --prove` finds out: whether every game comes to its end, and why."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

import attrs
import click

from cardrules.cli.arguments import house_rules
from cardrules.cli.exits import USAGE, fail
from cardrules.cli.streams import told
from cardrules.diagnostics.model import Diagnostic, Diagnostics
from cardrules.engine.game import Game
from cardrules.errors import CardrulesError, OptionError, RulesetError
from cardrules.lint.ignores import Ignores
from cardrules.lint.settings import Setting, settings_of
from cardrules.model.ruleset import Ruleset
from cardrules.rulesets import analyse
from cardrules.sim.hunting import Hunt, Repetition, hunt
from cardrules.sim.record_files import write_record
from cardrules.source import Position, Span
from cardrules.termination.measure import Ended
from cardrules.termination.proof import Proof, prove
from cardrules.termination.solver import NoSolverError, require_solver
from cardrules.termination.words import Words

# So many actions of a game that goes round are told.
_MOST_SHOWN = 12
# Where something is counted so many settings are tried without that, in so many games.
_MOST_SETTINGS, _FEW_GAMES = 12, 4

Verdict = Literal["proved", "may go on for ever", "not known"]


@attrs.frozen(kw_only=True, eq=False)
class Ending:
    """What was found of the end of all games of a ruleset with a number of players."""

    path: Path
    ruleset: Ruleset
    players: int
    proof: Proof
    words: Words
    hunted: Hunt | None
    # Where counting alone ends it: a game that would go on without, and with what it is played.
    uncounted: tuple[Setting, Repetition] | None
    is_match: bool

    @property
    def found(self) -> Repetition | None:
        """A game in which a position came again."""
        if self.uncounted is not None:
            return self.uncounted[1]
        return None if self.hunted is None else self.hunted.found

    @property
    def verdict(self) -> Verdict:
        """What is certain."""
        if self.proof.is_shown:
            return "proved"
        return "not known" if self.hunted is None or self.hunted.found is None else (
            "may go on for ever"
        )  # fmt: skip

    def place_of(self, x: Ended) -> Position:
        """Where a loop is written."""
        return self.ruleset.text.where(x.origin.span.start)

    def _line_of(self, x: Ended) -> str:
        found = self.place_of(x)
        is_here = found.source.name == self.ruleset.text.name
        return f"line {found.line}" if is_here else f"line {found.line} of {found.source.name}"

    def loops(self) -> Iterator[Ended]:
        """The loops that need a reason, each once, outermost first."""
        seen = set()
        for item in reversed(self.proof.loops):
            key = (item.key, tuple(self.words.reasons(item)), tuple(self.words.open(item)))
            if key not in seen and (item.stuck or (item.components and item.of != "draw")):
                seen.add(key)
                yield item

    def lines(self) -> list[str]:
        """All of it in words."""
        found: list[str] = []
        for item in self.loops():
            noun = self.words.of_loop(item)
            found.append(f"  {item.of}, {self._line_of(item)}: with each {noun}")
            reasons = [*self.words.reasons(item), *self._open(item)]
            found += [f"    {'or ' if at else ''}{text}" for at, text in enumerate(reasons)]
        if not self.proof.is_whole:
            found.append("  there are more ways through these rules than were followed")
        if self.uncounted is not None:
            setting, found_game = self.uncounted
            found.append(
                f"  Counting alone ends it: with {setting} {_came_again(found_game)} but for that "
                "count."
            )
        if self.proof.is_shown and self.is_match:
            found.append("  Each game of the match ends; whether the match does is not known.")
        return found

    def _open(self, item: Ended) -> Iterator[str]:
        for text in self.words.open(item):
            yield f"nothing is found that becomes less ({text})"


@attrs.frozen(eq=False)
class Proved:
    """What was found so far; `left`: of so many numbers of players nothing, as somebody stopped."""

    endings: list[Ending]
    left: int


def prove_endings(paths: Sequence[Path], save: Path | None) -> Proved:
    """Try to show that all games end, with each number of players; hunt where that fails.

    Whoever interrupts it gets what was found so far.
    """
    try:
        require_solver()
    except NoSolverError as error:
        fail(str(error), USAGE)
    wanted = [(path, ruleset, n) for path, ruleset in _rulesets(paths) for n in _players(ruleset)]
    found: list[Ending] = []
    looked_at = 0
    try:
        with _progress(len(wanted)) as bar:
            for path, ruleset, players in wanted:
                ending = _ending(path, ruleset, players, save)
                if ending is not None:
                    found.append(ending)
                looked_at += 1
                bar.update(1)
    except KeyboardInterrupt:
        left = len(wanted) - looked_at
        told(f"Interrupted: {looked_at} of {len(wanted)} numbers of players were looked at.")
        return Proved(found, left)
    return Proved(found, 0)


def _progress(length: int) -> Any:
    hidden = not (sys.stderr is not None and sys.stderr.isatty())
    return click.progressbar(length=length, label="Proving", file=sys.stderr, hidden=hidden)


def _rulesets(paths: Sequence[Path]) -> Iterator[tuple[Path, Ruleset]]:
    for path in paths:
        try:
            ruleset, _ = analyse(path, house_rules())
        except OSError:
            continue  # which is told by itself
        if ruleset is not None:
            yield path, ruleset


def _players(ruleset: Ruleset) -> range:
    return range(ruleset.players_min, ruleset.players_max + 1)


def _ending(path: Path, ruleset: Ruleset, players: int, save: Path | None) -> Ending | None:
    try:
        game = Game(ruleset, players)
        program = game.program
    except (OptionError, RulesetError):
        return None  # which is told by itself
    proof = prove(program)
    hunted = None
    if not proof.is_shown:
        try:
            hunted = hunt(game)
        except CardrulesError:
            hunted = None  # the rules themselves stop it
        if hunted is not None and hunted.found is not None and save is not None:
            _save(hunted.found, save)
    uncounted = None
    if proof.is_shown and any(item.is_counted for item in proof.loops):
        uncounted = _without_counting(ruleset, players)
        if uncounted is not None and save is not None:
            _save(uncounted[1], save)
    return Ending(
        path=path,
        ruleset=ruleset,
        players=players,
        proof=proof,
        words=Words(program),
        hunted=hunted,
        uncounted=uncounted,
        is_match=game.is_match,
    )


def _save(found: Repetition, path: Path) -> None:
    write_record(found.record, path)
    told(f"The game is saved in {path}.")


def _without_counting(ruleset: Ruleset, players: int) -> tuple[Setting, Repetition] | None:
    """A game that would go on for ever if nothing were counted, by default or with an option."""
    settings = [one for one in settings_of(ruleset).tried if one.players == players]
    for setting in settings[:_MOST_SETTINGS]:
        try:
            game = Game(ruleset, players, setting.options)
            found = hunt(game, games=_FEW_GAMES, counts=False).found
        except CardrulesError:
            continue
        if found is not None:
            return setting, found
    return None


def doubts(found: Proved) -> Iterator[tuple[Path, Diagnostic]]:
    """A diagnostic for each ruleset of which a game was found that can go on for ever.

    Comments in the ruleset may ignore it; one that does where every game ends ignores nothing.
    """
    groups: dict[Path, list[Ending]] = {}
    for item in found.endings:
        groups.setdefault(item.path, []).append(item)
    for path, endings in groups.items():
        ignores = Ignores(endings[0].ruleset.text)
        for one in ignores.take(_doubt(endings)):
            yield path, one
        if not found.left and all(item.verdict == "proved" for item in endings):
            for one in ignores.mistakes({"CR540"}):
                if one.code == "CR901":  # all else is told without a proof
                    yield path, one


def _doubt(endings: Sequence[Ending]) -> list[Diagnostic]:
    item = next((one for one in endings if one.verdict == "may go on for ever"), None)
    if item is None:
        return []
    diagnostics = Diagnostics(item.ruleset.text)
    diagnostics.report(
        "CR540",
        next((one.origin.span for one in item.loops() if one.stuck), Span(0, 0)),
        f"A game with {item.players} players can go on for ever.",
        help="What led back to a position is told below; say what ends the game at last.",
    )
    return list(diagnostics.each())


# ---- Telling -------------------------------------------------------------------------------------


def ending_lines(endings: Sequence[Ending]) -> Iterator[str]:
    """What was found, as text; what is the same for several numbers of players once."""
    groups: dict[Any, list[Ending]] = {}
    for item in endings:
        key = (item.path, item.verdict, tuple(item.lines()))
        groups.setdefault(key, []).append(item)
    for group in groups.values():
        first = group[0]
        yield f"{first.ruleset.text.name}: {_headline(first, [item.players for item in group])}"
        yield from first.lines()
        yield from _hunted(first)


def _headline(x: Ending, players: Sequence[int]) -> str:
    told = {
        "proved": "every game comes to its end",
        "may go on for ever": "a game can go on for ever",
        "not known": "it is not known whether every game comes to its end",
    }[x.verdict]
    return f"{told} ({_counted(players)}, options as by default)."


def _counted(players: Sequence[int]) -> str:
    if len(players) == 1:
        return f"{players[0]} player{'s' if players[0] != 1 else ''}"
    if players[-1] - players[0] == len(players) - 1:
        return f"{players[0]} to {players[-1]} players"
    return f"{', '.join(map(str, players))} players"


def _hunted(x: Ending) -> Iterator[str]:
    if x.hunted is None:
        return
    found = x.hunted.found
    if found is None:
        yield (
            f"  In {x.hunted.games} games with {x.hunted.decisions:,} decisions no position came "
            "again."
        )
        return
    steps = found.record.steps
    chance = ", where chance falls as it did" if found.is_by_chance else ""
    told = _came_again(found)
    yield f"  {told[0].upper()}{told[1:]}: what led back can be done again and again{chance}."
    shown = steps[found.first :]
    for at, step in enumerate(shown[:_MOST_SHOWN]):
        yield f"    {found.first + at + 1}. {found.record.names[step.seat]}: {step.action}"
    if len(shown) > _MOST_SHOWN:
        yield f"    and {len(shown) - _MOST_SHOWN} more"


def _came_again(found: Repetition) -> str:
    return (
        f"the position after {found.first} actions came again after {len(found.record.steps)} of "
        "them"
    )


def ending_data(x: Ending) -> dict[str, Any]:
    """The same as data."""
    found = x.found
    return {
        "file": x.ruleset.text.name,
        "players": x.players,
        "verdict": x.verdict,
        "loops": [
            {
                "file": x.place_of(item).source.name,
                "line": x.place_of(item).line,
                "of": item.of,
                "reasons": x.words.reasons(item),
                "open": x.words.open(item),
            }
            for item in x.loops()
        ],
        "record": None if found is None else found.record.data(),
        "first": None if found is None else found.first,
    }
