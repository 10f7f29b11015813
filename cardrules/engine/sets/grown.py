"""Sets of cards that are made card by card, as long as something can come of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

Cards = tuple[int, ...]


def grown(
    cards: Cards,
    kind: Sequence[int],
    fits: Callable[[Cards], bool],
    grows: Callable[[Cards, Cards], bool],
    most: int,
) -> tuple[list[Cards], int] | None:
    """All sets of some cards that fit, smaller ones first, one for each way it can look; and how
    often a card was added to find them. None if that would be more than `most` times.

    Cards of one kind are neighbours, in the order of kinds. `grows` is asked of the cards at hand,
    and of these with those that may still come: whether any set between both can fit.
    """
    behind = _behind(cards, kind)
    found: list[Cards] = [()] if fits(()) else []
    pending: list[tuple[Cards, int]] = [((), 0)]
    tried = 0
    while pending:
        chosen, at = pending.pop()
        while at < len(cards):
            tried += 1
            if tried > most:
                return None
            more = (*chosen, cards[at])
            if grows(more, more + cards[at + 1 :]):
                one = tuple(sorted(more))
                if fits(one):
                    found.append(one)
                pending.append((more, at + 1))
            # Without this card, those that look like it are not taken either.
            at = behind[at]
    found.sort(key=lambda item: (len(item), [kind[card] for card in item]))
    return found, tried


def _behind(cards: Cards, kind: Sequence[int]) -> list[int]:
    """For each card the place of the next one that looks different."""
    found = [len(cards)] * len(cards)
    for at in range(len(cards) - 2, -1, -1):
        alike = kind[cards[at]] == kind[cards[at + 1]]
        found[at] = found[at + 1] if alike else at + 1
    return found
