"""Options as variants of a game, each with the sentences that hold only with some value of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cardrules.engine.game import Game
from cardrules.errors import GameLimitError, OptionError, RulesetError
from cardrules.lint.settings import settings_of
from cardrules.model import ir
from cardrules.model.action import value_text
from cardrules.model.ruleset import Option, Ruleset
from cardrules.rule_ids import ids_in, without_ids
from cardrules.rulebook.book import Variant
from cardrules.rulebook.sentences import Sentence, Writers
from cardrules.rulebook.telling import Key, Telling, Told
from cardrules.table.wording import words

_FLAGS = {"true": "yes", "false": "no"}


def variants_of(
    ruleset: Ruleset, games: Mapping[int, Game], writers: Writers, told: Told
) -> Iterator[Variant]:
    """All options; `told` is what has been told of the games as they are."""
    found = _elsewhere(ruleset, next(iter(games.values())), writers, told)
    for name, option in ruleset.options.items():
        in_force = {
            players: value_text(game.options_in_force[name]) for players, game in games.items()
        }
        values = dict.fromkeys(in_force.values())
        yield Variant(
            label=words(name),
            house=writers.of_entry(option.span.start),
            help=Sentence(
                without_ids(option.help), ids_in(option.help), writers.of_text(option.help)
            ),
            usual=tuple(
                (
                    _FLAGS.get(value, words(value)),
                    tuple(players for players, of in in_force.items() if of == value),
                )
                for value in values
            ),
            values=tuple(_values(option)),
            rules=tuple(found.get(name, ())),
        )


def _values(option: Option) -> Iterator[tuple[str, str]]:
    for value, help in zip(option.values, option.value_helps, strict=True):
        yield words(value), help


def _elsewhere(
    ruleset: Ruleset, game: Game, writers: Writers, told: Told
) -> Mapping[str, list[Sentence]]:
    """By option the sentences that hold only with another value of it.

    The values are tried that lint tries, one option after the other and then two together, and only
    as long as a note of the ruleset has not been told.
    """
    known = {sentence.text for sentences in told.values() for sentence in sentences}
    found: dict[str, list[Sentence]] = {}
    missing = _untold(ruleset, known)
    if not missing:
        return found
    given = dict(game.options_in_force)
    for setting in sorted(settings_of(ruleset).tried, key=lambda item: len(item.options)):
        if not missing:
            break
        if not setting.options:
            continue
        try:
            other = Game(ruleset, setting.players, {**given, **setting.options})
        except (OptionError, RulesetError, GameLimitError):
            continue
        name = list(setting.options)[-1]
        for sentence in _flat(Telling(other, writers).parts()):
            if sentence.text not in known:
                known.add(sentence.text)
                missing.discard(sentence.text)
                found.setdefault(name, []).append(sentence)
    return found


def _untold(ruleset: Ruleset, known: set[str]) -> set[str]:
    """The notes that have not been told; those of the winner are told in other words."""
    parts: Sequence[object] = (
        *ruleset.carried_out(), *ruleset.placements.values(), *ruleset.definitions.values(),
        *ruleset.matches,
    )  # fmt: skip
    notes = (node for node in ir.walk(tuple(parts)) if isinstance(node, ir.Origin))
    return {note.sentence for note in notes if note.sentence} - known


def _flat(told: Mapping[Key, tuple[Sentence, ...]]) -> Iterator[Sentence]:
    for sentences in told.values():
        yield from sentences
