"""Games that stop at each decision, as compiled code: how many of them go on, side by side.

They are played where they are kept. In a state that is over, or given up, nobody is asked.
"""

from __future__ import annotations

from cardrules.fast.choices.keeping import (
    MOST_NESTED,
    OF_A_STATE,
    OF_AN_ANSWER,
    ONE,
    RANGE,
    STATES,
    WORK_AT_ONCE,
    Keeping,
    Part,
)
from cardrules.fast.choices.listing import Listing
from cardrules.fast.llvm.resuming import WAITING, most_kept
from cardrules.fast.procedures.comparing import Comparing
from cardrules.fast.procedures.whole import Whole
from cardrules.fast.state.memory import ASKED, MOST_KEPT, REGISTERS, STATE
from cardrules.kernel.numbers import NONE
from cardrules.machine.program import Procedure


class Resumed(Whole):
    """Writes all functions of a program whose games stop at each decision."""

    resumes = True

    def write(self) -> None:
        """Write all functions."""
        self.keeping = Keeping(self.moving, self.of.nested)
        self.listing = Listing(self.program, self.keeping, self.of.stacks)
        self.searching.listing = self.listing
        nested = self.of.nested
        self.code.is_kept = lambda offset: offset == nested.begin
        super().write()

    def write_ahead(self) -> None:
        """Write what procedures call where they stop."""
        with self.code.function("no_room", [STATE], "void", self.memory.ahead()):
            self.of.give_up()

    def write_games(self) -> None:
        """Write what goes on with games, and can be called from outside."""
        code, memory, keeping = self.code, self.memory, self.keeping
        parameters = [STATE, ("%seed", "i64")]
        with code.function("whole_game", parameters, "i64", memory.ahead(), stops=True):
            self.begin()
            self.play(self.moving.part("scores"), self._resumed)
            code.give("i", "0")
        keeping.write()
        Comparing(keeping).write()
        self._write_one()
        for name, given, body in (
            ("reset", [("%seeds", "ptr"), ("%limit", "i64")], self._reset),
            ("apply", [("%numbers", "ptr")], self._apply),
            ("step", [("%until", "ptr")], self._step),
            ("list", [(f"%{name}", "ptr") for name in ("which", "firsts", "starts", "rows")],
             self._list),
        ):  # fmt: skip
            with keeping.in_parts(name, given) as part:
                body(part)
        with (
            keeping.function("draw", [*STATES, ("%numbers", "ptr"), *RANGE]),
            code.through("%from", "%to") as at,
        ):
            self._draw(at)
        self.kept_room = min(most_kept(code.resumable), MOST_KEPT)
        code.tables.append(f"@kept_room = internal constant i64 {self.kept_room}")

    # -- what is known of states from outside ------------------------------------------------------

    def places(self) -> dict[str, int]:
        """Where what can be looked at from outside lies in a state, in numbers."""
        found = {name: self.memory.offset(name) // 8 for name in self.memory.parts}
        found |= {name: found["registers"] + at for at, name in enumerate(REGISTERS)}
        return found | {name: found["asked"] + at for at, name in enumerate(ASKED)}

    @property
    def state_size(self) -> int:
        """How many bytes a state has that is kept."""
        return self.memory.offset("kept") + 8 * self.kept_room

    @property
    def other_size(self) -> int:
        """How many bytes its block for collections has."""
        return 8 * MOST_NESTED if self.of.nested.is_used else 0

    # -- one game ----------------------------------------------------------------------------------

    def _resumed(self, procedure: Procedure) -> str:
        name, nobody = f"procedure_{procedure.index}", (self.code.number(NONE), "i64")
        if procedure.may_wait:
            return self.code.call_on(name, [STATE, nobody])
        return self.code.call(name, [STATE, nobody], "i64")

    def _go_on(self, seed: str) -> None:
        """To the next decision, or the end."""
        code = self.code
        how = self._played(seed)
        is_right = code.compare("=", self.of.register("status"), "0")
        waits = code.compare("=", how, str(WAITING))
        with code.when(code.no(code.hold(is_right, waits))):
            self.keeping.nobody_is_asked()
            if self.program.ending.series is None:
                with code.when(is_right):
                    self.keeping.put("best", code.call("best_sides", [STATE], "i64"))

    def _played(self, seed: str) -> str:
        """Play on; a game in which something was beyond an array in the meantime is given up."""
        code = self.code
        self.of.set_register("faults", code.faults())
        how = code.call("whole_game", [STATE, (seed, "i64")], "i64")
        with code.when(code.compare("!=", self.status(), "0"), is_likely=False):
            self.of.give_up()
        return how

    def _answer(self, number: str) -> None:
        """Give the number of an answer."""
        asked = self.keeping.asked
        self.keeping.take_other()
        self.count_decision(asked("seat"), asked("total"), number)
        self.keeping.put("answer", number)
        self._go_on("0")
        self.keeping.put_other()

    def _drawn(self) -> str:
        """The number that the one who is asked draws."""
        code, asked = self.code, self.keeping.asked
        stream = code.inside(self.moving.part("streams"), code.times(asked("seat"), "2"), cells=2)
        return code.below(stream, asked("total"))

    def _write_one(self) -> None:
        """What is done with one game, where it is kept."""
        code, ahead = self.code, self.memory.ahead()
        number = ("%number", "i64")
        with code.function("reset_one", [*ONE, number, ("%limit", "i64")], "i64", ahead):
            self.of.set_register("limit", "%limit")
            for name in ("listing", "best"):
                self.keeping.put(name, "0")
            self.keeping.nobody_is_asked()
            self._go_on("%number")
            self.keeping.put_other()
            code.give("i", self.keeping.worked())
        with code.function("apply_one", [*ONE, number], "i64", ahead):
            self._answer("%number")
            code.give("i", self.keeping.worked())
        with code.function("draw_one", [STATE], "i64", ahead):
            code.give("i", self._drawn())
        with code.function("step_one", [*ONE, ("%until", "i64"), ("%most", "i64")], "i64", ahead):
            self._step_one()

    def _step_one(self) -> None:
        """Step until there were so many decisions, or there was more than so much work; gives how
        much there was.
        """
        code, done = self.code, self.code.local("i", "0")
        left = code.minus("%until", self.of.register("decisions"))
        with code.block() as block, code.through("0", left):
            is_over = code.compare("<", self.keeping.asked("seat"), "0")
            is_much = code.compare(">", code.read(done), "%most")
            with code.when(code.holds(is_over, is_much)):
                code.leave(block)
            self._answer(self._drawn())
            code.write(done, code.plus(code.read(done), self.keeping.worked()))
        code.give("i", code.read(done))

    # -- many games --------------------------------------------------------------------------------

    def _with_one(self, part: Part, name: str, *given: str) -> None:
        """Do something with a state where it is kept."""
        places = self.keeping.places_of(part.at)
        self.keeping.set_apart(places[0])
        part.add(self.code, self.keeping.call(name, places, *given))

    def _reset(self, part: Part) -> None:
        code = self.code
        seed = code.at(code.given_array("%seeds"), part.at)
        with code.when(code.compare(">=", seed, "0")):
            self._with_one(part, "reset_one", seed, "%limit")

    def _apply(self, part: Part) -> None:
        code = self.code
        number = code.at(code.given_array("%numbers"), part.at)
        with code.when(code.compare(">=", number, "0")):
            self._with_one(part, "apply_one", number)

    def _draw(self, at: str) -> None:
        """Draw the number of an answer for a state; its stream is then one further."""
        code, numbers = self.code, self.code.given_array("%numbers")
        with code.when(code.compare(">=", code.at(numbers, at), "0")):
            place = self.keeping.places_of(at)[0]
            code.put(numbers, at, code.call("draw_one", [(place, "ptr")], "i64"))

    def _step(self, part: Part) -> None:
        """Step until there were so many decisions; a state that was not done with goes on."""
        code = self.code
        until = code.at(code.given_array("%until"), part.at)
        most = code.minus(str(WORK_AT_ONCE), code.read(part.done))
        self._with_one(part, "step_one", until, most)
        is_much = code.compare(">", code.read(part.done), str(WORK_AT_ONCE))
        with code.when(is_much, is_likely=False):
            code.give("i", part.at)

    def _list(self, part: Part) -> None:
        """Answers of a state, from one on, as rows: `starts` says where they go, and how many. They
        are listed of a copy, which is left as it is then.
        """
        code, put, width = self.code, self.keeping.put, str(8 * self.listing.width)
        which, firsts, starts = map(code.given_array, ("%which", "%firsts", "%starts"))
        state, first = code.at(which, part.at), code.at(firsts, part.at)
        start, behind = code.at(starts, part.at), code.at(starts, code.plus(part.at, "1"))
        work = code.times(code.minus(behind, start), str(OF_AN_ANSWER))
        part.add(code, code.plus(work, str(OF_A_STATE)))
        done = code.local("i", start)
        with code.loop() as loop:
            now = code.read(done)
            with code.when(code.compare(">=", now, behind)):
                code.leave(loop)
            self.keeping.load(self.keeping.places_of(state))
            put("listing", "1")
            put("first", code.plus(first, code.minus(now, start)))
            put("room", code.smaller(code.minus(behind, now), str(self.listing.room)))
            put("found", "0")
            self._played("0")
            found = self.keeping.asked("found")
            is_right = code.compare("=", self.of.register("status"), "0")
            # What could not be listed is missed by whoever has asked for it.
            with code.when(code.no(code.hold(is_right, code.compare(">", found, "0")))):
                code.leave(loop)
            to = code.bytes_behind("%rows", code.times(now, width))
            code.copy_some(self.listing.rows.of(code).place, to, code.times(found, width))
            code.write(done, code.plus(now, found))
        put("listing", "0")
