"""Which premise of an action does not hold, as far as the player who is asked can know.

The premises are gone through with the values that were given: the first choice whose value is not
in its domain, or the first condition that fails, is the reason.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Sequence
from itertools import islice
from typing import Any

from cardrules.diagnostics.model import Label
from cardrules.engine.making import Making
from cardrules.engine.playing.sites import OneOfSite, Site, WindowSite
from cardrules.engine.showing.absent import missing, nothing_there
from cardrules.engine.showing.naming import words
from cardrules.engine.showing.premise_values import At, PremiseValues
from cardrules.engine.showing.reasons import MOST_CANDIDATES, Reason, failing, in_words
from cardrules.errors import GameLimitError
from cardrules.machine.search import Loop, Name, Search, Step, Test
from cardrules.model import ir
from cardrules.model.action import Action
from cardrules.model.state import State
from cardrules.plain import replaced
from cardrules.prose import join

# More reasons than so many, of different candidates, are not told.
_MOST_REASONS = 5


def nothing_possible(builder: Making, s: State, index: int, player: int) -> tuple[Label, ...]:
    """Why a player can do nothing at a site: of each action the first line that does not hold.

    No value is told, only the lines of the rules.
    """
    site = builder.sites[index]
    last = site.last if isinstance(site, OneOfSite) else None
    found = []
    with contextlib.suppress(GameLimitError), builder.asking(s):
        for search in (*site.searches, *([last] if last is not None else [])):
            for reason in why_not(builder, s, site, search, player, Action(search.name))[:1]:
                text = f"`{search.name}` by Player {player + 1}: {reason.sentence}"
                found.append(Label(span=reason.origin.span, text=text))
    return tuple(found)


def interrupts_in_question(
    builder: Making, s: State, site: WindowSite, player: int
) -> tuple[Search, ...]:
    """The interrupts that are not ruled out by what the one who is asked knows of the move."""
    if len(site.searches) == 1 or not any(map(_begins_with_condition, site.searches)):
        return tuple(site.searches)
    frame = site.frame_of(s.frames[-1])
    at = At(s, frame, player, dict(enumerate(frame)))
    with builder.asking(s):
        found = [search for search in site.searches if _may_interrupt(builder, search, at)]
    return tuple(found or site.searches)


def _begins_with_condition(search: Search) -> bool:
    return isinstance(next(iter(search.stated.steps), None), Test)


def _may_interrupt(builder: Making, search: Search, at: At) -> bool:
    """Whether the conditions hold that stand before the first choice, as far as can be known."""
    tester = PremiseValues(builder, search, at.player)
    first = itertools.takewhile(lambda step: isinstance(step, Test), search.stated.steps)
    return all(tester.holds(step.value, at) for step in first)


def why_not(
    builder: Making, s: State, site: Site, search: Search, player: int, action: Action
) -> list[Reason]:
    """Go through the steps; values of choices are found in their domains by description."""
    known = {choice.name for choice in search.choices}
    for name in action.arguments:
        if name not in known:
            wanted = join(sorted(known))
            return [in_words(f"{search.name} has no choice {name}; it has {wanted}")]
    tester = PremiseValues(builder, search, player)
    frame = site.frame_of(s.frames[-1])
    at = At(s, frame, player, dict(enumerate(frame)) if search.given else {})
    reasons = _go_on(tester, at, search.stated.steps, action)
    if tester.has_seen_hidden and (not reasons or reasons[0].incomplete):
        reasons = [in_words("this is not possible now")]
    return [_with_ids(reason, search) for reason in reasons]


def _with_ids(reason: Reason, search: Search) -> Reason:
    """What a line without IDs forbids, the rule of the action forbids."""
    if reason.ids or reason.incomplete:
        return reason
    return replaced(reason, ids=search.origin.ids)


def _go_on(tester: PremiseValues, at: At, steps: tuple[Step, ...], action: Action) -> list[Reason]:
    """The reasons of the first step that fails, with those candidates that get furthest.

    Several candidates may fail each for a reason of its own.
    """
    if not steps:
        return []
    step, rest = steps[0], steps[1:]
    match step:
        case Name():
            return _go_on(tester, at.with_value(step.slot, tester.named(step, at)), rest, action)
        case Test():
            if tester.holds(step.condition, at):
                return _go_on(tester, at, rest, action)
            return failing(tester, step.condition, step.origin, at)
        case Loop():
            return _choose(tester, at, step.choice, rest, action)
    raise AssertionError(step)


def _choose(
    tester: PremiseValues, at: At, item: ir.Choice, rest: tuple[Step, ...], action: Action
) -> list[Reason]:
    """The reasons of a choice and of what stands behind it."""
    domain, is_hidden = tester.watched(item.domain, at)
    if is_hidden:
        return []
    is_given = item.name in action.arguments
    candidates = _candidates(tester, at, item, domain, action)
    if not candidates and is_given:
        return missing(tester, item, action.arguments[item.name], at)
    if not candidates:
        return [nothing_there(tester, item, at)]
    behind = rest if item.condition is None else rest[1:]
    here: list[Reason] = []
    later: list[Reason] = []
    for candidate in tester.tried(candidates):
        chosen = at.with_value(item.slot, candidate)
        if item.condition is not None and not tester.holds(item.condition, chosen):
            here = _together(here, failing(tester, item.condition, item.origin, chosen))
            continue
        further = _go_on(tester, chosen, behind, action)
        if not further and is_given:
            return []
        if not further:
            return [replaced(in_words(f"{words(item.name)} is not chosen"), incomplete=True)]
        if further[0].incomplete:
            return further
        later = _together(later, further)
    return later or here


def _together(reasons: list[Reason], others: Sequence[Reason]) -> list[Reason]:
    """All of these reasons in the order of the text, each once, as long as they are few."""
    known = {(reason.ids, reason.parts) for reason in reasons}
    new = [reason for reason in others if (reason.ids, reason.parts) not in known]
    if reasons and len(reasons) + len(new) > _MOST_REASONS:
        return reasons
    return sorted([*reasons, *new], key=lambda reason: reason.origin.span.start)


def _candidates(
    tester: PremiseValues, at: At, item: ir.Choice, domain: Any, action: Action
) -> Sequence[Any]:
    """The values that an action means for a choice; if it leaves the choice open, all of them."""
    if item.name not in action.arguments:
        return list(islice(domain, MOST_CANDIDATES))
    return tester.candidates(at.s, item, domain, action.arguments[item.name])
