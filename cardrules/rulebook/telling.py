"""All that the rules of one game say, by the parts of the ruleset in which they say it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attrs

from cardrules.engine.game import Game
from cardrules.model import ir
from cardrules.prose import Spoken
from cardrules.rule_ids import ids_in, without_ids
from cardrules.rulebook import saying
from cardrules.rulebook.saying import Speaker
from cardrules.rulebook.sentences import Sentence, Writers
from cardrules.table.in_force import InForce
from cardrules.table.slot_names import slot_names
from cardrules.table.winning import part_of_score, who_wins
from cardrules.table.wording import sentences

# A part of a ruleset: of what sort it is, and its name.
Key = tuple[str, str]
Told = Mapping[Key, tuple[Sentence, ...]]

_WHO_ACTS: Mapping[str, tuple[Spoken | None, Spoken]] = {
    "setup": (None, saying.STARTER),
    "play": (None, saying.ACTIVE),
    "routine": (saying.YOU, saying.ACTIVE),
    "action": (saying.YOU, saying.YOU),
    "interrupt": (saying.YOU, saying.ACTIVE),
    "standing": (None, saying.ACTIVE),
    "trigger": (None, saying.ACTIVE),
}


@attrs.define
class Telling:
    """Gathers the sentences of a game that are in force with its players and options."""

    game: Game
    writers: Writers
    in_force: InForce = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self.in_force = InForce(self.game)

    def parts(self) -> Told:
        """What each part says, without those that say nothing."""
        found: dict[Key, tuple[Sentence, ...]] = {}
        for key, told in self._parts():
            found[key] = tuple(dict.fromkeys((*found.get(key, ()), *told)))
        return {key: told for key, told in found.items() if told}

    def _parts(self) -> Iterator[tuple[Key, tuple[Sentence, ...]]]:
        ruleset = self.game.ruleset
        for name, text in (("goal", ruleset.goal), ("turn", ruleset.turn), ("end", ruleset.end)):
            yield ("text", name), tuple(self._text(text))
        for zone in ruleset.zones.values():
            yield ("zone", zone.name), self._note(zone.origin)
        for variable in ruleset.variables.values():
            yield ("variable", variable.name), self._note(variable.origin)
        for procedure in self.in_force.procedures:
            if procedure.role not in ("action", "interrupt"):
                yield (procedure.role, procedure.name), self._procedure(procedure)
        for action in self.in_force.actions:
            yield ("label", action.name), self._note(action.origin)
            yield (action.procedure.role, action.name), tuple(self._action(action))
        for window in ruleset.windows.values():
            yield ("window", window.name), self._note(window.origin)
        for trait in ruleset.traits.values():
            yield ("trait", trait.name), self._note(trait.origin)
        for listed in ruleset.value_lists.values():
            yield ("values", listed.name), self._note(listed.origin)
        for placement in ruleset.placements.values():
            notes = (placement.origin, *(clause.origin for clause in placement.clauses))
            yield ("placement", placement.name), self._notes(notes)
        for name, definition in ruleset.definitions.items():
            if name in self.in_force.definitions:
                yield ("definition", name), self._note(definition.origin)
        yield from self._end()

    def _end(self) -> Iterator[tuple[Key, tuple[Sentence, ...]]]:
        ruleset = self.game.ruleset
        yield ("score note", ""), self._note(ruleset.score_note)
        for clause in ruleset.score:
            told = part_of_score(clause, self.in_force)
            if told is not None:
                house = self.writers.at(clause.origin.span.start)
                yield ("score", ""), (Sentence(told.text, told.ids, house),)
        found = list(who_wins(ruleset, self.in_force))
        origins = [ruleset.criteria[0].origin, *(item.origin for item in ruleset.matches)]
        for rule in found:
            of = next((item for item in origins if item.ids == rule.ids), origins[0])
            sort = "match" if rule.text.startswith("Match") else "winner"
            yield (sort, ""), (Sentence(rule.text, rule.ids, self.writers.at(of.span.start)),)

    # -- notes -------------------------------------------------------------------------------------

    def _note(self, origin: ir.Origin, depth: int = 0) -> tuple[Sentence, ...]:
        if not origin.sentence:
            return ()
        house = self.writers.at(origin.span.start)
        return (Sentence(origin.sentence, origin.ids, house, (), depth),)

    def _notes(self, origins: tuple[ir.Origin, ...]) -> tuple[Sentence, ...]:
        return tuple(told for origin in origins for told in self._note(origin))

    def _text(self, text: str) -> Iterator[Sentence]:
        for one in sentences(text):
            yield Sentence(without_ids(one), ids_in(one), self.writers.of_text(one))

    # -- what is done ------------------------------------------------------------------------------

    def _action(self, action: ir.DeclaredAction) -> Iterator[Sentence]:
        """What an action asks for, and what comes of it; its own sentence is its name."""
        speaker = self._speaker(action.procedure)
        for premise in action.premises:
            # What always holds, because of options, asks for nothing.
            if isinstance(premise, ir.Requirement) and self.in_force.known(premise.condition):
                continue
            yield from self._note(premise.origin)
        if action.telling is not None:
            yield from self._said(action.telling, action.telling.origin, speaker)
        yield from self._block(action.procedure.body, speaker, 0)

    def _procedure(self, procedure: ir.Procedure) -> tuple[Sentence, ...]:
        speaker = self._speaker(procedure)
        own = self._note(procedure.origin)
        return (*own, *self._block(procedure.body, speaker, len(own)))

    def _speaker(self, procedure: ir.Procedure) -> Speaker:
        me, active = _WHO_ACTS[procedure.role]
        names = slot_names(self.game.ruleset, procedure)
        return Speaker(me, active, names, self.game.tables.options)

    def _block(self, body: ir.Body, speaker: Speaker, depth: int) -> Iterator[Sentence]:
        """What the lines of a block say; what stands within a line that says something is below."""
        for statement in body:
            blocks = list(self.in_force.blocks(statement))
            if not isinstance(statement, ir.If):
                notes = self._note(statement.origin, depth)
                yield from notes
            yield from self._parts_of(statement, speaker, depth)
            for origin, block in blocks:
                if isinstance(statement, ir.If):
                    notes = self._note(origin, depth)
                    yield from notes
                inner = self._within(statement, speaker)
                yield from self._block(block, inner, depth + bool(notes))

    def _parts_of(
        self, statement: ir.Statement, speaker: Speaker, depth: int
    ) -> Iterator[Sentence]:
        """What belongs to a line beside its note."""
        match statement:
            case ir.Choose(choice=choice):
                yield from self._note(choice.origin, depth)
            case ir.Together(premises=premises, telling=telling):
                for premise in premises:
                    yield from self._note(premise.origin, depth + 1)
                if telling is not None and not statement.origin.sentence:
                    each = attrs.evolve(speaker, me=saying.EACH, names={})
                    yield from self._said(telling, telling.origin, each, depth)
            case ir.Say(sentence=said):
                yield from self._said(said, statement.origin, speaker, depth)
            case ir.Event(telling=ir.Telling(sentence=said, slots=(it, _))):
                if not statement.origin.sentence:
                    single = frozenset({it}) if _is_one(statement) else frozenset()
                    yield from self._said(
                        said, statement.origin, attrs.evolve(speaker, single=single), depth
                    )

    def _said(
        self, said: ir.Sentence, origin: ir.Origin, speaker: Speaker, depth: int = 0
    ) -> Iterator[Sentence]:
        text = speaker.sentence(said)
        if text:
            house = self.writers.at(said.origin.span.start)
            yield Sentence(text, said.origin.ids or origin.ids, house, (), depth)

    def _within(self, statement: ir.Statement, speaker: Speaker) -> Speaker:
        """Who acts in the blocks of a statement."""
        match statement:
            case ir.As(player=player):
                return speaker.acting(speaker.person(player))
            case ir.EachPlayer() | ir.Together():
                return speaker.acting(saying.EACH)
            case ir.Turns():
                return attrs.evolve(speaker, me=saying.YOU, active=saying.YOU)
        return speaker


def _is_one(statement: ir.Event) -> bool:
    """Whether a statement does something with one card at the most."""
    match statement:
        case ir.MoveCards(cards=cards) | ir.Reveal(cards=cards):
            return isinstance(cards, ir.Operation) and cards.op == "only"
        case ir.MoveStacks(stacks=stacks):
            return isinstance(stacks, ir.Operation) and stacks.op == "only"
        case ir.Draw(number=ir.Const(value=1)):
            return True
    return False
