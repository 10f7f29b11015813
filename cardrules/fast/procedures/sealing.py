"""What is laid into a slot together: answers under seal, and what is given to a window."""

from __future__ import annotations

from cardrules.fast.choices.slots import Sealed, Several
from cardrules.fast.llvm.checks import Local
from cardrules.fast.procedures.asking_for_one import AskingForOne
from cardrules.fast.sets.nested import is_set
from cardrules.machine import code as machine
from cardrules.machine.program import Question


class Sealing(AskingForOne):
    """Writes it."""

    def put_tuple(self, x: machine.PutTuple) -> None:
        """Several values into a slot: no answers yet, or what is given to a window."""
        sealed = None if x.values else self._sealed(x.slot)
        if sealed is not None:
            self.code.write(sealed.size, "0")
            return
        window: list[Local | Several] = []
        question = next(
            one
            for one in self.all.program.questions
            if one.procedure == self.procedure.index and one.arguments == x.slot
        )
        types = self.all.searching.given_types.to_window(question)
        for of, value in zip(types, x.values, strict=True):
            if is_set(of):
                cells, size = self.of.side_by_side(self.of.items(value, self.scope), value)
                window.append(Several(cells, self.code.local("i", size), self.of.room(value)))
            else:
                window.append(self.code.local("i", self.number(value)))
        self.slots[x.slot] = window

    def _sealed(self, slot: int) -> Sealed | None:
        """The slot of answers under seal; none where nobody seals anything into it."""
        code, players = self.code, self.layout.players
        found = self.slots.get(slot)
        questions = [
            one
            for one in self.all.program.questions
            if one.answers == slot and one.procedure == self.procedure.index
        ]
        if isinstance(found, Sealed) or not questions:
            return found if isinstance(found, Sealed) else None
        question = questions[0]
        search = self.all.program.searches[question.searches[0]]
        searching = self.all.searching
        searching.keep_names(search)
        assert list(question.slots) == searching.slots(search)
        kinds = searching.sorts(search)
        made = Sealed(
            code.local("i", "0"),
            code.array("i", players),
            [code.array(kind, players) for kind in kinds],
        )
        for array in (made.given, *made.values):
            code.note_length(array, made.size)
        self.slots[slot] = made
        return made

    def _ask_sealed(self, question: Question) -> None:
        code = self.code
        assert question.answers is not None
        sealed = self.slots[question.answers]
        assert isinstance(sealed, Sealed)
        at = code.read(sealed.size)

        def take(values: list[str]) -> None:
            code.put(sealed.given, at, "1")
            for array, value in zip(sealed.values, values, strict=True):
                code.put(array, at, value)

        self._ask_one(question, take, lambda: code.put(sealed.given, at, "0"))
        code.write(sealed.size, code.plus(at, "1"))

    def unpack(self, x: machine.Unpack) -> None:
        """The answer at a place into the slots of its names."""
        code = self.code
        sealed = self.slots[x.answers]
        assert isinstance(sealed, Sealed)
        position = self.local(x.position)
        at = code.read(position)
        code.write(position, code.plus(at, "1"))
        with code.when(code.compare("=", code.at(sealed.given, at), "0")):
            code.again(self.labels[x.label])
        for slot, array in zip(x.slots, sealed.values, strict=True):
            local = self.slots.setdefault(slot, code.local(array.sort))
            assert isinstance(local, Local)
            code.write(local, code.at(array, at))
