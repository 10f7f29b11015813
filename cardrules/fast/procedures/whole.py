"""A whole game as compiled code: all its functions, and how it is played."""

from __future__ import annotations

from collections.abc import Callable

from cardrules.fast.checksums import SCORE
from cardrules.fast.llvm.checks import Array
from cardrules.fast.llvm.operations import DECLARATIONS, written_operations
from cardrules.fast.llvm.stack_use import stack_use
from cardrules.fast.llvm.text import TooLargeError
from cardrules.fast.llvm.used import used_in
from cardrules.fast.procedures.ending import Ending
from cardrules.fast.procedures.procedures import write_procedure
from cardrules.fast.state.memory import MOST_WORK, STATE
from cardrules.kernel.numbers import NONE
from cardrules.machine.program import Procedure
from cardrules.model.ruleset import MOST_DEEP

# So many bytes of the stack may be in use; threads have eight million.
_MOST_STACK = 4_000_000
_MOST_GAMES = 1_000_000


class Whole(Ending):
    """Writes all functions of a program.

    Raises `TooLargeError` where it says more than is compiled.
    """

    def text(self) -> str:
        """The module of LLVM."""
        self.write()
        windows = 1 + sum(question.form == "window" for question in self.program.questions)
        if stack_use(self.code.functions, windows * MOST_DEEP) > _MOST_STACK:
            raise TooLargeError("procedures that need too much of the stack")
        text = self.code.text()
        operations = written_operations(used_in(text), traps=self._is_checked)
        return "\n".join([DECLARATIONS, operations, text])

    def write(self) -> None:
        """Write all functions."""
        if self.layout.has_stacks:
            self.of.stacks.write()
        self.searching.seeing.write()
        self._shuffle_zone()
        self.write_ahead()
        for search in self.program.searches:
            if not search.in_frame:
                self.searching.write(search)
        for procedure in self.program.procedures:
            if self.procedures.is_carried_out(procedure):
                write_procedure(self.procedures, procedure)
        self._lay_out()
        self._score()
        self._best()
        self._write_possibilities()
        self.write_games()
        # Only now it is known what else must be kept of piles where cards are moved.
        if self.searching.knowing is not None:
            self.searching.knowing.write()
        self.moving.write()

    def write_ahead(self) -> None:
        """Write what procedures call where somebody is asked."""
        self._decide()

    def write_games(self) -> None:
        """Write what plays games, and can be called from outside."""
        self._game()
        self._playouts()

    def _write_possibilities(self) -> None:
        """Whether actions are possible, as others ask it, and they themselves."""
        actions = {
            search.name: search
            for search in self.program.searches
            if search.procedure >= 0 and self.program.procedures[search.procedure].role == "action"
        }
        written = 0
        while written < len(self.of.possibilities):
            (action, forms, is_refusing), number = list(self.of.possibilities.items())[written]
            self.of.is_refusing = is_refusing
            self.searching.write_possible(number, actions[action], dict(forms))
            written += 1

    # -- the whole ---------------------------------------------------------------------------------

    def _game(self) -> None:
        """Play one game or match from a seed."""
        code = self.code
        parameters = [STATE, ("%seed", "i64"), ("%scores", "ptr")]
        with code.function("whole_game", parameters, "void", self.memory.ahead()):
            self.begin()
            self.play(code.given_array("%scores"), self._carried_out)

    def _carried_out(self, procedure: Procedure) -> str:
        """How a procedure ends that nobody has called."""
        nobody = (self.code.number(NONE), "i64")
        return self.code.call(f"procedure_{procedure.index}", [STATE, nobody], "i64")

    def begin(self) -> None:
        """What is so before a game or match begins."""
        code, layout = self.code, self.layout
        for name in ("status", "decisions", "checksum", "game", "next_draw"):
            self._set(name, "0")
        self._set("work_left", str(MOST_WORK))
        self._set("faults", code.faults())
        self._fill(self.moving.part("sides"), len(layout.teams), "0")
        self._begin_streams()
        self._set("starter", code.below(self.memory.stream(), str(layout.players)))

    def play(self, scores: Array, carried_out: Callable[[Procedure], str]) -> None:
        """Play it; `carried_out` calls a procedure, and gives how it has ended."""
        code, teams = self.code, len(self.layout.teams)
        of_role = {one.role: one for one in self.program.procedures}
        with code.loop() as match:
            code.call("lay_out", [STATE])
            how = carried_out(of_role["setup"])
            with code.when(code.compare("=", how, "0")):
                # However it ends, it is over.
                carried_out(of_role["play"])
            with code.when(code.compare("!=", self._get("status"), "0")):
                code.leave(match)
            for side in range(teams):
                first = self._first_of(str(side))
                code.put(scores, str(side), code.call("side_score", [STATE, (first, "i64")], "i64"))
            with code.when(self.is_decided(scores)):
                code.leave(match)
            too_many = code.compare(">", self._get("game"), code.number(_MOST_GAMES))
            with code.when(too_many):
                self.of.give_up()
                code.leave(match)
            after = code.plus(self._get("starter"), "1")
            self._set("starter", code.wrapped(after, self.layout.players))
        if self.program.ending.series is not None:
            for side in range(teams):
                code.put(scores, str(side), code.at(self.moving.part("sides"), str(side)))
        for side in range(teams):
            self._mix([(code.at(scores, str(side)), SCORE)])

    def status(self) -> str:
        """Whether a game is to be played again by another engine."""
        code = self.code
        is_wrong = code.compare("!=", code.faults(), self._get("faults"))
        return code.choose("i", is_wrong, "1", self._get("status"))

    def _summed(self, seed: str) -> str:
        """What a game adds to the checksum of several."""
        return self.code.mixed(self._get("checksum"), (seed, 1))

    def _playouts(self) -> None:
        """Play games with seeds one after the other: of each its scores, winners, length, status,
        and what it adds to the checksum.
        """
        code, teams = self.code, len(self.layout.teams)
        parameters = [
            STATE, ("%first", "i64"), ("%games", "i64"), ("%limit", "i64"), ("%scores", "ptr"),
            ("%winners", "ptr"), ("%lengths", "ptr"), ("%status", "ptr"), ("%checksums", "ptr"),
        ]  # fmt: skip
        with (
            code.function("playouts", parameters, "void", self.memory.ahead(), is_open=True),
            code.through("0", "%games") as now,
        ):
            self._set("limit", "%limit")
            scores = code.inside(code.given_array("%scores"), code.times(now, str(teams)))
            code.call(
                "whole_game",
                [STATE, (code.plus("%first", now), "i64"), (scores.place, "ptr")],
            )
            winners = "0"
            if self.program.ending.series is None:
                given = [STATE, (scores.place, "ptr")]
                winners = code.call("best_by_scores", given, "i64")
            for name, value in (
                ("winners", winners),
                ("lengths", self._get("decisions")),
                ("status", self.status()),
                ("checksums", self._summed(code.plus("%first", now))),
            ):
                code.put(code.given_array(f"%{name}"), now, value)
