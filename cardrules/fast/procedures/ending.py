"""How a game ends: scores, who is best, and whether a series goes on."""

from __future__ import annotations

from cardrules.fast.expressions.core import Scope
from cardrules.fast.llvm.checks import Array
from cardrules.fast.procedures.beginning import Beginning
from cardrules.fast.procedures.parts import no_slot
from cardrules.fast.state.memory import STATE


class Ending(Beginning):
    """What comes of a game."""

    def _score(self) -> None:
        code = self.code
        with code.function("side_score", [STATE, ("%player", "i64")], "i64", self.memory.ahead()):
            team = self.of.team("%player")
            scope = Scope(self._first_of(team), no_slot)
            found = "0"
            for part in self.program.ending.score:
                value = self.of.number(part.value, scope)
                found = self.of.checked(code.call("plus", [(found, "i64"), (value, "i64")], "i64"))
            code.give("i", found)

    def _best(self) -> None:
        """The sides that the criteria put first, as a number with a bit for each; also where the
        scores are there already.
        """
        code, score = self.code, self.of.score
        with code.function("best_sides", [STATE], "i64", self.memory.ahead()):
            code.give("i", self._best_now())
        parameters = [STATE, ("%scores", "ptr")]
        with code.function("best_by_scores", parameters, "i64", self.memory.ahead()):
            scores = code.given_array("%scores")
            self.of.score = lambda player: code.at(scores, self.of.team(player))
            code.give("i", self._best_now())
        self.of.score = score

    def _best_now(self) -> str:
        code, sides = self.code, range(len(self.layout.teams))
        found = code.number((1 << len(sides)) - 1)
        for item in self.program.ending.criteria:
            sign = ">" if item.sign > 0 else "<"
            best, kept, is_first = "0", "0", "true"
            for side in sides:
                value = self.of.number(item.value, Scope(self._first_of(str(side)), no_slot))
                is_in = code.has_bit(found, side)
                better = code.hold(is_in, code.holds(is_first, code.compare(sign, value, best)))
                same = code.hold(is_in, code.compare("=", value, best))
                bit = code.number(1 << side)
                also = code.choose("i", same, code.plus(kept, bit), kept)
                kept = code.choose("i", better, bit, also)
                best = code.choose("i", better, value, best)
                is_first = code.hold(is_first, code.no(is_in))
            found = kept
        return found

    def is_decided(self, scores: Array) -> str:
        """Whether all is over with this game; what a series counts goes into the state."""
        code, series = self.code, self.program.ending.series
        teams = len(self.layout.teams)
        if series is None:
            return "true"
        sides = self.moving.part("sides")
        over = code.local("b", "false")
        if series.mode == "best":
            best = code.call("best_sides", [STATE], "i64")
            for side in range(teams):
                won = code.as_number(code.compare("=", best, code.number(1 << side)))
                total = code.plus(code.at(sides, str(side)), won)
                code.put(sides, str(side), total)
                with code.when(code.compare(">", total, code.number(series.number // 2))):
                    code.write(over, "true")
            return code.read(over)
        for side in range(teams):
            total = code.call(
                "plus",
                [(code.at(sides, str(side)), "i64"), (code.at(scores, str(side)), "i64")],
                "i64",
            )
            code.put(sides, str(side), self.of.checked(total))
        if series.mode == "games":
            return code.compare(">=", self._get("game"), code.number(series.number))
        up = self.program.ending.direction_of_series > 0
        best_sum, most = code.at(sides, "0"), code.at(sides, "0")
        for side in range(1, teams):
            value = code.at(sides, str(side))
            best_sum = (code.larger if up else code.smaller)(best_sum, value)
            most = code.larger(most, value)
        number = "0"
        for side in range(teams):
            is_best = code.compare("=", code.at(sides, str(side)), best_sum)
            number = code.plus(code.as_number(is_best), number)
        enough = code.compare(">=", most, code.number(series.number))
        return code.both(enough, lambda: code.compare("=", number, "1"))
