"""Who is ahead, as far as the viewer can see it, what counts, and what ends the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardrules.engine.game import Game
from cardrules.engine.showing.view import View, score_parts
from cardrules.model.state import State
from cardrules.prose import join, people, render
from cardrules.table.in_force import InForce
from cardrules.table.reading import Rule
from cardrules.table.scores import hidden_zones, open_scores, own_score
from cardrules.table.winning import parts_of_score, who_wins
from cardrules.table.wording import capital, holder_name, words


def how_all_stand(game: Game, s: State, view: View, names: Sequence[str]) -> list[Rule]:
    """The scores as far as the viewer sees them, what counts, who wins, and what ends the game."""
    ruleset = game.ruleset
    in_force = InForce(game)
    lines = [*_match(game, view, names), *_scores(game, s, view, names), *_kept(game, view, names)]
    counted = list(parts_of_score(ruleset, in_force))
    if counted:
        lines.append(Rule("What counts:", ruleset.score_note.ids))
        lines += [Rule(rule.text, rule.ids, 1) for rule in counted]
    lines += who_wins(ruleset, in_force)
    return [*lines, *([Rule(ruleset.end.strip())] if ruleset.end else [])]


def _match(game: Game, view: View, names: Sequence[str]) -> Iterator[Rule]:
    if game.is_match:
        told = (
            f"{holder_name(game, names, 'team', team)} {value}"
            for team, value in enumerate(view.sides)
        )
        yield Rule(f"Match so far: {', '.join(told)}.")


def _scores(game: Game, s: State, view: View, names: Sequence[str]) -> Iterator[Rule]:
    """The scores of all sides, the best first, if nothing of them is hidden; else the own one."""
    if view.over and not game.is_match:
        yield Rule("The scores:")
        yield from _listed(game, s, game.result(s).scores, names)
        return
    scores = open_scores(game, s)
    known = [score for score in scores if score is not None]
    if len(known) < len(scores):
        yield from _own(game, s, view)
        return
    teams = sorted(game.tables.teams, key=lambda seats: known[seats[0]] * _sign(game))
    yield Rule("Scores so far, counted as things lie now; they may still change:")
    yield from _listed(game, s, known, names)
    best = [seats for seats in teams if known[seats[0]] == known[teams[0][0]]]
    if len(best) == len(teams):
        yield Rule("All are level.")
    else:
        leading = [seat for seats in best for seat in seats]
        you = leading.index(view.viewer) if view.viewer in leading else None
        who = people([names[seat] for seat in leading], you)
        yield Rule(render([who, " is ahead."]))


def _listed(game: Game, s: State, scores: Sequence[int], names: Sequence[str]) -> Iterator[Rule]:
    """The scores of all sides, the best first."""
    for seats in sorted(game.tables.teams, key=lambda seats: scores[seats[0]] * _sign(game)):
        side = join([names[seat] for seat in seats])
        yield Rule(f"{side}: {scores[seats[0]]}{_made_of(game, s, seats[0])}", (), 1)


def _made_of(game: Game, s: State, seat: int) -> str:
    """The parts of a score that are not nothing, in brackets; nothing where there is one part."""
    parts = score_parts(game, s) if len(game.ruleset.score) > 1 else ()
    told = [f"{label} {values[seat]}" for label, values in parts if values[seat]]
    return f" ({', '.join(told)})" if told else ""


def _own(game: Game, s: State, view: View) -> Iterator[Rule]:
    """What the viewer sees of the own score, and why nobody can say how all stand."""
    own = own_score(game, s, view.viewer) if isinstance(view.viewer, int) else None
    hidden = [zone.origin.sentence or words(zone.name) for zone in hidden_zones(game)]
    where = f" ({', '.join(hidden)})" if hidden else ""
    if own is None:
        yield Rule(f"How all stand nobody can say: it depends on cards that lie hidden{where}.")
    else:
        yield Rule(f"Your score so far: {own}. The others do not see that.")
        yield Rule(f"How the others stand depends on cards that you do not see{where}.")


def _kept(game: Game, view: View, names: Sequence[str]) -> Iterator[Rule]:
    """The numbers that the rules keep for each player, under their sentences."""
    for name, values in view.variables:
        variable = game.ruleset.variables[name]
        label = variable.origin.sentence
        if label and variable.holder != "shared" and variable.type.base == "integer":
            told = (
                f"{holder_name(game, names, variable.holder, index)} {value}"
                for index, value in enumerate(values)
            )
            yield Rule(f"{capital(label)}: {', '.join(told)}.")


def _sign(game: Game) -> int:
    """What makes of scores numbers of which the least is the best."""
    by_score = [item.extreme for item in game.ruleset.criteria if item.text == "score"]
    return -1 if by_score[:1] == ["highest"] else 1
