"""What stands in a rulebook: its parts, as data without a way to write them down.

All sentences are those of the ruleset. What is ours are headings, and labels of a word or two.
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from cardrules.lint.placing import Placing
from cardrules.rulebook.matrix import Matrix
from cardrules.rulebook.sentences import Sentence


@attrs.frozen(kw_only=True)
class Cards:
    """Cards that do the same: their names, how many there are of each, and what they do.

    `counts`: how many there are by the number of players. `house`: the house rules that say so.
    """

    names: tuple[str, ...]
    house: str
    counts: Mapping[int, int]
    facts: tuple[str, ...]
    text: Sentence
    ids: tuple[str, ...]
    rules: tuple[Sentence, ...]


@attrs.frozen(kw_only=True)
class ZoneTold:
    """Where cards lie: what it is called, whose it is, and who sees what."""

    label: Sentence
    shape: str
    whose: str
    seen: str


@attrs.frozen(kw_only=True)
class Tokens:
    """Tokens, and how many there are."""

    label: Sentence
    supply: tuple[tuple[int, tuple[int, ...]], ...]


@attrs.frozen(kw_only=True)
class Act:
    """An action or interrupt with what is said of it.

    `is_last`: it may be taken only if nothing else is possible.
    """

    label: Sentence
    rules: tuple[Sentence, ...]
    is_last: bool = False


@attrs.frozen(kw_only=True)
class Topic:
    """Sentences that belong together; a title may be empty."""

    title: str
    rules: tuple[Sentence, ...]


@attrs.frozen(kw_only=True)
class Fitting:
    """A placement: its clauses, and the graph of what fits on what."""

    title: str
    rules: tuple[Sentence, ...]
    placing: Placing


@attrs.frozen(kw_only=True)
class Variant:
    """An option: what it means, what is usual, which values there are, and what holds with them.

    `house`: the house rules that say so.
    """

    label: str
    house: str
    help: Sentence
    usual: tuple[tuple[str, tuple[int, ...]], ...]
    values: tuple[tuple[str, str], ...]
    rules: tuple[Sentence, ...]


@attrs.frozen(kw_only=True)
class Book:
    """A whole rulebook. `players`: the numbers of players that it is for.

    `players_house`, `totals_house`: the house rules that say so, and how many decks there are.
    """

    title: str
    source: str
    players: tuple[int, ...]
    players_house: str
    totals_house: str
    house_rules: tuple[str, ...]
    goal: tuple[Sentence, ...]
    cards: tuple[Cards, ...]
    totals: tuple[tuple[int, tuple[int, ...]], ...]
    tokens: tuple[Tokens, ...]
    places: tuple[ZoneTold, ...]
    setup: tuple[Sentence, ...]
    turn: tuple[Sentence, ...]
    actions: tuple[Act, ...]
    fitting: tuple[Fitting, ...]
    matrix: Matrix
    answers: tuple[Act, ...]
    course: tuple[Topic, ...]
    end: tuple[Sentence, ...]
    score_ids: tuple[str, ...]
    score: tuple[Sentence, ...]
    winner: tuple[Sentence, ...]
    variants: tuple[Variant, ...]
