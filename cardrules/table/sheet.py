"""The rules of a game as a sheet in the order of a rulebook, in the sentences of the ruleset.

What options rule out is left out, as are names, and refusals that only say which card is needed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property

import attrs

from cardrules.engine.game import Game
from cardrules.model import ir
from cardrules.table.cards_told import alike, in_one_line
from cardrules.table.in_force import InForce
from cardrules.table.model import Option
from cardrules.table.options_told import options_of
from cardrules.table.passages import Passages, line_asked_for, noted
from cardrules.table.reading import Rule
from cardrules.table.winning import parts_of_score, who_wins
from cardrules.table.wording import capital, number, sentences


@attrs.frozen
class Section:
    """A part of the sheet; `is_text`: its rules are the sentences of one text."""

    title: str
    rules: tuple[Rule, ...]
    ids: tuple[str, ...] = ()
    is_text: bool = False

    def lines(self) -> Iterator[Rule]:
        """The section as it is shown: its heading, and below it what it says."""
        yield Rule(self.title, self.ids)
        if self.is_text:
            yield Rule(" ".join(rule.text for rule in self.rules), (), 1)
        else:
            yield from (attrs.evolve(rule, depth=rule.depth + 1) for rule in self.rules)


class Sheet:
    """Gathers the sections; no sentence stands in two of them."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._ruleset = game.ruleset
        self._in_force = InForce(game)
        self._passages = Passages(game, self._in_force)
        self._told: set[str] = set()

    def lines(self) -> list[Rule]:
        """The whole sheet."""
        title = Rule(f"{self._ruleset.title} for {number(self._game.players, 'player')}")
        return [title, *(line for section in self.sections() for line in section.lines())]

    def sections(self) -> list[Section]:
        """All sections that say something."""
        ruleset = self._ruleset
        self._told = set()
        found = (
            _text("Goal", ruleset.goal),
            Section("Setting up", tuple(self._setup())),
            _text("A turn", ruleset.turn),
            Section("What can be done", tuple(self._actions())),
            Section("Cards", tuple(self._cards())),
            Section("More rules", tuple(self._more())),
            _text("The end", ruleset.end),
            Section("Score", tuple(self._score()), ruleset.score_note.ids),
            Section("Options", tuple(self._options())),
        )
        return [section for section in found if section.rules]

    def _new(self, rules: Iterable[Rule], depth: int = 0) -> list[Rule]:
        """Those that have not been told, as sentences."""
        found = [rule for rule in rules if rule.text not in self._told]
        self._told.update(rule.text for rule in found)
        return [attrs.evolve(rule, text=capital(rule.text), depth=depth) for rule in found]

    # -- before the game, and in it ----------------------------------------------------------------

    def _setup(self) -> list[Rule]:
        return self._new(self._passages.said_and_noted(self._ruleset.setup))

    @cached_property
    def _notes(self) -> dict[str, list[Rule]]:
        """What there is to say of each action."""
        return {item.name: self._passages.of_action(item) for item in self._in_force.actions}

    @cached_property
    def _shared(self) -> frozenset[Rule]:
        """What is said of several actions alike."""
        often = Counter(rule for rules in self._notes.values() for rule in rules)
        return frozenset(rule for rule, times in often.items() if times > 1)

    def _actions(self) -> list[Rule]:
        """The actions that are not those of one card alone, each with what is said of it."""
        found = []
        for action in self._in_force.actions:
            if _line_of(action) is None:
                found.append(Rule(action.label, action.origin.ids))
                found += self._new((item for item in self._own(action)), 1)
        return found

    def _own(self, action: ir.DeclaredAction) -> list[Rule]:
        return [rule for rule in self._notes[action.name] if rule not in self._shared]

    def _cards(self) -> list[Rule]:
        """The cards with what they do, if the ruleset says that, and what is said of their use."""
        groups = alike(self._game)
        if not any(faces[0].text for faces in groups):
            return []
        used = {_line_of(action): action for action in self._in_force.actions}
        found = []
        for faces in groups:
            action = used.get(faces[0].line)
            found.append(Rule(in_one_line(faces), () if action is None else action.origin.ids))
            if action is not None:
                found += self._new(self._own(action), 1)
        return [*found, *self._of_several()]

    def _of_several(self) -> Iterator[Rule]:
        """What is said of several actions, with their names."""
        for rule in dict.fromkeys(rule for rules in self._notes.values() for rule in rules):
            if rule in self._shared and rule.text not in self._told:
                self._told.add(rule.text)
                labels = [item.label for item in self._in_force.actions
                          if rule in self._notes[item.name]]  # fmt: skip
                yield Rule(f"{', '.join(labels)}: {rule.text}", rule.ids)

    def _more(self) -> list[Rule]:
        """What the other lines say: placements, definitions, and what happens by itself."""
        ruleset = self._ruleset
        found = self._new(self._of_placements())
        used = [ruleset.definitions[name] for name in ruleset.definitions
                if name in self._in_force.definitions]  # fmt: skip
        found += self._new(noted(item.origin for item in used))
        for procedure in self._in_force.procedures:
            is_apart = procedure.role in ("action", "interrupt", "setup")
            if not is_apart and not self._in_force.does_nothing(procedure):
                found += self._new(self._passages.of_procedure(procedure))
        return [*found, *self._of_several()]

    def _of_placements(self) -> Iterator[Rule]:
        for placement in self._ruleset.placements.values():
            yield from noted([placement.origin, *(item.origin for item in placement.clauses)])

    # -- the end -----------------------------------------------------------------------------------

    def _score(self) -> list[Rule]:
        return [
            *parts_of_score(self._ruleset, self._in_force),
            *who_wins(self._ruleset, self._in_force),
        ]

    # -- what is left out of the sheet, but may be looked for --------------------------------------

    def options_off(self) -> Section:
        """What the options would mean that are not in force."""
        off = [item for item in options_of(self._game) if self._is_off(item) and item.help]
        rules = (Rule(f"{capital(item.label)}: {item.help}", item.ids) for item in off)
        return Section("Options that are not in force", tuple(rules))

    def told_in_play(self) -> Section:
        """What is told while the game is played, as far as it is true of everybody."""
        said = (origin for item in self._in_force.procedures if item.role != "setup"
                for origin in self._passages.said(item))  # fmt: skip
        return Section("What is told in the game", tuple(self._new(noted(said, fewest=1))))

    # -- options -----------------------------------------------------------------------------------

    def _options(self) -> Iterator[Rule]:
        """Those that are in force, and the names of the others; none that changes nothing."""
        used = [item for item in options_of(self._game) if item.name in self._in_force.options]
        for option in used:
            told = capital(option.help or option.label)
            if self._game.tables.options[option.name] is True:
                yield Rule(told, option.ids)
            elif not self._is_off(option):
                yield Rule(f"{told}: {option.text}", option.ids)
        off = [option.label for option in used if self._is_off(option)]
        if off:
            yield Rule(f"Not in force: {', '.join(off)}")

    def _is_off(self, option: Option) -> bool:
        return self._game.tables.options[option.name] is False


def _text(title: str, text: str) -> Section:
    return Section(title, tuple(map(Rule, sentences(text))), (), True)


def _line_of(action: ir.DeclaredAction) -> str | None:
    """The line of the card table whose cards alone are played for an action."""
    lines = [line_asked_for(choice) for choice in action.choices]
    return next(filter(None, lines), None)
