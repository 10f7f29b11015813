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
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

import attrs

from cardrules.diagnostics.model import Label
from cardrules.engine.describe import describe
from cardrules.engine.emit import Emitter, Place
from cardrules.engine.legal import Schema
from cardrules.engine.narrow import exactly, keep
from cardrules.engine.sites import AnswerSite, OneOfSite, Site
from cardrules.errors import ActionError, GameLimitError
from cardrules.model import ir
from cardrules.model.action import Action, refuse_malformed, value_text
from cardrules.model.state import State
from cardrules.model.types import CARD, Type
from cardrules.source import Span

if TYPE_CHECKING:
    from cardrules.engine.game import Game

_MOST_ALTERNATIVES = 3
_MOST_LOOKED_AT = 2000
# How many values are tried for a choice that is not given.
_MOST_CANDIDATES = 500
# So many candidates are tried in all: of several open choices they multiply.
_MOST_TRIED = 1000


@attrs.frozen(kw_only=True)
class Reason:
    """A reason: the IDs of the rules, a sentence, and the name of the clause if it has one.

    `incomplete`: nothing forbids the action but that a choice is missing.
    """

    ids: tuple[str, ...]
    sentence: str
    clause: str
    origin: ir.Origin
    incomplete: bool = False


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
        return Refusal(action=action, reasons=(_plain("the game is over"),), alternatives=())
    with contextlib.suppress(ActionError):
        game.option_of(s, action)
        return None
    index, player = s.pending
    site = game.builder.sites[index]
    try:
        with game.builder.asking(s):
            reasons = _reasons(game, s, site, player, action)
    except GameLimitError:
        reasons = [_plain("the rules do not allow it; to say why would take too long")]
    if not reasons:
        reasons = [_plain(f"there is no number {action.which} of those that are written like this")]
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
        for schema in (*site.schemas, *([last] if last is not None else [])):
            for reason in _check(game, s, site, schema, player, Action(schema.name))[:1]:
                text = f"`{schema.name}` by Player {player + 1}: {reason.sentence}"
                found.append(Label(span=reason.origin.span, text=text))
    return tuple(found)


def _plain(sentence: str, origin: ir.Origin | None = None) -> Reason:
    made = origin or _NOWHERE
    return Reason(ids=made.ids, sentence=sentence, clause="", origin=made)


_NOWHERE = ir.Origin(span=Span(0, 0))


def _reasons(game: Game, s: State, site: Site, player: int, action: Action) -> list[Reason]:
    schema = next((item for item in site.schemas if item.name == action.name), None)
    last = site.last if isinstance(site, OneOfSite) else None
    if schema is None and last is not None and last.name == action.name:
        if any(option[0] != last.index for option in game.options(s)):
            return [_plain("only if no other action is possible", last.origin)]
        schema = last
    if schema is None:
        return [_elsewhere(game, site, action)]
    return _check(game, s, site, schema, player, action)


def _elsewhere(game: Game, site: Site, action: Action) -> Reason:
    """The action exists, but not at this decision; or it does not exist."""
    for table in (game.ruleset.actions, game.ruleset.interrupts):
        if action.name in table:
            what = table[action.name]
            return Reason(
                ids=what.origin.ids,
                sentence="this is not the moment for it",
                clause="",
                origin=what.origin,
            )
    names = [schema.name for schema in site.schemas]
    if isinstance(site, AnswerSite):
        names.append("pass")
    known = ", ".join(dict.fromkeys(names))
    return _plain(f"nothing here is called {action.name}; it could be {known}")


def _check(
    game: Game, s: State, site: Site, schema: Schema, player: int, action: Action
) -> list[Reason]:
    """Go through the premises; values of choices are found in their domains by description."""
    known = {choice.name for choice in schema.choices}
    for name in action.arguments:
        if name not in known:
            wanted = ", ".join(sorted(known)) or "nothing"
            return [_plain(f"{schema.name} has no choice {name}; it has {wanted}")]
    tester = _Tester(game, schema, player)
    frame = site.frame_of(s.frames[-1])
    values: dict[int, Any] = {}
    if schema.given:
        values = dict(enumerate(frame))
    reasons = _go_on(tester, s, frame, player, schema.premises, values, action)
    if tester.has_seen_hidden and (not reasons or reasons[0].incomplete):
        reasons = [_plain("this is not possible now")]
    return [_with_ids(reason, schema) for reason in reasons]


def _with_ids(reason: Reason, schema: Schema) -> Reason:
    """What a line without IDs forbids, the rule of the action forbids."""
    if reason.ids or reason.incomplete:
        return reason
    return attrs.evolve(reason, ids=schema.origin.ids)


def _go_on(
    tester: _Tester,
    s: State,
    frame: Any,
    player: int,
    premises: tuple[ir.Premise, ...],
    values: dict[int, Any],
    action: Action,
) -> list[Reason]:
    """The reasons of the first premise that fails, with the candidate that gets furthest."""
    if not premises:
        return []
    item, rest = premises[0], premises[1:]
    if isinstance(item, ir.Naming):
        value = tester.named(item, s, frame, player, values)
        return _go_on(tester, s, frame, player, rest, {**values, item.slot: value}, action)
    if isinstance(item, ir.Requirement):
        if tester.holds(item.condition, s, frame, player, values):
            return _go_on(tester, s, frame, player, rest, values, action)
        return tester.failing(item.condition, item.origin, s, frame, player, values)
    domain, is_hidden = tester.watched(item.domain, s, frame, player, values)
    if is_hidden:
        return []
    candidates = _candidates(tester, s, item, domain, action)
    if not candidates and item.name in action.arguments:
        others = tester.instead(s, frame, player, item, domain, values)
        return [tester.not_there(item, action.arguments[item.name], others)]
    if not candidates:
        return [_plain(f"there is no {_words(item.name)} to choose", item.origin)]
    best: list[Reason] = []
    for candidate in tester.tried(candidates):
        chosen = {**values, item.slot: candidate}
        if item.condition is not None and not tester.holds(
            item.condition, s, frame, player, chosen
        ):
            best = best or tester.failing(item.condition, item.origin, s, frame, player, chosen)
            continue
        further = _go_on(tester, s, frame, player, rest, chosen, action)
        if not further and item.name in action.arguments:
            return []
        if not further:
            sentence = f"{_words(item.name)} is not chosen"
            return [attrs.evolve(_plain(sentence), incomplete=True)]
        if further[0].incomplete:
            return further
        best = further
    return best


def _candidates(
    tester: _Tester, s: State, item: ir.Choice, domain: Any, action: Action
) -> Sequence[Any]:
    """The values that an action means for a choice; if it leaves the choice open, all of them."""
    if item.name not in action.arguments:
        return list(islice(domain, _MOST_CANDIDATES))
    return tester.candidates(s, item, domain, action.arguments[item.name])


def _words(name: str) -> str:
    return name.replace("_", " ")


# Of these types a reason tells the values: they are no cards, and everybody knows them.
_TOLD = ("player", "team", "integer", "flag", "enum")
# More values than that are not listed, unless they are numbers in a row.
_MOST_LISTED = 6
_SHORTEST_RANGE = 3


def _written(kind: Type, value: Any) -> str:
    """A value as an action has it, in words; players are called by their seats."""
    if kind.base == "player" and isinstance(value, int):
        return f"Player {value}"
    if kind.base == "team" and isinstance(value, (list, tuple)):
        return " and ".join(f"Player {seat}" for seat in value)
    return _words(value_text(value))


def _listed(kind: Type, values: Sequence[Any]) -> str:
    """Values in words, as long as they are few."""
    if kind.base == "integer" and len(values) > _SHORTEST_RANGE:
        low, high = min(values), max(values)
        if len(set(values)) == high - low + 1:
            return f"{low} to {high}"
    if len(values) > _MOST_LISTED:
        return ""
    told = list(dict.fromkeys(_written(kind, value) for value in values))
    return " or ".join([", ".join(told[:-1]), told[-1]] if len(told) > 1 else told)


class _Watched(Sequence[Any]):
    """A table by cards that notes which of its entries are looked at."""

    def __init__(self, table: Sequence[Any], seen: set[int]) -> None:
        self._table = table
        self._seen = seen

    def __len__(self) -> int:
        return len(self._table)

    def __getitem__(self, card: Any) -> Any:
        self._seen.add(card)
        return self._table[card]


def _watching(names: dict[str, Any], seen: set[int]) -> dict[str, Any]:
    """The tables of faces, watched."""
    return {
        name: _Watched(table, seen)
        for name, table in names.items()
        if name == "LINE" or name.startswith("ATTRIBUTE_")
    }


class _Tester:
    """Evaluates parts of premises with given values for slots."""

    def __init__(self, game: Game, schema: Schema, player: int) -> None:
        self._game = game
        self._schema = schema
        self._bit = 1 << player
        # Whether something looked at a card that the player does not know; and the names of values
        # for which that is so.
        self.has_seen_hidden = False
        self._hidden_names: set[int] = set()
        self._tried = 0

    def watched(
        self, expr: ir.Expr, s: State, frame: Any, player: int, values: dict[int, Any]
    ) -> tuple[Any, bool]:
        """The value of an expression, and whether it looks at what the player does not know."""
        seen: set[int] = set()
        value = self.value(expr, s, frame, player, values, seen)
        is_hidden = any(not s.known[card] & self._bit for card in seen) or any(
            isinstance(part, ir.Local) and part.slot in self._hidden_names for part in ir.walk(expr)
        )
        self.has_seen_hidden |= is_hidden
        return value, is_hidden

    def holds(
        self, expr: ir.Expr, s: State, frame: Any, player: int, values: dict[int, Any]
    ) -> bool:
        """Whether a condition holds, as far as the player can know."""
        value, is_hidden = self.watched(expr, s, frame, player, values)
        return bool(value) or is_hidden

    def named(
        self, item: ir.Naming, s: State, frame: Any, player: int, values: dict[int, Any]
    ) -> Any:
        """The value of a name among the premises."""
        value, is_hidden = self.watched(item.value, s, frame, player, values)
        if is_hidden:
            self._hidden_names.add(item.slot)
        return value

    def tried(self, candidates: Sequence[Any]) -> Iterator[Any]:
        """The first of some candidates, and the others until enough were tried in all."""
        for number, candidate in enumerate(candidates):
            self._tried += 1
            if number and self._tried > _MOST_TRIED:
                return
            yield candidate

    def value(
        self,
        expr: ir.Expr,
        s: State,
        frame: Any,
        player: int,
        values: dict[int, Any],
        seen: set[int] | None = None,
    ) -> Any:
        """The value of an expression; `seen` are then the cards at whose faces it looks."""
        emitter = Emitter(self._game.tables, self._game.builder.emitter.specs)
        own = self._schema.place()

        def local(slot: int) -> str:
            return f"values[{slot}]" if slot in values else own.local(slot)

        source = emitter.emit(expr, Place(local=local, me="player"))
        # Possibilities exist already; what is defined is made anew, to be watched.
        names: dict[str, Any] = {**self._game.builder.names(), **emitter.names}
        if seen is not None:
            names |= _watching(names, seen)
        fresh = [text for text in emitter.definitions]
        exec("\n".join(fresh), names)
        renumbered = self._possibilities(emitter, names)
        names.update(renumbered)
        scope = {"s": s, "f": frame, "player": player, "values": values}
        return eval(source, {**names, **scope})

    def _possibilities(self, emitter: Emitter, names: dict[str, Any]) -> dict[str, Any]:
        """The functions for `possible`, under the numbers that this emitter gave them."""
        known = self._game.builder.emitter.possibilities
        found = {}
        for key, index in emitter.possibilities.items():
            found[f"possible_{index}"] = self._game.builder.names()[f"possible_{known[key]}"]
        return found

    def candidates(self, s: State, item: ir.Choice, domain: Any, wanted: Any) -> Sequence[Any]:
        """The values of a domain that are described like this."""
        return keep(self._game.tables, s, item, exactly(wanted))(domain)

    def instead(
        self,
        s: State,
        frame: Any,
        player: int,
        item: ir.Choice,
        domain: Any,
        values: dict[int, Any],
    ) -> list[Any]:
        """What could be chosen, as it is written; nothing of cards, or if there is very much."""
        if item.type.base not in _TOLD:
            return []
        found = list(islice(domain, _MOST_CANDIDATES))
        if len(found) == _MOST_CANDIDATES:
            return []
        return [
            describe(self._game.tables, s, item.type, value)
            for value in found
            if item.condition is None
            or self.holds(item.condition, s, frame, player, {**values, item.slot: value})
        ]

    def not_there(self, item: ir.Choice, wanted: Any, others: Sequence[Any]) -> Reason:
        """The value is not in the domain; the others are what could be chosen."""
        words = _words(item.name)
        if item.type == CARD:
            return _plain(f"there is no {wanted} to choose as {words}", item.origin)
        told = _written(item.type, wanted) if item.type.base in _TOLD else "this"
        listed = _listed(item.type, others)
        instead = f"; it could be {listed}" if listed else ""
        if item.type.base == "collection":
            wish = self._what_a_set_must_be(item)
            instead = f": {wish}" if wish else ""
        return _plain(f"{told} cannot be chosen as {words}{instead}", item.origin)

    def _what_a_set_must_be(self, item: ir.Choice) -> str:
        """The sentence of a choice; of the only one of a question, also that of the question."""
        is_question = self._schema.secret and len(self._schema.choices) == 1
        return item.origin.sentence or (self._schema.origin.sentence if is_question else "")

    def failing(
        self,
        test: ir.Expr,
        origin: ir.Origin,
        s: State,
        frame: Any,
        player: int,
        values: dict[int, Any],
    ) -> list[Reason]:
        """The reasons why a condition fails: the clauses of a placement, or the line itself."""
        if isinstance(test, ir.Logic) and test.operator == "and":
            for side in (test.left, test.right):
                if not self.value(side, s, frame, player, values):
                    return self.failing(side, origin, s, frame, player, values)
        if isinstance(test, ir.CallPlacement):
            return self._clauses(test, origin, s, frame, player, values)
        sentence = origin.sentence or self._text(origin)
        return [Reason(ids=origin.ids, sentence=sentence, clause="", origin=origin)]

    def _clauses(
        self,
        test: ir.CallPlacement,
        origin: ir.Origin,
        s: State,
        frame: Any,
        player: int,
        values: dict[int, Any],
    ) -> list[Reason]:
        placement = self._game.ruleset.placements[test.placement]
        card = self.value(test.card, s, frame, player, values)
        target = self.value(test.target, s, frame, player, values)
        found = []
        for clause in placement.clauses:
            emitter = Emitter(self._game.tables, self._game.builder.emitter.specs)
            source = emitter.emit(clause.value, Place(me="player"))
            names: dict[str, Any] = {**self._game.builder.names(), **emitter.names}
            names |= {
                "s": s,
                "player": player,
                f"b{placement.card}": card,
                f"b{placement.target}": target,
            }
            if not eval(source, names):
                found.append(
                    Reason(
                        ids=clause.origin.ids,
                        sentence=clause.origin.sentence or self._text(clause.origin),
                        clause=clause.name,
                        origin=clause.origin,
                    )
                )
        return found

    def _text(self, origin: ir.Origin) -> str:
        """The line of the ruleset, where it has no sentence."""
        source = self._game.ruleset.text
        line = source.line(source.position(origin.span.start)[0])
        return line.split("#", 1)[0].split("[", 1)[0].strip()


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
