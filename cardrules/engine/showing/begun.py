"""Frames of what is chosen and not carried out yet: choices and names stand in their slots."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from cardrules.engine.frames import FRAME_HEAD, Frame
from cardrules.engine.lowering.looked import Looked
from cardrules.engine.making import Making
from cardrules.engine.playing.doing import value_as_data
from cardrules.engine.playing.sites import OneOfSite, Site, WindowSite
from cardrules.engine.showing.spoken import keeping
from cardrules.machine import search
from cardrules.model import ir
from cardrules.model.state import State
from cardrules.plain import PlainInOrder

# The slot of a choice, or what works out a name and lays it into its slot.
Step = int | Callable[[State, Frame], None]
MakeStep = Callable[[], Step]


def steps_of(steps: Iterable[search.Step], looked: Looked, builder: Making) -> list[MakeStep]:
    """What gives the steps of choices and names, once all functions are made."""
    found: list[MakeStep] = []
    for item in steps:
        if isinstance(item, search.Loop):
            found.append(partial(int, item.slot + FRAME_HEAD))
        elif isinstance(item, search.Name):
            found.append(naming(item, looked, builder))
    return found


def naming(
    item: search.Name | ir.Let, looked: Looked, builder: Making
) -> Callable[[], Callable[[State, Frame], None]]:
    """What gives the function that works out a name, with what is kept beside it."""
    slot, beside = item.slot + FRAME_HEAD, looked.slots.get(item.slot)
    of_type, value = item.value.type, builder.speaking.function_of(item.value)
    if beside is not None:
        value = keeping(
            builder.speaking.spoken(item.value, looked), builder.mover, beside + FRAME_HEAD
        )

    def make() -> Callable[[State, Frame], None]:
        get = value_as_data(of_type, value())

        def step(s: State, f: Frame) -> None:
            f[slot] = get(s, f)

        return step

    return make


class Begun(PlainInOrder):
    """How the frame of a search is made; `size` is that of its procedure."""

    search: search.Search
    size: int
    steps: tuple[Step, ...]

    def frame(
        self, s: State, site: Site, player: int, values: Iterable[Any], *, is_bare: bool = False
    ) -> Frame:
        """A frame with the values of the choices so far; if it is bare, without names either."""
        frame = self._empty(site, s.frames[-1], player)
        chosen = iter(values)
        for step in () if is_bare else self.steps:
            if isinstance(step, int):
                frame[step] = next(chosen)
            else:
                step(s, frame)
        return frame

    def _empty(self, site: Site, running: Frame, player: int) -> Frame:
        """A frame in which names have the values that they have for the one who is asked."""
        if self.search.in_frame:
            return [*running[:2], player, *running[FRAME_HEAD:]]
        assert isinstance(site, WindowSite | OneOfSite)
        given: Sequence[Any] = running[site.arguments] if isinstance(site, WindowSite) else ()
        frame = [running[0], 0, player, *given]
        return frame + [0] * (self.size + FRAME_HEAD - len(frame))
