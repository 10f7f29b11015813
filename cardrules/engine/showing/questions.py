"""How somebody is asked: the sentences of decisions, and of each choice of an action.

They are worked out when somebody looks at the question, with what is known there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cardrules.engine.events import Part
from cardrules.engine.lowering.looked import Looked
from cardrules.engine.making import Making
from cardrules.engine.playing.sites import ChooseSite, Site, TogetherSite, WindowSite
from cardrules.engine.program import Code
from cardrules.engine.showing.begun import Begun, MakeStep, steps_of
from cardrules.engine.showing.sentences import Say
from cardrules.engine.showing.spoken import NOT_SHOWN
from cardrules.machine.search import Loop, Search
from cardrules.model import ir
from cardrules.model.ruleset import Window
from cardrules.model.state import State
from cardrules.plain import PlainInOrder


class _Asking(PlainInOrder):
    """The question of a choice, with the frame of what was chosen and named before it.

    `is_first`: it can be asked before anything is chosen.
    """

    say: Say
    is_first: bool
    before: Begun


class Questions:
    """The sentences with which a game asks."""

    def __init__(self, builder: Making) -> None:
        self._builder = builder
        self._pending: list[Callable[[], None]] = []
        self._sites: dict[int, Say] = {}
        self._choices: dict[tuple[int, int], _Asking] = {}

    # -- while a game is made ----------------------------------------------------------------------

    def add_site(self, site: Site, asking: ir.Sentence | None, code: Code) -> None:
        """Note how a site asks."""
        if asking is None:
            return
        say = self._builder.speaking.sentence(asking, code.looked)
        self._pending.append(lambda: self._sites.update({site.index: say()}))

    def add_window(self, site: Site, window: Window) -> None:
        """Note how those are asked to whom a window is opened."""
        if window.asking is not None:
            say = self._builder.speaking.sentence(
                window.asking, self._builder.speaking.looked_in("window", window.name)
            )
            self._pending.append(lambda: self._sites.update({site.index: say()}))

    def add_search(self, search: Search, looked: Looked, size: int) -> None:
        """Note how the choices of a search are asked for."""
        if not any(choice.asking for choice in search.choices):
            return
        before: list[MakeStep] = []
        for item in search.plan.steps:
            if isinstance(item, Loop) and item.choice.asking is not None:
                self._add_choice(search, item.number, item.choice.asking, looked, size, before)
            before += steps_of((item,), looked, self._builder)

    def _add_choice(
        self,
        search: Search,
        position: int,
        asking: ir.Sentence,
        looked: Looked,
        size: int,
        before: list[MakeStep],
    ) -> None:
        say, steps = self._builder.speaking.sentence(asking, looked), tuple(before)
        is_first = position == 0 or not ir.named_in(asking)

        def make() -> None:
            begun = Begun(search, size, tuple([step() for step in steps]))
            self._choices[search.index, position] = _Asking(say(), is_first, begun)

        self._pending.append(make)

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
            if isinstance(site, WindowSite):
                frame = site.frame_for(frame, player)
            return say(s, frame, NOT_SHOWN)
        if not isinstance(site, ChooseSite | TogetherSite):
            return None
        search = site.searches[0]
        firsts = [at for at in range(len(search.choices)) if self._is_first((search.index, at))]
        told = [self.choice(s, search, at) for at in firsts]
        found: tuple[Part, ...] = ()
        for parts in filter(None, told):
            found = (*found, " ", *parts) if found else parts
        return found or None

    def _is_first(self, key: tuple[int, int]) -> bool:
        return key in self._choices and self._choices[key].is_first

    def choice(
        self, s: State, search: Search, position: int, values: Sequence[Any] = ()
    ) -> tuple[Part, ...] | None:
        """How a choice is asked for, with the values of those before it; None if it is not said."""
        asking = self._choices.get((search.index, position))
        if asking is None or s.pending is None:
            return None
        site, player = self._builder.sites[s.pending[0]], s.pending[1]
        # What can be asked first needs nothing of what comes before it.
        is_bare = not values and position > 0
        frame = asking.before.frame(s, site, player, values, is_bare=is_bare)
        return asking.say(s, frame, NOT_SHOWN)
