"""From many legal actions to one, step by step.

A pool is what is still possible. `question` makes of it lines to choose from, each of which leads
to a smaller pool: all actions if they are few; else first the action, then its choices one after
the other; sets of cards card by card. How many actions remain behind a line is always known,
without listing them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Any

from cardrules.engine.sets.answers import Answer, Chain, parts_of
from cardrules.model.types import Type
from cardrules.table.pools import FEW, Lazy, Line, Listed, Pool, Question, whole_pool
from cardrules.table.sets import ask_chain_of_sets, ask_parts, held_in, keeping
from cardrules.table.teller import Teller

WHICH_ONE = "Which one?"


def question(pool: Pool, teller: Teller, few: int = FEW) -> Question:
    """What to ask of a pool; `few`: so many actions are listed as they are."""
    if isinstance(pool, Lazy):
        return _ask_lazy(pool, teller, few)
    if _is_set_open(pool, teller):
        return ask_parts(pool, teller, pool.at)
    if pool.total <= few:
        return _ask_all(pool, teller)
    if len({answer[0] for answer in pool.answers}) > 1:
        return _ask_schema(pool, teller)
    return _ask_argument(pool, teller)


def _is_set_open(pool: Listed, teller: Teller) -> bool:
    """Whether a set is being put together, and could still become one or another."""
    search = teller.search(pool.answers[0])
    if not pool.taken or search is None:
        return False
    of_type = search.choices[pool.at].type
    return len({teller.same.key(of_type, answer[pool.at + 1]) for answer in pool.answers}) > 1


# -- all of them -----------------------------------------------------------------------------------


def _ask_all(pool: Listed, teller: Teller) -> Question:
    return Question(
        title=WHICH_ONE,
        lines=tuple(
            Line(text, Listed((answer,)), 1)
            for answer, text in zip(pool.answers, texts(pool.answers, teller), strict=True)
        ),
        total=pool.total,
        single=True,
    )


def texts(answers: Sequence[Answer], teller: Teller) -> list[str]:
    """Each answer in words; those that would read the same are told apart."""
    found = [teller.answer(answer) for answer in answers]
    for same in _alike(found):
        apart = teller.apart([answers[at] for at in same])
        for at, text in zip(same, apart, strict=True):
            found[at] = text
    for same in _alike(found):
        for number, at in enumerate(same, 1):
            found[at] = f"{found[at]} (no. {number})"
    return found


def _alike(found: Sequence[str]) -> Iterator[list[int]]:
    """The places of texts that are the same."""
    places: dict[str, list[int]] = {}
    for at, text in enumerate(found):
        places.setdefault(text, []).append(at)
    return (same for same in places.values() if len(same) > 1)


# -- by the action ---------------------------------------------------------------------------------


def _ask_schema(pool: Listed, teller: Teller) -> Question:
    groups: dict[Any, list[Answer]] = {}
    for answer in pool.answers:
        groups.setdefault(answer[0], []).append(answer)
    lines = []
    for answers in groups.values():
        search = teller.search(answers[0])
        text = teller.answer(answers[0])
        if search is not None and len(answers) > 1:
            text = search.label
        lines.append(Line(text, Listed(tuple(answers)), len(answers)))
    return Question(title="Which action?", lines=tuple(lines), total=pool.total, single=False)


# -- by a choice -----------------------------------------------------------------------------------


def _ask_argument(pool: Listed, teller: Teller) -> Question:
    """Ask for the first choice in which the answers differ."""
    search = teller.search(pool.answers[0])
    for index, choice in enumerate(search.choices if search is not None else []):
        by_value: dict[Hashable, list[Answer]] = {}
        for answer in pool.answers:
            by_value.setdefault(teller.same.key(choice.type, answer[index + 1]), []).append(answer)
        if len(by_value) == 1:
            continue
        if choice.type.base == "collection" and len(by_value) > FEW:
            return ask_parts(pool, teller, index)
        return _ask_value(pool, teller, index, list(by_value.values()))
    return _ask_all(pool, teller)


def _ask_value(pool: Listed, teller: Teller, index: int, groups: list[list[Answer]]) -> Question:
    search = teller.search(pool.answers[0])
    assert search is not None
    choice = search.choices[index]
    told = [teller.values.text(choice.type, group[0][index + 1]) for group in groups]
    if len(set(told)) < len(told):
        told = [
            teller.values.text(choice.type, group[0][index + 1], place=True) for group in groups
        ]
    return Question(
        title=teller.question(pool.answers[0][: index + 1]) or WHICH_ONE,
        pieces=tuple(teller.pieces(pool.answers[0][: index + 1])),
        lines=tuple(
            Line(text, Listed(tuple(group)), len(group))
            for text, group in zip(told, groups, strict=True)
        ),
        total=pool.total,
        single=False,
    )


# -- what is too much to be listed ----------------------------------------------------------------


def _ask_lazy(pool: Lazy, teller: Teller, few: int) -> Question:
    chain = pool.answers
    if not isinstance(chain, Chain):
        return _ask_lazy_schema(pool, teller)
    opened = chain.open_step()
    assert opened is not None
    at, values = opened
    search = teller.search((chain.search,))
    assert search is not None
    of_type = search.choices[at].type
    if pool.total <= FEW:
        held = held_in(pool, teller, of_type, values)
        listed = Listed(tuple(sorted(chain, key=teller.sort_key)), at, held)
        return question(listed, teller, few)
    if of_type.base == "collection":
        return ask_chain_of_sets(pool, chain, at, values, teller)
    return Question(
        title=teller.question(chain[0][: at + 1]) or WHICH_ONE,
        pieces=tuple(teller.pieces(chain[0][: at + 1])),
        lines=tuple(_lines_of_values(chain, at, values, of_type, teller)),
        total=pool.total,
        single=False,
    )


def _ask_lazy_schema(pool: Lazy, teller: Teller) -> Question:
    lines = []
    for part in parts_of(pool.answers):
        if isinstance(part, Chain):
            search = teller.search((part.search,))
            assert search is not None
            smaller: Pool = whole_pool(part, teller)
            lines.append(Line(search.label, smaller, smaller.total))
        elif part:
            lines += _ask_schema(Listed(tuple(part)), teller).lines
    return Question(title="Which action?", lines=tuple(lines), total=pool.total, single=False)


def _lines_of_values(
    chain: Chain, at: int, values: Sequence[Any], of_type: Type, teller: Teller
) -> list[Line]:
    groups: dict[Hashable, list[Any]] = {}
    for value in sorted(values, key=lambda value: teller.same.value_key(of_type, value)):
        groups.setdefault(teller.same.key(of_type, value), []).append(value)
    told = [teller.values.text(of_type, group[0]) for group in groups.values()]
    if len(set(told)) < len(told):
        told = [teller.values.text(of_type, group[0], place=True) for group in groups.values()]
    pools = [Lazy(keeping(chain, at, group)) for group in groups.values()]
    return [Line(text, pool, pool.total) for text, pool in zip(told, pools, strict=True)]
