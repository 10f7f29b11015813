"""What comes of one card after the other from a pile where triggers wait for some."""

from __future__ import annotations

from cardrules.machine import code
from cardrules.model import ir
from cardrules.model.types import CARDS
from cardrules.termination.linear import Sum
from cardrules.termination.path import Cards, Number, Part, Path
from cardrules.termination.solver import can_be
from cardrules.termination.walking.procedures import Walking
from cardrules.termination.walking.ways import END, Ways

_OTHER = -2


class Drawing(Walking):
    """Follows draws from such a pile."""

    def next_card(self, path: Path, x: code.Draw) -> Ways:
        """The next card of a draw: what waits for it is carried out, or it is drawn."""
        label = -1 - x.left
        ways: Ways = {("leave", label): [], END: []}
        left = path.frame.slots.get(x.left)
        number = left.value if isinstance(left, Number) else self.table.unknowns.new()
        enough = path.copy()
        enough.know(number.scaled(-1))
        ways["leave", label].append(enough)
        path.know(number - 1)
        zone = self.zone(path, x.source)
        acting = self._acting(zone, x)
        empty = path.copy()
        for part in self.cards(empty, ir.Contents(type=CARDS, zone=x.source)).parts:
            empty.know(part.number.scaled(-1))
        full = [path]
        for goal, found in self._run_dry(empty, acting.get(-1)).items():
            if goal is END:
                for way in found:
                    ways["leave", label].append(way.copy())
                    full.append(way)
            else:
                ways.setdefault(goal, []).extend(found)
        for way in full:
            if zone is not None:
                way.know(way.of(zone) - 1)
            if can_be(way.facts):
                self._one_card(way, x, zone, acting, ways, number)
        return ways

    def _acting(self, zone: str | None, x: code.Draw) -> dict[int, int]:
        """What waits for cards of the piles of a name, by line; -1: for none being left."""
        found: dict[int, int] = {}
        base = self.table.layout.zone_base
        for number, lines in self.program.triggers.items():
            if zone is None or (
                base[zone] <= number < base[zone] + len(self.table.layout.zones[zone].owners)
            ):
                found.update(lines)
        return {line: one for line, one in found.items() if one in x.triggers}

    def _run_dry(self, path: Path, trigger: int | None) -> Ways:
        if not can_be(path.facts):
            return {}
        if trigger is None:
            return {END: [path]}
        # Of whom nothing is known: a pile may be another one, of which none waits for that.
        return self.procedure(path, trigger, {0: Cards(())}, None)

    def _one_card(
        self, path: Path, x: code.Draw, zone: str | None, acting: dict[int, int], ways: Ways,
        number: Sum,
    ) -> None:  # fmt: skip
        to = self.zone(path, x.to)
        drawn: list[tuple[Path, Part]] = []
        single = [one for one in self.table.single_cards if one in acting]
        for line, trigger in acting.items():
            if line < 0:
                continue
            part = Part(zone, Sum(1), line=line if line in single else None)
            way = path.copy()
            if line in single and way.fixed["card", line] != zone:
                continue
            for goal, found in self.procedure(way, trigger, {0: Cards((part,))}, None).items():
                ways.setdefault(goal, []).extend(found)
                if goal is END:
                    drawn += [
                        (one.copy(), part)
                        for one in found
                        if line not in single or one.fixed["card", line] == zone
                    ]
        # Another card, for which nothing waits: so it is none of the single ones.
        drawn.append((path, Part(zone, Sum(1), line=_OTHER)))
        for way, part in drawn:
            for one in self.shift(way, (part,), to):
                self.lay(one, x.left, Number(number - 1))
                ways[END].append(one)
