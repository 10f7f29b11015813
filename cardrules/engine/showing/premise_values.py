"""Values of parts of premises, and whether they look at what a player cannot know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import CodeType, MappingProxyType
from typing import Any

from cardrules.engine.making import Making
from cardrules.engine.sets.narrow import exactly, keep
from cardrules.engine.showing.watched import watching
from cardrules.engine.showing.worked_out import Source
from cardrules.engine.source.legal import spelling_of
from cardrules.engine.source.whole_pack import PackEmitter
from cardrules.engine.source.writer import Spelling
from cardrules.engine.work import spend
from cardrules.machine.search import Name, Search
from cardrules.model import ir
from cardrules.model.state import State
from cardrules.plain import PlainInOrder, replaced

# So many candidates are tried in all: of several open choices they multiply.
_MOST_TRIED = 1000


class At(PlainInOrder):
    """Where an expression is worked out: a position, who acts, and what names stand for there.

    `values` are those of slots of the frame that premises have given, `bound` those of variables
    of definitions and conditions.
    """

    s: State
    frame: Any
    player: int
    values: Mapping[int, Any] = MappingProxyType({})
    bound: Mapping[int, Any] = MappingProxyType({})

    def with_value(self, slot: int, value: Any) -> At:
        """The same with a value in a slot."""
        return replaced(self, values={**self.values, slot: value})

    def with_bound(self, index: int, value: Any) -> At:
        """The same with a value of a bound variable."""
        return replaced(self, bound={**self.bound, index: value})


def _names_in(code: CodeType) -> set[str]:
    """The names that a code looks for outside of itself, and what is written within it."""
    found = set(code.co_names)
    for item in code.co_consts:
        if isinstance(item, CodeType):
            found |= _names_in(item)
    return found


class PremiseValues:
    """Works out parts of the premises of one search for the player who is asked."""

    def __init__(self, builder: Making, search: Search, player: int) -> None:
        self.builder = builder
        self.tables = builder.tables
        self.ruleset = builder.tables.ruleset
        self.search = search
        self._bit = 1 << player
        # Whether something looked at a card that the player does not know; and the names of values
        # for which that is so.
        self.has_seen_hidden = False
        self._hidden_names: set[int] = set()
        self._tried = 0

    def watched(self, expr: ir.Expr, at: At) -> tuple[Any, bool]:
        """The value of an expression, and whether it looks at what the player does not know."""
        seen: set[int] = set()
        value = self.value(expr, at, seen)
        is_hidden = any(not at.s.known[card] & self._bit for card in seen)
        is_hidden |= bool(self._hidden_names) and self._uses_hidden(expr)
        self.has_seen_hidden |= is_hidden
        return value, is_hidden

    def _uses_hidden(self, expr: ir.Expr) -> bool:
        """Whether one of the names for values that are hidden stands in an expression."""
        return not self._hidden_names.isdisjoint(ir.named_in(expr))

    def holds(self, expr: ir.Expr, at: At) -> bool:
        """Whether a condition holds, as far as the player can know."""
        value, is_hidden = self.watched(expr, at)
        return bool(value) or is_hidden

    def named(self, item: Name, at: At) -> Any:
        """The value of a name among the premises."""
        value, is_hidden = self.watched(item.value, at)
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

    def value(self, expr: ir.Expr, at: At, seen: set[int] | None = None) -> Any:
        """The value of an expression; `seen` are then the cards at whose faces it looks."""
        source = self._source(expr, at)
        spend(at.s, source.steps)
        names = dict(source.names)
        if seen is not None:
            names |= watching(names, seen)
        # What is defined is made anew, to be watched.
        if source.definitions is not None:
            exec(source.definitions, names)
        names |= {f"b{index}": value for index, value in at.bound.items()}
        names |= {"s": at.s, "f": at.frame, "player": at.player, "values": at.values}
        return eval(source.code, names)

    def _source(self, expr: ir.Expr, at: At) -> Source:
        """The source of an expression, made once for a game."""
        made = self.builder.premise_sources
        key = (self.search.index, id(expr), frozenset(at.values))
        if key not in made:
            made[key] = self._written(expr, at)
        return made[key]

    def _written(self, expr: ir.Expr, at: At) -> Source:
        builder = self.builder
        emitter = PackEmitter(
            self.tables.layout,
            self.tables.folding.declared,
            builder.generated.emitter.specs,
            builder.generated.names,
        )
        own = spelling_of(self.search)

        def local(slot: int) -> str:
            return f"values[{slot}]" if slot in at.values else own.local(slot)

        text, steps = emitter.apart(self.tables.folding(expr), Spelling(local=local, me="player"))
        code = compile(text, "<premise>", "eval")
        text = "\n".join(emitter.definitions)
        definitions = compile(text, "<definitions>", "exec") if text else None
        names = {**builder.generated.names, **emitter.names}
        # Possibilities exist already, under the numbers that another emitter gave them.
        known = builder.generated.emitter.possibilities
        for key, index in emitter.possibilities.items():
            names[f"possible_{index}"] = builder.generated.names[f"possible_{known[key]}"]
        used = _names_in(code) | (_names_in(definitions) if definitions is not None else set())
        needed = {name: names[name] for name in used if name in names}
        return Source(expr=expr, code=code, steps=steps, names=needed, definitions=definitions)

    def candidates(self, s: State, item: ir.Choice, domain: Any, wanted: Any) -> Sequence[Any]:
        """The values of a domain that are described like this."""
        return keep(self.tables, s, item, exactly(wanted))(domain)
