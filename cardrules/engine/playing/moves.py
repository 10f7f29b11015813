"""Operations that change where cards lie; who knows them then says `knowing.py`."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable
from typing import Any

from cardrules.engine import events
from cardrules.engine.events import happened, made, zone_label
from cardrules.engine.playing.guard import gone
from cardrules.engine.playing.knowing import Knowing, pointing, remember_shown, still_shown
from cardrules.engine.work import CARD_STEPS, MOST_STEPS, TooMuchWorkError
from cardrules.errors import EngineError
from cardrules.machine.layout import Layout
from cardrules.model.state import State
from cardrules.model.types import NONE
from cardrules.source import SourceFile

Cause = Any  # an Origin, carried along for those who read events


class Mover(Knowing):
    """The operations of one game; `text` is that of its rules, for what stops a game."""

    def __init__(self, layout: Layout, text: SourceFile) -> None:
        super().__init__(layout)
        self.layout = layout
        self.text = text
        self.nowhere = layout.nowhere
        # Makes what points at a stack point nowhere, once it is gone.
        self.forget_stack: Callable[[State, int], None] = lambda s, stack: None

    # -- moving ------------------------------------------------------------------------------------

    def move(
        self, s: State, cards: tuple[int, ...], to: int, where: str, depth: int, cause: Cause
    ) -> None:
        """Move cards, in their order, to a zone; `where` and `depth` place them in a pile."""
        if to == self.nowhere and any(card != NONE for card in cards):
            raise gone(self.text, s, cause)
        number = len(cards)
        # Each card has to find its place among those that lie there.
        s.work = work = s.work + number * (CARD_STEPS + number + len(s.zones[to]))
        if work > MOST_STEPS:
            raise TooMuchWorkError
        place = s.place
        if number == 1 and cards[0] != NONE:
            self._move_card(s, cards[0], to, where, depth, cause)
            return
        while cards:
            first = cards[0]
            if first == NONE:
                cards = cards[1:]
                continue
            source = place[first]
            size = 1
            while size < len(cards) and cards[size] != NONE and place[cards[size]] == source:
                size += 1
            if size == 1:
                self._move_card(s, first, to, where, depth, cause)
            else:
                self._move_group(s, cards[:size], source, to, where, depth, cause)
            cards = cards[size:]

    def _move_card(
        self, s: State, card: int, to: int, where: str, depth: int, cause: Cause
    ) -> None:
        """Move one card: into another spread or on top, as nearly always, or as a group of one.

        The short way does what `_move_group` does where nothing has been shown, of no card there is
        known that it is one of several, nor will be, and who sees a zone does not depend on the
        game.
        """
        source = s.place[card]
        if (
            source == to
            or (where != "top" and self.ordered[to])
            or s.shown
            or s.blur[to]
            or (s.blur[source] and len(s.zones[source]) == 1)
            or self.conditional
        ):
            self._move_group(s, (card,), source, to, where, depth, cause)
            return
        zones, known, static = s.zones, s.known, self.static
        old, before = zones[source], zones[to]
        from_label = source if source < static else zone_label(s, source, static)
        at = len(old) - 1 if old[-1:] == (card,) else _place_of(card, old, source)
        zones[source] = left = old[:at] + old[at + 1 :]
        s.place[card] = to
        home = to if to < static else s.holder[to - static]
        origin = source if source < static else s.holder[source - static]
        into_order = self.ordered[to]
        seen = self.top[home] if into_order else self.rest[home]
        if left and (not self.ordered[source] or s.blur[source]):
            self._leave(s, card, source, at, self.rest[origin] | seen, seen)
        known[card] |= seen
        if into_order:
            zones[to] = (*before, card)
            if before:
                known[before[-1]] |= self.rest[home]
        else:
            place = bisect(before, card)
            zones[to] = (*before[:place], card, *before[place:])
        if at == len(left) and left and self.ordered[source] and self.top[origin]:
            self._see(s, left[-1], source, self.top[origin])
        mask = known[card]
        if not into_order and self._has_twin(card, before, place):
            self._pack_in(s, card, to)
        if source >= static and not left:
            self._dissolve(s, source)
        s.changes += 1
        to_label = to if to < static else zone_label(s, to, static)
        happened(s, made(events.Moved, (cause, (card,), (mask,), from_label, to_label)))

    def _leave(self, s: State, card: int, source: int, at: int, followers: int, seen: int) -> None:
        """What is forgotten when one card leaves others; `_take_out` for a group."""
        known, left = s.known, s.zones[source]
        if not self.ordered[source]:
            if self._has_twin(card, left, at):
                self._unpack(s, (card,), left)
            if followers != self.everybody:
                for other in (card, *left):
                    known[other] &= followers
        if s.blur[source]:
            self._lose_among(s, card, left, known[card] | seen)

    def _has_twin(self, card: int, others: tuple[int, ...], at: int) -> bool:
        """Whether a card that looks the same lies among others of a spread, beside that place."""
        if self.alone[card]:
            return False
        look, kind = self.kind[card], self.kind
        return (at > 0 and kind[others[at - 1]] == look) or (
            at < len(others) and kind[others[at]] == look
        )

    def _move_group(
        self,
        s: State,
        group: tuple[int, ...],
        source: int,
        to: int,
        where: str,
        depth: int,
        cause: Cause,
    ) -> None:
        zones, known, static = s.zones, s.known, self.static
        out_of_order, into_order = self.ordered[source], self.ordered[to]
        single = len(group) == 1
        from_label = source if source < static else zone_label(s, source, static)
        old, before = zones[source], zones[to]
        # Who sees the source, and so which cards leave it, if that has no order.
        watching = 0 if out_of_order else self.rest_mask(s, source) | pointing(s, group)
        zones[source] = left = _without(old, group)
        if len(left) + len(group) != len(old):
            raise _not_there(group, old, source)
        below = zones[to]
        together = _laid(below, group, where, depth) if into_order else sorted(below + group)
        zones[to] = lying = tuple(together)
        if source == to and lying == before:
            return  # everything lies as it did
        for card in group:
            s.place[card] = to
        top, rest = self._masks(s, to)
        highest = lying[-1] if into_order else -1
        # From a place with an order nothing is forgotten but what was shown, or known of a shuffle.
        if not out_of_order or s.blur[source] or s.shown:
            of_highest = top if single else rest & top
            all_seen = of_highest if highest in group else rest
            self._take_out(s, group, source, to, left, watching, all_seen)
        blur = s.blur[to]
        for card in group:
            new = (top if card == highest else rest) & ~known[card]
            if new & blur:
                self._see(s, card, to, new)
            else:
                known[card] |= new
        if into_order and before and before[-1] != highest:
            self._cover(s, before[-1], to, top, rest)
        if left and source != to and out_of_order and left[-1] != old[-1]:
            self._see(s, left[-1], source, self.top_mask(s, source))
        masks = (known[group[0]],) if single else tuple([known[card] for card in group])
        if not into_order:
            self._pack_group(s, group, below, to)
        if source >= static and not zones[source]:
            self._dissolve(s, source)
        s.changes += 1
        to_label = to if to < static else zone_label(s, to, static)
        happened(s, made(events.Moved, (cause, group, masks, from_label, to_label)))

    def _take_out(
        self,
        s: State,
        group: tuple[int, ...],
        source: int,
        to: int,
        left: tuple[int, ...],
        watching: int,
        all_seen: int,
    ) -> None:
        """What is forgotten when cards leave a zone.

        `watching` are those who see the zone, `all_seen` those who see all of the cards where they
        lie now.
        """
        blur = s.blur[source]
        if s.shown:
            s.shown = still_shown(s.shown, group, 0)
        if not left:
            if not self.ordered[source] and self.ordered[to]:
                self._lose_order(s, group, to, watching | all_seen)
            if blur and source != to:
                self._carry_among(s, group, source, to)
            return
        known = s.known
        if not self.ordered[source]:
            followers = watching | all_seen
            if s.shown:
                s.shown = still_shown(s.shown, left, followers)
            self._unpack(s, group, left)
            if followers != self.everybody:
                for card in (*group, *left):
                    known[card] &= followers
        if blur:
            for card in group:
                self._lose_among(s, card, left, known[card] | all_seen)

    # -- stacks ------------------------------------------------------------------------------------

    def _dissolve(self, s: State, stack: int) -> None:
        index = stack - self.static
        zone = s.holder[index]
        s.holder[index] = -1
        s.zones[zone] = tuple([other for other in s.zones[zone] if other != stack])
        self.forget_stack(s, stack)

    def new_stack(self, s: State, cards: tuple[int, ...], zone: int, cause: Cause) -> None:
        """A new stack of these cards, the first lowest, becomes the last of a zone of stacks.

        Cards of one place go together; else the top card goes first and the others below it, so
        that none of them lies on top for a moment.
        """
        cards = tuple(dict.fromkeys([card for card in cards if card != NONE]))
        if not cards:
            return
        index = s.holder.index(-1)
        s.holder[index] = zone
        stack = index + self.static
        s.zones[zone] = (*s.zones[zone], stack)
        if len({s.place[card] for card in cards}) == 1:
            self.move(s, cards, stack, "top", 0, cause)
            return
        for card in reversed(cards):
            self.move(s, (card,), stack, "bottom", 0, cause)

    def move_stacks(self, s: State, stacks: tuple[int, ...], zone: int, cause: Cause) -> None:
        """Whole stacks go to another zone of stacks, as its last."""
        for stack in stacks:
            if stack == NONE:
                continue
            index = stack - self.static
            source = s.holder[index]
            if source in (zone, -1):
                continue  # it lies there, or it is gone
            before = zone_label(s, stack, self.static)
            s.zones[source] = tuple([other for other in s.zones[source] if other != stack])
            s.zones[zone] = (*s.zones[zone], stack)
            s.holder[index] = zone
            self.look(s, stack)
            cards = s.zones[stack]
            masks = tuple([s.known[card] for card in cards])
            s.changes += 1
            after = zone_label(s, stack, self.static)
            happened(s, events.Moved(cause, cards, masks, before, after))

    # -- others ------------------------------------------------------------------------------------

    def reveal(self, s: State, cards: tuple[int, ...], mask: int, cause: Cause) -> None:
        """Show cards to those of the mask."""
        places: dict[int, list[int]] = {}
        for card in cards:
            if card != NONE:
                places.setdefault(s.place[card], []).append(card)
        for zone, shown in places.items():
            # Whoever sees the zone sees which cards are shown; in a pile their places tell.
            told = self.everybody
            if self.ordered[zone]:
                for card in shown:
                    self._see(s, card, zone, mask)
                    told &= s.known[card]
            else:
                self._show_in_spread(s, zone, shown, mask)
                told = self.rest_mask(s, zone) | mask
                remember_shown(s, shown, mask & ~self.rest_mask(s, zone))
            label = zone_label(s, zone, self.static)
            happened(s, events.Revealed(cause, tuple(shown), told, label))
        s.changes += bool(places)

    def _show_in_spread(self, s: State, zone: int, shown: list[int], mask: int) -> None:
        """Of cards that look the same, those that were known before may be shown again."""
        kind = self.kind
        looks = [kind[card] for card in shown]
        for look in set(looks):
            same = [card for card in s.zones[zone] if kind[card] == look]
            for card in same[: looks.count(look)]:
                s.known[card] |= mask

    def swap(self, s: State, left: int, right: int, cause: Cause) -> None:
        """Two zones exchange their cards; who knew a card knows where it went."""
        if left == right:
            return
        zones, place, ordered = s.zones, s.place, self.ordered
        s.shown = still_shown(s.shown, zones[left] + zones[right], 0)
        watching = {zone: self.rest_mask(s, zone) for zone in (left, right)}
        zones[left], zones[right] = zones[right], zones[left]
        s.blur[left], s.blur[right] = s.blur[right], s.blur[left]
        for zone, source in ((left, right), (right, left)):
            for card in zones[zone]:
                place[card] = zone
            if ordered[zone] and not ordered[source]:
                all_seen = self.rest_mask(s, zone) & self.top_mask(s, zone)
                self._lose_order(s, zones[zone], zone, watching[source] | all_seen)
            elif not ordered[zone]:
                zones[zone] = tuple(sorted(zones[zone]))
                self._gather_among(s, zones[zone])
                s.blur[zone] = 0
            self.look(s, zone)
            if not ordered[zone]:
                self._pack_all(s, zone)
        s.changes += 1
        happened(s, events.Swapped(cause, left, right))

    def shuffled(self, s: State, zone: int, order: list[int], cause: Cause) -> None:
        """Put the cards of a zone into this order (positions of the old one, lowest first)."""
        if not self.ordered[zone]:
            # A spread has no order that could change, but nobody can point at a card any more.
            s.shown = still_shown(s.shown, s.zones[zone], 0)
            happened(s, events.Shuffled(cause, zone, s.zones[zone]))
            return
        kind, known, among = self.kind, s.known, s.among
        old = s.zones[zone]
        for card in old:
            among[card] |= known[card]
        laid = [old[index] for index in order]
        looks = [kind[card] for card in laid]
        if len(set(looks)) == len(looks):
            s.zones[zone] = tuple(laid)
        else:
            self._lay_looks(s, zone, looks)
        blur = 0
        for card in s.zones[zone]:
            known[card] = 0
            blur |= among[card]
        s.blur[zone] = blur
        self.look(s, zone)
        s.changes += 1
        happened(s, events.Shuffled(cause, zone, s.zones[zone]))


def _place_of(card: int, cards: tuple[int, ...], zone: int) -> int:
    """Where a card lies among those of a zone."""
    if card not in cards:
        raise _not_there((card,), cards, zone)
    return cards.index(card)


def _not_there(group: tuple[int, ...], cards: tuple[int, ...], zone: int) -> EngineError:
    return EngineError(f"Cards {group} were to leave zone {zone}, where {cards} lie.")


def _without(cards: tuple[int, ...], group: tuple[int, ...]) -> tuple[int, ...]:
    """The cards of a zone without some of them, as far as they are there."""
    if len(group) > 1:
        if group == cards or (len(group) == len(cards) and set(group) == set(cards)):
            return ()
        gone = set(group)
        return tuple([card for card in cards if card not in gone])
    if cards[-1:] == group:
        return cards[:-1]
    at = cards.index(group[0]) if group[0] in cards else len(cards)
    return cards[:at] + cards[at + 1 :]


def _laid(
    cards: tuple[int, ...], group: tuple[int, ...], where: str, depth: int
) -> tuple[int, ...]:
    """The cards of a place with an order, and those that are put there."""
    if where == "top":
        return cards + group
    if where == "bottom":
        return group[::-1] + cards
    at = depth if where == "above" else len(cards) - depth
    at = max(0, min(at, len(cards)))
    return cards[:at] + group + cards[at:]
