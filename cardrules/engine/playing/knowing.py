"""Who sees and knows which card, and how that is kept.

Knowledge has two levels. `known`: this very card, at its place. `among`: that the card is somewhere
in its zone. It is gained by seeing; it is kept when a card moves where it can be followed (out of a
place with an order, or in the open, or with all others of its zone, or since it has just been
shown); it is lost by a shuffle (which leaves `among`) and by a hidden move out of a zone without
order, since nobody knows any more which card went.

Cards of one kind in a spread cannot be told apart by anybody, so what is known of them is a number
for each viewer: the masks of such cards are kept packed, the fuller ones on the lower numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cardrules.machine.layout import Layout
from cardrules.model.state import State
from cardrules.model.types import NONE, Type


class Knowing:
    """What is known in the states of one game.

    `conditional`: who sees zones where that depends on the state.
    """

    def __init__(self, layout: Layout) -> None:
        self.kind = layout.kind
        self.ordered = layout.ordered
        self.top = layout.top_seen
        self.rest = layout.rest_seen
        self.static = layout.static_zones
        self.everybody = layout.everybody
        self.of_stacks = layout.zones_of_stacks
        # Per card: whether none looks like it.
        self.alone = [layout.kind.count(look) == 1 for look in layout.kind]
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

    def _masks(self, s: State, zone: int) -> tuple[int, int]:
        """Who sees the top card of a zone or stack, and who sees the cards below it."""
        if zone >= self.static:
            zone = s.holder[zone - self.static]
        top, rest = self.top[zone], self.rest[zone]
        if top < 0 or rest < 0:
            return self.top_mask(s, zone), self.rest_mask(s, zone)
        return top, rest

    def look(self, s: State, zone: int) -> None:
        """Those who see a zone know what they see."""
        cards = s.zones[zone]
        if not cards:
            return
        if zone in self.of_stacks:
            for stack in cards:
                self.look(s, stack)
            return
        top, rest = self._masks(s, zone)
        if rest:
            for card in cards[:-1]:
                self._see(s, card, zone, rest)
        if top:
            self._see(s, cards[-1], zone, top)

    def _see(self, s: State, card: int, zone: int, mask: int) -> None:
        """Those of the mask see a card where it lies.

        Who knew of one that looks the same, though not where, takes it for that one.
        """
        new = mask & ~s.known[card]
        s.known[card] |= new
        if new & s.blur[zone]:
            unaware = new & ~s.among[card]
            s.among[card] &= ~new
            self._take_for_known(s, card, s.zones[zone], unaware)

    def _take_for_known(self, s: State, card: int, others: tuple[int, ...], viewers: int) -> None:
        """These viewers see a card that looks like others of which they know there is one."""
        if self.alone[card]:
            return
        among, look = s.among, self.kind[card]
        for other in others:
            if viewers and self.kind[other] == look and other != card:
                both = among[other] & viewers
                among[other] &= ~both
                viewers &= ~both

    def told(self, s: State, of_type: Type, value: Any) -> int:
        """Who may be told a value that is spoken of, chosen or picked.

        Of a card: those who see where it lies, in a pile also those who know what lies there. That
        somebody knows a card to be in a hand is no reason to tell that it is this one.
        """
        if value == NONE:
            return self.everybody
        if of_type.base == "card":
            zone = s.place[value]
            return s.known[value] if self.ordered[zone] else self.rest_mask(s, zone)
        mask = self.everybody
        if of_type.base == "collection" and of_type.element is not None:
            for item in value:
                mask &= self.told(s, of_type.element, item)
        return mask

    def _cover(self, s: State, before: int, zone: int, top: int, rest: int) -> None:
        """Those who see tops see what has come to lie there; the others what is covered now."""
        known, highest = s.known, s.zones[zone][-1]
        if rest & ~known[before] and s.place[before] == zone:
            self._see(s, before, zone, rest)
        if top & ~known[highest]:
            self._see(s, highest, zone, top)

    # -- cards that look the same ------------------------------------------------------------------

    def hold_shown(self, s: State) -> None:
        """Put what is known of cards that look the same on those that were shown.

        The masks of a spread are packed, so another card may stand for the one that was seen;
        whoever gives cards other faces must know which one that was. `tidy` packs them again.
        """
        shown = dict(s.shown)
        for card, mask in s.shown:
            missing = mask & ~s.known[card]
            for other in s.zones[s.place[card]]:
                if missing and self.kind[other] == self.kind[card]:
                    moved = s.known[other] & missing & ~shown.get(other, 0)
                    s.known[other] &= ~moved
                    s.known[card] |= moved
                    missing &= ~moved

    def _unpack(self, s: State, group: tuple[int, ...], left: tuple[int, ...]) -> None:
        """Cards that leave a spread take the fuller masks of their kind with them."""
        kind, known = self.kind, s.known
        for look in {kind[card] for card in group if not self.alone[card]}:
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
        if self.alone[card]:
            return
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

    def _pack_group(
        self, s: State, group: tuple[int, ...], below: tuple[int, ...], zone: int
    ) -> None:
        """Bring the masks of cards that have come into a spread into order."""
        if below:
            for card in group:
                self._pack_in(s, card, zone)
        elif len(group) > 1:
            self._pack_all(s, zone)

    def _lay_looks(self, s: State, zone: int, looks: list[int]) -> None:
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
        among = s.among
        own = among[card]
        among[card] = 0
        if seen != self.everybody:
            for other in left:
                among[other] &= seen
        self._take_for_known(s, card, left, seen & ~own)


def _packed(masks: list[int]) -> list[int]:
    """The masks so that each bit is set in the first ones, as often as before."""
    packed = masks[:]
    for end in range(len(packed) - 1, 0, -1):
        for index in range(end):
            low, high = packed[index], packed[index + 1]
            packed[index], packed[index + 1] = low | high, low & high
    return packed


def pointing(s: State, cards: tuple[int, ...]) -> int:
    """Those to whom all of these cards have been shown, and who still know which they are."""
    if not s.shown:
        return 0
    masks = dict(s.shown)
    found = -1
    for card in cards:
        found &= masks.get(card, 0)
    return found


def remember_shown(s: State, cards: list[int], mask: int) -> None:
    """These viewers can point at cards of a spread that they do not see otherwise."""
    if mask:
        masks = dict(s.shown)
        masks.update((card, masks.get(card, 0) | mask) for card in cards)
        s.shown = tuple(sorted(masks.items()))


def still_shown(
    shown: tuple[tuple[int, int], ...], cards: tuple[int, ...], mask: int
) -> tuple[tuple[int, int], ...]:
    """What is left of what was shown when at these cards only viewers of the mask can point."""
    masks = ((card, old & mask if card in cards else old) for card, old in shown)
    return tuple([(card, left) for card, left in masks if left])
