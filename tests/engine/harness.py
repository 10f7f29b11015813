"""Tiny games for the tests of the engine, written in the language, and what is asked about them.

The cards of a tiny game are the numbers 1 to 9, one of each, unless a test wants others. Nothing is
shuffled unless the rules say so: the deck lies as in the card table, 9 on top.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, cast

import pytest

from cardrules.analysis.load import analyse_source
from cardrules.engine.game import Game
from cardrules.engine.playing.chance_events import Outcome
from cardrules.engine.showing.narrate import Narrator
from cardrules.engine.showing.view import Viewer, make_view
from cardrules.model.action import Action
from cardrules.model.ruleset import Ruleset
from cardrules.model.state import State
from cardrules.source import normalised

NUMBERS = 'plain: {name: "{number}", number: 1 to 9, count: 1}'
DECK = "zone deck shared pile, seen by nobody, starts with cards\n"
HAND = "zone hand per player spread, seen by owner\n"
# A turn each, in which nothing but `go` can be done.
ONE_GO = "play\n    turns clockwise from starter once\n        one of go\n"


@cache
def ruleset(
    rules: str,
    *,
    players: str = "2",
    cards: str = NUMBERS,
    attributes: str = "number: {type: integer, default: 0}",
    front: str = "",
) -> Ruleset:
    """The ruleset of this rules text; the parts that every ruleset needs are added if they are
    missing.
    """
    parts = [f"---\ntitle: Tiny\nplayers: {players}\n"]
    parts += [f"{front}\n" if front else ""]
    parts += [
        f"attributes:\n{_indented(attributes)}\ncards:\n{_indented(cards)}\n---\n",
        rules,
        "\n",
    ]
    for word, text in (
        ("zone deck", DECK),
        (
            "setup",
            (
                "setup\n"
                "    do nothing_at_all\n"
                "routine nothing_at_all\n"
                "    repeat 0 times\n"
                "        end repeat\n"
            ),
        ),
        ("play", "play\n    repeat 0 times\n        end repeat\n"),
        ("score", "score\n    nothing: 0\n"),
        ("winner", "winner highest score\n"),
    ):
        if f"\n{word}" not in "\n" + rules:
            parts.append(text)
    found, diagnostics = analyse_source(normalised("tiny.rules", "".join(parts)))
    assert found is not None, [f"{item.code} {item.message}" for item in diagnostics]
    return found


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.strip().splitlines())


def game(
    rules: str,
    seats: int = 2,
    options: Mapping[str, object] | None = None,
    *,
    chance: Sequence[Outcome] | None = None,
    limit: int | None = None,
    **more: str,
) -> Game:
    """The game of a tiny ruleset; one for all that ask for the same, if no chance is supplied."""
    made = ruleset(rules, **{"players": str(seats), **more})
    if chance is not None or limit is not None:
        return Game(made, seats, options, chance=chance, limit=limit)
    key = (id(made), seats, repr(options))
    if key not in _GAMES:
        _GAMES[key] = Game(made, seats, options)
    return _GAMES[key]


# Rulesets are kept, so that their identity stands for them.
_GAMES: dict[tuple[int, int, str], Game] = {}


class Table:
    """A game in progress, asked about in the words of the game; seat 0 goes first."""

    def __init__(self, of: Game, *, seed: int = 0, starter: int | None = 0) -> None:
        self.game = of
        self.state = of.start(seed, starter)
        self.events = list(self.state.events)

    # -- playing -----------------------------------------------------------------------------------

    def do(self, action: str, **arguments: Any) -> Table:
        """Somebody takes an action, answers or chooses."""
        self.state = self.game.apply(self.state, Action(action, arguments))
        conserved(self.game, self.state)
        self.events += self.state.events
        return self

    def choose(self, **arguments: Any) -> Table:
        """Somebody chooses."""
        return self.do("choose", **arguments)

    def play_on(self, index: Callable[[int], int] = lambda number: 0) -> Table:
        """To the end, by the answer that `index` picks of so many."""
        while answers := self.game.answers(self.state):
            self.state = self.game.apply_answer(self.state, answers[index(len(answers))])
            conserved(self.game, self.state)
            self.events += self.state.events
        return self

    # -- looking -----------------------------------------------------------------------------------

    @property
    def asked(self) -> int | None:
        """Who is asked; None at the end."""
        return None if self.state.pending is None else self.state.pending[1]

    @property
    def legal(self) -> list[str]:
        """The legal actions on a line each."""
        return [str(action) for action in self.game.legal_actions(self.state)]

    def zone_number(self, name: str, holder: int = 0) -> int:
        """The number of a zone."""
        return self.game.tables.zone_base[name] + holder

    def cards(self, name: str, holder: int = 0) -> list[str]:
        """The names of the cards in a zone, lowest first."""
        return self.names(self.state.zones[self.zone_number(name, holder)])

    def names(self, cards: Iterable[int]) -> list[str]:
        """The names of cards."""
        kinds = self.game.ruleset.kinds
        return [kinds[self.game.tables.kind[card]].name for card in cards]

    def stacks(self, name: str, holder: int = 0) -> list[list[str]]:
        """The cards of each stack in a zone, lowest first."""
        stacks = self.state.zones[self.zone_number(name, holder)]
        return [self.names(self.state.zones[stack]) for stack in stacks]

    def value(self, variable: str, holder: int = 0) -> Any:
        """The value of a variable as the engine has it."""
        return self.state.vars[self.game.tables.variable_base[variable] + holder]

    def supply(self, tokens: str) -> int:
        """What is left of tokens."""
        holders = self.game.tables.holders(self.game.ruleset.variables[tokens].holder)
        found: int = self.state.vars[self.game.tables.variable_base[tokens] + holders]
        return found

    def faces(self, viewer: Viewer | str, name: str, holder: int = 0) -> list[str | None]:
        """What a viewer knows of a zone: of a pile the lowest card first."""
        zone = make_view(self.game, self.state, cast(Viewer, viewer)).zone(name, holder)
        cards = zone.cards if zone.shape == "spread" else zone.cards[::-1]
        return [card.face for card in cards]

    def somewhere(self, viewer: Viewer | str, name: str, holder: int = 0) -> list[str]:
        """The cards that a viewer knows to be somewhere in a zone."""
        view = make_view(self.game, self.state, cast(Viewer, viewer))
        return list(view.zone(name, holder).somewhere)

    def log(self, viewer: Viewer) -> list[str]:
        """All that a viewer has been told."""
        return Narrator(self.game, viewer).lines(self.state, self.events)


def table(rules: str, seats: int = 2, *, seed: int = 0, **more: Any) -> Table:
    """A game of a tiny ruleset in which seat 0 goes first."""
    return Table(game(rules, seats, **more), seed=seed)


def after(setup: str, declarations: str = "", seats: int = 2, **more: Any) -> Table:
    """The table after these statements have been carried out as the set-up of a game."""
    lines = "".join(f"    {line}\n" for line in setup.strip("\n").splitlines())
    return table(f"{declarations}\nsetup\n{lines}", seats, **more)


def conserve_always(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look after each action, whoever takes it, whether all cards are still somewhere."""
    apply = Game.apply_answer_in_place

    def applied(of: Game, s: State, answer: Any) -> None:
        apply(of, s, answer)
        conserved(of, s)

    monkeypatch.setattr(Game, "apply_answer_in_place", applied)


def conserved(of: Game, s: State) -> None:
    """Each card lies in one zone, which is the one that the state names."""
    found = {}
    stacks = {number for number, (name, _) in enumerate(of.tables.zone_names)
              if of.ruleset.zones[name].shape == "stacks"}  # fmt: skip
    for zone, content in enumerate(s.zones):
        if zone in stacks:
            for stack in content:
                assert s.zones[stack], f"the stack {stack} is empty"
                assert s.holder[stack - of.tables.static_zones] == zone
            continue
        assert (
            zone < of.tables.static_zones
            or not content
            or s.holder[zone - of.tables.static_zones] >= 0
        )
        if zone < of.tables.static_zones and not of.tables.ordered[zone]:
            assert list(content) == sorted(content), "a spread is in the order of the card table"
        for card in content:
            assert card not in found, f"card {card} lies in two zones"
            found[card] = zone
            assert s.place[card] == zone
    assert len(found) == of.tables.cards
