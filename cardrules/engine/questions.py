"""How somebody is asked: the sentences of decisions, and of each choice of an action.

They are worked out when somebody looks at the question, with what is known there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from cardrules.engine.effects import plain_value
from cardrules.engine.emit import FRAME_HEAD
from cardrules.engine.looked import Looked, named_in
from cardrules.engine.sentences import Part, Say
from cardrules.engine.sites import AnswerSite, ChooseSite, OneOfSite, Site, TogetherSite
from cardrules.engine.spoken import NOT_SHOWN, keeping
from cardrules.model import ir
from cardrules.model.ruleset import Window
from cardrules.model.state import State

if TYPE_CHECKING:
    from cardrules.engine.build import Builder
    from cardrules.engine.legal import Schema
    from cardrules.engine.program import Code

Frame = list[Any]
Step = Callable[[State, Frame], None]


@attrs.frozen
class _Asking:
    """The question of a choice: what was chosen and named before it is laid into its frame.

    `is_first`: it can be asked before anything is chosen.
    """

    say: Say
    is_first: bool
    size: int
    # Each is the slot of a choice, or what works out a name.
    before: tuple[int | Step, ...]


class Questions:
    """The sentences with which a game asks."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder
        self._pending: list[Callable[[], None]] = []
        self._sites: dict[int, Say] = {}
        self._choices: dict[tuple[int, int], _Asking] = {}

    # -- while a game is made ----------------------------------------------------------------------

    def add_site(self, site: Site, asking: ir.Sentence | None, code: Code) -> None:
        """Note how a site asks."""
        if asking is None:
            return
        say = self._builder.sentence(asking, code.looked)
        self._pending.append(lambda: self._sites.update({site.index: say()}))

    def add_window(self, site: Site, window: Window) -> None:
        """Note how those are asked to whom a window is opened."""
        if window.asking is not None:
            say = self._builder.sentence(
                window.asking, self._builder.looked_in("window", window.name)
            )
            self._pending.append(lambda: self._sites.update({site.index: say()}))

    def add_schema(self, schema: Schema, looked: Looked, size: int) -> None:
        """Note how the choices of a schema are asked for."""
        if not any(choice.asking for choice in schema.choices):
            return
        before: list[Callable[[], int | Step]] = []
        position = 0
        for item in schema.premises:
            if isinstance(item, ir.Choice):
                if item.asking is not None:
                    self._add_choice((schema.index, position), item.asking, looked, size, before)
                position += 1
                before.append(_given(item.slot + FRAME_HEAD))
            elif isinstance(item, ir.Naming):
                before.append(self._naming(item, looked))

    def _add_choice(
        self,
        key: tuple[int, int],
        asking: ir.Sentence,
        looked: Looked,
        size: int,
        before: list[Callable[[], int | Step]],
    ) -> None:
        say, steps = self._builder.sentence(asking, looked), tuple(before)
        is_first = key[1] == 0 or not named_in(asking)

        def make() -> None:
            made = tuple([step() for step in steps])
            self._choices[key] = _Asking(say(), is_first, size + FRAME_HEAD, made)

        self._pending.append(make)

    def _naming(self, item: ir.Naming, looked: Looked) -> Callable[[], Step]:
        slot, beside = item.slot + FRAME_HEAD, looked.slots.get(item.slot)
        builder = self._builder
        kind, value = item.value.type, builder.function_of(item.value)
        if beside is not None:
            spoken = builder.spoken(item.value, looked)
            value = keeping(spoken, builder.mover, beside + FRAME_HEAD)

        def make() -> Step:
            get = plain_value(kind, value())

            def step(s: State, f: Frame) -> None:
                f[slot] = get(s, f)

            return step

        return make

    def finish(self) -> None:
        """Make all sentences."""
        for make in self._pending:
            make()
        self._pending.clear()

    # -- in a game ---------------------------------------------------------------------------------

    def asked(self, s: State) -> tuple[Part, ...] | None:
        """How the one is asked who must decide; None if the rules do not say it."""
        if s.pending is None:
            return None
        index, player = s.pending
        site, frame = self._builder.sites[index], s.frames[-1]
        say = self._sites.get(index)
        if say is not None:
            if isinstance(site, AnswerSite):
                frame = [frame[0], 0, player, *frame[site.arguments]]
            return say(s, frame, NOT_SHOWN)
        if not isinstance(site, ChooseSite | TogetherSite):
            return None
        schema = site.schemas[0]
        firsts = [at for at in range(len(schema.choices)) if self._is_first((schema.index, at))]
        told = [self.choice(s, schema, at) for at in firsts]
        found: tuple[Part, ...] = ()
        for parts in filter(None, told):
            found = (*found, " ", *parts) if found else parts
        return found or None

    def _is_first(self, key: tuple[int, int]) -> bool:
        return key in self._choices and self._choices[key].is_first

    def choice(
        self, s: State, schema: Schema, position: int, values: Sequence[Any] = ()
    ) -> tuple[Part, ...] | None:
        """How a choice is asked for, with the values of those before it; None if it is not said."""
        asking = self._choices.get((schema.index, position))
        if asking is None or s.pending is None:
            return None
        site, player = self._builder.sites[s.pending[0]], s.pending[1]
        frame = _frame(site, schema, s.frames[-1], player, asking.size)
        chosen = iter(values)
        # What can be asked first needs nothing of what comes before it.
        for step in asking.before if values or position == 0 else ():
            if isinstance(step, int):
                frame[step] = next(chosen)
            else:
                step(s, frame)
        return asking.say(s, frame, NOT_SHOWN)


def _given(slot: int) -> Callable[[], int | Step]:
    return lambda: slot


def _frame(site: Site, schema: Schema, running: Frame, player: int, size: int) -> Frame:
    """A frame in which names have the values that they have for the one who is asked."""
    if schema.in_frame:
        return [*running[:2], player, *running[FRAME_HEAD:]]
    given = running[site.arguments] if isinstance(site, AnswerSite) else ()
    assert isinstance(site, AnswerSite | OneOfSite)
    frame = [running[0], 0, player, *given]
    return frame + [0] * (size - len(frame))
