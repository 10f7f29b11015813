"""Reads a rulebook from a ruleset, for one number of players or for several."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TypeVar

from cardrules.engine.game import Game
from cardrules.lint.placing import placings
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset, Zone
from cardrules.rulebook.book import Act, Book, Cards, Fitting, Tokens, Topic, ZoneTold
from cardrules.rulebook.graph import title_of
from cardrules.rulebook.matrix import matrix_of
from cardrules.rulebook.sentences import Sentence, Writers, merged
from cardrules.rulebook.telling import Key, Telling, Told
from cardrules.rulebook.variants import variants_of
from cardrules.rulebook.wording import MOST_LISTED, MOST_WITHOUT_RANGE, listed
from cardrules.table.cards_told import fact_in_words
from cardrules.table.faces import faces_of
from cardrules.table.model import Fact
from cardrules.table.passages import line_asked_for
from cardrules.table.wording import capital, words
from cardrules.table.zones_told import HOLDERS, SHAPES, seen_in_words

Value = TypeVar("Value")


def read_book(ruleset: Ruleset, games: Mapping[int, Game]) -> Book:
    """The rulebook for games of a ruleset, by their numbers of players, with the same options."""
    return _Reading(ruleset, games).book()


class _Reading:
    def __init__(self, ruleset: Ruleset, games: Mapping[int, Game]) -> None:
        self._ruleset = ruleset
        self._games = games
        self._first = next(iter(games.values()))
        self._writers = Writers(ruleset)
        self._tellings = {players: Telling(game, self._writers) for players, game in games.items()}

    def book(self) -> Book:
        """All parts of it."""
        ruleset, told = self._ruleset, self._told
        setting_up = self._only_before_play
        return Book(
            title=ruleset.title,
            source=ruleset.source_note,
            players=tuple(self._games),
            players_house=self._writers.of_key("players"),
            totals_house=self._writers.of_key("decks"),
            house_rules=self._writers.titles,
            goal=told.get(("text", "goal"), ()),
            cards=tuple(self._cards()),
            totals=self._by_players(lambda game: game.tables.cards),
            tokens=tuple(self._tokens()),
            places=tuple(map(self._place, ruleset.zones.values())),
            setup=tuple(
                self._of([("setup", "setup"), *(("routine", name) for name in setting_up)])
            ),
            turn=told.get(("text", "turn"), ()),
            actions=tuple(self._acts(ruleset.actions.values())),
            fitting=tuple(self._fitting()),
            matrix=matrix_of(self._first.tables.folding.rules),
            answers=tuple(self._acts(ruleset.interrupts.values())),
            course=tuple(self._course(setting_up)),
            end=told.get(("text", "end"), ()),
            score_ids=ruleset.score_note.ids,
            score=tuple(self._of([("score note", ""), ("score", "")])),
            winner=tuple(self._of([("winner", ""), ("match", "")])),
            variants=tuple(variants_of(ruleset, self._games, self._writers, told)),
        )

    @cached_property
    def _told(self) -> Told:
        """What is told of all games, each sentence with those for which it holds."""
        single = {players: telling.parts() for players, telling in self._tellings.items()}
        keys = dict.fromkeys(key for parts in single.values() for key in parts)
        return {
            key: merged({players: parts.get(key, ()) for players, parts in single.items()})
            for key in keys
        }

    def _of(self, keys: Iterable[Key]) -> Iterator[Sentence]:
        """What several parts say, each thing once."""
        seen = set()
        for key in keys:
            for sentence in self._told.get(key, ()):
                if sentence.text not in seen:
                    seen.add(sentence.text)
                    yield sentence

    def _by_players(
        self, value: Callable[[Game], Value]
    ) -> tuple[tuple[Value, tuple[int, ...]], ...]:
        """A value, or several, each with the numbers of players with which it is so."""
        found: dict[Value, list[int]] = {}
        for players, game in self._games.items():
            found.setdefault(value(game), []).append(players)
        return tuple((item, tuple(numbers)) for item, numbers in found.items())

    # -- components --------------------------------------------------------------------------------

    def _cards(self) -> Iterator[Cards]:
        ruleset = self._ruleset
        groups: dict[tuple[str, str, tuple[int, ...]], list[int]] = {}
        for at, kind in enumerate(ruleset.kinds):
            counts = tuple(game.tables.kind.count(at) for game in self._games.values())
            if any(counts):
                groups.setdefault((kind.line, kind.text, counts), []).append(at)
        told_of = set()
        for (_, _, counts), numbers in groups.items():
            kind = ruleset.kinds[numbers[0]]
            names = tuple(ruleset.kinds[at].name for at in numbers)
            actions = [] if kind.line in told_of else self._acts_of_cards.get(kind.line, [])
            told_of.add(kind.line)
            keys = [(action.procedure.role, action.name) for action in actions]
            yield Cards(
                names=names,
                house=self._writers.of_entry(ruleset.lines[kind.line].span.start),
                counts=dict(zip(self._games, counts, strict=True)),
                facts=self._facts(names),
                text=Sentence(kind.text, (), self._writers.at(ruleset.lines[kind.line].span.start)),
                ids=tuple(dict.fromkeys(name for item in actions for name in item.origin.ids)),
                rules=tuple(self._of(keys)),
            )

    def _facts(self, names: Sequence[str]) -> tuple[str, ...]:
        """What is printed on cards that do the same: what they share, and what else there is."""
        every = faces_of(self._first)
        faces = [every[name] for name in names]
        facts: dict[str, dict[str, Fact]] = {}
        for face in faces:
            for fact in face.facts:
                facts.setdefault(fact.label, {})[fact.text] = fact
        told = []
        for label, found in facts.items():
            (fact, *others) = found.values()
            if not others and all(fact in face.facts for face in faces):
                told.append(fact_in_words(fact))
            elif len(names) > MOST_LISTED:
                told.append(f"{label}: {_several(list(found.values()))}")
        return tuple(told)

    @cached_property
    def _acts_of_cards(self) -> Mapping[str, list[ir.DeclaredAction]]:
        """By line of the card table the actions and interrupts for which they alone are played.

        A line whose cards say nothing has no place of its own.
        """
        with_text = {kind.line for kind in self._ruleset.kinds if kind.text}
        found: dict[str, list[ir.DeclaredAction]] = {}
        for action in (*self._ruleset.actions.values(), *self._ruleset.interrupts.values()):
            line = next(filter(None, map(line_asked_for, action.choices)), None)
            if line in with_text:
                found.setdefault(str(line), []).append(action)
        return found

    def _tokens(self) -> Iterator[Tokens]:
        for variable in self._ruleset.variables.values():
            supply = variable.supply
            if supply is not None:
                label = self._told.get(("variable", variable.name), ())
                yield Tokens(
                    label=label[0] if label else Sentence(words(variable.name)),
                    supply=self._by_players(
                        lambda game, x=supply: int(game.tables.constants.value(x))  # type: ignore[misc]
                    ),
                )

    def _place(self, zone: Zone) -> ZoneTold:
        label = self._told.get(("zone", zone.name), ())
        return ZoneTold(
            label=label[0] if label else Sentence(words(zone.name), zone.origin.ids),
            shape=SHAPES[zone.shape],
            whose=HOLDERS[zone.holder],
            seen=seen_in_words(zone),
        )

    # -- the course of the game --------------------------------------------------------------------

    def _acts(self, actions: Iterable[ir.DeclaredAction]) -> Iterator[Act]:
        """Those that are not the use of one card alone, as far as they are in force."""
        of_cards = {id(item) for items in self._acts_of_cards.values() for item in items}
        in_force = {
            action.name
            for telling in self._tellings.values()
            for action in telling.in_force.actions
        }
        last = {
            node.otherwise
            for node in ir.walk(tuple(self._ruleset.carried_out()))
            if isinstance(node, ir.OneOf)
        }
        for action in actions:
            if action.name in in_force and id(action) not in of_cards:
                house = self._writers.at(action.origin.span.start)
                yield Act(
                    label=Sentence(capital(action.label), action.origin.ids, house),
                    rules=self._told.get((action.procedure.role, action.name), ()),
                    is_last=action.name in last,
                )

    def _fitting(self) -> Iterator[Fitting]:
        for placing in placings(self._first.tables.folding.rules):
            key = ("placement", placing.placement.name)
            title = title_of(placing)
            rules = [item for item in self._told.get(key, ()) if capital(item.text) != title]
            yield Fitting(title=title, rules=tuple(rules), placing=placing)

    @cached_property
    def _only_before_play(self) -> tuple[str, ...]:
        """The routines that nothing but the set-up carries out."""
        ruleset = self._ruleset
        others = [item for item in ruleset.procedures() if item.role not in ("setup", "routine")]
        before = self._carried_out_by([ruleset.setup])
        later = self._carried_out_by(others)
        return tuple(name for name in before if name not in later)

    def _carried_out_by(self, procedures: Sequence[ir.Procedure]) -> dict[str, None]:
        found: dict[str, None] = {}
        waiting = list(procedures)
        while waiting:
            for statement in ir.statements(waiting.pop(0).body):
                if isinstance(statement, ir.CallRoutine) and statement.routine not in found:
                    found[statement.routine] = None
                    waiting.append(self._ruleset.routines[statement.routine])
        return found

    def _course(self, setting_up: Sequence[str]) -> Iterator[Topic]:
        """What happens in the game beside what players do, under the sentences that sum it up."""
        ruleset = self._ruleset
        seen: set[str] = {item.text for item in self._of([("setup", "setup")])}
        yield from self._topic([("play", "play")], seen)
        for name in ruleset.routines:
            if name not in setting_up:
                yield from self._topic([("routine", name)], seen)
        yield from self._topic([("standing", name) for name in ruleset.standing], seen)
        for trigger in ruleset.triggers:
            yield from self._topic([("trigger", trigger.procedure.name)], seen)
        for sort, names in (
            ("definition", ruleset.definitions),
            ("window", ruleset.windows),
            ("trait", ruleset.traits),
            ("values", ruleset.value_lists),
        ):
            yield from self._topic([(sort, name) for name in names], seen)
        with_supply = {name for name, item in ruleset.variables.items() if item.supply is not None}
        counters = [("variable", name) for name in ruleset.variables if name not in with_supply]
        yield from self._topic(counters, seen, "Also to be kept in mind")

    def _topic(self, keys: Sequence[Key], seen: set[str], title: str = "") -> Iterator[Topic]:
        found = [item for item in self._of(keys) if item.text not in seen]
        seen.update(item.text for item in found)
        if found:
            yield Topic(title=title, rules=tuple(found))


def _several(facts: Sequence[Fact]) -> str:
    """Several values of an attribute; numbers that follow each other as a range."""
    values = [fact.value for fact in facts]
    first = values[0]
    is_range = isinstance(first, int) and values == list(range(first, first + len(values)))
    if is_range and len(values) > MOST_WITHOUT_RANGE:
        return f"{facts[0].text} to {facts[-1].text}"
    return listed([fact.text for fact in facts])
