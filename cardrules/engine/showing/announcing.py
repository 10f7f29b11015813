"""What would be told first of an action, worked out before anybody takes it.

That is its sentence, above `do` or of its trait. Where nothing is said there, what it does tells of
it: then it is the sentence with which its effects begin, before anything has changed, as far as the
one who is asked can know which one that is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from cardrules.engine.events import Part
from cardrules.engine.frames import Frame
from cardrules.engine.lowering.looked import Looked
from cardrules.engine.making import Making
from cardrules.engine.playing.sites import Site, WindowSite
from cardrules.engine.sets.answers import PASS, Answer
from cardrules.engine.showing.begun import Begun, naming, steps_of
from cardrules.engine.showing.sentences import Say
from cardrules.engine.showing.spoken import NOT_SHOWN, noted
from cardrules.machine.search import Search
from cardrules.model import ir
from cardrules.model.state import State
from cardrules.plain import PlainInOrder

# A sentence, or that it is further on, or that there is none.
_Found = Say | Literal["further on", "none"]
# Looks for it; the number is the bit of the one who is asked.
_Find = Callable[[State, Frame, int], _Found]


class _Announcement(PlainInOrder):
    begun: Begun
    find: _Find


class Announcing:
    """The sentences with which the actions of a game begin."""

    def __init__(self, builder: Making) -> None:
        self._builder = builder
        self._pending: list[Callable[[], None]] = []
        self._actions: dict[int, _Announcement] = {}

    # -- while a game is made ----------------------------------------------------------------------

    def add(self, search: Search, action: ir.DeclaredAction, looked: Looked, size: int) -> None:
        """Note how an action begins."""
        find = self._beginning(action, looked)
        if find is None:
            return
        steps = steps_of(search.plan.steps, looked, self._builder)

        def make() -> None:
            begun = Begun(search, size, tuple([step() for step in steps]))
            self._actions[search.index] = _Announcement(begun, find())

        self._pending.append(make)

    def finish(self) -> None:
        """Make all sentences."""
        for make in self._pending:
            make()
        self._pending.clear()

    def _beginning(self, action: ir.DeclaredAction, looked: Looked) -> Callable[[], _Find] | None:
        if action.telling is None:
            return None
        if action.telling.parts:
            return self._say(action.telling, looked)
        return self._first_of(action.procedure.body, looked)

    def _first_of(self, body: ir.Body, looked: Looked) -> Callable[[], _Find]:
        """The first sentence of statements, up to the first that changes anything."""
        finds = [self._of(item, looked) for item in body]

        def make() -> _Find:
            made = [find() for find in finds]

            def find(s: State, f: Frame, bit: int) -> _Found:
                for one in made:
                    found = one(s, f, bit)
                    if found != "further on":
                        return found
                return "further on"

            return find

        return make

    def _of(self, item: ir.Statement, looked: Looked) -> Callable[[], _Find]:
        match item:
            case ir.Say(sentence=sentence):
                return self._say(sentence, looked)
            case ir.Let():
                return self._let(item, looked)
            case ir.If():
                return self._if(item, looked)
            case ir.Event(telling=ir.Telling(sentence=sentence, slots=(it, _))):
                if sentence.parts and it not in ir.named_in(sentence):
                    return self._say(sentence, looked)
        return lambda: _none

    def _say(self, sentence: ir.Sentence, looked: Looked) -> Callable[[], _Find]:
        said = self._builder.speaking.sentence(sentence, looked)

        def make() -> _Find:
            say = said()
            return lambda s, f, bit: say

        return make

    def _let(self, item: ir.Let, looked: Looked) -> Callable[[], _Find]:
        made = naming(item, looked, self._builder)

        def make() -> _Find:
            step = made()

            def find(s: State, f: Frame, bit: int) -> _Found:
                step(s, f)
                return "further on"

            return find

        return make

    def _if(self, item: ir.If, looked: Looked) -> Callable[[], _Find]:
        """The branch that is taken, if it can be known which."""
        builder = self._builder
        branches = [
            (
                None
                if test is None
                else noted(builder.speaking.spoken(test, looked), builder.mover),
                self._first_of(body, looked),
            )
            for test, body in item.branches
        ]

        def make() -> _Find:
            made = [(None if test is None else test(), find()) for test, find in branches]

            def find(s: State, f: Frame, bit: int) -> _Found:
                for test, branch in made:
                    if test is None:
                        return branch(s, f, bit)
                    holds, (known_to, *_) = test(s, f)
                    if not known_to & bit:
                        return "none"
                    if holds:
                        return branch(s, f, bit)
                return "further on"

            return find

        return make

    # -- in a game ---------------------------------------------------------------------------------

    def told(self, s: State, answer: Answer) -> tuple[Part, ...] | None:
        """The sentence with which an answer at the decision begins; None if there is none.

        Of passing it is what will be said of it.
        """
        if s.pending is None:
            return None
        index, player = s.pending
        site = self._builder.sites[index]
        if answer == PASS:
            return _passing(s, site, player)
        announcement = self._actions.get(answer[0])
        if announcement is None:
            return None
        frame = announcement.begun.frame(s, site, player, site.values_of(answer))
        found = announcement.find(s, frame, 1 << player)
        return found(s, frame, NOT_SHOWN) if isinstance(found, Say) else None


def _passing(s: State, site: Site, player: int) -> tuple[Part, ...] | None:
    if not isinstance(site, WindowSite) or site.say is None:
        return None
    return site.say(s, site.frame_for(s.frames[-1], player), NOT_SHOWN)


def _none(s: State, f: Frame, bit: int) -> _Found:
    return "none"
