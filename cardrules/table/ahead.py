"""Who is ahead, as far as everybody can see it, what counts, and what ends the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from cardrules.engine.game import Game
from cardrules.engine.view import View
from cardrules.model.state import State
from cardrules.prose import join
from cardrules.table.reading import Rule
from cardrules.table.scores import open_scores
from cardrules.table.wording import holder_name


def how_all_stand(game: Game, s: State, view: View, names: Sequence[str]) -> list[Rule]:
    """The scores as far as they lie open, what counts, how it is won, and what ends the game."""
    ruleset = game.ruleset
    lines = [*_match(game, view, names), *_scores(game, s, names)]
    counted = [clause.origin for clause in ruleset.score if clause.origin.sentence]
    if counted:
        lines.append(Rule("What counts:", ruleset.score_note.ids))
        lines += [Rule(origin.sentence, origin.ids, 1) for origin in counted]
    lines += [Rule(f"The {by_score} score wins.") for by_score in _by_score(game)]
    return [*lines, *([Rule(ruleset.end.strip())] if ruleset.end else [])]


def _by_score(game: Game) -> list[Literal["highest", "lowest"]]:
    """Whether more or less of the score is better, if the score decides anything."""
    return [item.extreme for item in game.ruleset.criteria if item.text == "score"][:1]


def _match(game: Game, view: View, names: Sequence[str]) -> Iterator[Rule]:
    if game.is_match:
        told = (
            f"{holder_name(game, names, 'team', team)} {value}"
            for team, value in enumerate(view.sides)
        )
        yield Rule(f"Match so far: {', '.join(told)}.")


def _scores(game: Game, s: State, names: Sequence[str]) -> Iterator[Rule]:
    """The scores of all sides, the best first, if nothing of them is hidden."""
    scores = open_scores(game, s)
    known = [score for score in scores if score is not None]
    if len(known) < len(scores):
        yield Rule("How all stand nobody can say: it depends on cards that lie hidden.")
        return
    by_side = {
        holder_name(game, names, "team", team): known[seats[0]]
        for team, seats in enumerate(game.tables.teams)
    }
    best_first = sorted(by_side, key=lambda name: by_side[name] * _sign(game))
    yield Rule(f"Scores so far: {', '.join(f'{name} {by_side[name]}' for name in best_first)}.")
    leading = [name for name in best_first if by_side[name] == by_side[best_first[0]]]
    if len(leading) == len(by_side):
        yield Rule("All are level.")
    else:
        verb = "is" if len(leading) == 1 else "are"
        yield Rule(f"{join(leading)} {verb} ahead.")


def _sign(game: Game) -> int:
    """What makes of scores numbers of which the least is the best."""
    return 1 if _by_score(game) == ["lowest"] else -1
