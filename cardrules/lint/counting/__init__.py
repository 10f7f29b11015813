"""How many cards lie where in the set-up and the course of the play, as far as that is certain.

The rules are followed with bounds in place of the numbers of cards in zones, for a number of
players and options. Whoever goes first has seat 0: which it is makes no difference. What a choice,
a variable or chance decides is left open, and both ways are followed.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import attrs

from cardrules.errors import GameLimitError, OptionError, RulesetError
from cardrules.lint.counting.following import Following
from cardrules.lint.counting.state import Number, State
from cardrules.lint.counting.touching import Touching
from cardrules.lint.counting.values import Values
from cardrules.lint.lines import lines
from cardrules.lint.settings import Setting, Settings, resolved
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.source import Span

# So many settings are followed: those of the defaults with each number of players come first.
_MOST_SETTINGS = 12
# What was followed last: several checks ask for it, one after the other.
_Found = list[tuple[Setting, Following]]
_last: tuple[Settings, _Found] | None = None


def followed(settings: Settings) -> _Found:
    """What is seen where the rules are followed, in each setting in which the game can begin."""
    global _last  # noqa: PLW0603 - a cache
    if _last is None or _last[0] is not settings:
        ruleset = settings.ruleset
        touching = Touching(ruleset)
        tried = settings.that_differ_in(
            *(ruleset.setup, ruleset.play, ruleset.decks),
            *(tuple(ruleset.routines.values()), tuple(ruleset.zones.values())),
            tuple([kind.count for kind in ruleset.kinds]),
        )
        found = [(one, _followed(touching, one)) for one in islice(tried, _MOST_SETTINGS)]
        _last = settings, [(one, seen) for one, seen in found if seen is not None]
    return _last[1]


def _followed(touching: Touching, setting: Setting) -> Following | None:
    known = _known(touching.ruleset, setting)
    if known is None:
        return None
    values, at_the_start = known
    found = Following(touching, values, setting.players)
    found.follow(at_the_start)
    return found


def _known(ruleset: Ruleset, setting: Setting) -> tuple[Values, State] | None:
    """What is known of values in a setting, and where its cards start."""
    try:
        options, constants = resolved(ruleset, setting.players, setting.options)
        decks = constants.value(ruleset.decks)
        counts = [constants.value(kind.count) * decks for kind in ruleset.kinds]
    except (OptionError, RulesetError, GameLimitError):
        return None  # which is told by itself
    values = Values(ruleset, setting.players, options)
    return values, _at_the_start(ruleset, setting.players, counts, values)


@attrs.frozen
class Beyond:
    """A draw of more cards than there are in the whole game, as in the first setting."""

    span: Span
    number: int
    total: int


def drawn_beyond_all(settings: Settings) -> list[Beyond]:
    """The draws, wherever they stand, that ask for more than all cards in each setting.

    Where a trigger acts at the pile, cards may come back to it, so that nothing is certain.
    """
    ruleset = settings.ruleset
    watched = {trigger.zone for trigger in ruleset.triggers}
    draws = [
        line.of
        for line in lines(ruleset)
        if isinstance(line.of, ir.Draw)
        and isinstance(line.of.source, ir.ZoneOf)
        and line.of.source.zone not in watched
        and _is_short(ruleset, line.of.number)
    ]
    first: list[Beyond] | None = None
    looked_at = tuple(kind.count for kind in ruleset.kinds)
    for setting in settings.that_differ_in(tuple(draws), ruleset.decks, looked_at):
        known = _known(ruleset, setting)
        if known is None:
            continue
        found = list(_beyond(*known, draws))
        left = {item.span for item in found}
        first = found if first is None else [item for item in first if item.span in left]
        draws = [draw for draw in draws if draw.origin.span in left]
        if not draws:
            return []
    return first or []


def _is_short(ruleset: Ruleset, number: ir.Expr) -> bool:
    """Whether a number needs no definitions of definitions, which may double with each."""
    named = [part for part in ir.walk(number) if isinstance(part, ir.CallDefinition)]
    values = [ruleset.definitions[call.definition].value for call in named]
    return not any(isinstance(part, ir.CallDefinition) for part in ir.walk(tuple(values)))


def _beyond(values: Values, s: State, draws: list[ir.Draw]) -> Iterator[Beyond]:
    # Cards may lie anywhere by then.
    s.forget(s.holders)
    for draw in draws:
        number = values.number(s, draw.number)
        if number is not None and number.least > s.total:
            yield Beyond(draw.origin.span, number.least, s.total)


def _at_the_start(ruleset: Ruleset, players: int, counts: list[int], values: Values) -> State:
    """All cards where their zones say that they start."""
    teams = len(ruleset.teams.get(players) or range(players))
    numbers = {"shared": 1, "player": players, "team": teams}
    holders = {name: numbers[zone.holder] for name, zone in ruleset.zones.items()}
    total = sum(counts)
    s = State(total, holders, {}, {})
    for name, zone in ruleset.zones.items():
        for where in s.of_name(name):
            s.cards[where], s.kinds[where] = Number(0, 0), {}
        if zone.starts is not None:
            _lay(s, name, values.kinds_of(zone.starts, dict(enumerate(counts))))
    return s


def _lay(s: State, name: str, kinds: dict[int, int] | None) -> None:
    """Cards that start in a zone; none: it is not known which."""
    where = (name, 0)
    if kinds is None:
        s.set(where, Number(0, s.total))
        return
    number = sum(kinds.values())
    s.cards[where], s.kinds[where] = Number(number, number), kinds
