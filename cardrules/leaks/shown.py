"""What a player is shown, and what differs of it between two states."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Literal

import attrs

from cardrules.engine.chance import Stream
from cardrules.engine.game import Game
from cardrules.engine.showing.explain import explain
from cardrules.engine.showing.said import Hearer
from cardrules.engine.showing.view import View, Viewer, view_with
from cardrules.model import ir
from cardrules.model.action import Action
from cardrules.model.state import State
from cardrules.model.types import Type
from cardrules.sim.event_data import EventTeller

LeakSort = Literal["actions", "question", "refusal", "asked", "view"]

# So many actions at the most are held against each other, and so many are told.
_MOST_COMPARED = 300
MOST_TOLD = 3


@attrs.frozen
class Difference:
    """What a player is shown in one of two states and not in the other.

    `actions`: something can be chosen in one of them alone. `question`, `refusal`, `view`: the
    words of the question, of a refusal, the table. `asked`: somebody is asked in one alone.
    """

    sort: LeakSort
    # Where somebody is asked.
    site: int
    here: tuple[str, ...]
    there: tuple[str, ...]
    # The first that can be chosen in one of the states alone; or what is refused.
    action: Action | None = None

    @property
    def key(self) -> tuple[object, ...]:
        """What makes it the same leak as another one."""
        if self.sort != "actions" or self.action is None:
            return self.sort, self.site
        return self.sort, self.action.name


class Eyes:
    """What the players of a game see of states and of what led to them."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._tellers = [EventTeller(game, seat) for seat in range(game.players)]
        variables = game.ruleset.variables
        self._untold = {name for name, item in variables.items() if not _is_told(item)}

    def table(self, s: State, player: int) -> View:
        """What a player sees and knows, without the variables of which nobody is told."""
        view = view_with(self._game, s, player, None)
        told = [item for item in view.variables if item[0] not in self._untold]
        return attrs.evolve(view, variables=tuple(told))

    def events(self, s: State, player: int) -> list[dict[str, Any]]:
        """What happened since the last decision, as far as this player is told; who is asked comes
        last.
        """
        teller = self._tellers[player]
        return [
            data
            for data in teller.events_data(s, s.events)
            if not (data["event"] == "set" and data["variable"] in self._untold)
        ]


def _is_told(variable: Any) -> bool:
    return variable.supply is not None or bool(variable.origin.sentence)


def difference(game: Game, s: State, other: State, wanted: Sequence[Action]) -> Difference | None:
    """What differs for the one who is asked; `wanted` are actions that may be refused."""
    assert s.pending is not None
    site = s.pending[0]
    here, there = game.legal_actions(s), game.legal_actions(other)
    # What is the same in the engine's own form is written alike.
    answers = [list(islice(one.answers, _MOST_COMPARED)) for one in (here, there)]
    otherwise = game.program.questions[site].last
    last = "" if otherwise is None else game.program.searches[otherwise].name
    found = None
    if answers[0] != answers[1]:
        found = _of_actions(
            site, last, list(islice(here, _MOST_COMPARED)), list(islice(there, _MOST_COMPARED))
        )
    if found is not None:
        return found
    if here.total != there.total:
        counts = [f"{one.total:,} possibilities" for one in (here, there)]
        return Difference("actions", site, (counts[0],), (counts[1],))
    asked = [_question(game, one) for one in (s, other)]
    if asked[0] != asked[1]:
        return Difference("question", site, (asked[0],), (asked[1],))
    for action in wanted:
        told = [refusal(game, one, action) for one in (s, other)]
        if told[0] != told[1]:
            texts = [f"{action}: {_sentences(one)}" for one in told]
            return Difference("refusal", site, (texts[0],), (texts[1],), action)
    return None


def _of_actions(
    site: int, last: str, here: Sequence[Action], there: Sequence[Action]
) -> Difference | None:
    if here == there:
        return None
    both = set(here) & set(there)
    only = [[item for item in one if item not in both] for one in (here, there)]
    if not only[0] and not only[1]:
        # The same ones in another order.
        only = [list(here), list(there)]
    told = [tuple(map(str, one[: MOST_TOLD + 1])) for one in only]
    # What can be done only if nothing else can, tells of the other actions.
    either = [*only[0], *only[1]]
    own = [item for item in either if item.name != last]
    return Difference("actions", site, told[0], told[1], (own or either)[0])


def _question(game: Game, s: State) -> str:
    assert s.pending is not None
    decision = game.decision(s, game.question(s, Hearer(game.tables, 1 << s.pending[1])))
    assert decision is not None
    return decision.prompt


def refusal(game: Game, s: State, action: Action) -> Any:
    """Why an action is refused, as data; None if it is allowed."""
    found = explain(game, s, action)
    if found is None:
        return None
    reasons = [(item.ids, item.sentence, item.clause) for item in found.reasons]
    return reasons, [other.data() for other in found.alternatives]


def _sentences(found: Any) -> str:
    return "allowed" if found is None else "; ".join(sentence for _, sentence, _ in found[0])


# ---- Actions that may make no sense --------------------------------------------------------------


def random_actions(game: Game, s: State, chance: Stream, number: int) -> Iterator[Action]:
    """Random actions out of all names and all values that could be written."""
    assert s.pending is not None
    question = game.program.questions[s.pending[0]]
    searches = [game.program.searches[number] for number in question.searches]
    every = [*game.ruleset.actions.values(), *game.ruleset.interrupts.values()]
    for _ in range(number):
        # Mostly what can be answered here, if it is allowed.
        if searches and (not every or chance.below(3)):
            search = searches[chance.below(len(searches))]
            name, choices = search.name, search.choices
        else:
            action = every[chance.below(len(every))]
            name, choices = action.name, tuple(action.choices)
        values = {choice.name: _value(game, choice, choice.type, chance) for choice in choices}
        yield Action(name, values)


def _value(game: Game, choice: ir.Choice, of_type: Type, chance: Stream) -> Any:
    """Some value of a type, in the words of the game."""
    seat = chance.below(game.players) + 1
    if of_type.base == "card":
        return _one_of([kind.name for kind in game.ruleset.kinds], chance)
    if of_type.base == "collection" and of_type.element is not None:
        element = of_type.element
        return [_value(game, choice, element, chance) for _ in range(chance.below(4))]
    if of_type.base == "player":
        return seat
    if of_type.base == "stack":
        zones = [name for name, zone in game.ruleset.zones.items() if zone.shape == "stacks"]
        return {"zone": _one_of(zones, chance), "seat": seat, "stack": chance.below(3) + 1}
    if of_type.base == "enum":
        attribute = game.ruleset.attributes.get(of_type.name)
        return _one_of(attribute.values, chance) if attribute else "something"
    return _one_of([True, False, 0, 1, 2], chance)


def _one_of(things: Sequence[Any], chance: Stream) -> Any:
    return things[chance.below(len(things))]


def viewer_of(game: Game, bit: int) -> Viewer:
    """The viewer of a bit: a seat, or the spectator above them."""
    return "spectator" if bit == game.players else bit
