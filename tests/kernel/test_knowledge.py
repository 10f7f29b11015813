"""What is known of cards, beside the engine that keeps it with the zones of a state."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import attrs
import pytest

from cardrules.engine.playing.knowing import _packed
from cardrules.engine.playing.moves import Mover
from cardrules.model.state import State
from tests.engine.harness import game
from tests.kernel.watched import operation

RULES = """
zone spread shared spread, seen by nobody
zone other shared spread, seen by nobody
zone pile shared pile, seen by nobody
"""
CARDS = 'plain: {name: "{number}", number: 1 to 4, count: [1, 2, 3, 1]}'
EVERYBODY = 7
GAMES = 60


@attrs.define
class Known:
    """A state in which some masks were drawn, and the same as the operations have it."""

    mover: Mover
    s: State
    draw: random.Random
    look: list[int]
    known: list[int]
    among: list[int]
    blur: list[int]
    shown: list[int]

    def mask(self) -> int:
        return self.draw.choice([0, 1, 2, 4, 3, 6, EVERYBODY, EVERYBODY])

    def is_same(self) -> None:
        """The operations have come to what the engine has come to."""
        assert self.known == self.s.known
        assert self.among == self.s.among
        assert self.blur == self.s.blur
        assert self.shown == [dict(self.s.shown).get(card, 0) for card in range(len(self.look))]


def drawn(seed: int) -> Known:
    """Cards in three places, with masks as they can be: packed in spreads, and with no card of
    which somebody knows more than that it is there.
    """
    draw = random.Random(seed)
    of = game(RULES, cards=CARDS)
    s, mover = of.start(seed=0), of.builder.mover
    cards = list(range(len(mover.kind)))
    draw.shuffle(cards)
    zones: list[list[int]] = [[] for _ in s.zones]
    for card in cards:
        zones[draw.choice([0, *range(len(zones))])].append(card)
    for zone, lying in enumerate(zones):
        s.zones[zone] = tuple(lying if mover.ordered[zone] else sorted(lying))
        for card in lying:
            s.place[card] = zone
    found = Known(mover, s, draw, mover.kind, [], [], [], [])
    s.shown = ()
    for card in sorted(cards):
        is_ordered = mover.ordered[s.place[card]]
        s.known[card] = found.mask()
        s.among[card] = found.mask() & ~s.known[card] if is_ordered else 0
        if not is_ordered and draw.randrange(3) == 0 and s.known[card]:
            s.shown = (*s.shown, (card, s.known[card]))
    for zone, lying_ in enumerate(s.zones):
        s.blur[zone] = 0
        for card in lying_:
            s.blur[zone] |= s.among[card]
        if not mover.ordered[zone]:
            mover.tidy(s, zone)
    found.known, found.among, found.blur = s.known[:], s.among[:], s.blur[:]
    found.shown = [dict(s.shown).get(card, 0) for card in range(len(found.look))]
    return found


def each(test: Callable[[Known], None]) -> Callable[[int], None]:
    """A test that is made with many states."""

    @pytest.mark.parametrize("seed", [0])
    def many(seed: int) -> None:
        for at in range(GAMES):
            test(drawn(seed + at))

    return many


def _places(of: Known) -> list[int]:
    return [zone for zone, lying in enumerate(of.s.zones) if lying]


def _masks(of: Known) -> tuple[list[int], list[int], list[int]]:
    return of.known, of.among, of.look


@each
def test_seeing(of: Known) -> None:
    zone = of.draw.choice(_places(of))
    lying, mask = of.s.zones[zone], of.mask()
    card = of.draw.choice(lying)
    of.mover._see(of.s, card, zone, mask)
    operation("see_card")(*_masks(of), lying, 0, len(lying), card, mask, of.blur[zone])
    of.is_same()


@each
def test_looking_at_a_place(of: Known) -> None:
    zone = of.draw.choice(_places(of))
    lying = of.s.zones[zone]
    top, rest = of.mask(), of.mask()
    for card in lying[:-1]:
        of.mover._see(of.s, card, zone, rest)
    of.mover._see(of.s, lying[-1], zone, top)
    operation("see_place")(*_masks(of), lying, len(lying), top, rest, of.blur[zone])
    of.is_same()


@each
def test_packing(of: Known) -> None:
    things = [card for card, look in enumerate(of.look) if look == 2]
    of.draw.shuffle(things)
    wanted = _packed([of.known[card] for card in things])
    every = list(range(len(of.look)))
    of.draw.shuffle(every)
    order = [card for card in every if card in things]
    before = dict(enumerate(of.known))
    operation("pack_alike")(of.known, of.look, [*things, *set(every) - set(things)], 8 - 1, 2)
    assert [of.known[card] for card in things] == wanted
    assert all(of.known[card] == before[card] for card in every if card not in order)


@each
def test_leaving(of: Known) -> None:
    source = of.draw.choice(_places(of))
    to = of.draw.choice([zone for zone in range(len(of.s.zones)) if zone != source])
    cards = list(of.s.zones[source])
    of.draw.shuffle(cards)
    group = tuple(cards[: of.draw.randrange(len(cards)) + 1])
    left = tuple(card for card in of.s.zones[source] if card not in group)
    watching, all_seen, ordered = of.mask(), of.mask(), of.mover.ordered
    of.s.zones[source] = left
    pointing = EVERYBODY
    for card in group:
        pointing &= of.shown[card]
    of.mover._take_out(of.s, group, source, to, left, watching | pointing, all_seen)
    places = (of.known, of.among, of.shown, of.blur, of.look)
    operation("leave_place")(
        *places, [*group, *left], len(group), len(group) + len(left), source, to,
        not ordered[source], ordered[to], watching, all_seen, EVERYBODY,
    )  # fmt: skip
    of.is_same()


@each
def test_arriving_in_a_spread(of: Known) -> None:
    zone = 1
    lying, rest = of.s.zones[zone], of.mask()
    if not lying:
        return
    group = (of.draw.choice(lying),)
    for card in group:
        of.known[card] = of.s.known[card] = of.mask()
        of.mover._see(of.s, card, zone, rest)
    of.mover._pack_group(of.s, group, lying, zone)
    given: list[Any] = [group, 1, lying, len(lying), -1, True, 0, rest, of.blur[zone]]
    operation("arrive_at_place")(*_masks(of), *given)
    of.is_same()


@each
def test_arriving_on_a_pile(of: Known) -> None:
    zone = of.mover.layout.zone_base["pile"]
    lying = of.s.zones[zone]
    if len(lying) < 3:
        return
    group, top, rest = lying[-2:], of.mask(), of.mask()
    for card, mask in zip(group, (rest, top), strict=True):
        of.mover._see(of.s, card, zone, mask)
    of.mover._cover(of.s, lying[-3], zone, top, rest)
    given: list[Any] = [group, 2, lying, len(lying), lying[-3], False, top, rest, of.blur[zone]]
    operation("arrive_at_place")(*_masks(of), *given)
    of.is_same()


def test_who_sees_all() -> None:
    who = operation("who_sees_all")
    assert who([3], 1, 3, 5, 1) == 5
    assert who([3, 4], 2, 3, 5, 6) == 4
    assert who([3, 4], 2, 7, 5, 6) == 6


@each
def test_mixing(of: Known) -> None:
    zone = of.mover.layout.zone_base["pile"]
    lying = of.s.zones[zone]
    of.mover.shuffled(of.s, zone, list(range(len(lying))), None)
    given = [sorted(lying), len(lying)]
    of.blur[zone] = operation("mix_known")(*_masks(of), *given)
    of.is_same()


@each
def test_taking_over(of: Known) -> None:
    left, right = of.draw.sample(range(len(of.s.zones)), 2)
    ordered = of.mover.ordered
    of.s.shown = ()
    of.shown = [0] * len(of.look)
    of.mover.swap(of.s, left, right, None)
    of.blur[left], of.blur[right] = of.blur[right], of.blur[left]
    for zone, source in ((left, right), (right, left)):
        lying = of.s.zones[zone]
        operation("take_over")(
            of.known, of.among, of.blur, of.look, lying, len(lying), zone, not ordered[zone],
            not ordered[source], 0, 0, 0, EVERYBODY,
        )  # fmt: skip
    of.is_same()


@each
def test_showing_in_a_spread(of: Known) -> None:
    zone = of.mover.layout.zone_base["spread"]
    lying, mask = of.s.zones[zone], of.mask()
    group = [card for card in lying if of.draw.randrange(2)]
    of.mover.reveal(of.s, tuple(group), mask, None)
    given = [lying, len(lying), group, len(group), mask, 0]
    operation("show_in_spread")(of.known, of.shown, of.look, *given)
    of.is_same()


def test_rows_that_are_alike() -> None:
    alike = operation("lie_alike")
    assert alike([1, 2, 3], [1, 2, 4], 2)
    assert not alike([1, 2, 3], [1, 2, 4], 3)
