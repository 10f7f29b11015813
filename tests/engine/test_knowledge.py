"""What the engine says that somebody knows holds in every world that this somebody thinks possible.

The oracle knows nothing of masks. For each viewer it keeps all worlds (which face lies where) that
agree with what the viewer has seen so far. A move that the viewer cannot follow multiplies them,
whatever is seen removes those that look otherwise. The engine may forget what the worlds would
tell; it must not say more.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from itertools import pairwise, permutations
from typing import Any

import pytest

from cardrules.engine.game import Game
from cardrules.engine.showing.view import make_view
from cardrules.model.state import State
from tests.engine.harness import conserved, game

RULES = """
zone deck shared pile, seen by nobody, starts with cards
zone hand per player spread, seen by owner
zone hoard per player pile, seen by nobody
zone mound per player pile, top seen by all, rest seen by owner
zone table shared spread, seen by all
zone heap shared pile, top seen by all, rest seen by nobody
zone bag shared spread, seen by nobody
zone brow per player row, seen by others
zone patch per player stacks, top seen by all, rest seen by owner
zone cairn shared pile, top seen by nobody, rest seen by all
zone trail per player row, top seen by others, rest seen by all
zone ridge shared stacks, top seen by nobody, rest seen by all
"""
CARDS = 'plain: {name: "{number}", number: 1 to 4, count: [3, 2, 1, 1]}'
SEATS = 3
VIEWERS: tuple[Any, ...] = (0, 1, 2, "spectator")

# Per zone the kinds that lie in it: of a spread sorted, else lowest first.
World = tuple[tuple[int, ...], ...]


@cache
def orders(kinds: tuple[int, ...]) -> frozenset[tuple[int, ...]]:
    """All orders in which such cards can lie."""
    return frozenset(permutations(sorted(kinds)))


def put(world: World, changes: dict[int, tuple[int, ...]]) -> World:
    """The world with other contents of some zones."""
    return tuple([changes.get(zone, content) for zone, content in enumerate(world)])


class Worlds:
    """The state of a game, and for each viewer the worlds that it thinks possible."""

    def __init__(self, of: Game, chance: random.Random) -> None:
        self.game = of
        self.chance = chance
        self.state = of.start(0, 0)
        self.mover = of.builder.mover
        self.kind = of.tables.kind
        self.static = of.tables.static_zones
        # Cards of spreads that were shown, with those who can point at them.
        self.shown: dict[int, set[Any]] = {}
        self.stacks = {number for number, (name, _) in enumerate(of.tables.zone_names)
                       if of.ruleset.zones[name].shape == "stacks"}  # fmt: skip
        faces = orders(tuple(self.kind))
        empty = [()] * len(self.state.zones)
        start = [put(tuple(empty), {0: face}) for face in faces]
        self.worlds = {viewer: set(start) for viewer in VIEWERS}
        self._look_all()

    # -- the real world ----------------------------------------------------------------------------

    def real(self) -> World:
        """The world as it is."""
        return tuple(
            ()
            if zone in self.stacks
            else self.as_it_lies(zone, [self.kind[card] for card in content])
            for zone, content in enumerate(self.state.zones)
        )

    def is_ordered(self, zone: int) -> bool:
        """Whether the places in a zone can be told apart."""
        return self.game.tables.ordered[zone]

    def as_it_lies(self, zone: int, kinds: Iterable[int]) -> tuple[int, ...]:
        """The contents of a zone as a world has them."""
        return tuple(kinds) if self.is_ordered(zone) else tuple(sorted(kinds))

    def bit(self, viewer: Any) -> int:
        """The bit of a viewer."""
        return 1 << (SEATS if viewer == "spectator" else viewer)

    def below(self, zone: int, world: World) -> tuple[int, ...]:
        """What lies below the top of a zone, or all of a spread."""
        return world[zone][:-1] if self.is_ordered(zone) else world[zone]

    def sees(self, viewer: Any, zone: int) -> bool:
        """Whether a viewer sees what lies below the top of a zone, or all of a spread."""
        return bool(self.mover.rest_mask(self.state, zone) & self.bit(viewer))

    def sees_top(self, viewer: Any, zone: int) -> bool:
        """Whether a viewer sees the top of a zone."""
        return bool(self.mover.top_mask(self.state, zone) & self.bit(viewer))

    def places(self, *, full: bool) -> list[int]:
        """Zones and stacks for cards, that hold some if so asked."""
        found = [zone for zone in range(self.static) if zone not in self.stacks]
        found += [
            zone + self.static for zone, holder in enumerate(self.state.holder) if holder >= 0
        ]
        return [zone for zone in found if not full or self.state.zones[zone]]

    # -- what viewers see --------------------------------------------------------------------------

    def _filter(self, viewer: Any, keep: Callable[[World], bool]) -> None:
        self.worlds[viewer] = {world for world in self.worlds[viewer] if keep(world)}
        assert self.real() in self.worlds[viewer], "the oracle has lost the real world"

    def _look_all(self) -> None:
        real = self.real()
        for viewer in VIEWERS:
            all_of = [zone for zone in self.places(full=True) if self.sees(viewer, zone)]
            top_of = [zone for zone in self.places(full=True)
                      if self.is_ordered(zone) and self.sees_top(viewer, zone)]  # fmt: skip

            def same(world: World, all_of: Any = all_of, top_of: Any = top_of) -> bool:
                return all(
                    self.below(zone, world) == self.below(zone, real) for zone in all_of
                ) and (all(world[zone][-1] == real[zone][-1] for zone in top_of))

            self._filter(viewer, same)

    def _change(self, successors: Callable[[Any, World], Iterable[World]]) -> None:
        for viewer in VIEWERS:
            self.worlds[viewer] = {
                after for world in self.worlds[viewer] for after in successors(viewer, world)
            }
        self._look_all()

    # -- what can happen ---------------------------------------------------------------------------

    def move_one(self) -> None:
        """A card goes from a place to another; out of a spread only some can tell which."""
        source = self.chance.choice(self.places(full=True))
        to = self.chance.choice(self.places(full=False))
        where = self.chance.choice(["top", "bottom", "above", "below"])
        depth = self.chance.randrange(3)
        index = self.chance.randrange(len(self.state.zones[source]))
        card = self.state.zones[source][index]
        look = self.kind[card]
        # Whoever sees where it lies afterwards can tell as well: see `_look_all`.
        followers = {viewer for viewer in VIEWERS if self.sees(viewer, source)}
        followers |= self.shown.pop(card, set())
        before = self.state.zones[source]
        self.mover.move(self.state, (card,), to, where, depth, None)
        if source != to:
            self._keep_shown(before, followers | self._who_sees(card))

        def successors(viewer: Any, world: World) -> Iterable[World]:
            content = world[source]
            if self.is_ordered(source):
                taken = {content[index]}
                if viewer in followers and content[index] != look:
                    return
            else:
                taken = {look} & set(content) if viewer in followers else set(content)
            for one in taken:
                at = index if self.is_ordered(source) else content.index(one)
                left = content[:at] + content[at + 1 :]
                yield self._put_in(put(world, {source: left}), to, (one,), where, depth)

        self._change(successors)

    def _who_sees(self, card: int) -> set[Any]:
        """Who sees a card where it lies."""
        zone = self.state.place[card]
        is_top = self.is_ordered(zone) and self.state.zones[zone][-1] == card
        sees = self.sees_top if is_top else self.sees
        return {viewer for viewer in VIEWERS if sees(viewer, zone)}

    def _keep_shown(self, cards: Iterable[int], viewers: set[Any]) -> None:
        """At these cards only these viewers can still point."""
        for card in cards:
            if card in self.shown:
                self.shown[card] &= viewers

    def _put_in(
        self, world: World, to: int, kinds: tuple[int, ...], where: str, depth: int
    ) -> World:
        old = world[to]
        if not self.is_ordered(to):
            return put(world, {to: self.as_it_lies(to, old + kinds)})
        at = {"top": len(old), "bottom": 0, "above": depth, "below": len(old) - depth}[where]
        at = max(0, min(len(old), at))
        order = kinds[::-1] if where == "bottom" else kinds
        return put(world, {to: old[:at] + order + old[at:]})

    def move_all(self) -> None:
        """All cards of a place go to another; those of a spread in an order that some see."""
        source = self.chance.choice(self.places(full=True))
        to = self.chance.choice(self.places(full=False))
        where = self.chance.choice(["top", "bottom"])
        cards = self.state.zones[source]
        real = tuple([self.kind[card] for card in cards])
        followers = {viewer for viewer in VIEWERS if self.sees(viewer, source)}
        pointing = [self.shown.get(card, set()) for card in cards]
        followers |= set.intersection(*pointing)
        if source != to:
            self._keep_shown(cards, set())
        self.mover.move(self.state, cards, to, where, 0, None)

        def successors(viewer: Any, world: World) -> Iterable[World]:
            content = world[source]
            possible: Iterable[tuple[int, ...]] = [content]
            if not self.is_ordered(source):
                possible = [real] if viewer in followers else orders(content)
                if viewer in followers and sorted(real) != sorted(content):
                    return
            for order in possible:
                yield self._put_in(put(world, {source: ()}), to, order, where, 0)

        self._change(successors)

    def swap(self) -> None:
        """Two zones change places."""
        left, right = self.chance.sample([z for z in self.places(full=False) if z < self.static], 2)
        real = {
            zone: tuple([self.kind[c] for c in self.state.zones[zone]]) for zone in (left, right)
        }
        followers = {
            zone: {viewer for viewer in VIEWERS if self.sees(viewer, zone)}
            for zone in (left, right)
        }
        self._keep_shown((*self.state.zones[left], *self.state.zones[right]), set())
        self.mover.swap(self.state, left, right, None)

        def arrivals(viewer: Any, content: tuple[int, ...], came: int, to: int) -> Any:
            if self.is_ordered(to) and not self.is_ordered(came):
                if viewer in followers[came]:
                    return [real[came]] if sorted(real[came]) == sorted(content) else []
                return orders(content)
            return [self.as_it_lies(to, content)]

        def successors(viewer: Any, world: World) -> Iterable[World]:
            for one in arrivals(viewer, world[left], left, right):
                for other in arrivals(viewer, world[right], right, left):
                    yield put(world, {right: one, left: other})

        self._change(successors)

    def shuffle(self) -> None:
        """The cards of a zone get a new order."""
        zone = self.chance.choice([z for z in self.places(full=True) if z < self.static])
        order = list(range(len(self.state.zones[zone])))
        self.chance.shuffle(order)
        self._keep_shown(self.state.zones[zone], set())
        self.mover.shuffled(self.state, zone, order, None)

        def successors(viewer: Any, world: World) -> Iterable[World]:
            for content in orders(world[zone]):
                yield put(world, {zone: self.as_it_lies(zone, content)})

        self._change(successors)

    def reveal(self) -> None:
        """Some cards of a place are shown to some players; of a spread only the faces tell."""
        zone = self.chance.choice(self.places(full=True))
        content = self.state.zones[zone]
        shown = sorted(
            self.chance.sample(range(len(content)), self.chance.randint(1, len(content)))
        )
        cards = tuple([content[index] for index in shown])
        whom = [viewer for viewer in range(SEATS) if self.chance.random() < 0.5]
        self.mover.reveal(self.state, cards, sum(1 << seat for seat in whom), None)
        for card in cards if not self.is_ordered(zone) else ():
            self.shown.setdefault(card, set()).update(whom)
        looks = Counter([self.kind[card] for card in cards])
        for viewer in whom:

            def keep(world: World) -> bool:
                if self.is_ordered(zone):
                    return all(
                        world[zone][at] == self.kind[card]
                        for at, card in zip(shown, cards, strict=True)
                    )
                return not looks - Counter(world[zone])

            self._filter(viewer, keep)

    def new_stack(self) -> None:
        """Two cards or more of a pile or of what lies open become a stack."""
        open_places = [z for z in self.places(full=True) if self.is_ordered(z)]
        if not open_places:
            return
        zone = self.chance.choice(open_places)
        if len(self.state.zones[zone]) < 2:
            return
        holder = self.chance.choice(sorted(self.stacks))
        number = self.chance.randint(2, min(4, len(self.state.zones[zone])))
        cards = self.state.zones[zone][-number:]
        stack = self.state.holder.index(-1) + self.static
        self.mover.new_stack(self.state, cards, holder, None)

        def successors(viewer: Any, world: World) -> Iterable[World]:
            yield put(world, {zone: world[zone][:-number], stack: world[zone][-number:]})

        self._change(successors)

    def move_stack(self) -> None:
        """A stack gets another owner."""
        stacks = [zone for zone in self.places(full=True) if zone >= self.static]
        if stacks:
            to = self.chance.choice(sorted(self.stacks))
            self.mover.move_stacks(self.state, (self.chance.choice(stacks),), to, None)
            self._look_all()

    # -- the judgement -----------------------------------------------------------------------------

    def judge(self) -> tuple[int, int]:
        """Compare; gives how many faces the engine knows and how many the worlds would tell."""
        known = certain = 0
        for viewer in VIEWERS:
            view = make_view(self.game, self.state, viewer)
            for number, zone in enumerate(view.zones):
                if number in self.stacks:
                    for stack, cards in zip(self.state.zones[number], zone.stacks, strict=True):
                        a, b = self._judge_zone(viewer, stack, [c.face for c in cards[::-1]], ())
                        known, certain = known + a, certain + b
                    continue
                faces = [card.face for card in zone.cards]
                ordered = faces[::-1] if self.is_ordered(number) else faces
                a, b = self._judge_zone(viewer, number, ordered, zone.somewhere)
                known, certain = known + a, certain + b
        return known, certain

    def _judge_zone(
        self, viewer: Any, zone: int, faces: list[str | None], somewhere: tuple[str, ...]
    ) -> tuple[int, int]:
        names = [kind.name for kind in self.game.ruleset.kinds]
        contents = {world[zone] for world in self.worlds[viewer]}
        certain = 0
        if self.is_ordered(zone):
            for at, face in enumerate(faces):
                possible = {names[content[at]] for content in contents}
                certain += len(possible) == 1
                assert face is None or possible == {face}, (viewer, zone, at, face, possible)
        told = Counter([face for face in faces if face is not None]) + Counter(somewhere)
        fewest = {name: min(content.count(look) for content in contents)
                  for look, name in enumerate(names)}  # fmt: skip
        for face, number in told.items():
            assert number <= fewest[face], (viewer, zone, face, number, fewest)
        if not self.is_ordered(zone):
            certain = sum(fewest.values())
        return sum(face is not None for face in faces), certain


@pytest.fixture(scope="module")
def of() -> Game:
    """A game whose cards are moved about by hand."""
    return game(RULES, SEATS, cards=CARDS)


def weighted(worlds: Worlds) -> Callable[[], None]:
    """Something that happens, moves of single cards more often than the rest."""
    return worlds.chance.choice(
        [worlds.move_one] * 7
        + [worlds.move_all, worlds.swap, worlds.shuffle, worlds.new_stack, worlds.move_stack]
        + [worlds.reveal] * 2
    )


def run(of: Game, seed: int, steps: int) -> tuple[int, int]:
    """A history; gives how many faces were known and how many could have been."""
    worlds = Worlds(of, random.Random(seed))
    known = certain = 0
    for _ in range(steps):
        weighted(worlds)()
        conserved(of, worlds.state)
        masks_are_in_order(of, worlds.state)
        a, b = worlds.judge()
        known, certain = known + a, certain + b
    return known, certain


def masks_are_in_order(of: Game, s: State) -> None:
    """In a spread twins are packed and nothing is vague; where something is vague the zone says
    so.
    """
    for card in range(of.tables.cards):
        zone = s.place[card]
        assert s.among[card] & ~s.blur[zone] == 0, (
            "what is known to be somewhere is noted at the zone"
        )
        if not of.tables.ordered[zone]:
            assert s.among[card] == 0
            twins = [c for c in s.zones[zone] if of.tables.kind[c] == of.tables.kind[card]]
            for one, other in pairwise(twins):
                assert s.known[other] & ~s.known[one] == 0, "the fuller masks come first"


def test_the_engine_never_says_more_than_can_be_known(of: Game) -> None:
    known = certain = 0
    for seed in range(5):
        a, b = run(of, seed, 22)
        known, certain = known + a, certain + b
    # It may forget, but it must remember most of what matters at a table.
    assert known > 0.85 * certain


@pytest.mark.slow
def test_the_engine_never_says_more_than_can_be_known_in_long_histories(of: Game) -> None:
    for seed in range(1000, 1300):
        run(of, seed, 50)
