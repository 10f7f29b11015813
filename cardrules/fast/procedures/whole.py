"""A whole game as compiled code: how it begins, how it is played, what came of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

from cardrules import kernel
from cardrules.fast.checksums import INDEX, NUMBER, SCORE, SEAT
from cardrules.fast.choices.searching import Searching
from cardrules.fast.expressions.core import MOST_ROOM, NotYetError, Scope, Value
from cardrules.fast.expressions.values import Expressions
from cardrules.fast.llvm.checks import Array
from cardrules.fast.llvm.operations import DECLARATIONS, written_operations
from cardrules.fast.llvm.stack_use import stack_use
from cardrules.fast.llvm.writing import Code
from cardrules.fast.procedures.frames import Procedures
from cardrules.fast.procedures.procedures import write_procedure
from cardrules.fast.procedures.unordered import without_needless_order
from cardrules.fast.state.items import Cards, Chain, Row
from cardrules.fast.state.memory import MOST_WORK, STATE, Memory
from cardrules.fast.state.moving import Moving
from cardrules.kernel.numbers import NONE
from cardrules.kernel.subset.model import Function
from cardrules.kernel.subset.reading import read
from cardrules.machine import code as machine
from cardrules.machine.layout import Variables, Zones
from cardrules.machine.program import Procedure, Program
from cardrules.model import ir
from cardrules.model.ruleset import MOST_DEEP

# What a game depends on besides printed faces.
_NOT_OF_FACES = (
    ir.Role, ir.Counter, ir.VariableValue, ir.Contents, ir.AllContents, ir.ZoneOf,
    ir.CallDefinition, machine.RegisterValue,
)  # fmt: skip
# So many bytes of the stack may be in use; threads have eight million.
_MOST_STACK = 4_000_000
_CALLED = re.compile(r"@(\w+)\(")
_MOST_GAMES = 1_000_000


@cache
def _operations() -> dict[str, Function]:
    folder = Path(kernel.__path__[0])
    sources = {
        f"cardrules.kernel.{path.stem}": path.read_text(encoding="utf-8")
        for path in sorted(folder.glob("*.py"))
        if path.stem not in ("__init__", "types")
    }
    functions, faults = read(sources)
    assert not faults, faults
    return functions


def _used_in(text: str) -> list[Function]:
    """The operations that are called, and those that they call."""
    functions = _operations()
    pending = [name for name in dict.fromkeys(_CALLED.findall(text)) if name in functions]
    found: dict[str, Function] = {}
    while pending:
        name = pending.pop()
        if name not in found:
            found[name] = functions[name]
            # In an order that is always the same: by the text it is kept between runs.
            pending += sorted(functions[name].calls)
    return list(found.values())


class Whole:
    """Writes all functions of a program.

    `is_checked`: what lies beyond an array stops the process. Raises `NotYetError` where it says
    something that compiled code cannot do.
    """

    # Whether its games stop at each decision.
    resumes = False

    def __init__(self, program: Program, features: str = "", *, is_checked: bool = False) -> None:
        self.program = program = program if self.resumes else without_needless_order(program)
        self._is_checked = is_checked
        self.layout = program.layout
        self.code, self.memory = self._written_with(features)
        self.moving = Moving(self.code, self.memory)
        self.of = Expressions(program, self.moving)
        self.of.score = lambda player: self.code.call("side_score", [STATE, (player, "i64")], "i64")
        self.searching = Searching(self.of)
        self.procedures = Procedures(self.of, self.searching)

    def _written_with(self, features: str) -> tuple[Code, Memory]:
        """What functions are written with, and where the state lies."""
        code = Code(self.layout.cards, features, traps=self._is_checked, resumes=self.resumes)
        return code, Memory(self.layout, code, len(self.program.procedures), MOST_ROOM)

    def text(self) -> str:
        """The module of LLVM."""
        self.write()
        windows = 1 + sum(question.form == "window" for question in self.program.questions)
        if stack_use(self.code.functions, windows * MOST_DEEP) > _MOST_STACK:
            raise NotYetError("procedures that need too much of the stack")
        text = self.code.text()
        operations = written_operations(_used_in(text), traps=self._is_checked)
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
            (action, names, is_refusing), number = list(self.of.possibilities.items())[written]
            self.of.is_refusing = is_refusing
            self.searching.write_possible(number, actions[action], names)
            written += 1

    # -- registers ---------------------------------------------------------------------------------

    def _get(self, name: str) -> str:
        return self.of.register(name)

    def _set(self, name: str, value: str) -> None:
        at = self.code.number(self.memory.register(name))
        self.code.put(self.moving.part("registers"), at, value)

    # -- chance ------------------------------------------------------------------------------------

    def _shuffle_zone(self) -> None:
        code, part = self.code, self.moving.part
        ahead = self.memory.ahead()
        with code.function("shuffle_zone", [STATE, ("%zone", "i64")], "void", ahead):
            most = code.room_for_cards
            cells = self.memory.area(code, most + 1, (0, most - 1))
            number = code.local("i", "0")

            def note(card: str) -> None:
                at = code.known(code.read(number), 0, most - 1)
                code.put(cells, at, card)
                code.write(number, code.plus(at, "1"))

            code.branch(
                self.moving.is_ordered("%zone"),
                lambda: Chain(self.moving, "%zone").each(note),
                lambda: Cards(code, code.at(part("masks"), "%zone")).each(note),
            )
            size = code.known(code.read(number), 0, most)
            with code.when(code.compare(">", size, "0")):
                stream = self.memory.stream()
                code.shuffle(stream, cells, size)
                with code.when(self.moving.is_ordered("%zone")):
                    self._order_twins(cells, size)
                    self._link_all(cells, size)
                    self._set("changes", code.plus(self._get("changes"), "1"))

    def _order_twins(self, cells: Array, size: str) -> None:
        """Of cards that look the same the lower numbers lie higher."""
        code, kinds = self.code, self.of.kinds
        if kinds.all_differ:
            return
        # In the order of their numbers those of a kind are neighbours.
        most = code.room_for_cards
        ascending = self.memory.area(code, most, (0, most - 1))
        last = self.memory.area(code, kinds.number, (-1, most - 1))
        kind = code.table_of_cards("i", kinds.kind)

        def each(card_at: Callable[[str], str]) -> None:
            with code.through("0", size) as now:
                of = code.at(kind, code.at(cells, now))
                at = code.at(last, of)
                code.put(last, of, code.minus(at, "1"))
                code.put(cells, now, card_at(at))

        def of_all() -> None:
            lasts = code.table("i", [mask.bit_length() - 1 for mask in kinds.masks])
            with code.through("0", str(kinds.number)) as of:
                code.put(last, of, code.at(lasts, of))
            each(lambda at: at)

        def of_some() -> None:
            cards, number = code.array("m", 1), code.local("i", "0")
            code.put(cards, "0", "0")
            Row(code, cells, size).each(lambda card: code.put_in(cards, "0", card))
            with code.through_cards(code.at(cards, "0")) as card:
                at = code.known(code.read(number), 0, most - 1)
                code.put(ascending, at, card)
                code.put(last, code.at(kind, card), at)
                code.write(number, code.plus(at, "1"))
            each(lambda at: code.at(ascending, at))

        code.branch(code.compare("=", size, str(self.layout.cards)), of_all, of_some)

    def _link_all(self, cells: Array, size: str) -> None:
        """All cards of a pile lie there in another order; where they lie is known already."""
        code, part = self.code, self.moving.part
        before = code.local("i", "-1", (-1, code.room_for_cards - 1))
        with code.through("0", size) as now:
            card = code.at(cells, now)
            code.put(part("below"), card, code.read(before))
            code.put(part("above"), card, code.at(cells, code.plus(now, "1")))
            code.write(before, card)
        code.put(part("bottom"), "%zone", code.at(cells, "0"))
        top = code.read(before)
        code.put(part("top"), "%zone", top)
        code.put(part("above"), top, "-1")

    def _decide(self) -> None:
        code = self.code
        with code.function(
            "decide", [STATE, ("%player", "i64"), ("%total", "i64")], "i64", self.memory.ahead()
        ):
            stream = code.inside(self.moving.part("streams"), code.times("%player", "2"), cells=2)
            ahead, given = self.moving.part("ahead"), (stream.place, "ptr")
            word = code.at(ahead, "%player")
            found = code.call("below_with", [given, ("%total", "i64"), (word, "i64")], "i64")
            code.put(ahead, "%player", self._draw_of(code.at(stream, "0"), code.at(stream, "1")))
            is_wrong = code.compare("!=", code.faults(), self._get("faults"))
            self.count_decision("%player", "%total", found, is_wrong)
            code.give("i", found)

    def _begin_streams(self) -> None:
        """The streams of the table and of those who play, by the seed."""
        code, streams = self.code, self.moving.part("streams")
        self._set("key", code.call("key_of", [("%seed", "i64"), ("0", "i64")], "i64"))
        for seat in range(self.layout.players):
            key = code.call("key_of", [("%seed", "i64"), (str(1 + seat), "i64")], "i64")
            code.put(streams, str(2 * seat), key)
            code.put(streams, str(2 * seat + 1), "0")
            if not self.resumes:
                code.put(self.moving.part("ahead"), str(seat), self._draw_of(key, "0"))

    def _draw_of(self, key: str, index: str) -> str:
        """A draw of a stream."""
        return self.code.call("drawn", [(key, "i64"), (index, "i64")], "i64")

    def count_decision(self, player: str, total: str, found: str, is_wrong: str = "false") -> None:
        """Somebody has answered; if something is wrong, the game is given up."""
        code = self.code
        before = self._get("decisions")
        self._set("decisions", code.plus(before, "1"))
        self._set("work_left", str(MOST_WORK))
        is_over = code.compare(">=", before, self._get("limit"))
        is_given_up = code.compare("!=", self._get("status"), "0")
        is_wrong = code.holds(is_over, code.holds(is_wrong, is_given_up))
        with code.when(is_wrong, is_likely=False):
            self.of.give_up()
        self._mix([(player, SEAT), (total, NUMBER), (found, INDEX)])

    def _mix(self, values: list[tuple[str, int]]) -> None:
        self._set("checksum", self.code.mixed(self._get("checksum"), *values))

    # -- the begin ---------------------------------------------------------------------------------

    def _lay_places(self) -> None:
        """Where all cards lie at the begin of a game; how that is, is found out once if it is the
        same for all games.
        """
        code = self.code
        is_same = all(map(_is_always_the_same, self.layout.zones.values()))
        if self.resumes or not is_same:
            self._lay_cards()
            return
        keep, lay_as_kept = self.memory.kept_places(code)

        def lay() -> None:
            self._lay_cards()
            keep()
            self._set("laid", "1")

        code.branch(code.compare("=", self._get("laid"), "0"), lay, lay_as_kept)

    def _lay_cards(self) -> None:
        code, layout = self.code, self.layout
        for name, value in (("top", "-1"), ("bottom", "-1"), ("count", "0")):
            self._fill(self.moving.part(name), layout.static_zones, value)
        self._fill(self.moving.part("masks"), layout.static_zones, "0")
        if layout.has_stacks:
            places = layout.stack_places
            self._fill_many("holder", places, "-1")
            self._fill_many("used", places, "0")
            code.put(self.moving.part("free"), "0", code.mask((1 << places) - 1))
            for name, value in (("top", "-1"), ("bottom", "-1"), ("count", "0")):
                code.put(self.moving.part(name), str(layout.nowhere), value)
        self._fill(self.moving.part("running"), len(self.program.procedures), "0")
        scope = Scope(code.number(NONE), _no_slot)
        for zone in layout.zones.values():
            if zone.starts is not None:
                number = code.number(zone.base)
                self.of.items(zone.starts, scope).each(partial(self._lay_at_start, number))

    def _lay_out(self) -> None:
        code, layout = self.code, self.layout
        with code.function("lay_out", [STATE], "void", self.memory.ahead()):
            starter = self._get("starter")
            for name, value in (
                ("active", starter),
                ("direction", "1"),
                ("next_turn", code.number(NONE)),
                ("round", "0"),
                ("turn", "0"),
                ("changes", "0"),
                ("acting", "0"),
                ("nested", "0"),
                ("game", code.plus(self._get("game"), "1")),
            ):
                self._set(name, value)
            self._lay_places()
            scope = Scope(code.number(NONE), _no_slot)
            variables = self.moving.part("variables")
            for variable in layout.variables.values():
                for holder in range(variable.holders):
                    me = code.number(holder if variable.holder == "player" else NONE)
                    if variable.type.base == "collection":
                        at = code.number(variable.base + holder)
                        code.put(variables, at, "-2")
                        self._lay_first(variable, at, Scope(me, _no_slot))
                        continue
                    value = self.of.number(variable.initial, Scope(me, _no_slot))
                    code.put(variables, code.number(variable.base + holder), value)
                if variable.supply is not None:
                    at = code.number(variable.base + variable.holders)
                    code.put(variables, at, self.of.number(variable.supply, scope))

    def _lay_at_start(self, zone: str, card: str) -> None:
        self.moving.lay(card, zone, "any")

    def _lay_first(self, variable: Variables, at: str, scope: Scope) -> None:
        """What a collection is at the begin."""
        name = next(n for n, one in self.layout.variables.items() if one is variable)
        x = variable.initial
        if isinstance(x, ir.Const) and x.value == NONE:
            self.code.put(self.moving.part("variables"), at, "-1")
        else:
            self.of.lay_variable(name, at, x, scope, lambda: None)

    def _fill(self, array: Array, cells: int, value: str) -> None:
        for at in range(cells):
            self.code.put(array, str(at), value)

    def _fill_many(self, name: str, cells: int, value: str) -> None:
        with self.code.through("0", str(cells)) as now:
            self.code.put(self.moving.part(name), now, value)

    # -- the end -----------------------------------------------------------------------------------

    def _first_of(self, side: str) -> str:
        firsts = [team[0] for team in self.layout.teams]
        if firsts == list(range(len(firsts))):
            return side
        return self.code.at(self.code.table("i", firsts), side)

    def _score(self) -> None:
        code = self.code
        with code.function("side_score", [STATE, ("%player", "i64")], "i64", self.memory.ahead()):
            team = self.of.team("%player")
            scope = Scope(self._first_of(team), _no_slot)
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
                value = self.of.number(item.value, Scope(self._first_of(str(side)), _no_slot))
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

    def scope_of(self, side: str) -> Scope:
        """What names mean where something is worked out for a side."""
        return Scope(self._first_of(side), _no_slot)

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
        with code.function("playouts", parameters, "void", self.memory.ahead(), is_open=True):
            self._set("limit", "%limit")
            with code.through("0", "%games") as now:
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


def _is_always_the_same(zone: Zones) -> bool:
    """Whether the cards that lie in a zone at the begin depend on their faces alone."""
    return not any(isinstance(part, _NOT_OF_FACES) for part in ir.walk(zone.starts))


def _no_slot(slot: int) -> Value:
    raise NotYetError(f"slot {slot} outside of a procedure")
