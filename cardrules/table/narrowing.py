"""From many legal actions to one, step by step.

A pool is what is still possible. `question` makes of it lines to choose from, each of which leads
to a smaller pool: all actions if they are few; else first the action, then its choices one after
the other; sets of cards card by card. How many actions remain behind a line is always known,
without listing them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Any

from cardrules.engine.sets.options import Chain, Option, parts_of
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
    if len({option[0] for option in pool.options}) > 1:
        return _ask_schema(pool, teller)
    return _ask_argument(pool, teller)


def _is_set_open(pool: Listed, teller: Teller) -> bool:
    """Whether a set is being put together, and could still become one or another."""
    search = teller.search(pool.options[0])
    if not pool.taken or search is None:
        return False
    kind = search.choices[pool.at].type
    return len({teller.same.key(kind, option[pool.at + 1]) for option in pool.options}) > 1


# -- all of them -----------------------------------------------------------------------------------


def _ask_all(pool: Listed, teller: Teller) -> Question:
    return Question(
        title=WHICH_ONE,
        lines=tuple(
            Line(text, Listed((option,)), 1)
            for option, text in zip(pool.options, texts(pool.options, teller), strict=True)
        ),
        total=pool.total,
        single=True,
    )


def texts(options: Sequence[Option], teller: Teller) -> list[str]:
    """Each option in words; those that would read the same are told apart."""
    found = [teller.option(option) for option in options]
    for same in _alike(found):
        apart = teller.apart([options[at] for at in same])
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
    groups: dict[Any, list[Option]] = {}
    for option in pool.options:
        groups.setdefault(option[0], []).append(option)
    lines = []
    for options in groups.values():
        search = teller.search(options[0])
        text = teller.option(options[0])
        if search is not None and len(options) > 1:
            text = search.label
        lines.append(Line(text, Listed(tuple(options)), len(options)))
    return Question(title="Which action?", lines=tuple(lines), total=pool.total, single=False)


# -- by a choice -----------------------------------------------------------------------------------


def _ask_argument(pool: Listed, teller: Teller) -> Question:
    """Ask for the first choice in which the options differ."""
    search = teller.search(pool.options[0])
    for index, choice in enumerate(search.choices if search is not None else []):
        by_value: dict[Hashable, list[Option]] = {}
        for option in pool.options:
            by_value.setdefault(teller.same.key(choice.type, option[index + 1]), []).append(option)
        if len(by_value) == 1:
            continue
        if choice.type.base == "collection" and len(by_value) > FEW:
            return ask_parts(pool, teller, index)
        return _ask_value(pool, teller, index, list(by_value.values()))
    return _ask_all(pool, teller)


def _ask_value(pool: Listed, teller: Teller, index: int, groups: list[list[Option]]) -> Question:
    search = teller.search(pool.options[0])
    assert search is not None
    choice = search.choices[index]
    told = [teller.values.text(choice.type, group[0][index + 1]) for group in groups]
    if len(set(told)) < len(told):
        told = [
            teller.values.text(choice.type, group[0][index + 1], place=True) for group in groups
        ]
    return Question(
        title=teller.question(pool.options[0][: index + 1]) or WHICH_ONE,
        settled=tuple(teller.settled(pool.options[0][: index + 1])),
        lines=tuple(
            Line(text, Listed(tuple(group)), len(group))
            for text, group in zip(told, groups, strict=True)
        ),
        total=pool.total,
        single=False,
    )


# -- what is too much to be listed ----------------------------------------------------------------


def _ask_lazy(pool: Lazy, teller: Teller, few: int) -> Question:
    chain = pool.options
    if not isinstance(chain, Chain):
        return _ask_lazy_schema(pool, teller)
    opened = chain.open_step()
    assert opened is not None
    at, values = opened
    search = teller.search((chain.search,))
    assert search is not None
    kind = search.choices[at].type
    if pool.total <= FEW:
        held = held_in(pool, teller, kind, values)
        listed = Listed(tuple(sorted(chain, key=teller.sort_key)), at, held)
        return question(listed, teller, few)
    if kind.base == "collection":
        return ask_chain_of_sets(pool, chain, at, values, teller)
    return Question(
        title=teller.question(chain[0][: at + 1]) or WHICH_ONE,
        settled=tuple(teller.settled(chain[0][: at + 1])),
        lines=tuple(_lines_of_values(chain, at, values, kind, teller)),
        total=pool.total,
        single=False,
    )


def _ask_lazy_schema(pool: Lazy, teller: Teller) -> Question:
    lines = []
    for part in parts_of(pool.options):
        if isinstance(part, Chain):
            search = teller.search((part.search,))
            assert search is not None
            smaller: Pool = whole_pool(part, teller)
            lines.append(Line(search.label, smaller, smaller.total))
        elif part:
            lines += _ask_schema(Listed(tuple(part)), teller).lines
    return Question(title="Which action?", lines=tuple(lines), total=pool.total, single=False)


def _lines_of_values(
    chain: Chain, at: int, values: Sequence[Any], kind: Type, teller: Teller
) -> list[Line]:
    groups: dict[Hashable, list[Any]] = {}
    for value in sorted(values, key=lambda value: teller.same.value_key(kind, value)):
        groups.setdefault(teller.same.key(kind, value), []).append(value)
    told = [teller.values.text(kind, group[0]) for group in groups.values()]
    if len(set(told)) < len(told):
        told = [teller.values.text(kind, group[0], place=True) for group in groups.values()]
    pools = [Lazy(keeping(chain, at, group)) for group in groups.values()]
    return [Line(text, pool, pool.total) for text, pool in zip(told, pools, strict=True)]
