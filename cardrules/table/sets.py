"""Sets that are put together card by card, or families that are set by set.

A line of such a question adds one part to what is taken. Where only one set is left behind a line,
it tells all that this set adds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

from cardrules.engine.sets.answers import Answer, Chain
from cardrules.engine.sets.combinations import Combinations
from cardrules.model.types import CARD, Type
from cardrules.table.pools import Lazy, Line, Listed, Pool, Question
from cardrules.table.teller import Teller
from cardrules.table.wording import in_pieces

# The line that adds nothing.
_NO_MORE = "nothing more"
_NOTHING = "nothing at all"


def ask_parts(pool: Listed, teller: Teller, index: int) -> Question:
    """Ask for one more card of a set, or one more set of a family."""
    search = teller.search(pool.answers[0])
    assert search is not None
    of_type = search.choices[index].type
    taken = Counter(pool.taken if pool.at == index else ())
    behind: dict[Hashable, list[Answer]] = {}
    example: dict[Hashable, Any] = {}
    complete = []
    # Of each answer, what its set adds to what is taken.
    rests: dict[Answer, Counter[Hashable]] = {}
    for answer in pool.answers:
        for item in answer[index + 1]:
            example.setdefault(teller.same.key(_inner(of_type), item), item)
        rests[answer] = teller.same.parts(of_type, answer[index + 1]) - taken
        for part in rests[answer]:
            behind.setdefault(part, []).append(answer)
        if not rests[answer]:
            complete.append(answer)
    told = _texts(example, of_type, teller)
    lines = []
    for part in (part for part in told if part in behind):
        smaller = Listed(tuple(behind[part]), index, (*taken.elements(), part))
        adds = [rests[answer] for answer in behind[part]]
        text = _adding(part, adds, told, of_type)
        lines.append(Line(text, smaller, smaller.total, part, told[part]))
    held = _pieces([text for part, text in told.items() for _ in range(taken[part])], of_type)
    if complete:
        text = f"{_NO_MORE}: {' '.join(held)}" if held else _NOTHING
        lines.append(Line(text, Listed(tuple(complete)), len(complete)))
    begun = pool.answers[0][: index + 1]
    return Question(
        title=_title(teller, begun, taken.total(), {len(o[index + 1]) for o in pool.answers}),
        pieces=tuple(teller.pieces(begun, held)),
        lines=tuple(lines),
        total=pool.total,
        single=all(line.count == 1 for line in lines),
        set_of=(search.index, index),
    )


def ask_chain_of_sets(
    pool: Lazy, chain: Chain, at: int, values: Sequence[Any], teller: Teller
) -> Question:
    """Ask the same where there are too many actions to be listed."""
    search = teller.search((chain.search,))
    assert search is not None
    of_type = search.choices[at].type
    if isinstance(values, Combinations):
        lines = _lines_of_combinations(chain, at, values, of_type, teller)
        held = teller.values.pieces(_inner(of_type), values.taken)
        taken, sizes = len(values.taken), {values.limits.least, values.limits.most}
    else:
        lines = _lines_of_parts(pool, at, values, of_type, teller)
        held = _pieces_of_parts(pool.taken, values, of_type, teller)
        taken, sizes = len(pool.taken), set(map(len, values))
    begun = chain[0][: at + 1]
    return Question(
        title=_title(teller, begun, taken, sizes),
        pieces=tuple(teller.pieces(begun, held)),
        lines=tuple(lines),
        total=pool.total,
        single=False,
        set_of=(search.index, at),
    )


def _title(teller: Teller, begun: Answer, taken: int, sizes: set[int]) -> str:
    """What is asked for, and where all sets have as many parts, which of them: 1 of 2."""
    title = f"{teller.question(begun)} One by one".strip()
    return f"{title}, {taken + 1} of {max(sizes)}" if len(sizes) == 1 else title


def held_in(
    pool: Lazy, teller: Teller, of_type: Type, values: Sequence[Any]
) -> tuple[Hashable, ...]:
    """What a set that is put together has already."""
    if isinstance(values, Combinations):
        return tuple(teller.same.parts(of_type, values.taken).elements())
    return pool.taken


def with_parts(pool: Pool, lines: Sequence[Line], teller: Teller) -> Pool | None:
    """The pool with the parts of several lines taken at once; None if a line is no part."""
    parts = [line.part for line in lines]
    if None in parts:
        return None
    if isinstance(pool, Lazy):
        return _lazy_with_parts(pool, parts, teller)
    first = lines[0].pool
    assert isinstance(first, Listed)
    search = teller.search(pool.answers[0])
    assert search is not None
    of_type = search.choices[first.at].type
    before = pool.taken if pool.at == first.at else ()
    wanted = Counter([*before, *parts])
    answers = [
        answer
        for answer in pool.answers
        if not wanted - teller.same.parts(of_type, answer[first.at + 1])
    ]
    return Listed(tuple(answers), first.at, tuple(wanted.elements()))


# -- what is listed --------------------------------------------------------------------------------


def _inner(of_type: Type) -> Type:
    return of_type.element or CARD


def _texts(example: Mapping[Hashable, Any], of_type: Type, teller: Teller) -> dict[Hashable, str]:
    """The parts in words, in the order in which they are shown; those alike with their place."""
    inner = _inner(of_type)
    order = sorted(example, key=lambda part: teller.same.value_key(inner, example[part]))
    told = {part: teller.values.text(inner, example[part]) for part in order}
    if len(set(told.values())) < len(told):
        told = {part: teller.values.text(inner, example[part], place=True) for part in order}
    return told


def _pieces(told: Iterable[str], of_type: Type) -> list[str]:
    """Several parts in words."""
    return in_pieces(told, are_sets=_inner(of_type).base == "collection")


def _adding(
    part: Hashable,
    adds: Sequence[Counter[Hashable]],
    told: Mapping[Hashable, str],
    of_type: Type,
) -> str:
    """A part in words; if all the sets that have it add the same, all that they add, it first."""
    if any(other != adds[0] for other in adds):
        return told[part]
    others = adds[0] - Counter([part])
    rest = [text for other, text in told.items() for _ in range(others[other])]
    return " ".join(_pieces([told[part], *rest], of_type)) if rest else told[part]


# -- what is too much to be listed ----------------------------------------------------------------


def keeping(chain: Chain, at: int, values: Sequence[Any]) -> Chain:
    """The chain with these values of a step; those of the steps before it stay as they are."""
    return chain.keeping(at, lambda _: values)


def _lines_of_combinations(
    chain: Chain, at: int, sets: Combinations, of_type: Type, teller: Teller
) -> list[Line]:
    """A line for each card that can still be taken."""
    lines = []
    for index, group in enumerate(sets.groups):
        more = sets.take(index) if group else None
        if more is not None and more.total:
            smaller = Lazy(keeping(chain, at, more))
            card = group[0]
            name = teller.values.text(_inner(of_type), card)
            rest = set(more[0]) - {card, *sets.taken} if more.total == 1 else set()
            text = f"{name} + {teller.values.text(of_type, tuple(rest))}" if rest else name
            part = teller.same.key(_inner(of_type), card)
            lines.append(Line(text, smaller, smaller.total, part, name))
    done = sets.complete
    if done is not None:
        smaller = Lazy(keeping(chain, at, (done,)))
        text = f"{_NO_MORE}: {teller.values.text(of_type, done)}" if done else _NOTHING
        lines.append(Line(text, smaller, smaller.total))
    return lines


def _lines_of_parts(
    pool: Lazy, at: int, values: Sequence[Any], of_type: Type, teller: Teller
) -> list[Line]:
    """A line for each part that a set of a list can still have."""
    assert isinstance(pool.answers, Chain)
    held = Counter(pool.taken)
    inner = _inner(of_type)
    behind: dict[Hashable, list[Any]] = {}
    example: dict[Hashable, Any] = {}
    complete = []
    for value in values:
        for item in value:
            example.setdefault(teller.same.key(inner, item), item)
        left = teller.same.parts(of_type, value) - held
        for part in left:
            behind.setdefault(part, []).append(value)
        if not left:
            complete.append(value)
    told = _texts(example, of_type, teller)
    lines = []
    for part in (part for part in told if part in behind):
        smaller = Lazy(keeping(pool.answers, at, behind[part]), (*held.elements(), part))
        adds = [teller.same.parts(of_type, value) - held for value in behind[part]]
        text = _adding(part, adds, told, of_type)
        lines.append(Line(text, smaller, smaller.total, part, told[part]))
    if complete:
        smaller = Lazy(keeping(pool.answers, at, complete))
        text = _NO_MORE if held else _NOTHING
        lines.append(Line(text, smaller, smaller.total))
    return lines


def _pieces_of_parts(
    taken: Sequence[Hashable], values: Sequence[Any], of_type: Type, teller: Teller
) -> list[str]:
    """The parts that a set has already, in words."""
    if not taken:
        return []
    _, held = teller.same.split(of_type, values[0], Counter(taken))
    return teller.values.pieces(_inner(of_type), held)


def _lazy_with_parts(pool: Lazy, parts: Sequence[Hashable], teller: Teller) -> Pool | None:
    chain = pool.answers
    opened = chain.open_step() if isinstance(chain, Chain) else None
    if opened is None or not isinstance(chain, Chain):
        return None
    at, values = opened
    search = teller.search((chain.search,))
    assert search is not None
    of_type = search.choices[at].type
    if isinstance(values, Combinations):
        for part in parts:
            index = _group_of(values, part, of_type, teller)
            if index is None:
                return None
            values = values.take(index)
        return Lazy(keeping(chain, at, values))
    wanted = Counter([*pool.taken, *parts])
    kept = [value for value in values if not wanted - teller.same.parts(of_type, value)]
    return Lazy(keeping(chain, at, kept), tuple(wanted.elements())) if kept else None


def _group_of(sets: Combinations, part: Hashable, of_type: Type, teller: Teller) -> int | None:
    """The number of the group from which a card is taken, if there is one left."""
    for index, group in enumerate(sets.groups):
        if group and teller.same.key(_inner(of_type), group[0]) == part:
            return index
    return None
