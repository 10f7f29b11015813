"""From many legal actions to one, step by step.

A pool is what is still possible. `question` makes of it lines to choose from, each of which leads
to a smaller pool: all actions if they are few; else first the action, then its choices one after
the other; sets of cards card by card. How many actions remain behind a line is always known,
without listing them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import Any

import attrs

from cardrules.cli.table.lazy_sets import LazySets
from cardrules.cli.table.values import PASS_TEXT, Teller, grouped, labelled, words
from cardrules.engine.combinations import Combinations
from cardrules.engine.legal import Alone, Option

# So many actions are listed as they are.
FEW = 15
# More than so many are only looked at through `LazySets`, if that is possible.
_MANY = 5000


@attrs.frozen
class Listed:
    """Options that are still possible.

    `taken`: what a set of cards is already known to hold, in choice number `at`.
    """

    options: tuple[Option, ...]
    at: int = -1
    taken: tuple[Hashable, ...] = ()

    def __len__(self) -> int:
        return len(self.options)


@attrs.frozen
class Lazy:
    """The options of a choice among very many sets of cards."""

    schema: int
    sets: LazySets

    def __len__(self) -> int:
        return len(self.sets)


Pool = Listed | Lazy


@attrs.frozen
class Line:
    """Something to choose: its words, how many actions are behind it, and which."""

    text: str
    pool: Pool
    count: int
    # What the line adds to a set, if it does.
    part: Hashable = None


@attrs.frozen(kw_only=True)
class Question:
    """What is asked next. `single`: each line is one action. `so_far`: what is settled already."""

    title: str
    so_far: str
    lines: tuple[Line, ...]
    total: int
    single: bool
    # Whether several lines can be taken one after the other: cards of a set.
    several: bool = False


def whole_pool(options: Sequence[Option], kind: Sequence[int], teller: Teller) -> Pool:
    """The pool of all legal options."""
    if isinstance(options, Alone) and len(options) > _MANY:
        values = options.values
        if isinstance(values, Combinations):
            schema, first = options[0]
            return Lazy(schema, LazySets.of(values.pool, kind, len(first)))
    return Listed(tuple(sorted(options, key=teller.sort_key)))


def only_option(pool: Pool) -> Option | None:
    """The option of a pool with just one."""
    if len(pool) != 1:
        return None
    return pool.options[0] if isinstance(pool, Listed) else (pool.schema, pool.sets.all()[0])


def question(pool: Pool, teller: Teller) -> Question:
    """What to ask of a pool."""
    if isinstance(pool, Lazy):
        return _ask_lazy(pool, teller)
    if len(pool) <= FEW:
        return _ask_rest(pool, teller) or _ask_all(pool, teller)
    if len({option[0] for option in pool.options}) > 1:
        return _ask_schema(pool, teller)
    return _ask_argument(pool, teller)


# -- all of them -----------------------------------------------------------------------------------


def _ask_all(pool: Listed, teller: Teller) -> Question:
    return Question(
        title="Which one?",
        so_far="",
        lines=tuple(
            Line(text, Listed((option,)), 1)
            for option, text in zip(pool.options, texts(pool.options, teller), strict=True)
        ),
        total=len(pool),
        single=True,
    )


def _ask_rest(pool: Listed, teller: Teller) -> Question | None:
    """A set that is being put together: what may still be added; None if more than that is open."""
    schema = teller.schema(pool.options[0])
    if pool.at < 0 or schema is None:
        return None
    others = {
        tuple(
            teller.key(choice.type, value)
            for at, (choice, value) in enumerate(zip(schema.choices, option[1:], strict=True))
            if at != pool.at
        )
        for option in pool.options
    }
    if len(others) > 1:
        return None
    kind = schema.choices[pool.at].type
    held = Counter(pool.taken)
    lines = []
    so_far = ""
    for option in pool.options:
        value = option[pool.at + 1]
        rest, before = teller.split(kind, value, held)
        text = teller.text(kind, rest) if rest else "nothing more"
        lines.append(Line(text, Listed((option,)), 1))
        so_far = teller.text(kind, before)
    return Question(
        title="And which?",
        so_far=", ".join(part for part in (_settled(pool, teller, pool.at), so_far) if part),
        lines=tuple(lines),
        total=len(pool),
        single=True,
    )


def texts(options: Sequence[Option], teller: Teller) -> list[str]:
    """Each option in words; those that would read the same are told apart."""
    found = [teller.option(option) for option in options]
    twice = {text for text, n in Counter(found).items() if n > 1}
    found = [
        teller.option(option, place=True) if text in twice else text
        for option, text in zip(options, found, strict=True)
    ]
    numbers: Counter[str] = Counter()
    totals = Counter(found)
    for index, text in enumerate(found):
        if totals[text] > 1:
            numbers[text] += 1
            found[index] = f"{text} (no. {numbers[text]})"
    return found


# -- by the action ---------------------------------------------------------------------------------


def _ask_schema(pool: Listed, teller: Teller) -> Question:
    groups: dict[Any, list[Option]] = {}
    for option in pool.options:
        groups.setdefault(option[0], []).append(option)
    lines = []
    for options in groups.values():
        schema = teller.schema(options[0])
        text = PASS_TEXT if schema is None else schema.label
        lines.append(Line(text, Listed(tuple(options)), len(options)))
    return Question(
        title="Which action?", so_far="", lines=tuple(lines), total=len(pool), single=False
    )


# -- by a choice -----------------------------------------------------------------------------------


def _ask_argument(pool: Listed, teller: Teller) -> Question:
    """Ask for the first choice in which the options differ."""
    schema = teller.schema(pool.options[0])
    for index, choice in enumerate(schema.choices if schema is not None else []):
        by_value: dict[Hashable, list[Option]] = {}
        for option in pool.options:
            by_value.setdefault(teller.key(choice.type, option[index + 1]), []).append(option)
        if len(by_value) == 1:
            continue
        if choice.type.base == "collection" and len(by_value) > FEW:
            return _ask_parts(pool, teller, index)
        return _ask_value(pool, teller, index, list(by_value.values()))
    return _ask_all(pool, teller)


def _ask_value(pool: Listed, teller: Teller, index: int, groups: list[list[Option]]) -> Question:
    schema = teller.schema(pool.options[0])
    assert schema is not None
    choice = schema.choices[index]
    told = [teller.text(choice.type, group[0][index + 1]) for group in groups]
    if len(set(told)) < len(told):
        told = [teller.text(choice.type, group[0][index + 1], place=True) for group in groups]
    return Question(
        title=f"Which {words(choice.name)}?",
        so_far=_settled(pool, teller, index),
        lines=tuple(
            Line(text, Listed(tuple(group)), len(group))
            for text, group in zip(told, groups, strict=True)
        ),
        total=len(pool),
        single=False,
    )


def _settled(pool: Listed, teller: Teller, index: int) -> str:
    """The action and the choices before number `index`, which are all the same."""
    option = pool.options[0]
    schema = teller.schema(option)
    assert schema is not None
    told = [
        teller.argument(schema, choice, value)
        for choice, value in list(zip(schema.choices, option[1:], strict=True))[:index]
    ]
    label = "" if schema.secret else schema.label
    return labelled(label, ", ".join(told))


# -- card by card ----------------------------------------------------------------------------------


def _ask_parts(pool: Listed, teller: Teller, index: int) -> Question:
    """Ask for one more card of a set, or one more set of a family."""
    schema = teller.schema(pool.options[0])
    assert schema is not None
    kind = schema.choices[index].type
    taken = Counter(pool.taken if pool.at == index else ())
    behind: dict[Hashable, list[Option]] = {}
    example: dict[Hashable, Any] = {}
    complete = []
    for option in pool.options:
        more = teller.parts(kind, option[index + 1])
        more.subtract(taken)
        for item in option[index + 1]:
            example.setdefault(teller.key(kind.element or kind, item), item)
        left = [part for part, n in more.items() if n > 0]
        for part in left:
            behind.setdefault(part, []).append(option)
        if not left:
            complete.append(option)
    order = sorted(behind, key=lambda part: teller.value_key(kind.element or kind, example[part]))
    told = {part: teller.text(kind.element or kind, example[part]) for part in example}
    if len(set(told.values())) < len(told):
        told = {
            part: teller.text(kind.element or kind, item, place=True)
            for part, item in example.items()
        }
    held = " + ".join(grouped(told[part] for part in taken.elements()))
    lines = [
        Line(told[part], Listed(tuple(behind[part]), index, (*taken.elements(), part)),
             len(behind[part]), part)
        for part in order
    ]  # fmt: skip
    if complete:
        text = f"nothing more: {held}" if held else "nothing at all"
        lines.append(Line(text, Listed(tuple(complete)), len(complete)))
    before = _settled(pool, teller, index)
    return Question(
        title=f"Which {words(schema.choices[index].name)}? One by one",
        so_far=", ".join(part for part in (before, held) if part),
        lines=tuple(lines),
        total=len(pool),
        single=False,
        several=True,
    )


def _ask_lazy(pool: Lazy, teller: Teller) -> Question:
    schema = teller.schema((pool.schema,))
    assert schema is not None
    choice = schema.choices[0]
    if len(pool) <= FEW:
        options = tuple((pool.schema, cards) for cards in pool.sets.all())
        taken = tuple(teller.parts(choice.type, pool.sets.chosen).elements())
        return question(Listed(options, 0, taken), teller)
    lines = []
    for index, group in enumerate(pool.sets.groups):
        if pool.sets.can_take(index):
            smaller = Lazy(pool.schema, pool.sets.take(index))
            lines.append(
                Line(teller.text(choice.type.element or choice.type, group[0]), smaller,
                     len(smaller), index)
            )  # fmt: skip
    return Question(
        title=f"Which {words(choice.name)}? One by one, {pool.sets.left} more",
        so_far=teller.text(choice.type, pool.sets.chosen) if pool.sets.chosen else "",
        lines=tuple(lines),
        total=len(pool),
        single=False,
        several=True,
    )


def with_parts(pool: Pool, lines: Sequence[Line], teller: Teller) -> Pool | None:
    """The pool with the parts of several lines taken at once; None if a line is no part."""
    parts = [line.part for line in lines]
    if None in parts:
        return None
    if isinstance(pool, Lazy):
        sets = pool.sets
        for part in parts:
            if not isinstance(part, int) or not sets.can_take(part):
                return None
            sets = sets.take(part)
        return Lazy(pool.schema, sets)
    first = lines[0].pool
    assert isinstance(first, Listed)
    schema = teller.schema(pool.options[0])
    assert schema is not None
    kind = schema.choices[first.at].type
    before = pool.taken if pool.at == first.at else ()
    wanted = Counter([*before, *parts])
    options = [
        option for option in pool.options if not wanted - teller.parts(kind, option[first.at + 1])
    ]
    return Listed(tuple(options), first.at, tuple(wanted.elements()))


# -- by what was typed -----------------------------------------------------------------------------


def matching(pool: Pool, asked: Question, typed: str, teller: Teller) -> list[Line]:
    """The lines that are meant by words: those of the question, or any actions of the pool.

    A line that reads exactly like the words is meant alone; otherwise the words are beginnings of
    words of a line, or, if there is no such line, parts of it.
    """
    found = _best(typed, list(asked.lines)) or _by_name(typed, asked.lines, teller)
    if found or not isinstance(pool, Listed) or asked.single or len(pool) > _MANY:
        return found
    every = [
        Line(text, Listed((option,)), 1)
        for option, text in zip(pool.options, texts(pool.options, teller), strict=True)
    ]
    return _best(typed, every) or _by_name(typed, every, teller)


def _by_name(typed: str, lines: Sequence[Line], teller: Teller) -> list[Line]:
    """The lines that are meant by words if an action is called by its name in the rules."""
    found = []
    for line in lines:
        options = line.pool.options if isinstance(line.pool, Listed) else ()
        schema = teller.schema(options[0]) if len({option[0] for option in options}) == 1 else None
        if schema is not None:
            found.append((line, attrs.evolve(line, text=f"{words(schema.name)} {line.text}")))
    chosen = _best(typed, [renamed for _, renamed in found])
    return [line for line, renamed in found if renamed in chosen]


def joined(lines: Sequence[Line]) -> Pool | None:
    """One pool for several lines, if they can be listed."""
    options: dict[Option, None] = {}
    for line in lines:
        if not isinstance(line.pool, Listed):
            return None
        options.update(dict.fromkeys(line.pool.options))
    return Listed(tuple(options))


def _best(typed: str, lines: list[Line]) -> list[Line]:
    wanted = list(_words(typed))
    if not wanted:
        return []
    have = [(line, list(_words(line.text))) for line in lines]
    for fits in (_is_equal, _has_words, _has_beginnings):
        found = [line for line, words_of_line in have if fits(wanted, words_of_line)]
        if found:
            return found
    return [line for line in lines if all(word in line.text.lower() for word in wanted)]


def _is_equal(wanted: list[str], have: list[str]) -> bool:
    return wanted == have


def _has_words(wanted: list[str], have: list[str]) -> bool:
    return not Counter(wanted) - Counter(have)


def _has_beginnings(wanted: list[str], have: list[str]) -> bool:
    """Whether each wanted word begins a word of its own."""
    left = have[:]
    for word in wanted:
        hit = next((other for other in left if other.startswith(word)), None)
        if hit is None:
            return False
        left.remove(hit)
    return True


def _words(text: str) -> Iterator[str]:
    for word in words(text.lower()).split():
        plain = word.strip(",;:()[]\"'.")
        if plain and plain != "+":
            yield plain
