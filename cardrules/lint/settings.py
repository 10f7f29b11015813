"""With which numbers of players and options the checks that make games try a ruleset.

For every number of players: the options as they are by default, each other value of one option
alone (of a number the least and the most that is allowed), and all pairs of such values of two
options that stand in one condition or sum. These are so many as somebody can wait for: where there
are more, the last ones, which are pairs, are left out.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice, product

import attrs

from cardrules.engine.game import Game
from cardrules.engine.source.depth import deepest, make_room
from cardrules.engine.specialise.constants import Constants
from cardrules.engine.specialise.folding import Folding
from cardrules.engine.specialise.laying_out import bare
from cardrules.engine.specialise.settings import option_text, resolve
from cardrules.errors import GameLimitError, OptionError, RulesetError
from cardrules.lint.check import Finding, Wish, all_parts
from cardrules.model import ir
from cardrules.model.ruleset import Option, Ruleset

MOST_SETTINGS = 200
# So many numbers between the least and the most are tried where somebody wants that.
_MOST_BETWEEN = 40

# An option and a value of it, as it is written.
_Other = tuple[str, object]


@attrs.frozen
class Setting:
    """A number of players, and the options that are not as by default."""

    players: int
    options: Mapping[str, object] = attrs.field(factory=dict)

    def __str__(self) -> str:
        """As it stands in a sentence behind "with"."""
        values = (f"`{name}` = {_written(value)}" for name, value in self.options.items())
        return " and ".join([f"{self.players} players", *values])


@attrs.frozen
class Settings:
    """The settings in which a ruleset is tried; `left_out` is how many there are besides."""

    ruleset: Ruleset
    tried: tuple[Setting, ...]
    left_out: int = 0

    def that_differ_in(self, *parts: object) -> Iterator[Setting]:
        """Of the settings that are the same for these parts of the ruleset the first.

        They differ in the number of players, or in an option at which one of the parts looks.
        """
        looked_at = Mentions(self.ruleset).of(ir.walk(parts))
        seen = set()
        for item in self.tried:
            options = {name: item.options[name] for name in item.options if name in looked_at}
            key = item.players, tuple(sorted(options.items(), key=lambda pair: pair[0]))
            if key not in seen:
                seen.add(key)
                yield Setting(item.players, options)


@attrs.frozen(kw_only=True)
class GameCheck:
    """A check that tries a ruleset with numbers of players and options.

    That takes longer than starting one game, so it is for those who lint alone. `wish`: it runs
    only if somebody asks for that.
    """

    code: str
    find: Callable[[Settings], Iterable[Finding]]
    wish: Wish | None = None


def game_in(ruleset: Ruleset, setting: Setting) -> Game | None:
    """The game of a setting, ready to be played; None if it cannot begin."""
    try:
        game = Game(ruleset, setting.players, setting.options)
        _ = game.program
        return game
    except (OptionError, RulesetError, GameLimitError):
        return None


def with_numbers(settings: Settings) -> Iterator[Setting]:
    """The settings that are tried, and then each number that the rules mention for an option.

    What depends on a number changes at one of these, if it does not at the least or the most.
    """
    yield from settings.tried
    ruleset = settings.ruleset
    mentioned = sorted(_mentioned(ruleset))[:_MOST_BETWEEN]
    for players in range(ruleset.players_min, ruleset.players_max + 1):
        for option in ruleset.options.values():
            if option.type == "integer":
                for value in mentioned:
                    try:
                        resolved(ruleset, players, {option.name: value})
                    except (OptionError, RulesetError, GameLimitError):
                        continue
                    yield Setting(players, {option.name: value})


def _mentioned(ruleset: Ruleset) -> set[int]:
    """The numbers of the rules, and those beside them."""
    found: set[int] = set()
    for node in ir.walk(tuple(all_parts(ruleset))):
        if isinstance(node, ir.Const) and type(node.value) is int:
            found |= {node.value - 1, node.value, node.value + 1}
    return found


def settings_of(ruleset: Ruleset) -> Settings:
    """The settings of a ruleset, those first that are nearest to the defaults."""
    make_room(deepest(ruleset))
    allowing = _Allowing(ruleset)
    numbers = range(ruleset.players_min, ruleset.players_max + 1)
    others = {players: list(allowing.others(players)) for players in numbers}
    found = [Setting(players) for players in numbers]
    found += [Setting(players, dict([item])) for players in numbers for item in others[players]]
    together = _together(ruleset)
    values = {players: _by_name(known) for players, known in others.items()}
    # To look whether a game would take the pairs beyond could take longer than all else.
    left_out = (
        len(found)
        - MOST_SETTINGS
        + sum(
            len(known[one]) * len(known[other])
            for known in values.values()
            for one, other in together
        )
    )
    for pair in _pairs(together, values):
        if len(found) >= MOST_SETTINGS:
            break
        if allowing.allows(pair.players, pair.options):
            found.append(pair)
        else:
            left_out -= 1
    return Settings(ruleset, tuple(found[:MOST_SETTINGS]), max(0, left_out))


def _by_name(others: Iterable[_Other]) -> dict[str, list[object]]:
    values: dict[str, list[object]] = defaultdict(list)
    for name, value in others:
        values[name].append(value)
    return values


def _pairs(
    together: Sequence[tuple[str, str]], values: Mapping[int, Mapping[str, list[object]]]
) -> Iterator[Setting]:
    """All pairs of other values of two options that stand together."""
    for players, known in values.items():
        for one, other in together:
            for first, second in product(known[one], known[other]):
                yield Setting(players, {one: first, other: second})


class _Allowing:
    """Which values of options a game takes."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        nodes = ir.walk(tuple(ruleset.options.values()))
        # Whether what is allowed for one option can depend on others.
        self._depends = any(isinstance(item, ir.OptionValue | ir.CallDefinition) for item in nodes)

    def others(self, players: int) -> Iterator[_Other]:
        """Each other value of an option that is allowed while all others are as by default."""
        try:
            defaults, constants = resolved(self._ruleset, players, {})
            for name, option in self._ruleset.options.items():
                for value in _values(option, constants):
                    written = option_text(option, value)
                    if value != defaults[name] and self.allows(players, {name: written}):
                        yield name, written
        except (OptionError, RulesetError, GameLimitError):
            return  # the game cannot begin by default, which is found first

    def allows(self, players: int, options: Mapping[str, object]) -> bool:
        """Whether a game takes these options; of what cannot be worked out the game tells."""
        if self._depends:
            try:
                resolved(self._ruleset, players, options)
            except OptionError:
                return False
            except (RulesetError, GameLimitError):
                return True
        return True


def _values(option: Option, constants: Constants) -> Iterable[int | bool]:
    """All values of an option; of a number the least and the most."""
    if option.type == "flag":
        return (False, True)
    if option.type == "choice":
        return range(len(option.values))
    bounds = (option.minimum, option.maximum)
    return {constants.value(bound, option.span): None for bound in bounds if bound is not None}


def resolved(
    ruleset: Ruleset, players: int, options: Mapping[str, object]
) -> tuple[dict[str, int | bool], Constants]:
    """The values of all options, and what works out expressions with them."""
    seated = bare(ruleset, players)
    values: dict[str, int | bool] = {}
    folding = Folding(ruleset, players, len(seated.teams), values)
    constants = Constants(ruleset.text, seated, folding)
    resolve(ruleset, options, players, values, constants.value)
    return values, constants


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


# ---- Which options stand together ----------------------------------------------------------------


class Mentions:
    """At which options parts of a ruleset look, be it by definitions and placements."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._named: dict[object, frozenset[str]] = {}

    def of(self, nodes: Iterable[object]) -> frozenset[str]:
        """The options at which some nodes of the rules look by themselves."""
        found: set[str] = set()
        for node in nodes:
            match node:
                case ir.OptionValue(name=name):
                    found.add(name)
                case ir.CallDefinition(definition=name):
                    found |= self._behind(name, self._ruleset.definitions[name].value)
                case ir.CallPlacement(placement=name):
                    found |= self._behind((name,), self._ruleset.placements[name].clauses)
        return frozenset(found)

    def _behind(self, key: object, value: object) -> frozenset[str]:
        if key not in self._named:
            self._named[key] = self.of(ir.walk(value))
        return self._named[key]


def _together(ruleset: Ruleset) -> list[tuple[str, str]]:
    """The pairs of options that stand in one expression, in the order of their declaration."""
    names = list(ruleset.options)
    if len(names) < 2:  # noqa: PLR2004 - it takes two
        return []
    mentions = Mentions(ruleset)
    groups = {mentions.of(nodes) for nodes in _expressions(tuple(all_parts(ruleset)))}
    for option in ruleset.options.values():
        groups.add(mentions.of(ir.walk((option.minimum, option.maximum))) | {option.name})
    place = {name: number for number, name in enumerate(names)}
    pairs: set[tuple[int, int]] = set()
    for group in groups:
        pairs.update(combinations(sorted([place[name] for name in group]), 2))
    return [(names[one], names[other]) for one, other in sorted(pairs)]


def _expressions(part: object) -> Iterator[tuple[object, ...]]:
    """The nodes of each expression that is in no other one."""
    nodes = ir.walk(part)
    for node in nodes:
        if isinstance(node, ir.Expr):
            within = tuple(ir.walk(node))
            yield within
            # What is within an expression comes next, and has been seen.
            deque(islice(nodes, len(within) - 1), maxlen=0)
