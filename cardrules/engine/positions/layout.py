"""Which cards lie where in a prepared position, kind by kind.

What the position names is laid first. Other zones keep the cards that they have, as far as those
are not needed, and get others in their place from the deck. What is then left over lies in the
deck, or where the position says that the rest lies. Cards of one kind cannot be told apart, so all
of this is about numbers of kinds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import attrs

from cardrules.engine.positions.named import brief, kinds_of, within, wrong
from cardrules.engine.tables import Tables
from cardrules.errors import PositionError

# The piles of a zone, each with kinds from the top down: one, or of a zone of stacks any number.
Content = list[list[int]]

_LAYERS = ("top", "bottom", "with", "without", "count")
# A count that no game can have; what this one has is told where the cards are given out.
_MOST_CARDS = 2000


@attrs.frozen(kw_only=True)
class Wish:
    """What a position says of one zone: all its piles, or parts of its only one."""

    key: str
    piles: tuple[tuple[int, ...], ...] | None = None
    top: tuple[int, ...] = ()
    bottom: tuple[int, ...] = ()
    including: tuple[int, ...] = ()
    excluding: frozenset[int] = frozenset()
    count: int | None = None

    @property
    def named(self) -> list[int]:
        """All kinds that must be there."""
        piles = [kind for pile in self.piles or () for kind in pile]
        return [*piles, *self.top, *self.including, *self.bottom]


def read_wish(tables: Tables, name: str, key: str, value: object) -> Wish:
    """The wish that a value of a position means for zones of this name."""
    zone = tables.ruleset.zones[name]
    if zone.shape == "stacks":
        if not isinstance(value, list) or not all(isinstance(item, list) for item in value):
            help = "Write a list of stacks, each a list of cards from the top."
            raise PositionError(f"`{name}` holds stacks.", help=help)
        if [] in value:
            message = "A stack has a card at least."
            raise wrong(message, value.index([]), help="Leave it out.")
        return Wish(
            key=key, piles=tuple(_part(tables, value, index) for index in range(len(value)))
        )
    if isinstance(value, list):
        return Wish(key=key, piles=(tuple(kinds_of(tables, value)),))
    if isinstance(value, int) and not isinstance(value, bool):
        value = {"count": value}
    if not isinstance(value, Mapping) or not value:
        raise PositionError(
            f"`{key}` is a list of cards, a number of cards, or a mapping with "
            f"{', '.join(_LAYERS)}; not `{brief(value)}`."
        )
    return _layers(tables, key, zone.shape, value)


def _layers(tables: Tables, key: str, shape: str, value: Mapping[str, object]) -> Wish:
    unknown = [name for name in value if name not in _LAYERS]
    if unknown:
        raise PositionError(f"`{key}` has {', '.join(_LAYERS)}, but not `{unknown[0]}`.")
    if shape == "spread" and ("top" in value or "bottom" in value):
        raise PositionError(f"`{key}` has no order.", help="Write `with` for cards that are in it.")
    count = value.get("count")
    is_flag = isinstance(count, bool)
    if count is not None and not (
        isinstance(count, int) and not is_flag and 0 <= count <= _MOST_CARDS
    ):
        raise PositionError(f"`{key}` cannot hold `{brief(count)}` cards.")
    wish = Wish(
        key=key,
        top=_part(tables, value, "top"),
        bottom=_part(tables, value, "bottom"),
        including=_part(tables, value, "with"),
        excluding=frozenset(_part(tables, value, "without")),
        count=count if isinstance(count, int) else None,
    )
    if wish.count is not None and len(wish.named) > wish.count:
        raise PositionError(
            f"`{key}` names {len(wish.named)} cards, but its count is {wish.count}.", key
        )
    return wish


def _part(tables: Tables, value: object, step: str | int) -> tuple[int, ...]:
    """The kinds in a part of a value; none if it has no such part."""
    if isinstance(value, Mapping):
        items = value.get(step, [])
    else:
        items = value[step] if isinstance(value, list) and isinstance(step, int) else []
    with within(step):
        return tuple(kinds_of(tables, items))


@attrs.frozen(kw_only=True)
class Task:
    """What is to be laid out: what zones hold now, the wishes, the deck, where the rest goes."""

    tables: Tables
    current: Sequence[Content]
    wishes: Mapping[int, Wish]
    deck: int
    rest: int | None
    # Kinds that may take the place of others: those that begin in the deck and mean nothing there.
    fillers: frozenset[int]


def lay_out(task: Task) -> list[Content]:
    """The kinds in each zone; raises `PositionError` if the cards do not suffice."""
    return _Layout(task).solve()


class _Layout:
    """Gives out cards by kind; what is negative in a pile is a place still to be filled."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._supply = Counter(task.tables.kind)
        self._refuse_too_many()
        for wish in task.wishes.values():
            self._supply.subtract(wish.named)
        self._found: list[Content] = [[] for _ in task.current]

    def _refuse_too_many(self) -> None:
        asked: Counter[int] = Counter()
        for wish in self._task.wishes.values():
            for kind in wish.named:
                asked[kind] += 1
                if asked[kind] > self._supply[kind]:
                    name = self._task.tables.ruleset.kinds[kind].name
                    wanted = sum(item.named.count(kind) for item in self._task.wishes.values())
                    raise PositionError(
                        f"The position names `{name}` {wanted} times, but there are "
                        f"{self._supply[kind]} of it.",
                        wish.key,
                    )

    def solve(self) -> list[Content]:
        task = self._task
        others = [zone for zone in range(len(task.current)) if zone != task.deck]
        for zone in others:
            self._found[zone] = self._begin(zone)
        for zone in others:
            self._fill(zone)
        self._lay_deck()
        return self._found

    def _take(self, kind: int, excluding: frozenset[int] = frozenset()) -> bool:
        if kind in excluding or not self._supply[kind]:
            return False
        self._supply[kind] -= 1
        return True

    def _begin(self, zone: int) -> Content:
        """What a zone has by name or may keep; a hole (-1) for what it must give away."""
        current, wish = self._task.current[zone], self._task.wishes.get(zone)
        if wish is None:
            return [self._kept(pile) for pile in current]
        if wish.piles is not None:
            return [list(pile) for pile in wish.piles]
        pile = current[0]
        size = max(len(pile), len(wish.named)) if wish.count is None else wish.count
        room = size - len(wish.named)
        kept: list[int] = []
        for kind in pile:
            if len(kept) < room and self._take(kind, wish.excluding):
                kept.append(kind)
        holes = [-1] * (room - len(kept))
        return [[*wish.top, *wish.including, *kept, *holes, *wish.bottom]]

    def _kept(self, pile: list[int]) -> list[int]:
        """What may stay; only for an ordinary card does another one come."""
        kept = [kind if self._take(kind) else -1 for kind in pile]
        return [
            new for new, old in zip(kept, pile, strict=True)
            if new >= 0 or old in self._task.fillers
        ]  # fmt: skip

    def _fill(self, zone: int) -> None:
        wish = self._task.wishes.get(zone)
        excluding = wish.excluding if wish is not None else frozenset()
        for number, pile in enumerate(self._found[zone]):
            filled = [kind if kind >= 0 else self._filler(excluding) for kind in pile]
            if -1 in filled and wish is not None and wish.count is not None:
                raise PositionError(
                    f"There are not enough cards left to lay {wish.count} in `{wish.key}`.",
                    wish.key,
                )
            self._found[zone][number] = [kind for kind in filled if kind >= 0]

    def _filler(self, excluding: frozenset[int]) -> int:
        """A card from the deck, from its top; then any other that is left."""
        order = [*self._task.current[self._task.deck][0], *sorted(self._supply)]
        for kind in order:
            if kind in self._task.fillers and self._take(kind, excluding):
                return kind
        return -1

    def _lay_deck(self) -> None:
        task = self._task
        wish = task.wishes.get(task.deck)
        left = [kind for kind in task.current[task.deck][0] if self._take(kind)]
        left += [kind for kind in sorted(self._supply) for _ in range(self._supply[kind])]
        if wish is None:
            self._found[task.deck] = [left]
            self._refuse_rest()
            return
        if wish.piles is not None:
            self._found[task.deck] = [list(wish.piles[0])]
            self._lay_rest(wish, left)
            return
        fitting = [kind for kind in left if kind not in wish.excluding]
        others = [kind for kind in left if kind in wish.excluding]
        room = len(fitting) if wish.count is None else wish.count - len(wish.named)
        if room > len(fitting):
            raise PositionError(
                f"There are only {len(fitting) + len(wish.named)} cards left for `{wish.key}`, "
                f"not {wish.count}.",
                wish.key,
            )
        middle, others = fitting[:room], fitting[room:] + others
        self._found[task.deck] = [[*wish.top, *wish.including, *middle, *wish.bottom]]
        self._lay_rest(wish, others)

    def _lay_rest(self, wish: Wish, left: list[int]) -> None:
        task = self._task
        if task.rest is None:
            if left:
                raise PositionError(
                    f"{len(left)} cards are left over, since `{wish.key}` says how many lie there: "
                    "say with `rest` in which zone they lie.",
                    wish.key,
                )
            return
        self._found[task.rest][0] += left

    def _refuse_rest(self) -> None:
        if self._task.rest is not None:
            name = self._task.tables.zone_names[self._task.deck][0]
            raise PositionError(
                f"The rest lies in `{name}` as long as the position does not say how many cards "
                "lie there.",
                "rest",
            )
