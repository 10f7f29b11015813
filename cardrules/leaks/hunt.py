"""All that the games of a ruleset leak: each leak once, in the fewest decisions that were found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs

from cardrules.diagnostics.model import Diagnostic
from cardrules.engine.game import Game
from cardrules.errors import GameLimitError
from cardrules.leaks.find import MOST_DECISIONS, Found, look_through
from cardrules.leaks.leak import Leak, leak_of
from cardrules.leaks.shrink import Shrinking
from cardrules.model.ruleset import Ruleset


@attrs.frozen(kw_only=True)
class StoppedGame:
    """A game that the guard has stopped, and why."""

    players: int
    seed: int
    diagnostic: Diagnostic


class Hunt:
    """Plays games of a ruleset and gathers what they leak.

    Raises `OptionError` for a wrong number of players or a wrong option, `RulesetError` if the
    cards do not come out with these.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        players: Sequence[int] = (),
        options: Mapping[str, object] | None = None,
        *,
        games: int = 5,
        seed: int = 0,
        most: int = MOST_DECISIONS,
    ) -> None:
        numbers = players or range(ruleset.players_min, ruleset.players_max + 1)
        self._games = [Game(ruleset, number, options) for number in numbers]
        self._seeds = range(seed, seed + games)
        self._most = most
        self._found: dict[tuple[object, ...], Found] = {}
        # How many games have been played, and those that were stopped.
        self.played = 0
        self.stopped: list[StoppedGame] = []

    @property
    def total(self) -> int:
        """How many games there will be."""
        return len(self._games) * len(self._seeds)

    def play(self) -> Iterator[int]:
        """Play all games; after each of them how many leaks there are."""
        for seed in self._seeds:
            for game in self._games:
                self._play(game, seed)
                self.played += 1
                yield len(self._found)

    def _play(self, game: Game, seed: int) -> None:
        try:
            for found in look_through(game, seed, most=self._most):
                best = self._found.get(found.key)
                if best is None or len(found.answers) < len(best.answers):
                    self._found[found.key] = found
        except GameLimitError as error:
            assert isinstance(error.diagnostic, Diagnostic)
            self.stopped.append(
                StoppedGame(players=game.players, seed=seed, diagnostic=error.diagnostic)
            )

    def leaks(self) -> list[Leak]:
        """What was found up to now, each as small as it could be made."""
        chosen = {
            found.difference.site
            for found in self._found.values()
            if found.difference.sort == "actions"
        }
        # That words differ where something else can be chosen comes of that.
        own = [
            found
            for found in self._found.values()
            if found.difference.sort not in ("question", "refusal")
            or found.difference.site not in chosen
        ]
        leaks = [leak_of(Shrinking(found).smallest()) for found in own]
        leaks.sort(key=lambda leak: (leak.decisions, leak.diagnostic.span.start))
        # What one line decides is one leak, whatever comes of it.
        by_line: dict[object, Leak] = {}
        for leak in leaks:
            by_line.setdefault((leak.sort, leak.diagnostic.span), leak)
        return list(by_line.values())


def find_leaks(
    ruleset: Ruleset,
    players: Sequence[int] = (),
    options: Mapping[str, object] | None = None,
    *,
    games: int = 5,
    seed: int = 0,
) -> list[Leak]:
    """What so many games with each of these numbers of players leak; all numbers if none is given.

    The games have the seeds `seed`, `seed + 1` and so on; bots that take any legal action play
    them. Raises what `Hunt` raises.
    """
    hunt = Hunt(ruleset, players, options, games=games, seed=seed)
    for _ in hunt.play():
        pass
    return hunt.leaks()
