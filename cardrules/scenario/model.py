"""What a file of scenarios says, with the places of its parts in the file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from cardrules.diagnostics.model import Diagnostic
from cardrules.scenario.nodes import has_key, place_at
from cardrules.source import SourceFile, Span
from cardrules.syntax.yaml_tree import MapNode, Node

# The fact that there is a game.
PLAYABLE = "playable"


@attrs.frozen(kw_only=True)
class Fact:
    """Something that must be so: a key of an expectation with its value, and where they stand."""

    key: str
    value: object
    span: Span
    node: Node

    def place(self, path: Sequence[str | int] | None, *, is_key: bool = False) -> Span:
        """Where a part of the value stands, or a key in it; the fact if there is no path."""
        return self.span if path is None else place_at(self.node, path, is_key=is_key)


@attrs.frozen(kw_only=True)
class Do:
    """Somebody takes an action, written by as much of it as matters."""

    action: Mapping[str, object]
    span: Span
    node: Node

    def place(self, path: Sequence[str | int] | None, *, is_key: bool = False) -> Span:
        """Where a part of it stands, or a key in it; the step if there is no path."""
        return self.span if path is None else place_at(self.node, path, is_key=is_key)


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

    `starter` is a seat, `chance`, or None where the file leaves it open. `node` is all that it
    says; `head` has the nodes of the head of its file.
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
    node: MapNode
    head: MapNode

    def key_span(self, *path: str | int) -> Span:
        """Where the key at the end of a path stands, in the scenario or else in the head."""
        for root in (self.node, self.head):
            if has_key(root, path):
                return place_at(root, path, is_key=True)
        return self.span

    def place(self, *path: str | int, is_key: bool = False) -> Span:
        """Where the value at the end of a path stands, in the scenario or else in the head."""
        root = self.node if self.node.get(str(path[0])) is not None else self.head
        return place_at(root, path, is_key=is_key)

    @property
    def expects_no_game(self) -> bool:
        """Whether it says that there is no game with these players and options."""
        facts = [fact for step in self.steps if isinstance(step, Expect) for fact in step.facts]
        return any(fact.key == PLAYABLE and fact.value is False for fact in facts)

    @property
    def line(self) -> int:
        """The line at which it begins."""
        return self.source.position(self.span.start)[0]


@attrs.frozen(kw_only=True)
class ScenarioFile:
    """A file of scenarios of one game; `house_rules` are added to it."""

    source: SourceFile
    game: str
    game_span: Span
    house_rules: tuple[tuple[str, Span], ...] = ()
    scenarios: tuple[Scenario, ...]


@attrs.frozen(kw_only=True)
class Difference:
    """A fact that does not hold: what was expected, what was found, and in what they differ.

    `in_short` says it in a few words, where what was expected and found is long.
    """

    span: Span
    what: str
    expected: str
    found: str
    details: tuple[str, ...] = ()
    in_short: str = ""


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
