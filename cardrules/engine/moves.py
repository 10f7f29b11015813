"""Operations that change where cards lie and who knows them.

Knowledge has two levels. `known`: this very card, at its place. `among`: that the card is somewhere
in its zone. It is gained by seeing; it is kept when a card moves where it can be followed (out of a
place with an order, or in the open, or with all others of its zone); it is lost by a shuffle (which
leaves `among`) and by a hidden move out of a zone without order, since nobody knows any more which
card went.

Cards of one kind in a spread cannot be told apart by anybody, so what is known of them is a number
for each viewer: the masks of such cards are kept packed, the fuller ones on the lower numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cardrules.engine import events
from cardrules.engine.tables import Tables
from cardrules.model.state import State
from cardrules.model.types import Type

Cause = Any  # an Origin, carried along for those who read events


class Mover:
    """The operations of one game. `conditional`: who sees zones where that depends on the state."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.kind = tables.kind
        self.ordered = tables.ordered
        self.top = tables.top_seen
        self.rest = tables.rest_seen
        self.static = tables.static_zones
        self.everybody = tables.everybody
        self.conditional: dict[tuple[int, str], Callable[[State], int]] = {}

    # -- who sees a zone ---------------------------------------------------------------------------

    def top_mask(self, s: State, zone: int) -> int:
        """Who sees the top card of a zone or stack."""
        if zone >= self.static:
            zone = s.holder[zone - self.static]
        mask = self.top[zone]
        return mask if mask >= 0 else self.conditional[zone, "top"](s)

    def rest_mask(self, s: State, zone: int) -> int:
        """Who sees the cards of a zone or stack below the top; of a spread, all its cards."""
        if zone >= self.static:
            zone = s.holder[zone - self.static]
        mask = self.rest[zone]
        return mask if mask >= 0 else self.conditional[zone, "rest"](s)

    def look(self, s: State, zone: int) -> None:
        """Those who see a zone know what they see."""
        cards = s.zones[zone]
        if not cards:
            return
        known = s.known
        rest = self.rest_mask(s, zone)
        if rest:
            for card in cards:
                known[card] |= rest
        top = self.top_mask(s, zone)
        if top != rest:
            known[cards[-1]] |= top

    def told(self, s: State, kind: Type, value: Any) -> int:
        """Who may be told a value that is spoken of, chosen or picked.

        Of a card: those who see where it lies, in a pile also those who know what lies there. That
        somebody knows a card to be in a hand is no reason to tell that it is this one.
        """
        if kind.base == "card":
            if value < 0:
                return self.everybody
            zone = s.place[value]
            return s.known[value] if self.ordered[zone] else self.rest_mask(s, zone)
        mask = self.everybody
        if kind.base == "collection" and kind.element is not None:
            for item in value:
                mask &= self.told(s, kind.element, item)
        return mask

    # -- moving ------------------------------------------------------------------------------------

    def move(
        self, s: State, cards: tuple[int, ...], to: int, where: str, depth: int, cause: Cause
    ) -> None:
        """Move cards, in their order, to a zone; `where` and `depth` place them in a pile."""
        place = s.place
        while cards:
            first = cards[0]
            if first < 0:
                cards = cards[1:]
                continue
            source = place[first]
            size = 1
            while size < len(cards) and cards[size] >= 0 and place[cards[size]] == source:
                size += 1
            self._move_group(s, cards[:size], source, to, where, depth, cause)
            cards = cards[size:]

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
        known = s.known
        from_label = events.zone_label(s, source, self.static)
        to_rest = self.rest_mask(s, to)
        self._take_out(s, group, source, to, to_rest)
        for card in group:
            known[card] |= to_rest
            s.place[card] = to
        zones = s.zones
        old = zones[to]
        if self.ordered[to]:
            self._insert_ordered(s, group, to, old, where, depth)
            masks = tuple([known[card] for card in group])
        else:
            masks = tuple([known[card] for card in group])
            zones[to] = tuple(sorted(old + group))
            if old:
                for card in group:
                    self._pack_in(s, card, to)
            elif len(group) > 1:
                self._pack_all(s, to)
        if source >= self.static and not zones[source]:
            self._dissolve(s, source)
        elif zones[source]:
            self._uncover(s, source)
        s.changes += 1
        s.events.append(
            (events.MOVED, cause, group, masks, from_label, events.zone_label(s, to, self.static))
        )

    def _take_out(
        self, s: State, group: tuple[int, ...], source: int, to: int, to_rest: int
    ) -> None:
        zones, known = s.zones, s.known
        old = zones[source]
        blur = s.blur[source]
        if len(group) == len(old):
            zones[source] = ()
            if not self.ordered[source] and self.ordered[to]:
                self._lose_order(s, group, to, self.rest_mask(s, source) | to_rest)
            if blur and source != to:
                self._carry_among(s, group, source, to)
            return
        if len(group) == 1 and old[-1] == group[0]:
            left = old[:-1]
        elif len(group) == 1:
            at = old.index(group[0])
            left = old[:at] + old[at + 1 :]
        else:
            gone = set(group)
            left = tuple([card for card in old if card not in gone])
        zones[source] = left
        if not self.ordered[source]:
            followers = self.rest_mask(s, source) | to_rest
            self._unpack(s, group, left)
            if followers != self.everybody:
                for card in old:
                    known[card] &= followers
        if blur:
            for card in group:
                self._lose_among(s, card, left, known[card] | to_rest)

    def _insert_ordered(
        self,
        s: State,
        group: tuple[int, ...],
        to: int,
        old: tuple[int, ...],
        where: str,
        depth: int,
    ) -> None:
        if where == "top":
            s.zones[to] = old + group
        elif where == "bottom":
            s.zones[to] = group[::-1] + old
        else:
            at = depth if where == "above" else len(old) - depth
            at = max(0, min(at, len(old)))
            s.zones[to] = old[:at] + group + old[at:]
        top = self.top_mask(s, to)
        if top:
            s.known[s.zones[to][-1]] |= top

    def _uncover(self, s: State, source: int) -> None:
        """A card that has come to lie on top is seen by those who see tops."""
        if self.ordered[source]:
            top = self.top_mask(s, source)
            if top:
                s.known[s.zones[source][-1]] |= top

    # -- cards that look the same ------------------------------------------------------------------

    def _unpack(self, s: State, group: tuple[int, ...], left: tuple[int, ...]) -> None:
        """Cards that leave a spread take the fuller masks of their kind with them."""
        kind, known = self.kind, s.known
        for look in {kind[card] for card in group}:
            staying = [card for card in left if kind[card] == look]
            if not staying:
                continue
            same = [card for card in group if kind[card] == look] + staying
            masks = [known[card] for card in same]
            if masks.count(masks[0]) != len(masks):
                for card, mask in zip(same, _packed(masks), strict=True):
                    known[card] = mask

    def _pack_in(self, s: State, card: int, zone: int) -> None:
        """Bring the masks of the cards that look like this one into order."""
        kind, known = self.kind, s.known
        look = kind[card]
        same = [other for other in s.zones[zone] if kind[other] == look]
        if len(same) > 1:
            masks = [known[other] for other in same]
            if masks.count(masks[0]) != len(masks):
                for other, mask in zip(same, _packed(masks), strict=True):
                    known[other] = mask

    def tidy(self, s: State, zone: int) -> None:
        """Bring the masks of all cards of a spread into order."""
        self._pack_all(s, zone)

    def _pack_all(self, s: State, zone: int) -> None:
        seen: set[int] = set()
        for card in s.zones[zone]:
            if self.kind[card] not in seen:
                seen.add(self.kind[card])
                self._pack_in(s, card, zone)

    # -- knowing that a card is somewhere in a zone ------------------------------------------------

    def _lose_order(self, s: State, cards: tuple[int, ...], zone: int, seen: int) -> None:
        """All cards of a spread come into a pile: in which order, only those know who see them."""
        if seen == self.everybody or len(cards) == 1:
            return
        known, among = s.known, s.among
        for card in cards:
            unseen = known[card] & ~seen
            if unseen:
                known[card] &= seen
                among[card] |= unseen
                s.blur[zone] |= unseen

    def _carry_among(self, s: State, group: tuple[int, ...], source: int, to: int) -> None:
        """All cards of a zone move: who knew that a card is among them still does.

        In a spread there is nothing more to know of a card than that it lies there.
        """
        if self.ordered[to]:
            s.blur[to] |= s.blur[source]
        else:
            self._gather_among(s, group)
        s.blur[source] = 0

    @staticmethod
    def _gather_among(s: State, cards: tuple[int, ...]) -> None:
        for card in cards:
            s.known[card] |= s.among[card]
            s.among[card] = 0

    def _lose_among(self, s: State, card: int, left: tuple[int, ...], seen: int) -> None:
        """A card leaves a shuffled zone: who does not see which, knows no more of the others.

        Who does see it and knew of one that looks the same takes it for that one.
        """
        among, kind = s.among, self.kind
        own = among[card]
        among[card] = 0
        unaware = seen & ~own
        for other in left:
            among[other] &= seen
            if unaware and kind[other] == kind[card]:
                both = among[other] & unaware
                among[other] &= ~both
                unaware &= ~both

    # -- stacks ------------------------------------------------------------------------------------

    def _dissolve(self, s: State, stack: int) -> None:
        index = stack - self.static
        zone = s.holder[index]
        s.holder[index] = -1
        s.zones[zone] = tuple([other for other in s.zones[zone] if other != stack])

    def new_stack(self, s: State, cards: tuple[int, ...], zone: int, cause: Cause) -> None:
        """A new stack of these cards, the first lowest, becomes the last of a zone of stacks.

        Cards of one place go together; else the top card goes first and the others below it, so
        that none of them lies on top for a moment.
        """
        cards = tuple(dict.fromkeys([card for card in cards if card >= 0]))
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
            if stack < 0:
                continue
            index = stack - self.static
            source = s.holder[index]
            before = events.zone_label(s, stack, self.static)
            if source != zone:
                s.zones[source] = tuple([other for other in s.zones[source] if other != stack])
                s.zones[zone] = (*s.zones[zone], stack)
                s.holder[index] = zone
            self.look(s, stack)
            cards = s.zones[stack]
            masks = tuple([s.known[card] for card in cards])
            s.changes += 1
            after = events.zone_label(s, stack, self.static)
            s.events.append((events.MOVED, cause, cards, masks, before, after))

    # -- others ------------------------------------------------------------------------------------

    def reveal(self, s: State, cards: tuple[int, ...], mask: int, cause: Cause) -> None:
        """Show cards to those of the mask."""
        places: dict[int, list[int]] = {}
        for card in cards:
            if card >= 0:
                places.setdefault(s.place[card], []).append(card)
        for zone, shown in places.items():
            # Whoever sees the zone sees which cards are shown; in a pile their places tell.
            told = self.everybody
            if self.ordered[zone]:
                for card in shown:
                    s.known[card] |= mask
                    told &= s.known[card]
            else:
                self._show_in_spread(s, zone, shown, mask)
                told = self.rest_mask(s, zone) | mask
            label = events.zone_label(s, zone, self.static)
            s.events.append((events.REVEALED, cause, tuple(shown), told, label))
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
        zones, place, ordered = s.zones, s.place, self.ordered
        seen = self.rest_mask(s, left) | self.rest_mask(s, right)
        zones[left], zones[right] = zones[right], zones[left]
        s.blur[left], s.blur[right] = s.blur[right], s.blur[left]
        for zone, source in ((left, right), (right, left)):
            for card in zones[zone]:
                place[card] = zone
            if ordered[zone] and not ordered[source]:
                self._lose_order(s, zones[zone], zone, seen)
            elif not ordered[zone]:
                zones[zone] = tuple(sorted(zones[zone]))
                self._gather_among(s, zones[zone])
                s.blur[zone] = 0
            self.look(s, zone)
            if not ordered[zone]:
                self._pack_all(s, zone)
        s.changes += 1
        labels = [events.zone_label(s, zone, self.static) for zone in (left, right)]
        s.events.append((events.SWAPPED, cause, *labels))

    def shuffled(self, s: State, zone: int, order: list[int], cause: Cause) -> None:
        """Put the cards of a zone into this order (positions of the old one, lowest first)."""
        label = events.zone_label(s, zone, self.static)
        if not self.ordered[zone]:
            # A spread has no order that could change.
            s.events.append((events.SHUFFLED, cause, label, s.zones[zone]))
            return
        kind, known, among = self.kind, s.known, s.among
        old = s.zones[zone]
        for card in old:
            among[card] |= known[card]
        looks = [kind[old[index]] for index in order]
        self._settle_looks(s, zone, looks)
        blur = 0
        for card in s.zones[zone]:
            known[card] = 0
            blur |= among[card]
        s.blur[zone] = blur
        self.look(s, zone)
        s.changes += 1
        s.events.append((events.SHUFFLED, cause, label, s.zones[zone]))

    def _settle_looks(self, s: State, zone: int, looks: list[int]) -> None:
        """Lay cards so that the zone looks like this; of one kind the lower numbers lie higher."""
        kind, among = self.kind, s.among
        by_look: dict[int, list[int]] = {}
        for card in sorted(s.zones[zone], reverse=True):
            by_look.setdefault(kind[card], []).append(card)
        for cards in by_look.values():
            masks = [among[card] for card in cards]
            if len(cards) > 1 and masks.count(masks[0]) != len(masks):
                for card, mask in zip(reversed(cards), _packed(masks), strict=True):
                    among[card] = mask
        # Lowest place first, so the highest numbers are given out first.
        taken = {look: iter(cards) for look, cards in by_look.items()}
        s.zones[zone] = tuple([next(taken[look]) for look in looks])


def _packed(masks: list[int]) -> list[int]:
    """The masks so that each bit is set in the first ones, as often as before."""
    packed = masks[:]
    for end in range(len(packed) - 1, 0, -1):
        for index in range(end):
            low, high = packed[index], packed[index + 1]
            packed[index], packed[index + 1] = low | high, low & high
    return packed
