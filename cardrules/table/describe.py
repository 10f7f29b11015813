"""From a state to the table as one viewer sees it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import evolve

from cardrules.engine.game import Game
from cardrules.engine.showing.naming import name_of_hand
from cardrules.engine.showing.narrate import Narrator
from cardrules.engine.showing.view import CardView, View, Viewer, ZoneView, view_with
from cardrules.model.action import Decision, value_text
from cardrules.model.ruleset import Variable
from cardrules.model.state import State
from cardrules.prose import join
from cardrules.table import model, whole
from cardrules.table.at_stake import stacks_at_stake
from cardrules.table.closed import without_closed
from cardrules.table.ending import ending_of
from cardrules.table.faces import faces_of
from cardrules.table.history import History
from cardrules.table.lookups import Lookups
from cardrules.table.menu import Menu
from cardrules.table.once import once
from cardrules.table.options_told import options_of
from cardrules.table.scores import open_scores
from cardrules.table.sources import zones_chosen_from
from cardrules.table.teller import Teller
from cardrules.table.wording import capital, holder_name, words
from cardrules.table.zones_told import seen_in_words


def describe(
    game: Game,
    state: State,
    viewer: Viewer,
    *,
    names: Sequence[str] | None = None,
    history: History | None = None,
    since: int = 0,
    memory: bool = True,
) -> whole.Table:
    """The table as a viewer sees it: a seat, the `"spectator"` or the `"referee"`.

    `history` is what has happened, of which the table tells the moments from number `since` on;
    without it there is no log, no phase, and nothing of what was opened where nobody may look.
    Without `memory` faces that cannot be seen now are left out.
    """
    game.refuse_foreign(state)
    told = tuple(names or (f"Player {seat + 1}" for seat in range(game.players)))
    decision = _decision(game, state, Narrator(game, viewer, told, you=True))
    view = view_with(game, state, viewer, decision)
    opened = frozenset() if history is None else history.opened
    seen = without_closed(game, state, view, opened)
    return _Describer(game, state, told, seen, memory).table(history, since)


def _decision(game: Game, s: State, narrator: Narrator) -> Decision | None:
    """Who is asked for what, in a sentence."""
    question = narrator.question(s)
    found = game.decision(s, question)
    return found if found is None or question else evolve(found, prompt=capital(found.prompt))


_HIDDEN = model.Card(face=None, seen=False)


class _Describer:
    """Describes what a view of a state shows."""

    def __init__(
        self, game: Game, s: State, names: tuple[str, ...], view: View, memory: bool
    ) -> None:
        self._game = game
        self._s = s
        self._names = names
        self._view = view
        self._memory = memory
        self._order = game.tables.card_order
        self._hand = name_of_hand(game.ruleset)

    def table(self, history: History | None, since: int) -> whole.Table:
        game, view = self._game, self._view
        teller = None
        if view.decision is not None and view.decision.player == view.viewer:
            teller = Teller(game, self._s, view.decision.player, self._names)
        lookups = Lookups(game, self._s, view, self._names, teller)
        return whole.Table(
            title=game.ruleset.title,
            goal=game.ruleset.goal,
            turn=game.ruleset.turn,
            end=game.ruleset.end,
            viewer=view.viewer,
            options=once(game, options_of),
            game=view.game,
            is_match=game.is_match,
            round=view.round,
            phase=history.phase if history is not None else "",
            is_over=view.over,
            players=tuple(self._players()),
            teams=tuple(self._teams()),
            zones=tuple(self._zone(index, zone) for index, zone in enumerate(view.zones)),
            values=tuple(self._values()),
            faces=once(game, faces_of),
            question=self._question(teller, lookups),
            log=tuple(history.lines(view.viewer, since)) if history is not None else (),
            ending=ending_of(game, self._s, self._names) if view.over else None,
            lookups=lookups,
        )

    # -- who plays ---------------------------------------------------------------------------------

    def _players(self) -> Iterator[model.Player]:
        view = self._view
        asked = None if view.decision is None else view.decision.player
        scores = view.scores or open_scores(self._game, self._s)
        for seat, name in enumerate(self._names):
            yield model.Player(
                seat=seat,
                name=name,
                team=self._game.tables.team_of[seat],
                is_you=seat == view.viewer,
                is_active=seat == view.active,
                is_asked=seat == asked,
                is_starter=seat == view.starter,
                score=scores[seat],
            )

    def _teams(self) -> Iterator[model.Team]:
        for number, seats in enumerate(self._game.tables.teams):
            name = holder_name(self._game, self._names, "team", number)
            standing = self._view.sides[number] if self._game.is_match else None
            yield model.Team(seats=seats, name=name, match=standing)

    def _seats(self, holder: str, index: int) -> tuple[int, ...]:
        """The seats to which something belongs; none if it is shared."""
        if holder == "shared":
            return ()
        return self._game.tables.teams[index] if holder == "team" else (index,)

    # -- where cards lie ---------------------------------------------------------------------------

    def _zone(self, index: int, zone: ZoneView) -> model.Zone:
        at_stake = stacks_at_stake(self._game, self._s)
        stacks = self._s.zones[index] if zone.shape == "stacks" else ()
        cards = tuple(self._card(card) for card in zone.cards)
        return model.Zone(
            name=zone.name,
            label=self._game.ruleset.zones[zone.name].origin.sentence or words(zone.name),
            holder=zone.holder,
            seats=self._seats(zone.holder, zone.index),
            owner=holder_name(self._game, self._names, zone.holder, zone.index),
            shape=self._game.ruleset.zones[zone.name].shape,
            count=zone.count,
            is_hand=zone.name == self._hand,
            is_own=self._is_own(zone),
            seen_by=seen_in_words(self._game.ruleset.zones[zone.name]),
            is_chosen_from=zone.name in once(self._game, zones_chosen_from),
            is_open=self._is_open(zone.name),
            cards=self._as_in_a_hand(cards) if zone.shape == "spread" else cards,
            stacks=tuple(tuple(self._card(card) for card in stack) for stack in zone.stacks),
            at_stake=tuple(at for at, stack in enumerate(stacks) if stack in at_stake),
            somewhere=tuple(sorted(zone.somewhere, key=self._order.of_name))
            if self._memory
            else (),
        )

    def _card(self, card: CardView) -> model.Card:
        face = card.face if card.seen or self._memory else None
        return model.Card(face=face, seen=card.seen) if face or card.seen else _HIDDEN

    def _as_in_a_hand(self, cards: Sequence[model.Card]) -> tuple[model.Card, ...]:
        def place(card: model.Card) -> tuple[Any, ...]:
            if card.face is None:
                return (2, ())
            return (not card.seen, self._order.of_name(card.face))

        return tuple(sorted(cards, key=place))

    def _is_own(self, zone: ZoneView) -> bool:
        """Whether the viewer sees own cards here, and others in general do not.

        When the game is over, nobody holds cards any more.
        """
        return (
            zone.holder == "player"
            and not self._view.over
            and zone.index == self._view.viewer
            and zone.shape in ("spread", "row")
            and any(card.seen for card in zone.cards)
            and not self._is_open(zone.name)
        )

    def _is_open(self, zone: str) -> bool:
        declared = self._game.ruleset.zones[zone].visibility
        return all("all" in layer.viewers and layer.condition is None for layer in declared)

    # -- what is kept ------------------------------------------------------------------------------

    def _values(self) -> Iterator[model.Value]:
        """Tokens, and variables with a sentence: that is their name for people."""
        for name, values in self._view.variables:
            variable = self._game.ruleset.variables[name]
            if variable.supply is None and not variable.origin.sentence:
                continue
            yield model.Value(
                name=name,
                label=variable.origin.sentence or words(name),
                is_tokens=variable.supply is not None,
                type=variable.type.base,
                holder=variable.holder,
                entries=tuple(
                    self._entry(variable, index, value) for index, value in enumerate(values)
                ),
            )

    def _entry(self, variable: Variable, index: int, value: Any) -> model.Entry:
        return model.Entry(
            seats=self._seats(variable.holder, index),
            owner=holder_name(self._game, self._names, variable.holder, index),
            value=value,
            text=self._in_words(variable, value),
        )

    def _in_words(self, variable: Variable, value: Any) -> str:
        base = variable.type.base
        if value is None:
            return "none"
        if base == "player":
            return str(self._names[value - 1])
        if base == "team":
            return join([self._names[seat - 1] for seat in value])
        return words(value_text(value))

    # -- what is asked -----------------------------------------------------------------------------

    def _question(self, teller: Teller | None, lookups: Lookups) -> whole.Question | None:
        decision = self._view.decision
        if decision is None:
            return None
        menu = None if teller is None else Menu(self._game.answers(self._s), teller)
        is_without_interrupt = (
            decision.asks_for == "interrupt" and menu is not None and menu.is_only_pass
        )
        return whole.Question(
            seat=decision.player,
            asks_for=decision.asks_for,
            prompt=decision.prompt,
            ids=decision.ids,
            is_secret=decision.sealed,
            number=decision.number,
            of=decision.of,
            no_interrupt=lookups.no_interrupt() if is_without_interrupt else "",
            menu=menu,
        )
