"""The rules in force at a decision, in words.

What is told of a line of the rules is its sentence and its rule IDs. What has no sentence is left
out, or told as the line itself to those who want to see the source.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from cardrules.engine.game import Game
from cardrules.machine.search import Name, Search, Test
from cardrules.model import ir
from cardrules.model.action import Decision
from cardrules.model.ruleset import Clause, Ruleset
from cardrules.prose import reads_alike
from cardrules.syntax.snag import without_note
from cardrules.table.in_force import InForce
from cardrules.table.wording import capital, words


@attrs.frozen
class Rule:
    """Something that the rules say; `depth` is how far it is indented."""

    text: str
    ids: tuple[str, ...] = ()
    depth: int = 0

    def __str__(self) -> str:
        return self.text + (f"  [{', '.join(self.ids)}]" if self.ids else "")


@attrs.frozen
class Wording:
    """How lines of a ruleset are told: those without a sentence not at all, or as their source."""

    ruleset: Ruleset
    with_source: bool

    def text(self, origin: ir.Origin) -> str:
        """What is told of a line; empty if that is nothing."""
        return origin.sentence or (self._line(origin) if self.with_source else "")

    def _line(self, origin: ir.Origin) -> str:
        """The line in words, without what is noted behind it."""
        source = self.ruleset.text
        line = source.line(source.position(origin.span.start)[0])
        return words(without_note(line).strip())

    def clauses(self, clauses: Sequence[Clause], depth: int) -> Iterator[Rule]:
        """Named parts of a placement or of the score."""
        for clause in clauses:
            name = words(clause.name)
            text = self.text(clause.origin).removeprefix(f"{name}:").strip()
            yield Rule(f"- {name}: {text}" if text else f"- {name}", clause.origin.ids, depth)


def rules_here(
    game: Game, decision: Decision, prompt: str = "", *, with_source: bool = False
) -> list[Rule]:
    """What may be done at a decision: actions with their conditions and the placements there.

    `prompt` is how the one is asked who reads it.
    """
    ruleset = game.ruleset
    wording = Wording(ruleset, with_source)
    question = game.program.questions[decision.site]
    found = [Rule(prompt or capital(decision.prompt), decision.ids)]
    every = game.program.searches
    searches = [every[number] for number in question.searches]
    last = None if question.last is None else every[question.last]
    for search in searches:
        found += _of_search(game, search, wording, decision.prompt)
    if last is not None:
        found.append(Rule("Only if nothing else is possible:"))
        found += _of_search(game, last, wording, decision.prompt)
    if question.form == "window":
        found.append(Rule("Or pass: give no answer.", (), 1))
    if decision.sealed:
        found.append(Rule("The choice stays secret until all have chosen.", (), 1))
    used = [*searches, *([last] if last is not None else [])]
    for name in _placements(ruleset, [step for search in used for step in search.plan.steps]):
        found.append(Rule(f"{capital(words(name))}:", ruleset.placements[name].origin.ids))
        found += wording.clauses(ruleset.placements[name].clauses, 1)
    return found


def _of_search(game: Game, search: Search, wording: Wording, prompt: str) -> Iterator[Rule]:
    """An action and its conditions, as far as they say more than the question."""
    in_force = InForce(game)
    if not search.secret:
        name = "" if is_same(search.name, search.label) else f"{words(search.name)}: "
        yield Rule(name + search.label, search.origin.ids, 1)
    for step in search.plan.steps:
        if isinstance(step, Name):
            continue
        if isinstance(step, Test) and (step.of is not None or in_force.known(step.condition)):
            continue  # told by the line of its choice, or a house rule that is not in force
        text = wording.text(step.origin)
        if text and not reads_alike(text, prompt):
            yield Rule(f"- {text}", step.origin.ids, 2)


def is_same(name: str, label: str) -> bool:
    """Whether the name of an action says no more than its label."""
    return words(name).lower() in label.lower() or reads_alike(name, label)


def _placements(ruleset: Ruleset, parts: Sequence[object]) -> list[str]:
    """The placements that are looked at, also by way of definitions and of `possible`."""
    found: dict[str, None] = {}
    seen: set[str] = set()
    waiting = list(parts)
    while waiting:
        for node in ir.walk(waiting.pop(0)):
            if isinstance(node, ir.CallPlacement):
                found[node.placement] = None
            elif isinstance(node, ir.CallDefinition) and node.definition not in seen:
                seen.add(node.definition)
                waiting.append(ruleset.definitions[node.definition].value)
    return list(found)
