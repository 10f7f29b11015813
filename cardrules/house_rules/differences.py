"""What is different for players between two rulesets, in sentences, by the rules that they cite."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

import attrs

from cardrules.house_rules.operations import known_by
from cardrules.house_rules.outline import Entry, code_and_note, outline_of
from cardrules.model.ruleset import Ruleset
from cardrules.source import SourceFile
from cardrules.syntax.snag import TOKEN

Sign = Literal["new", "gone", "changed"]

# What declarations are about, in the order in which they are told.
_PARTS = {
    "zone": "Places for cards",
    "tokens": "Tokens",
    "variable": "What is kept in mind",
    "values": "What words mean",
    "setup": "Set-up",
    "play": "Course of the game",
    "phase": "Course of the game",
    "action": "What can be done",
    "trait": "What can be done",
    "window": "Who can answer what",
    "interrupt": "Who can answer what",
    "standing": "What happens by itself",
    "when": "What happens by itself",
    "routine": "What is done at several places",
    "placement": "What words mean",
    "define": "What words mean",
    "score": "Score",
    "winner": "End",
    "match": "End",
}
_ORDER = ("Players", "Cards", "Options", *dict.fromkeys(_PARTS.values()))
_TWICE = 2
# Of so many kinds with one difference a few are named.
_SEVERAL = 5
_NAMED = 2
_SORTS = {"require": "must", "choose": "choice", "one": "choice", "say": "told", "ask": "told"}


@attrs.frozen(kw_only=True)
class Difference:
    """Something that is different.

    `part` is what it is about, `of` the declaration in words, `sign` whether it is new, gone or
    changed. `sort` says of a line what it is: a duty, a choice, something told, or an effect. `ids`
    are the rules that it cites, `text` a sentence: that of the line, or the line itself.
    """

    part: str
    of: str
    sign: Sign
    sort: str
    ids: tuple[str, ...]
    text: str


@attrs.frozen(kw_only=True)
class Numbers:
    """What depends on the number of players, in words: how many cards there are of each kind by its
    name, and the default of each option. `amounts`: how many cards by kind and number of players.
    """

    cards: Mapping[str, str]
    amounts: Mapping[str, Mapping[int, int]]
    defaults: Mapping[str, str]


def differences(old: Ruleset, new: Ruleset, before: Numbers, after: Numbers) -> list[Difference]:
    """All that is different, in the order in which it is told."""
    found = [
        *_players(old, new),
        *_cards(old, new, before, after),
        *_options(old, new, before.defaults, after.defaults),
        *_rules(old, new),
    ]
    return sorted(found, key=lambda item: _ORDER.index(item.part))


def _front(part: str, of: str, sign: Sign, text: str) -> Difference:
    return Difference(part=part, of=of, sign=sign, sort="", ids=(), text=text)


def _players(old: Ruleset, new: Ruleset) -> Iterator[Difference]:
    before, after = _range(old), _range(new)
    if before != after:
        yield _front("Players", "", "changed", f"{after} players; before, {before}")
    if old.teams != new.teams:
        for number in sorted({*old.teams, *new.teams}):
            if old.teams.get(number) != new.teams.get(number):
                told = f"with {number} players the teams are others"
                yield _front("Players", "", "changed", told)


def _range(ruleset: Ruleset) -> str:
    low, high = ruleset.players_min, ruleset.players_max
    return str(low) if low == high else f"{low} to {high}"


def _cards(
    old: Ruleset, new: Ruleset, old_numbers: Numbers, new_numbers: Numbers
) -> Iterator[Difference]:
    more = _more_of_all(old_numbers.amounts, new_numbers.amounts)
    yield from (_front("Cards", "", "changed", told) for told in more)
    numbers = {} if more else _changed_numbers(old_numbers.cards, new_numbers.cards)
    of_several = {told: names for told, names in numbers.items() if len(names) >= _SEVERAL}
    for told, names in of_several.items():
        some = ", ".join(names[:_NAMED])
        yield _front("Cards", f"{some} and {len(names) - _NAMED} more", "changed", told)
    before = {kind.name: kind for kind in old.kinds}
    after = {kind.name: kind for kind in new.kinds}
    for name in dict.fromkeys([*before, *after]):
        if name not in after:
            yield _front("Cards", name, "gone", f"there were {old_numbers.cards[name]}")
        elif name not in before:
            yield _front("Cards", name, "new", f"{new_numbers.cards[name]}")
        else:
            for told, names in numbers.items():
                if name in names and told not in of_several:
                    yield _front("Cards", name, "changed", told)
            if before[name].text != after[name].text:
                yield _front("Cards", name, "changed", f'its text is "{after[name].text}"')
            if dict(before[name].values) != dict(after[name].values):
                yield _front("Cards", name, "changed", "other values are printed on it")


def _changed_numbers(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, list[str]]:
    """The kinds of which there are not as many as before, by what is told of them."""
    found: dict[str, list[str]] = {}
    for name in before:
        if name in after and before[name] != after[name]:
            found.setdefault(f"{after[name]}; before, {before[name]}", []).append(name)
    return found


Amounts = Mapping[str, Mapping[int, int]]


def _more_of_all(before: Amounts, after: Amounts) -> list[str]:
    """That every card is there so many times as before, if it is so with each number of players."""
    if before.keys() != after.keys():
        return []
    times: dict[int, list[int]] = {}
    players = [set(numbers) for amounts in (before, after) for numbers in amounts.values()]
    for number in sorted(set.intersection(*players)):
        found = {_times(before[name][number], after[name][number]) for name in before} - {None}
        factor = found.pop() if len(found) == 1 else None
        if factor is None or factor < 1:
            return []
        times.setdefault(factor, []).append(number)
    everybody = sum(map(len, times.values()))
    return [
        ("every card once more" if factor == _TWICE else f"every card {factor} times")
        + (f" with {players_told(numbers)} players" if len(numbers) < everybody else "")
        for factor, numbers in times.items()
        if factor > 1
    ]


def _times(before: int, after: int) -> int | None:
    """How many times as many it is; -1 if it is no number of times, None if it is none of none."""
    if before == after == 0:
        return None
    return after // before if before and after % before == 0 else -1


def players_told(numbers: Sequence[int]) -> str:
    """Numbers of players in words."""
    *some, last = map(str, numbers)
    return f"{', '.join(some)} or {last}" if some else last


def _options(
    old: Ruleset, new: Ruleset, old_defaults: Mapping[str, str], new_defaults: Mapping[str, str]
) -> Iterator[Difference]:
    for name in dict.fromkeys([*old.options, *new.options]):
        before, after = old.options.get(name), new.options.get(name)
        if after is None:
            yield _front("Options", name, "gone", "")
        elif before is None:
            told = f"{after.help} (default {new_defaults[name]})".strip()
            yield _front("Options", name, "new", told)
        else:
            if old_defaults[name] != new_defaults[name]:
                told = f"the default is {new_defaults[name]}; before, {old_defaults[name]}"
                yield _front("Options", name, "changed", told)
            if before.values != after.values:
                yield _front("Options", name, "changed", f"it can be {' or '.join(after.values)}")


# ---- The rules text ------------------------------------------------------------------------------


def _rules(old: Ruleset, new: Ruleset) -> Iterator[Difference]:
    before, after = _declarations(old.text), _declarations(new.text)
    for key in dict.fromkeys([*before, *after]):
        one, other = before.get(key), after.get(key)
        if one is None:
            assert other is not None
            yield _declaration(other, "new")
        elif other is None:
            yield _declaration(one, "gone")
        else:
            yield from _within(one, other)


def _declarations(source: SourceFile) -> dict[tuple[str, ...], Entry]:
    closing = source.text.find("\n---", 3)
    root = outline_of(source, source.text.find("\n", closing + 1) + 1).root
    return {known_by(entry.words): entry for entry in root.children}


def _declaration(entry: Entry, sign: Sign) -> Difference:
    return Difference(
        part=_PARTS[entry.first],
        of=_called(entry),
        sign=sign,
        sort="",
        ids=_all_ids(entry),
        text=_sentence(entry) or ("" if entry.children else f"`{code_and_note(entry)[0]}`"),
    )


def _within(one: Entry, other: Entry) -> Iterator[Difference]:
    """The lines of a declaration that are different."""
    before, after = [one, *one.walk()], [other, *other.walk()]
    matcher = difflib.SequenceMatcher(
        a=[(entry.depth, entry.words) for entry in before],
        b=[(entry.depth, entry.words) for entry in after],
        autojunk=False,
    )
    for tag, first, last, start, end in matcher.get_opcodes():
        if tag != "equal":
            gone = list(_lines(one, "gone", before[first:last]))
            yield from _unlike(gone, list(_lines(other, "new", after[start:end])))


def _unlike(gone: Sequence[Difference], new: Sequence[Difference]) -> list[Difference]:
    """What is gone and what is new at a place, but what is told in the same words.

    If nothing else is told there, it is told once, as changed.
    """
    old_words = [attrs.evolve(item, sign="changed") for item in gone]
    new_words = [attrs.evolve(item, sign="changed") for item in new]
    same = Counter(old_words) & Counter(new_words)
    found = [*_without(same, gone, old_words), *_without(same, new, new_words)]
    return found or list(same.elements())


def _without(
    same: Counter[Difference], found: Sequence[Difference], words: Sequence[Difference]
) -> Iterator[Difference]:
    left = Counter(same)
    for item, told in zip(found, words, strict=True):
        if left[told]:
            left[told] -= 1
        else:
            yield item


def _lines(declaration: Entry, sign: Sign, entries: Sequence[Entry]) -> Iterator[Difference]:
    for entry in entries:
        yield Difference(
            part=_PARTS[declaration.first],
            of=_called(declaration),
            sign=sign,
            sort=_SORTS.get(entry.first, "effect"),
            ids=_ids_around(entry),
            text=_sentence(entry) or f"`{code_and_note(entry)[0]}`",
        )


def _called(entry: Entry) -> str:
    """What a declaration is called: by its note if it has one, else its name in words."""
    if len(entry.words) < 2 or entry.first in ("score", "winner", "match"):  # noqa: PLR2004
        return ""
    sentence = _sentence(entry) if entry.first in ("action", "interrupt", "zone") else ""
    return sentence or entry.words[1].replace("_", " ")


def _sentence(entry: Entry) -> str:
    """The sentence behind a line, or what it says itself."""
    if entry.first in ("say", "ask"):
        return f'"{_quoted(entry.text)}"' if _quoted(entry.text) else ""
    _, note = code_and_note(entry)
    return _quoted(note)


def _quoted(text: str) -> str:
    found = [match.group() for match in TOKEN.finditer(text) if match.group()[0] == '"']
    return found[-1][1:-1] if found else ""


def _ids_around(entry: Entry) -> tuple[str, ...]:
    """The IDs of a line, or else of the nearest line around it that has some."""
    at: Entry | None = entry
    while at is not None and at.lines:
        if at.ids:
            return at.ids
        at = at.parent
    return ()


def _all_ids(entry: Entry) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for item in (entry, *entry.walk()) for name in item.ids))
