"""What somebody knows of cards, as masks with a bit for each viewer, and what becomes of it.

For each card there is who knows it where it lies (`known`), who knows that it is somewhere in its
place (`among`), and to whom it was shown in a spread, so that they can point at it (`shown`); for
each place, of whom it is known at all that they know of a card that it is somewhere there (`blur`).
Cards look alike if `look` has the same number for them. The cards of a place are a row, the lowest
first; those of a spread come in the order of their numbers, and what is known of those that look
alike is kept packed, the fuller masks on the lower numbers.
"""

from __future__ import annotations

from cardrules.kernel.types import Numbers, Store


def see_card(
    known: Store, among: Store, look: Numbers, lying: Numbers, start: int, end: int, card: int,
    mask: int, blur: int,
) -> None:  # fmt: skip
    """Viewers see a card where it lies; who knew of one that looks alike, takes it for that one.

    `lying`, from `start` up to `end`: the cards of its place.
    """
    new = mask ^ (mask & known[card])
    known[card] = known[card] | new
    if new & blur != 0:
        unaware = new ^ (new & among[card])
        among[card] = among[card] ^ (among[card] & new)
        _take_for_known(among, look, lying, start, end, card, unaware)


def see_place(
    known: Store, among: Store, look: Numbers, lying: Numbers, size: int, top: int, rest: int,
    blur: int,
) -> None:  # fmt: skip
    """Those of `top` see the highest card of a place, those of `rest` all others."""
    for at in range(size):
        mask = top if at == size - 1 else rest
        see_card(known, among, look, lying, 0, size, lying[at], mask, blur)


def _take_for_known(
    among: Store, look: Numbers, lying: Numbers, start: int, end: int, card: int, viewers: int
) -> None:
    """These viewers see a card that looks like others of which they know that there is one."""
    left = viewers
    for at in range(start, end):
        other = lying[at]
        if other != card and look[other] == look[card]:
            both = among[other] & left
            among[other] = among[other] ^ both
            left = left ^ both


def pack_alike(masks: Store, look: Numbers, things: Numbers, size: int, wanted: int) -> None:
    """Of cards that look like `wanted` the first ones have the fuller masks."""
    for at in range(size):
        if look[things[at]] == wanted:
            for behind in range(at + 1, size):
                if look[things[behind]] == wanted:
                    low = masks[things[at]]
                    high = masks[things[behind]]
                    masks[things[at]] = low | high
                    masks[things[behind]] = low & high


def _pack_all(masks: Store, look: Numbers, lying: Numbers, size: int) -> None:
    """The same of all cards of a spread, where those that look alike are neighbours."""
    for at in range(size):
        if at == 0 or look[lying[at]] != look[lying[at - 1]]:
            pack_alike(masks, look, lying, size, look[lying[at]])


# ---- Moving --------------------------------------------------------------------------------------


def leave_place(
    known: Store, among: Store, shown: Store, blur: Store, look: Numbers, things: Numbers,
    number: int, size: int, source: int, to: int, is_spread: bool, is_into_order: bool,
    watching: int, all_seen: int, everybody: int,
) -> None:  # fmt: skip
    """What is forgotten when cards leave a place for another one, or within it.

    `things`: the cards that leave, and from `number` up to `size` those that stay. `watching`: who
    sees the place, if it is a spread; `all_seen`: who sees where all that leave have come to lie.
    """
    pointing = everybody
    for at in range(number):
        pointing = pointing & shown[things[at]]
        shown[things[at]] = 0
    followers = watching | all_seen | pointing
    if number == size:
        if is_spread and is_into_order:
            _lose_order(known, among, blur, things, size, to, followers, everybody)
        if blur[source] != 0 and source != to:
            _carry_among(known, among, blur, things, size, source, to, is_into_order)
        return
    if is_spread:
        _unpack(known, look, things, number, size)
        for at in range(size):
            shown[things[at]] = shown[things[at]] & followers
            known[things[at]] = known[things[at]] & followers
    if blur[source] != 0:
        for at in range(number):
            card = things[at]
            seen = known[card] | all_seen
            own = among[card]
            among[card] = 0
            for other in range(number, size):
                among[things[other]] = among[things[other]] & seen
            _take_for_known(among, look, things, number, size, card, seen ^ (seen & own))


def _unpack(known: Store, look: Numbers, things: Numbers, number: int, size: int) -> None:
    """Cards that leave a spread take the fuller masks of their kind with them."""
    for at in range(number):
        wanted = look[things[at]]
        for staying in range(number, size):
            if look[things[staying]] == wanted:
                pack_alike(known, look, things, size, wanted)
                break


def _lose_order(
    known: Store, among: Store, blur: Store, things: Numbers, size: int, to: int, seen: int,
    everybody: int,
) -> None:  # fmt: skip
    """All cards of a spread come into a pile: in which order, only those know who see them."""
    if size == 1:
        return
    unaware = everybody ^ (everybody & seen)
    for at in range(size):
        unseen = known[things[at]] & unaware
        known[things[at]] = known[things[at]] ^ unseen
        among[things[at]] = among[things[at]] | unseen
        blur[to] = blur[to] | unseen


def _carry_among(
    known: Store, among: Store, blur: Store, things: Numbers, size: int, source: int, to: int,
    is_into_order: bool,
) -> None:  # fmt: skip
    """All cards of a place move: who knew that a card is among them still does."""
    if is_into_order:
        blur[to] = blur[to] | blur[source]
    else:
        _gather_among(known, among, things, size)
    blur[source] = 0


def _gather_among(known: Store, among: Store, things: Numbers, size: int) -> None:
    """In a spread there is nothing more to know of a card than that it lies there."""
    for at in range(size):
        known[things[at]] = known[things[at]] | among[things[at]]
        among[things[at]] = 0


def arrive_at_place(
    known: Store, among: Store, look: Numbers, things: Numbers, number: int, lying: Numbers,
    size: int, covered: int, is_spread: bool, top: int, rest: int, blur: int,
) -> None:  # fmt: skip
    """What is known of cards where they have come to lie.

    `lying`: the cards of the place. `covered`: what was the highest one and is no more, below 0 if
    there is none. `top` and `rest`: who sees the highest card there, and who sees the others.
    """
    highest = -1 if is_spread else lying[size - 1]
    for at in range(number):
        mask = top if things[at] == highest else rest
        see_card(known, among, look, lying, 0, size, things[at], mask, blur)
    if covered >= 0:
        see_card(known, among, look, lying, 0, size, covered, rest, blur)
        see_card(known, among, look, lying, 0, size, highest, top, blur)
    if is_spread:
        for at in range(number):
            pack_alike(known, look, lying, size, look[things[at]])


def who_sees_all(things: Numbers, number: int, highest: int, top: int, rest: int) -> int:
    """Who sees all of some cards that have come to a place, of which one may be the highest."""
    for at in range(number):
        if things[at] == highest:
            return top if number == 1 else top & rest
    return rest


# ---- Other changes -------------------------------------------------------------------------------


def mix_known(known: Store, among: Store, look: Numbers, lying: Numbers, size: int) -> int:
    """A pile is shuffled: its cards, in the order of their numbers, are somewhere in it. Gives who
    knows of one that it is.
    """
    for at in range(size):
        among[lying[at]] = among[lying[at]] | known[lying[at]]
        known[lying[at]] = 0
    _pack_all(among, look, lying, size)
    found = 0
    for at in range(size):
        found = found | among[lying[at]]
    return found


def take_over(
    known: Store, among: Store, blur: Store, look: Numbers, lying: Numbers, size: int, place: int,
    is_spread: bool, was_spread: bool, watching: int, top: int, rest: int, everybody: int,
) -> None:  # fmt: skip
    """All cards of another place lie in this one now, and so does what is known of its order.

    `watching`: who saw the other place, if it is a spread.
    """
    if is_spread:
        _gather_among(known, among, lying, size)
        blur[place] = 0
    elif was_spread:
        _lose_order(known, among, blur, lying, size, place, watching | (top & rest), everybody)
    see_place(known, among, look, lying, size, top, rest, blur[place])
    if is_spread:
        _pack_all(known, look, lying, size)


def show_in_spread(
    known: Store, shown: Store, look: Numbers, lying: Numbers, size: int, things: Numbers,
    number: int, mask: int, watching: int,
) -> None:  # fmt: skip
    """Cards of a spread are shown; of those that look alike ones that are known may be shown again.

    Who does not see the spread (`watching`) can point at them from now on.
    """
    for at in range(number):
        card = things[at]
        left = 0
        for before in range(at):
            left = left + (1 if look[things[before]] == look[card] else 0)
        for place in range(size):
            if look[lying[place]] == look[card]:
                if left == 0:
                    known[lying[place]] = known[lying[place]] | mask
                    break
                left = left - 1
        shown[card] = shown[card] | (mask ^ (mask & watching))


def lie_alike(left: Numbers, right: Numbers, size: int) -> bool:
    """Whether two rows have the same cards in the same order."""
    for at in range(size):
        if left[at] != right[at]:
            return False
    return True
