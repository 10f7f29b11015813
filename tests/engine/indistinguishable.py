"""States that differ only in what a viewer cannot know, and what must be the same in them.

States are changed in two ways: by `determinise`, and by `relabel`, which knows nothing of it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from attrs import evolve

from cardrules.engine import events
from cardrules.engine.chance import Stream
from cardrules.engine.game import Game
from cardrules.engine.positions.determinise import determinised
from cardrules.engine.showing.narrate import Narrator
from cardrules.engine.showing.said import Hearer
from cardrules.engine.showing.view import make_view
from cardrules.leaks.shown import random_actions, refusal, viewer_of
from cardrules.model.state import State
from tests.bundled import random_play
from tests.engine.harness import conserved
from tests.engine.relabel import relabelled


def compare_states(of: Game, *, seed: int, every: int) -> int:
    """Both ways to change what a viewer cannot know, at states of a game.

    How often cards have changed places: 0 if nothing was hidden.
    """
    chance = random.Random(seed)
    stream = Stream(seed, 5)
    changed = 0
    for s in sampled(of, seed, every=every):
        for bit in viewers(of):
            other, face = relabelled(of, s, [bit], chance)
            conserved(of, other)
            same_for(of, s, other, bit, chance)
            changed += face != list(range(of.tables.cards))
            if bit < of.players:
                other = determinised(of, s, bit, stream.shuffled)
                conserved(of, other)
                same_for(of, s, other, bit, chance)
                changed += other != s
    return changed


def compare_logs(of: Game, *, seed: int, every: int) -> None:
    """The one who is asked takes the same action where hidden cards lie otherwise."""
    chance = random.Random(seed)
    for s in sampled(of, seed, every=every):
        assert s.pending is not None
        asked = s.pending[1]
        index = chance.randrange(len(of.answers(s)))
        after = of.apply_answer(s, of.answers(s)[index])
        for bit in viewers(of):
            # Neither the viewer nor the one who is asked knows the cards that change places.
            other, _ = relabelled(of, s, {bit, asked}, chance, keep=shown_to(of, after, bit))
            after_other = of.apply_answer(other, of.answers(other)[index])
            if after.over != after_other.over and is_over(after) and is_over(after_other):
                # The score of a game that is over is public, and decides the match.
                continue
            here, there = log(of, after, bit), log(of, after_other, bit)
            if whose_turn(of, after) == whose_turn(of, after_other):
                assert here == there
            else:
                # That hidden cards end a turn is public, and so is that somebody has one or is
                # passed over: the rules may say so, from there on, and no more.
                assert log(of, after, bit, said=False) == log(of, after_other, bit, said=False)
                both = whose_turn(of, after), whose_turn(of, after_other)
                assert_same_until_a_turn_ends(here, there, both)
            same_question(of, after, after_other)


def is_over(s: State) -> bool:
    """Whether the last action has ended a game, which may not be the last one of its match."""
    return any(isinstance(event, events.GameOver) for event in s.events)


def viewers(of: Game) -> list[int]:
    """The bits of all viewers: the seats, and the spectator above them."""
    return list(range(of.players + 1))


def sampled(of: Game, seed: int, *, every: int, steps: int = 400) -> Iterator[State]:
    """States of a random game at which somebody is asked; all of them if the game is short."""
    asked = [
        (number, s.copy())
        for number, s in enumerate(random_play(of, seed, steps=steps))
        if s.pending is not None
    ]
    some = [s for number, s in asked if (number + seed) % every == 0]
    yield from some or [s for _, s in asked]


def log(of: Game, s: State, bit: int, *, said: bool = True) -> list[str]:
    """What a viewer is told of the last action; the scores of a game that is over are public.

    With or without what the rules say in words of their own.
    """
    without = (events.GameOver,) if said else (events.GameOver, events.Said)
    told = [event for event in s.events if not isinstance(event, without)]
    return Narrator(of, viewer_of(of, bit)).lines(s, told)


def same_for(of: Game, s: State, other: State, bit: int, chance: random.Random) -> None:
    """All that a viewer is shown at a decision is the same in both states."""
    viewer = viewer_of(of, bit)
    assert make_view(of, s, viewer) == make_view(of, other, viewer)
    assert make_view(of, s, viewer).data() == make_view(of, other, viewer).data()
    questions = [of.question(one, Hearer(of.tables, 1 << bit)) for one in (s, other)]
    assert questions[0] == questions[1]
    assert of.decision(s, questions[0]) == of.decision(other, questions[1])
    assert s.pending is not None
    if s.pending[1] != bit:
        return
    here, there = of.legal_actions(s), of.legal_actions(other)
    assert [action.data() for action in here] == [action.data() for action in there]
    for action in random_actions(of, s, Stream(chance.randrange(1000), 0), 4):
        assert refusal(of, s, action) == refusal(of, other, action), action


def shown_to(of: Game, s: State, bit: int) -> set[int]:
    """The cards that an action has shown to a viewer, and those that it knows after it."""
    found = {card for card in range(of.tables.cards) if s.known[card] >> bit & 1}
    for event in s.events:
        if isinstance(event, events.Moved):
            found |= {card for card, mask in events.seen(event) if mask >> bit & 1}
        elif isinstance(event, events.Revealed) and event.mask >> bit & 1:
            found |= set(event.cards)
    return found


def assert_same_until_a_turn_ends(
    here: list[str], there: list[str], asked: tuple[int | None, int | None]
) -> None:
    """What is said first that differs is of somebody who is asked next in one of the games."""
    for one, other in zip(here, there, strict=False):
        if one != other:
            seats = [f"Player {seat + 1} " for seat in asked if seat is not None]
            assert any(one.startswith(seat) and other.startswith(seat) for seat in seats)
            return


def whose_turn(of: Game, s: State) -> int | None:
    """Who is asked next.

    That hidden cards end a turn, since nothing can be done with them, everybody sees: the rules may
    say it.
    """
    decision = of.decision(s)
    return decision.player if decision is not None else None


def same_question(of: Game, one: State, other: State) -> None:
    """Who is asked next, and what, is the same; but the rules may let hidden cards end a turn."""
    here, there = of.decision(one), of.decision(other)
    asked_for = {decision.asks_for for decision in (here, there) if decision is not None}
    if asked_for - {"action"}:
        # The words of the question may say what only the one who is asked knows.
        assert here is not None and there is not None
        assert evolve(here, prompt="") == evolve(there, prompt="")
