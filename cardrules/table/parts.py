"""The declarations of a ruleset by name and rule ID, for those who look something up."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from cardrules.model import ir
from cardrules.model.ruleset import Ruleset


@attrs.frozen(kw_only=True)
class Part:
    """A declaration: its name in the rules, its note, and all notes within it."""

    name: str
    origin: ir.Origin
    notes: tuple[ir.Origin, ...]

    @property
    def ids(self) -> tuple[str, ...]:
        """The IDs of all rules that it cites."""
        return tuple(dict.fromkeys(name for note in self.notes for name in note.ids))

    def source(self, ruleset: Ruleset) -> list[str]:
        """Its lines in the text of the rules, without the blanks that only line things up."""
        span = self.origin.span
        return [_squeezed(line) for line in ruleset.text.text[span.start : span.end].splitlines()]


def parts_of(ruleset: Ruleset) -> list[Part]:
    """All declarations, in the order of the text."""
    found = {part.origin.span.start: part for part in _parts(ruleset)}
    return [found[start] for start in sorted(found)]


def parts_called(ruleset: Ruleset, wanted: str) -> list[Part]:
    """Those with this name or this rule ID, and the actions whose labels begin so."""
    lowered = wanted.strip().lower()
    if not lowered:
        return []
    name = lowered.replace(" ", "_")
    return [
        part
        for part in parts_of(ruleset)
        if name == part.name.lower()
        or lowered in (item.lower() for item in part.ids)
        or _is_label(ruleset, part.name, lowered)
    ]


def parts_with(ruleset: Ruleset, wanted: str) -> list[Part]:
    """The same, and those with these words in their sentence."""
    lowered = wanted.strip().lower()
    called = parts_called(ruleset, lowered)
    return [
        part
        for part in parts_of(ruleset)
        if part in called or (lowered and lowered in part.origin.sentence.lower())
    ]


def _is_label(ruleset: Ruleset, name: str, lowered: str) -> bool:
    """Whether words begin the label of an action."""
    action = ruleset.actions.get(name) or ruleset.interrupts.get(name)
    words = lowered.split()
    return action is not None and action.label.lower().split()[: len(words)] == words


def _parts(ruleset: Ruleset) -> Iterator[Part]:
    for group in (
        ruleset.zones,
        ruleset.variables,
        ruleset.value_lists,
        ruleset.placements,
        ruleset.definitions,
        ruleset.windows,
        ruleset.traits,
    ):
        for name, declared in group.items():
            yield _part(name, declared.origin, declared)
    for name, routine in {**ruleset.routines, **ruleset.standing}.items():
        yield _part(name, routine.origin, routine)
    for name, action in {**ruleset.actions, **ruleset.interrupts}.items():
        yield _part(name, action.origin, action)
    for trigger in ruleset.triggers:
        yield _part(trigger.zone, trigger.procedure.origin, trigger)
    yield _part("setup", ruleset.setup.origin, ruleset.setup)
    yield _part("play", ruleset.play.origin, ruleset.play)
    if ruleset.score:
        yield _part("score", ruleset.score_note, (ruleset.score_note, ruleset.score))
    for criterion in ruleset.criteria[:1]:  # all come from one line
        yield _part("winner", criterion.origin, criterion)
    for match in ruleset.matches:
        yield _part("match", match.origin, match)


def _part(name: str, origin: ir.Origin, declared: object) -> Part:
    notes = [node for node in ir.walk(declared) if isinstance(node, ir.Origin)]
    return Part(name=name, origin=origin, notes=tuple(dict.fromkeys((origin, *notes))))


def _squeezed(line: str) -> str:
    """A line with no more than two blanks between its words."""
    words = line.strip().split(" ")
    indent = len(line) - len(line.lstrip())
    return " " * indent + " ".join(word for word in _few_blanks(words))


def _few_blanks(words: list[str]) -> Iterator[str]:
    """Words, of which empty ones stand for blanks: as many of these as look like a gap."""
    empty = 0
    for word in words:
        empty = 0 if word else empty + 1
        if empty <= 1:
            yield word
