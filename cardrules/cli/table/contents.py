"""What lies in a zone, in words, as its viewer sees and remembers it.

A face that is remembered, and not to be seen now, bears the mark `(known)`, so that the table tells
what lies open from what the viewer has only followed. Without memory it is told as face down. Of
zones into which nobody may look the views have no such faces (`cardrules.table.closed`).
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from cardrules.engine.view import CardView, ZoneView
from cardrules.table.values import CardOrder, grouped, number

KNOWN = " (known)"
FACE_DOWN = "face down"
# So many cards that lie below others in a pile are told in short.
_FEW = 3


@attrs.frozen
class Contents:
    """Tells zones with or without what is only remembered, spreads in the order of a hand."""

    order: CardOrder
    memory: bool

    def face(self, card: CardView) -> str:
        """A card as it is shown; empty if its face is not."""
        if card.face is None or not (card.seen or self.memory):
            return ""
        return card.face if card.seen else card.face + KNOWN

    def faces(self, cards: Sequence[CardView]) -> list[str]:
        """Cards without an order, equal ones together, hidden ones counted at the end."""
        told = [self.face(card) for card in cards]
        shown = sorted(filter(None, told), key=self._place)
        hidden = told.count("")
        return [*grouped(shown), *([f"{hidden} {FACE_DOWN}"] if hidden else [])]

    def _place(self, face: str) -> tuple[bool, tuple[object, ...]]:
        return face.endswith(KNOWN), self.order.of_name(face.removesuffix(KNOWN))

    # -- in short ----------------------------------------------------------------------------------

    def brief(self, zone: ZoneView) -> list[str]:
        """The parts of what the table shows of a zone that is not empty, apart from its count.

        Nothing if there is nothing to be seen of it.
        """
        if zone.shape == "stacks":
            return [
                f"{at}. {self.face(stack[0]) or FACE_DOWN} ({len(stack)})"
                for at, stack in enumerate(zone.stacks, 1)
                if stack
            ]
        if zone.shape == "row":
            told = [self.face(card) or FACE_DOWN for card in reversed(zone.cards)]
            return [f"{at}. {face}" for at, face in enumerate(told, 1)]
        if zone.shape == "pile":
            return self._top(zone)
        told = self.faces(zone.cards)
        return [] if told == [f"{len(zone.cards)} {FACE_DOWN}"] else told

    def _top(self, zone: ZoneView) -> list[str]:
        top = self.face(zone.cards[0])
        if not zone.cards[0].seen and len(zone.cards) > 1 and all(map(self.face, zone.cards)):
            return ["all known"]
        below = [
            f"{face} under {number(at, 'card')}"
            for at, card in enumerate(zone.cards)
            if at and not card.seen and (face := self.face(card))
        ]
        return [*([f"top {top}"] if top else []), *(below if len(below) <= _FEW else [])]

    # -- in full -----------------------------------------------------------------------------------

    def in_full(self, zone: ZoneView) -> list[str]:
        """Lines with all that the viewer may see and remember of a zone."""
        if zone.count == 0:
            return ["empty"]
        if zone.shape == "stacks":
            return [
                f"stack {at} from the top: {', '.join(self._in_order(stack))}"
                for at, stack in enumerate(zone.stacks, 1)
            ]
        if zone.shape == "spread":
            return [", ".join(self.faces(zone.cards))]
        if zone.shape == "row":
            return ["from the first: " + ", ".join(self._in_order(zone.cards[::-1]))]
        lines = ["from the top: " + ", ".join(self._in_order(zone.cards))]
        if self.memory and zone.somewhere:
            lines.append(f"somewhere among those {FACE_DOWN}: " + self._somewhere(zone))
        return lines

    def _somewhere(self, zone: ZoneView) -> str:
        return ", ".join(grouped(sorted(zone.somewhere, key=self.order.of_name)))

    def _in_order(self, cards: Sequence[CardView]) -> list[str]:
        """Cards in their order, with a run of hidden ones as one."""
        told: list[str] = []
        hidden = 0
        for card in [*cards, None]:
            face = self.face(card) if card is not None else ""
            if card is not None and not face:
                hidden += 1
                continue
            if hidden:
                told.append(f"{number(hidden, 'card')} {FACE_DOWN}")
                hidden = 0
            if face:
                told.append(face)
        return told
