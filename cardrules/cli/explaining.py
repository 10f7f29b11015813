"""Why an action of a recorded game is allowed or not: the clause, its rule, and what would be."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from cardrules.cli.arguments import print_json
from cardrules.cli.exits import USAGE, fail
from cardrules.cli.recorded import opened, ruleset_of
from cardrules.diagnostics.model import Diagnostics
from cardrules.engine.showing.explain import Refusal, explain
from cardrules.errors import PositionError
from cardrules.model import ir
from cardrules.model.action import Action
from cardrules.prose import capital
from cardrules.scenario.nodes import data_of
from cardrules.scenario.wanted import complete, fitting, read_wanted
from cardrules.sim.replay import Replay
from cardrules.sim.run import Playthrough
from cardrules.source import SourceFile, Span
from cardrules.syntax.yaml_tree import read_yaml


def explain_step(
    path: Path, step: int | None, action: str | None, rules: str | None, *, as_json: bool
) -> None:
    """Tell whether an action is allowed at a step (from 1) of a record, or the one that was taken.

    Without a step it is the last decision of the record.
    """
    record = opened(path)
    number = len(record.steps) + (action is not None) if step is None else step
    if not 1 <= number <= len(record.steps) + 1:
        fail(f"The record has {len(record.steps)} steps; there is no step {number}.", USAGE)
    replay = Replay(record, ruleset_of(record, path, rules))
    for _ in replay.moments_until(number - 1):
        pass
    found = _Explanation(replay.playthrough, number)
    if action is not None:
        found.read(action)
    elif number <= len(record.steps):
        found.action = record.steps[number - 1].action
    else:
        fail(f"Step {number} has not been taken: say which action is meant, --action ...", USAGE)
    if as_json:
        print_json(found.data())
    else:
        for line in found.lines():
            click.echo(line)


class _Explanation:
    """An action at a decision, and what the rules say of it."""

    def __init__(self, playthrough: Playthrough, step: int) -> None:
        self._game, self._state = playthrough.game, playthrough.state
        self._names = [entry.name for entry in playthrough.seats]
        self._step = step
        self.action: Action | None = None

    def read(self, text: str) -> None:
        """Take the action that a text means: its name, and as much of it as matters."""
        name, _, rest = text.strip().partition(" ")
        source = SourceFile("--action", f"{{{rest}}}")
        values = Diagnostics(source)
        node = read_yaml(source, Span(0, len(source.text)), values).root
        if len(values):
            fail(f"The action cannot be read: write {_EXAMPLE}.", USAGE)
        data = data_of(node)
        choices = data if isinstance(data, dict) else {}
        try:
            wanted = read_wanted(self._game, self._state, {"do": name, **choices})
            legal = next(fitting(self._game, self._state, wanted), None)
            self.action = legal or complete(self._game, self._state, wanted)
        except PositionError as error:
            fail(f"{error} {error.help}".rstrip(), USAGE)

    @property
    def _refusal(self) -> Refusal | None:
        assert self.action is not None
        return explain(self._game, self._state, self.action)

    def lines(self) -> Iterator[str]:
        """The answer as text."""
        asked = self._game.asked(self._state)
        who = "nobody, the game is over" if asked is None else self._names[asked]
        yield f"Step {self._step}, {who}: {self.action}"
        refusal = self._refusal
        if refusal is None:
            yield "It is allowed."
            origin = self._declared()
            if origin is not None:
                yield f"  {_told(origin.sentence, origin.ids, self._place(origin))}"
            return
        yield "It is not allowed."
        for reason in refusal.reasons:
            clause = f"{reason.clause}: " if reason.clause else ""
            told = f"{clause}{reason.told(self._names)}"
            yield f"  {_told(told, reason.ids, self._place(reason.origin))}"
        if refusal.alternatives:
            yield "Allowed and near to it:"
            for action in refusal.alternatives:
                yield f"  {action}"

    def data(self) -> dict[str, Any]:
        """The same as data; seats count from 1."""
        asked, refusal = self._game.asked(self._state), self._refusal
        assert self.action is not None
        return {
            "step": self._step,
            "seat": None if asked is None else asked + 1,
            "action": self.action.data(),
            "allowed": refusal is None,
            "reasons": self._reasons(refusal),
            "alternatives": [
                action.data() for action in (refusal.alternatives if refusal is not None else ())
            ],
        }

    def _reasons(self, refusal: Refusal | None) -> list[dict[str, Any]]:
        """Why it is not allowed; of what is allowed the line that declares it."""
        if refusal is None:
            origin = self._declared()
            told = [] if origin is None else [("", origin.sentence, origin)]
        else:
            told = [(one.clause, one.told(self._names), one.origin) for one in refusal.reasons]
        return [
            {
                "clause": clause,
                "sentence": sentence,
                "ids": list(origin.ids),
                "place": self._place(origin),
            }
            for clause, sentence, origin in told
        ]

    def _declared(self) -> ir.Origin | None:
        """The line that declares the action."""
        assert self.action is not None
        for table in (self._game.ruleset.actions, self._game.ruleset.interrupts):
            if self.action.name in table:
                return table[self.action.name].origin
        return self._game.asked_in(self._state)

    def _place(self, origin: ir.Origin) -> str:
        if origin.span == ir.NOWHERE:
            return ""
        place = self._game.ruleset.text.where(origin.span.start)
        return f"{Path(place.source.name).name}:{place.line}"


_EXAMPLE = '`--action "take card: Plum 3, from: 2"`'


def _told(sentence: str, ids: tuple[str, ...], place: str) -> str:
    cited = f" [{', '.join(ids)}]" if ids else ""
    where = f"  ({place})" if place else ""
    return f"{capital(sentence)}{cited}{where}".strip()
