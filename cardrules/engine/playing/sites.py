"""Sites: the places in programs at which somebody is asked.

`arrive` is the instruction: it asks (leaving the site in the state) or goes on at once. `resume`
takes the chosen answer into the state. Both are all that a decision is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, Literal

import attrs

from cardrules.engine import events
from cardrules.engine.events import happened, zone_label
from cardrules.engine.frames import FRAME_HEAD, Frame
from cardrules.engine.playing.guard import unseen
from cardrules.engine.playing.moves import Mover
from cardrules.engine.playing.watch import Passed, watch_of
from cardrules.engine.program import ASK, SWITCH, Code
from cardrules.engine.sets.answers import (
    PASS,
    Answer,
    Chain,
    joined,
    parts_of,
)
from cardrules.engine.sets.combinations import Combinations
from cardrules.engine.sets.counted import TooManyError
from cardrules.engine.sets.subsets import sets_as_data
from cardrules.engine.showing.sentences import Say
from cardrules.engine.showing.spoken import seen_by
from cardrules.engine.source.legal import Listing
from cardrules.machine.search import Search
from cardrules.model import ir
from cardrules.model.state import State
from cardrules.model.types import CARD, NONE, Type


@attrs.define(eq=False, repr=False)
class Site:
    """What all sites have: the searches of what can be chosen, and the line that asks."""

    # What is asked for there: one of several actions, a choice in effects, an interrupt.
    asks_for: ClassVar[Literal["action", "choose", "interrupt"]] = "choose"

    index: int
    searches: list[Search]
    origin: ir.Origin
    mover: Mover
    # The searches of all sites, by number.
    all_searches: Sequence[Search]
    listings: Sequence[Listing]
    # Whether the answers stay secret until all have answered.
    sealed: bool = False
    # The cards from which the choice keeps those that fit, if it does; and the answer that there
    # is none.
    candidates: Callable[[State, Frame], Sequence[int]] | None = None
    # The choices of cards, by search and position, of which only play shows whether they are seen.
    unsure: list[tuple[int, int]] = attrs.field(factory=list)
    nothing: Answer = ()
    # The events of asking, by player.
    asked: list[events.Asked] = attrs.field(init=False)
    # Those of answers of which nobody hears what was chosen, by search and player.
    unheard: dict[tuple[int, int], events.Event] = attrs.field(init=False, factory=dict)
    # Where the procedure stands, and its parts that go on: behind the answer, and where nobody was
    # asked or has answered.
    here: int = 0
    after: int = 0
    uninterrupted: int = 0

    def __attrs_post_init__(self) -> None:
        players = range(self.mover.layout.players)
        self.asked = [events.Asked(self.origin, player, self.index) for player in players]

    def place(self, here: int, after: int, uninterrupted: int) -> None:
        """Note where it stands, and the parts that go on."""
        self.here, self.after, self.uninterrupted = here, after, uninterrupted

    def arrive(self, s: State, f: Frame, player: int) -> int:
        """Ask a player, unless there is nothing to answer; gives what goes on."""
        raise NotImplementedError

    def frame_of(self, f: Frame) -> Any:
        """What the functions of the searches take as their frame."""
        return f

    def list_answers(self, s: State, player: int) -> Sequence[Answer]:
        """The answers of the player who is asked."""
        given = self.frame_of(s.frames[-1])
        return self._list(self.searches, s, given, player) or self._none_fits(s, given)

    def _list(
        self, searches: Sequence[Search], s: State, given: Any, player: int
    ) -> Sequence[Answer]:
        """The answers of searches, one after the other; where there may be very many, as chains."""
        out: list[Answer] = []
        parts: list[Sequence[Answer]] = []
        for search in searches:
            listing = self.listings[search.index]
            if listing.stages:
                parts += [out, self._chain(search, s, given, player)]
                out = []
            else:
                listing.enumerate(s, given, player, out)
        found = joined([*parts, out]) if parts else out
        for index, position in self.unsure:
            self._refuse_unseen(s, player, found, index, position)
        return found

    def _refuse_unseen(
        self, s: State, player: int, answers: Sequence[Answer], index: int, position: int
    ) -> None:
        """Stop the game where the choice itself would tell somebody what lies hidden.

        Which cards a name stands for, and who sees a zone where that depends on the game, is known
        only in play; all other choices are looked at before (CR503). Of two cards that look alike
        in a spread it is enough to know one.
        """
        bit, kind, known = 1 << player, self.mover.kind, s.known
        for card in _named_cards(answers, index, position):
            if card == NONE or known[card] & bit:
                continue
            alike = (c for c in s.zones[s.place[card]] if kind[c] == kind[card])
            if not any(known[other] & bit for other in alike):
                choice = self.all_searches[index].choices[position]
                raise unseen(self.mover.text, s, choice)

    def _chain(self, search: Search, s: State, given: Any, player: int) -> Chain:
        try:
            return Chain(search, self.listings[search.index].stages, (s, given, player))
        except TooManyError as error:
            if error.origin is None and error.step is not None:
                error.origin = search.choices[error.step].origin
            raise

    def _none_fits(self, s: State, f: Frame) -> list[Answer]:
        """With no card that fits among cards which others do not see, the answer is "none".

        Whoever were not asked then would show that nothing fits.
        """
        if self.candidates is None:
            return []
        everybody = self.mover.everybody
        hidden = any(self.mover.told(s, CARD, card) != everybody for card in self.candidates(s, f))
        return [self.nothing] if hidden else []

    def is_forced(self, s: State, f: Frame, answers: Sequence[Answer]) -> bool:
        """Whether nobody need be asked, on grounds that all can see.

        A single possibility that others do not see must be the only card there is: that two cards
        of a hand look the same is nobody's business.
        """
        if len(answers) != 1:
            return False
        search = self.searches[0]
        if not search.unless_forced or answers[0] == self.nothing:
            return False
        everybody = self.mover.everybody
        chosen = zip(search.choices, answers[0][1:], strict=True)
        hidden = [c for c, value in chosen if self.mover.told(s, c.type, value) != everybody]
        if not hidden:
            return True
        twins = self.listings[search.index].enumerate_twins
        if twins is None or any(choice.type != CARD for choice in hidden):
            return False
        out: list[Answer] = []
        twins(s, f, f[2], out)
        return len(out) == 1

    def ask(self, s: State, f: Frame, player: int, answers: Sequence[Answer] | None) -> int:
        """Suspend the procedure."""
        f[1] = self.here
        s.pending = (self.index, player)
        s.answers = answers
        happened(s, self.asked[player])
        return ASK

    def values_of(self, answer: Answer) -> list[Any]:
        """The values of an answer as they lie in a frame."""
        of_sets = self.all_searches[answer[0]].of_sets
        if not of_sets:
            return list(answer[1:])
        values = zip(of_sets, answer[1:], strict=True)
        return [sets_as_data(value) if is_sets else value for is_sets, value in values]

    def note(self, s: State, player: int, answer: Answer) -> None:
        """The event of an answer; where nobody hears of it, one that is made once."""
        if s.narrated:
            arguments = self._arguments(s, player, self.all_searches[answer[0]], answer)
            happened(s, self._answered(answer[0], player, arguments))
            return
        key = answer[0], player
        event = self.unheard.get(key)
        if event is None:
            event = self.unheard[key] = self._answered(*key, ())
        happened(s, event)

    def _answered(
        self, number: int, player: int, arguments: tuple[events.Argument, ...]
    ) -> events.Event:
        search = self.all_searches[number]
        if search.secret:
            return events.Chose(self.origin, player, arguments, search.is_told)
        return events.Acted(search.origin, player, search.label, arguments, search.is_told)

    def _arguments(
        self, s: State, player: int, search: Search, answer: Answer
    ) -> tuple[events.Argument, ...]:
        """What was chosen: names, types and values, and who may be told them."""
        return tuple(
            [
                events.Argument(
                    choice.name,
                    choice.type,
                    self._place(s, choice, value),
                    self._mask(s, search, choice, value, player),
                )
                for choice, value in zip(search.choices, answer[1:], strict=True)
            ]
        )

    def _place(self, s: State, choice: ir.Choice, value: Any) -> Any:
        """A stack as the place where it lies now; anything else as it is."""
        is_stack = choice.type.base == "stack" and value != NONE
        return zone_label(s, value, self.mover.static) if is_stack else value

    def _mask(self, s: State, search: Search, choice: ir.Choice, value: Any, player: int) -> int:
        own = 1 << player
        if self.sealed or (search.secret and choice.type.base == "collection"):
            return own
        return seen_by(s, self.mover, choice.type, value) | own

    def resume(self, s: State, f: Frame, player: int, answer: Answer) -> int:
        """Take the answer into the state; gives what goes on."""
        raise NotImplementedError


def _named_cards(answers: Sequence[Answer], index: int, position: int) -> Iterator[int]:
    """The cards that a choice of a search could take; of a chain, those behind its first answer."""
    for part in parts_of(answers):
        if isinstance(part, Chain):
            if part.search != index or not part.total:
                continue
            values = part.values(*part[0][1 : position + 1])
            if isinstance(values, Combinations):
                yield from values.pool
                continue
        else:
            values = [answer[position + 1] for answer in part if answer[0] == index]
        for value in values:
            yield from value if isinstance(value, tuple) else (value,)


@attrs.define(eq=False, repr=False)
class OneOfSite(Site):
    """An action is taken; `last` is the search that is allowed only if nothing else is."""

    asks_for = "action"
    last: Search | None = None
    # The program of each action by search, with the slots of its choices.
    programs: dict[int, tuple[Code, list[int]]] = attrs.field(factory=dict)

    def arrive(self, s: State, f: Frame, player: int) -> int:
        """Ask who acts, unless there is nothing that could be done."""
        answers = self.list_answers(s, player)
        if not answers:
            sizes = tuple([len(zone) for zone in s.zones])
            watch_of(s).passed.append(Passed(self.index, player, sizes))
            return self.after
        return self.ask(s, f, player, answers)

    def list_answers(self, s: State, player: int) -> Sequence[Answer]:
        found = self._list(self.searches, s, None, player)
        if not found and self.last is not None:
            return self._list([self.last], s, None, player)
        return found

    def resume(self, s: State, f: Frame, player: int, answer: Answer) -> int:
        self.note(s, player, answer)
        s.frames.append(new_frame(*self.programs[answer[0]], player, self.values_of(answer)))
        return SWITCH


def new_frame(code: Code, slots: list[int], player: int, values: Sequence[Any]) -> Frame:
    """A frame in which the choices stand in their slots."""
    frame: Frame = [code.index, 0, player, *[0] * code.size]
    for slot, value in zip(slots, values, strict=True):
        frame[slot] = value
    return frame


@attrs.define(eq=False, repr=False)
class ChooseSite(Site):
    """A choice in the middle of effects."""

    slot: int = 0
    # The slots of the `repeat` in each pass of which it is asked for once.
    repeated: tuple[int, int] | None = None

    def which(self, f: Frame) -> tuple[int, int]:
        """Which of several times it is asked for, and how many these are."""
        if self.repeated is None:
            return 1, 1
        left, every = (f[slot + FRAME_HEAD] for slot in self.repeated)
        return every - left, every

    def arrive(self, s: State, f: Frame, player: int) -> int:
        """Ask, unless there is nothing to choose from (or just one thing, if the rules say so)."""
        answers = self.list_answers(s, player)
        if not answers:
            f[self.slot] = NONE
            return self.after
        if self.is_forced(s, f, answers):
            f[self.slot] = self.values_of(answers[0])[0]
            return self.after
        return self.ask(s, f, player, answers)

    def resume(self, s: State, f: Frame, player: int, answer: Answer) -> int:
        self.note(s, player, answer)
        f[self.slot] = self.values_of(answer)[0]
        return self.after


@attrs.define(eq=False, repr=False)
class TogetherSite(Site):
    """Sealed choices of several players.

    Kept are the values of all names among the premises: those that were chosen, and those that
    were worked out from them when they were chosen. What is chosen is never none, so that an answer
    of nothing but none is that of a player who was asked although nothing fits.
    """

    players: int = 0
    position: int = 0
    answers: int = 0
    # The slots of the names, and what works out those that are not chosen.
    slots: tuple[int, ...] = ()
    workings: dict[int, Callable[[State, Frame], Any]] = attrs.field(factory=dict)
    # What is said of an answer, if it is said; what comes from it only the one who answers hears.
    say: Callable[[State, Frame, int, bool], None] | None = None

    def arrive(self, s: State, f: Frame, player: int) -> int:
        """Ask a player who has something to choose; the answer of the others is noted at once."""
        answers = self.list_answers(s, player)
        forced = self.is_forced(s, f, answers)
        if answers and not forced:
            return self.ask(s, f, player, answers)
        kept = self.kept(s, f, player, answers[0]) if forced else ()
        f[self.answers] = (*f[self.answers], kept)
        return self.after

    def kept(self, s: State, f: Frame, player: int, answer: Answer) -> tuple[Any, ...]:
        """What is kept of the answer of a player. The frame stays as it is.

        Of a player for whom nothing fits all of it is none.
        """
        if answer == self.nothing:
            return (NONE,) * len(self.slots)
        frame = f[:]
        frame[2] = player
        values = iter(self.values_of(answer))
        for slot in self.slots:
            work_out = self.workings.get(slot)
            frame[slot] = next(values) if work_out is None else work_out(s, frame)
        return tuple([frame[slot] for slot in self.slots])

    def resume(self, s: State, f: Frame, player: int, answer: Answer) -> int:
        self.note(s, player, answer)
        kept = self.kept(s, f, player, answer)
        if self.say is not None:
            frame = f[:]
            for slot, value in zip(self.slots, kept, strict=True):
                frame[slot] = value
            self.say(s, frame, player, answer != self.nothing)
        f[self.answers] = (*f[self.answers], kept)
        return self.after


@attrs.define(eq=False, repr=False)
class WindowSite(Site):
    """A window: each of those asked may play an interrupt or pass."""

    asks_for = "interrupt"
    arguments: int = 0
    # The types of what is given to the window.
    types: tuple[Type, ...] = ()
    players: int = 0
    position: int = 0
    programs: dict[int, tuple[Code, list[int]]] = attrs.field(factory=dict)
    # Per holder: the zones from which interrupts come, or None if they can come from anywhere.
    sources: Sequence[Sequence[int]] | None = None
    # What the rules say of somebody who passes; without parts they let nothing be told.
    passing: ir.Sentence | None = None
    say: Say | None = None

    def frame_of(self, f: Frame) -> Any:
        return f[self.arguments]

    def frame_for(self, f: Frame, player: int) -> Frame:
        """A frame for the sentences of the window, in which this player is asked."""
        return [f[0], 0, player, *f[self.arguments]]

    def stacks(self, f: Frame) -> frozenset[int]:
        """The stacks that are given to the window: what it is about."""
        given = zip(self.types, f[self.arguments], strict=True)
        return frozenset(
            value for of_type, value in given if of_type.base == "stack" and value != NONE
        )

    def arrive(self, s: State, f: Frame, player: int) -> int:
        """Ask a player, unless all can see that there is nothing to interrupt with."""
        if self._may_interrupt(s, player):
            return self.ask(s, f, player, None)
        f[self.position] += 1
        return self.uninterrupted

    def _may_interrupt(self, s: State, player: int) -> bool:
        if not self.searches:
            return False
        if self.sources is None:
            return True
        return any(s.zones[zone] for zone in self.sources[player])

    def list_answers(self, s: State, player: int) -> Sequence[Answer]:
        return joined([super().list_answers(s, player), [PASS]])

    def resume(self, s: State, f: Frame, player: int, answer: Answer) -> int:
        f[self.position] += 1
        if answer == PASS:
            happened(s, events.Passed(self.origin, player, self.passing is not None))
            if self.passing is not None and self.say is not None:
                self.say.said(s, self.frame_for(f, player), events.Said(self.passing.origin, ()))
            return self.uninterrupted
        self.note(s, player, answer)
        code, slots = self.programs[answer[0]]
        frame = new_frame(code, slots, player, self.values_of(answer))
        for index, value in enumerate(f[self.arguments]):
            frame[3 + index] = value
        s.frames.append(frame)
        return SWITCH
