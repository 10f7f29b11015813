"""Whether states that are kept are equal, as compiled code, and a number that equal ones share.

Both look at the same numbers, in which a state is written down: registers, variables, streams, who
is asked what, where each card lies and on which other one, what lies on the stack. What is counted
(work, the checksum) is no part of it, nor is what is left over of something that is gone.
"""

from __future__ import annotations

from cardrules.fast.choices.keeping import BESIDE, MOST_NESTED, ONE, RANGE, STATES, Keeping
from cardrules.fast.expressions.core import MOST_ROOM
from cardrules.fast.llvm.checks import Array
from cardrules.fast.state.memory import MOST_KEPT, REGISTERS

# Registers by which states do not differ.
_APART = ("status", "work_left", "checksum", "limit", "laid", "faults")
# A card below another one stands above the number of its zone.
_ZONES = 1 << 32


class Comparing:
    """Writes it."""

    def __init__(self, keeping: Keeping) -> None:
        self._keeping, self._code = keeping, keeping.code
        self._moving, self._nested = keeping.moving, keeping.nested
        self._layout = keeping.memory.layout
        later, most = keeping.memory.later, self._most()
        self._words = later(most), later(most)

    def _most(self) -> int:
        """So many numbers are written down at most."""
        layout, memory = self._layout, self._keeping.memory
        several = [
            one.holders for one in layout.variables.values() if one.type.base == "collection"
        ]
        return sum(
            [
                len(REGISTERS) + 2 + layout.variable_count + MOST_ROOM * sum(several),
                (3 * layout.cards + memory.zones) * memory.keeps_knowledge,
                len(layout.teams) + 2 * layout.players + layout.cards + 3 * layout.stack_places,
                MOST_KEPT + (MOST_NESTED if self._nested.is_used else 0),
            ]
        )

    def write(self) -> None:
        """Write the functions."""
        code, memory = self._code, self._keeping.memory
        with code.function("written", [*ONE, ("%words", "ptr")], "i64", memory.ahead()):
            self._write_down()
        function = self._keeping.function
        with (
            function("hash", [*STATES, ("%hashes", "ptr"), *RANGE]),
            code.through("%from", "%to") as at,
        ):
            self._hash(at)
        with (
            function("same", [*STATES, *BESIDE, ("%found", "ptr"), *RANGE]),
            code.through("%from", "%to") as at,
        ):
            self._same(at)

    def _write_down(self) -> None:
        code, part, layout = self._code, self._moving.part, self._layout
        words, size = code.given_array("%words"), code.local("i", "0")

        def note(value: str) -> None:
            at = code.read(size)
            code.put(words, at, value)
            code.write(size, code.plus(at, "1"))

        def note_all(array: Array, number: str, start: str = "0") -> None:
            with code.through("0", number) as at:
                note(code.at(array, code.plus(at, start)))

        for name in REGISTERS:
            if name not in _APART:
                register = code.number(self._keeping.memory.register(name))
                note(code.at(part("registers"), register))
        for name in ("seat", "question"):
            note(self._keeping.asked(name))
        note_all(part("variables"), str(layout.variable_count))
        for name, variable in layout.variables.items():
            if variable.type.base == "collection":
                for at in range(variable.holders):
                    number = code.at(part("variables"), str(variable.base + at))
                    note_all(part(f"of {name}"), number, str(at * MOST_ROOM))
        note_all(part("sides"), str(len(layout.teams)))
        note_all(part("streams"), str(2 * layout.players))
        with code.through("0", str(layout.cards)) as card:
            zone = code.at(part("place"), card)
            below = code.one_of(
                "i",
                self._moving.is_ordered(zone),
                lambda: code.plus(code.at(part("below"), card), "1"),
                lambda: "0",
            )
            note(code.plus(code.times(below, str(_ZONES)), zone))
        if layout.has_stacks:
            with code.through("0", str(layout.stack_places)) as stack:
                holder = code.at(part("holder"), stack)
                note(holder)
                note(code.at(part("used"), stack))
                with code.when(code.compare(">=", holder, "0")):
                    note(code.at(part("before"), stack))
        if self._keeping.memory.keeps_knowledge:
            for name in ("known", "among", "shown"):
                note_all(part(name), str(layout.cards))
            note_all(part("blur"), str(self._keeping.memory.zones))
        note_all(part("kept"), self._keeping.asked("kept_now"))
        if self._nested.is_used:
            note_all(code.given_array("%other"), self._nested.mark())
        code.give("i", code.read(size))

    def _written(self, places: list[str], which: int) -> tuple[Array, str]:
        """The numbers of a state that is kept, and how many they are."""
        words = self._words[which].of(self._code)
        given = [(place, "ptr") for place in (*places, words.place)]
        return words, self._code.call("written", given, "i64")

    def _hash(self, at: str) -> None:
        code = self._code
        words, size = self._written(self._keeping.places_of(at), 0)
        found = code.local("i", size)
        with code.through("0", size) as word:
            code.write(found, code.mixed(code.read(found), (code.at(words, word), 1)))
        code.put(code.given_array("%hashes"), at, code.read(found))

    def _same(self, at: str) -> None:
        code, places_of = self._code, self._keeping.places_of
        source = code.at(code.given_array("%which"), at)
        mine = code.at(code.given_array("%where"), at)
        left, number = self._written(places_of(mine), 0)
        right, other = self._written(places_of(source, "%sources", "%source_others"), 1)
        result = code.local("b", code.compare("=", number, other))
        with code.when(code.read(result)), code.through("0", number) as word:
            differs = code.compare("!=", code.at(left, word), code.at(right, word))
            with code.when(differs):
                code.write(result, "false")
        code.put(code.given_array("%found"), at, code.as_number(code.read(result)))
