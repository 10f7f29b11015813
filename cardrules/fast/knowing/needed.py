"""For which questions of a program compiled code must keep what somebody knows of cards.

Lowering says what a question needs (`Question.needs`), and takes cards that have a name as lying
anywhere. Mostly the name was given right before, and nothing has moved since: then its cards lie
where they lay, and who sees them can be told.
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from cardrules.engine.lowering.knowing import Knowing, Zones, is_conditional, made_of
from cardrules.machine import code
from cardrules.machine.program import Need, Program, Question
from cardrules.machine.search import Loop, Name, Search
from cardrules.model import ir

# What moves no card, and lets the same player act.
_STILL = (
    code.Say, code.SayWhy, code.Announce, code.Count, code.Watch, code.Reveal, code.Forget,
    code.SetVariable, code.MoveTokens, code.Keep,
)  # fmt: skip
_ENDS = (code.Leave, code.EndTurn, code.EndGame, code.StopAction)


@attrs.frozen
class _Held:
    """The zones in which the cards of a name lie, and whether the one who acts sees them all."""

    zones: Zones
    is_seen: bool


_Names = dict[int, _Held]


def knowledge_needed(program: Program) -> frozenset[Need]:
    """What questions need of what somebody knows; empty where nothing of it need be kept."""
    if not program.needs_knowledge:
        return frozenset()
    return frozenset(_Needs(program).left())


class _Needs:
    """Finds what is left of the needs of a program."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._zones = program.layout.zones
        self._knowing = Knowing(program.layout, program.declared)
        # The names at each question.
        self._names: dict[int, _Names] = {}
        for procedure in program.procedures:
            self._walk(procedure.body, {})

    def left(self) -> list[Need]:
        """The needs that names do not answer."""
        return [
            need
            for question in self._program.questions
            for need in question.needs
            if not self._is_answered(question, need)
        ]

    def _is_answered(self, question: Question, need: Need) -> bool:
        search = self._program.searches[need.search]
        if need.zones is not None or not search.in_frame:
            return False
        names = self._in_search(search, self._names.get(question.index, {}))
        loop = search.plan.loops[need.choice]
        if need.why == "unseen":
            return names[loop.slot].is_seen
        zones = names[loop.slot].zones
        if need.why == "none fits":
            assert question.candidates is not None
            zones = self._held(question.candidates, names).zones
        return not self._knowing.are_told_by_knowledge(zones)

    def _in_search(self, search: Search, names: _Names) -> _Names:
        found = dict(names)
        for step in search.plan.steps:
            if isinstance(step, Loop | Name):
                found[step.slot] = self._held(step.value, found)
        return found

    # -- the course of a procedure -----------------------------------------------------------------

    def _walk(self, block: code.Block, names: _Names) -> _Names:
        """What names hold behind a block."""
        for x in block:
            names = self._behind(x, names)
            if isinstance(x, _ENDS):
                break
        return names

    def _behind(self, x: code.Instruction, names: _Names) -> _Names:
        match x:
            case code.Assign() | code.Put() | code.PutAll():
                return {**names, x.slot: self._held(x.value, names)}
            case code.Ask():
                self._names[x.question] = names
                question = self._program.questions[x.question]
                if question.form not in ("choose", "sealed"):
                    return {}
                return {slot: held for slot, held in names.items() if slot not in question.slots}
            case code.Branch():
                ways = [self._walk(inner, names) for _, inner in x.branches]
                return _in_all([*ways, self._walk(x.otherwise, names)])
            case code.Telling():
                return self._behind(x.does, names)
            case _ if isinstance(x, _STILL):
                return names
        for inner in code.blocks(x):
            self._walk(inner, {})
        return {}

    # -- where cards lie ---------------------------------------------------------------------------

    def _held(self, x: ir.Expr, names: Mapping[int, _Held]) -> _Held:
        if not x.type.has_cards and x.type.base != "zone":
            return _Held(None, False)
        zones = self._knowing.zones_of(x, {slot: held.zones for slot, held in names.items()})
        return _Held(zones, self._is_seen(x, names))

    def _is_seen(self, x: ir.Expr, names: Mapping[int, _Held]) -> bool:
        """Whether the one who acts sees all cards of which a value is made."""
        match x:
            case ir.ZoneOf(zone=zone, holder=ir.Role(role="me")):
                return self._is_seen_by_owner(zone)
            case ir.Local():
                return x.slot in names and names[x.slot].is_seen
            case code.LookUp():
                return self._is_seen(x.instead_of.value, names)
        parts = made_of(x)
        return bool(parts) and all(self._is_seen(part, names) for part in parts)

    def _is_seen_by_owner(self, name: str) -> bool:
        zone = self._zones[name]
        masks = [*enumerate(zone.top.masks), *enumerate(zone.rest.masks)]
        is_own = zone.holder == "player" and all(mask >> seat & 1 for seat, mask in masks)
        return is_own and not is_conditional(zone)


def _in_all(ways: list[_Names]) -> _Names:
    """What names hold whichever way was taken."""
    first, *others = ways
    return {
        slot: held
        for slot, held in first.items()
        if all(names.get(slot) == held for names in others)
    }
