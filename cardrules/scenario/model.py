"""What a file of scenarios says, with the places of its parts in the file."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from cardrules.diagnostics.model import Diagnostic
from cardrules.source import SourceFile, Span


@attrs.frozen(kw_only=True)
class Fact:
    """Something that must be so: a key of an expectation, its value, and where its items stand."""

    key: str
    value: object
    span: Span
    items: tuple[Span, ...] = ()

    def item_span(self, index: int) -> Span:
        """Where the item of this number stands."""
        return self.items[index] if index < len(self.items) else self.span


@attrs.frozen(kw_only=True)
class Do:
    """Somebody takes an action, written by as much of it as matters."""

    action: Mapping[str, object]
    span: Span


@attrs.frozen(kw_only=True)
class Until:
    """Play goes on by itself until the facts hold."""

    facts: tuple[Fact, ...]
    span: Span


@attrs.frozen(kw_only=True)
class Expect:
    """The facts must hold here."""

    facts: tuple[Fact, ...]
    span: Span


Step = Do | Until | Expect


@attrs.frozen(kw_only=True)
class Scenario:
    """One scenario, or one case of a table; seats count from 1.

    `starter` is a seat, `chance`, or None where the file leaves it open. `parts` has the place of
    each key of the position and of each key of the scenario itself.
    """

    source: SourceFile
    name: str
    rules: tuple[str, ...]
    note: str
    players: int | None
    options: Mapping[str, object]
    starter: object
    seed: int
    position: Mapping[str, object] | None
    chance: tuple[Mapping[str, object], ...]
    steps: tuple[Step, ...]
    span: Span
    parts: Mapping[str, Span]

    @property
    def line(self) -> int:
        """The line at which it begins."""
        return self.source.position(self.span.start)[0]


@attrs.frozen(kw_only=True)
class ScenarioFile:
    """A file of scenarios of one game."""

    source: SourceFile
    game: str
    game_span: Span
    scenarios: tuple[Scenario, ...]


@attrs.frozen(kw_only=True)
class Difference:
    """A fact that does not hold: what was expected, what was found, and in what they differ."""

    span: Span
    what: str
    expected: str
    found: str
    details: tuple[str, ...] = ()


@attrs.frozen(kw_only=True)
class Outcome:
    """What came of a scenario.

    `mistakes`: the scenario itself does not fit its game, so that it says nothing on the rules.
    `trail`: the steps taken, in words; `table`: where everything lay in the end, in words, unless
    it passed.
    """

    scenario: Scenario
    differences: tuple[Difference, ...] = ()
    mistakes: tuple[Diagnostic, ...] = ()
    trail: tuple[str, ...] = ()
    table: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether every fact holds."""
        return not self.differences and not self.mistakes
