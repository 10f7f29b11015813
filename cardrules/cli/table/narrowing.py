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

from cardrules.cli.table.values import PASS_TEXT, Teller, grouped, labelled, words
from cardrules.engine.combinations import Combinations
from cardrules.engine.options import Chain, Option, count_of, parts_of
from cardrules.model.types import Type

# So many actions are listed as they are.
FEW = 15
# More than so many are not made, where the engine can do without.
_MANY = 5000


@attrs.frozen
class Listed:
    """Options that are still possible.

    `taken`: what a set of cards is already known to hold, in choice number `at`.
    """

    options: tuple[Option, ...]
    at: int = -1
    taken: tuple[Hashable, ...] = ()

    @property
    def total(self) -> int:
        """How many there are."""
        return len(self.options)


@attrs.frozen
class Lazy:
    """Options that are too many to be made: a chain, or parts of which at least one is a chain.

    `taken`: what the set of cards that is put together has already, where it is one of a list.
    """

    options: Sequence[Option]
    taken: tuple[Hashable, ...] = ()

    @property
    def total(self) -> int:
        """How many there are, which may be beyond what `len` can say."""
        return count_of(self.options)


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


def whole_pool(options: Sequence[Option], teller: Teller) -> Pool:
    """The pool of all legal options."""
    if count_of(options) > _MANY and any(isinstance(part, Chain) for part in parts_of(options)):
        return Lazy(options)
    return Listed(tuple(sorted(options, key=teller.sort_key)))


def only_option(pool: Pool) -> Option | None:
    """The option of a pool with just one."""
    return pool.options[0] if pool.total == 1 else None


def question(pool: Pool, teller: Teller) -> Question:
    """What to ask of a pool."""
    if isinstance(pool, Lazy):
        return _ask_lazy(pool, teller)
    if pool.total <= FEW:
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
        total=pool.total,
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
        so_far=", ".join(
            part for part in (_settled(pool.options[0], teller, pool.at), so_far) if part
        ),
        lines=tuple(lines),
        total=pool.total,
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
        title="Which action?", so_far="", lines=tuple(lines), total=pool.total, single=False
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
        so_far=_settled(pool.options[0], teller, index),
        lines=tuple(
            Line(text, Listed(tuple(group)), len(group))
            for text, group in zip(told, groups, strict=True)
        ),
        total=pool.total,
        single=False,
    )


def _settled(option: Option, teller: Teller, index: int) -> str:
    """The action and the choices before number `index`, which are the same for all options."""
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
    before = _settled(pool.options[0], teller, index)
    return Question(
        title=f"Which {words(schema.choices[index].name)}? One by one",
        so_far=", ".join(part for part in (before, held) if part),
        lines=tuple(lines),
        total=pool.total,
        single=False,
        several=True,
    )


# -- what is too much to be listed ----------------------------------------------------------------


def _ask_lazy(pool: Lazy, teller: Teller) -> Question:
    if not isinstance(pool.options, Chain):
        return _ask_lazy_schema(pool, teller)
    opened = pool.options.open_step()
    assert opened is not None
    at, values = opened
    schema = teller.schema((pool.options.schema,))
    assert schema is not None
    kind = schema.choices[at].type
    if pool.total <= FEW:
        held = _held(pool, teller, kind, values)
        return question(Listed(tuple(sorted(pool.options, key=teller.sort_key)), at, held), teller)
    if isinstance(values, Combinations):
        lines, left = _lines_of_combinations(pool.options, at, values, kind, teller)
        held_text = teller.text(kind, values.taken) if values.taken else ""
    elif kind.base == "collection":
        lines, left = _lines_of_parts(pool, at, values, kind, teller), ""
        held_text = _text_of_parts(pool.taken, values, kind, teller)
    else:
        return Question(
            title=f"Which {words(schema.choices[at].name)}?",
            so_far=_settled(pool.options[0], teller, at),
            lines=tuple(_lines_of_values(pool.options, at, values, kind, teller)),
            total=pool.total,
            single=False,
        )
    before = _settled(pool.options[0], teller, at)
    return Question(
        title=f"Which {words(schema.choices[at].name)}? One by one{left}",
        so_far=", ".join(part for part in (before, held_text) if part),
        lines=tuple(lines),
        total=pool.total,
        single=False,
        several=True,
    )


def _ask_lazy_schema(pool: Lazy, teller: Teller) -> Question:
    lines = []
    for part in parts_of(pool.options):
        if isinstance(part, Chain):
            schema = teller.schema((part.schema,))
            assert schema is not None
            smaller: Pool = whole_pool(part, teller)
            lines.append(Line(schema.label, smaller, smaller.total))
        elif part:
            lines += _ask_schema(Listed(tuple(part)), teller).lines
    return Question(
        title="Which action?", so_far="", lines=tuple(lines), total=pool.total, single=False
    )


def _held(pool: Lazy, teller: Teller, kind: Type, values: Sequence[Any]) -> tuple[Hashable, ...]:
    """What a set that is put together has already."""
    if isinstance(values, Combinations):
        return tuple(teller.parts(kind, values.taken).elements())
    return pool.taken


def _lines_of_combinations(
    chain: Chain, at: int, sets: Combinations, kind: Type, teller: Teller
) -> tuple[list[Line], str]:
    """A line for each card that can still be taken, and how many more are needed."""
    lines = []
    for index, group in enumerate(sets.groups):
        more = sets.take(index) if group else None
        if more is not None and more.total:
            smaller = Lazy(_with_values(chain, at, more))
            text = teller.text(kind.element or kind, group[0])
            lines.append(Line(text, smaller, smaller.total, index))
    done = sets.complete
    if done is not None:
        smaller = Lazy(_with_values(chain, at, (done,)))
        text = f"nothing more: {teller.text(kind, done)}" if done else "nothing at all"
        lines.append(Line(text, smaller, smaller.total))
    limits = sets.limits
    fixed = limits.least == limits.most
    return lines, f", {limits.most - len(sets.taken)} more" if fixed else ""


def _lines_of_values(
    chain: Chain, at: int, values: Sequence[Any], kind: Type, teller: Teller
) -> list[Line]:
    groups: dict[Hashable, list[Any]] = {}
    for value in sorted(values, key=lambda value: teller.value_key(kind, value)):
        groups.setdefault(teller.key(kind, value), []).append(value)
    told = [teller.text(kind, group[0]) for group in groups.values()]
    if len(set(told)) < len(told):
        told = [teller.text(kind, group[0], place=True) for group in groups.values()]
    pools = [Lazy(_with_values(chain, at, group)) for group in groups.values()]
    return [Line(text, pool, pool.total) for text, pool in zip(told, pools, strict=True)]


def _lines_of_parts(
    pool: Lazy, at: int, values: Sequence[Any], kind: Type, teller: Teller
) -> list[Line]:
    """A line for each part that a set of a list can still have."""
    assert isinstance(pool.options, Chain)
    held = Counter(pool.taken)
    inner = kind.element or kind
    behind: dict[Hashable, list[Any]] = {}
    example: dict[Hashable, Any] = {}
    complete = []
    for value in values:
        for item in value:
            example.setdefault(teller.key(inner, item), item)
        left = teller.parts(kind, value) - held
        for part in left:
            behind.setdefault(part, []).append(value)
        if not left:
            complete.append(value)
    lines = []
    for part in sorted(behind, key=lambda part: teller.value_key(inner, example[part])):
        smaller = Lazy(_with_values(pool.options, at, behind[part]), (*held.elements(), part))
        lines.append(Line(teller.text(inner, example[part]), smaller, smaller.total, part))
    if complete:
        smaller = Lazy(_with_values(pool.options, at, complete))
        lines.append(Line("nothing more", smaller, smaller.total))
    return lines


def _text_of_parts(
    taken: Sequence[Hashable], values: Sequence[Any], kind: Type, teller: Teller
) -> str:
    """The parts that a set has already, in words."""
    if not taken:
        return ""
    _, held = teller.split(kind, values[0], Counter(taken))
    return teller.text(kind, held)


def _with_values(chain: Chain, at: int, values: Sequence[Any]) -> Chain:
    """The chain with these values of a step; those of the steps before it are settled."""
    return chain.keeping(at, lambda _: values)


def with_parts(pool: Pool, lines: Sequence[Line], teller: Teller) -> Pool | None:
    """The pool with the parts of several lines taken at once; None if a line is no part."""
    parts = [line.part for line in lines]
    if None in parts:
        return None
    if isinstance(pool, Lazy):
        return _lazy_with_parts(pool, parts, teller)
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


def _lazy_with_parts(pool: Lazy, parts: Sequence[Hashable], teller: Teller) -> Pool | None:
    chain = pool.options
    opened = chain.open_step() if isinstance(chain, Chain) else None
    if opened is None or not isinstance(chain, Chain):
        return None
    at, values = opened
    if isinstance(values, Combinations):
        for part in parts:
            if not isinstance(part, int) or not values.groups[part]:
                return None
            values = values.take(part)
        return Lazy(_with_values(chain, at, values))
    schema = teller.schema((chain.schema,))
    assert schema is not None
    kind = schema.choices[at].type
    wanted = Counter([*pool.taken, *parts])
    kept = [value for value in values if not wanted - teller.parts(kind, value)]
    return Lazy(_with_values(chain, at, kept), tuple(wanted.elements())) if kept else None


# -- by what was typed -----------------------------------------------------------------------------


def matching(pool: Pool, asked: Question, typed: str, teller: Teller) -> list[Line]:
    """The lines that are meant by words: those of the question, or any actions of the pool.

    A line that reads exactly like the words is meant alone; otherwise the words are beginnings of
    words of a line, or, if there is no such line, parts of it.
    """
    found = _best(typed, list(asked.lines)) or _by_name(typed, asked.lines, teller)
    if found or not isinstance(pool, Listed) or asked.single or pool.total > _MANY:
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
