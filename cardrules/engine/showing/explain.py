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
from collections.abc import Callable
from itertools import islice

import attrs

from cardrules.engine.game import Game
from cardrules.engine.playing.sites import OneOfSite, Site, WindowSite
from cardrules.engine.showing.reasons import (
    Reason,
    in_words,
)
from cardrules.engine.showing.why_not import why_not
from cardrules.errors import ActionError, GameLimitError
from cardrules.model.action import Action, refuse_malformed
from cardrules.model.state import State
from cardrules.prose import join

_MOST_ALTERNATIVES = 3
_MOST_LOOKED_AT = 2000


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
        return Refusal(action=action, reasons=(in_words("the game is over"),), alternatives=())
    with contextlib.suppress(ActionError):
        game.answer_of(s, action)
        return None
    index, player = s.pending
    site = game.builder.sites[index]
    try:
        with game.builder.asking(s):
            reasons = _reasons(game, s, site, player, action)
    except GameLimitError:
        reasons = [in_words("the rules do not allow it; to say why would take too long")]
    if not reasons:
        reasons = [
            in_words(f"there is no number {action.which} of those that are written like this")
        ]
    return Refusal(
        action=action, reasons=tuple(reasons), alternatives=_alternatives(game, s, action)
    )


def _reasons(game: Game, s: State, site: Site, player: int, action: Action) -> list[Reason]:
    search = next((item for item in site.searches if item.name == action.name), None)
    last = site.last if isinstance(site, OneOfSite) else None
    if search is None and last is not None and last.name == action.name:
        if any(answer[0] != last.index for answer in game.answers(s)):
            return [in_words("only if no other action is possible", last.origin)]
        search = last
    if search is None:
        return [_elsewhere(game, site, action)]
    return why_not(game.builder, s, site, search, player, action)


def _elsewhere(game: Game, site: Site, action: Action) -> Reason:
    """The action exists, but not at this decision; or it does not exist."""
    for table in (game.ruleset.actions, game.ruleset.interrupts):
        if action.name in table:
            what = table[action.name]
            return in_words("this is not the moment for it", what.origin)
    names = [search.name for search in site.searches]
    if isinstance(site, WindowSite):
        names.append("pass")
    known = join(list(dict.fromkeys(names)), last="or")
    return in_words(f"nothing here is called {action.name}; it could be {known}")


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
