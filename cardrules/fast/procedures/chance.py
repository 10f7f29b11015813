"""What chance decides: the order of piles, and who answers what."""

from __future__ import annotations

from collections.abc import Callable

from cardrules.fast.checksums import INDEX, NUMBER, SEAT
from cardrules.fast.llvm.checks import Array
from cardrules.fast.procedures.parts import Parts
from cardrules.fast.state.lying import Row
from cardrules.fast.state.memory import MOST_WORK, STATE


class Chance(Parts):
    """Shuffles, streams of chance, and decisions."""

    def _shuffle_zone(self) -> None:
        code, ahead = self.code, self.memory.ahead()
        with code.function("shuffle_zone", [STATE, ("%zone", "i64")], "void", ahead):
            most = code.room_for_cards
            cells = self.memory.area(code, most + 1, (0, most - 1))
            found = code.one_of(
                "i",
                self.moving.is_ordered("%zone"),
                lambda: self.moving.piles.note("%zone", cells),
                lambda: self._note_spread(cells),
            )
            size = code.known(found, 0, most)
            with code.when(code.compare(">", size, "0")):
                stream = self.memory.stream()
                code.shuffle(stream, cells, size)
                with code.when(self.moving.is_ordered("%zone")):
                    self._order_twins(cells, size)
                    self.moving.piles.reorder("%zone", cells, size)
                    self.moving.changed()
                if self.searching.knowing is not None:
                    self.searching.knowing.shuffled("%zone")

    def _note_spread(self, cells: Array) -> str:
        """Lay the numbers of the cards of a spread into an array; gives how many they are."""
        code = self.code
        number = code.local("i", "0")
        with code.through_cards(code.at(self.moving.part("masks"), "%zone")) as card:
            at = code.known(code.read(number), 0, code.room_for_cards - 1)
            code.put(cells, at, card)
            code.write(number, code.plus(at, "1"))
        return code.read(number)

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
            self.count_decision("%player", "%total", found)
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

    def count_decision(self, player: str, total: str, found: str) -> None:
        """Somebody has answered; a game with too many decisions is given up, and one that is given
        up has no more work left than before.
        """
        code = self.code
        before = self._get("decisions")
        self._set("decisions", code.plus(before, "1"))
        self._set("work_left", str(MOST_WORK))
        is_over = code.compare(">=", before, self._get("limit"))
        if self.resumes:
            is_over = code.holds(is_over, code.compare("!=", self._get("status"), "0"))
        with code.when(is_over, is_likely=False):
            self.of.give_up()
        self._mix([(player, SEAT), (total, NUMBER), (found, INDEX)])

    def _mix(self, values: list[tuple[str, int]]) -> None:
        self._set("checksum", self.code.mixed(self._get("checksum"), *values))
