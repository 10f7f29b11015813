"""Why an action is not allowed, from the same premises that make the legal ones.

The premises of the action are gone through with the values that were given: the first choice whose
value is not in its domain, or the first condition that fails, is the reason. It is told with the
IDs and the sentence of its line; a placement names each clause that fails. The nearest legal
alternatives keep as many of the given values as can be.

Nothing is said of what the player who is asked cannot know. A premise that looks at the face of a
card which this player does not know is passed over, whether it holds or not; if nothing else
forbids the action, it is only said that it is not possible. Of a value that the player does not
have, nothing is said but that.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

import attrs

from cardrules.diagnostics.model import Label
from cardrules.engine.absent import missing, nothing_there
from cardrules.engine.premise_values import At, PremiseValues
from cardrules.engine.reasons import (
    MOST_CANDIDATES,
    Reason,
    failing,
    plain,
    words,
)
from cardrules.engine.sites import AnswerSite, OneOfSite, Site
from cardrules.errors import ActionError, GameLimitError
from cardrules.machine.program import Search
from cardrules.model import ir
from cardrules.model.action import Action, refuse_malformed
from cardrules.model.state import State
from cardrules.prose import join

if TYPE_CHECKING:
    from cardrules.engine.game import Game

_MOST_ALTERNATIVES = 3
_MOST_LOOKED_AT = 2000
# More reasons than so many, of different candidates, are not told.
_MOST_REASONS = 5


@attrs.frozen(kw_only=True)
class Refusal:
    """Why an action is refused; `alternatives` are legal actions near to it."""

    action: Action
    reasons: tuple[Reason, ...]
    alternatives: tuple[Action, ...]

    @property
    def ids(self) -> tuple[str, ...]:
        """The IDs of all rules that forbid it."""
        return tuple(dict.fromkeys(item for reason in self.reasons for item in reason.ids))


def explain(game: Game, s: State, action: Action) -> Refusal | None:
    """Why an action is refused at this decision; None if it is allowed."""
    game.refuse_foreign(s)
    refuse_malformed(action)
    if s.pending is None:
        return Refusal(action=action, reasons=(plain("the game is over"),), alternatives=())
    with contextlib.suppress(ActionError):
        game.option_of(s, action)
        return None
    index, player = s.pending
    site = game.builder.sites[index]
    try:
        with game.builder.asking(s):
            reasons = _reasons(game, s, site, player, action)
    except GameLimitError:
        reasons = [plain("the rules do not allow it; to say why would take too long")]
    if not reasons:
        reasons = [plain(f"there is no number {action.which} of those that are written like this")]
    return Refusal(
        action=action, reasons=tuple(reasons), alternatives=_alternatives(game, s, action)
    )


def nothing_possible(game: Game, s: State, index: int, player: int) -> tuple[Label, ...]:
    """Why a player can do nothing at a site: of each action the first line that does not hold.

    No value is told, only the lines of the rules.
    """
    site = game.builder.sites[index]
    last = site.last if isinstance(site, OneOfSite) else None
    found = []
    with contextlib.suppress(GameLimitError), game.builder.asking(s):
        for search in (*site.searches, *([last] if last is not None else [])):
            for reason in _check(game, s, site, search, player, Action(search.name))[:1]:
                text = f"`{search.name}` by Player {player + 1}: {reason.sentence}"
                found.append(Label(span=reason.origin.span, text=text))
    return tuple(found)


def answers_in_question(game: Game, s: State, site: AnswerSite, player: int) -> tuple[Search, ...]:
    """The interrupts that are not ruled out by what the one who is asked knows of the move."""
    if len(site.searches) == 1 or not any(map(_begins_with_condition, site.searches)):
        return tuple(site.searches)
    frame = site.frame_of(s.frames[-1])
    at = At(s, frame, player, dict(enumerate(frame)))
    with game.builder.asking(s):
        found = [search for search in site.searches if _may_answer(game, search, at)]
    return tuple(found or site.searches)


def _begins_with_condition(search: Search) -> bool:
    return bool(search.premises) and isinstance(search.premises[0], ir.Requirement)


def _may_answer(game: Game, search: Search, at: At) -> bool:
    """Whether the conditions hold that stand before the first choice, as far as can be known."""
    tester = PremiseValues(game, search, at.player)
    first = itertools.takewhile(lambda item: isinstance(item, ir.Requirement), search.premises)
    return all(
        tester.holds(item.condition, at) for item in first if isinstance(item, ir.Requirement)
    )


def _reasons(game: Game, s: State, site: Site, player: int, action: Action) -> list[Reason]:
    search = next((item for item in site.searches if item.name == action.name), None)
    last = site.last if isinstance(site, OneOfSite) else None
    if search is None and last is not None and last.name == action.name:
        if any(option[0] != last.index for option in game.options(s)):
            return [plain("only if no other action is possible", last.origin)]
        search = last
    if search is None:
        return [_elsewhere(game, site, action)]
    return _check(game, s, site, search, player, action)


def _elsewhere(game: Game, site: Site, action: Action) -> Reason:
    """The action exists, but not at this decision; or it does not exist."""
    for table in (game.ruleset.actions, game.ruleset.interrupts):
        if action.name in table:
            what = table[action.name]
            return plain("this is not the moment for it", what.origin)
    names = [search.name for search in site.searches]
    if isinstance(site, AnswerSite):
        names.append("pass")
    known = join(list(dict.fromkeys(names)), last="or")
    return plain(f"nothing here is called {action.name}; it could be {known}")


def _check(
    game: Game, s: State, site: Site, search: Search, player: int, action: Action
) -> list[Reason]:
    """Go through the premises; values of choices are found in their domains by description."""
    known = {choice.name for choice in search.choices}
    for name in action.arguments:
        if name not in known:
            wanted = join(sorted(known))
            return [plain(f"{search.name} has no choice {name}; it has {wanted}")]
    tester = PremiseValues(game, search, player)
    frame = site.frame_of(s.frames[-1])
    at = At(s, frame, player, dict(enumerate(frame)) if search.given else {})
    reasons = _go_on(tester, at, search.premises, action)
    if tester.has_seen_hidden and (not reasons or reasons[0].incomplete):
        reasons = [plain("this is not possible now")]
    return [_with_ids(reason, search) for reason in reasons]


def _with_ids(reason: Reason, search: Search) -> Reason:
    """What a line without IDs forbids, the rule of the action forbids."""
    if reason.ids or reason.incomplete:
        return reason
    return attrs.evolve(reason, ids=search.origin.ids)


def _go_on(
    tester: PremiseValues, at: At, premises: tuple[ir.Premise, ...], action: Action
) -> list[Reason]:
    """The reasons of the first premise that fails, with those candidates that get furthest.

    Several candidates may fail each for a reason of its own.
    """
    if not premises:
        return []
    item, rest = premises[0], premises[1:]
    if isinstance(item, ir.Naming):
        return _go_on(tester, at.with_value(item.slot, tester.named(item, at)), rest, action)
    if isinstance(item, ir.Requirement):
        if tester.holds(item.condition, at):
            return _go_on(tester, at, rest, action)
        return failing(tester, item.condition, item.origin, at)
    domain, is_hidden = tester.watched(item.domain, at)
    if is_hidden:
        return []
    is_given = item.name in action.arguments
    candidates = _candidates(tester, at, item, domain, action)
    if not candidates and is_given:
        return missing(tester, item, action.arguments[item.name], at)
    if not candidates:
        return [nothing_there(tester, item, at)]
    here: list[Reason] = []
    later: list[Reason] = []
    for candidate in tester.tried(candidates):
        chosen = at.with_value(item.slot, candidate)
        if item.condition is not None and not tester.holds(item.condition, chosen):
            here = _together(here, failing(tester, item.condition, item.origin, chosen))
            continue
        further = _go_on(tester, chosen, rest, action)
        if not further and is_given:
            return []
        if not further:
            return [attrs.evolve(plain(f"{words(item.name)} is not chosen"), incomplete=True)]
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


def _alternatives(game: Game, s: State, action: Action) -> tuple[Action, ...]:
    """The legal actions that keep most of what was wanted."""

    def likeness(other: Action) -> int:
        same = sum(
            int(other.arguments.get(name) == value) for name, value in action.arguments.items()
        )
        return same + 2 * (other.name == action.name)

    # A choice may have millions of answers; some of them are near enough.
    found = list(islice(game.legal_actions(s), _MOST_LOOKED_AT))
    key: Callable[[Action], int] = likeness
    found.sort(key=key, reverse=True)
    return tuple(other for other in found[:_MOST_ALTERNATIVES] if likeness(other) > 0)
