"""What printed faces decide becomes a look-up in a table.

This makes data of data, as `folding.py` does before it. Sentences stay as they are: who hears of a
value depends on which cards are looked at for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from cardrules.engine.specialise.faces import WORTH_IT, Statics, Variable, key_of
from cardrules.engine.specialise.rewriting import Rewriting, Rewritten, all_rules, altered
from cardrules.machine import code
from cardrules.machine.program import Declared
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.model.types import CARD, CARDS, FLAG
from cardrules.plain import Plain


class Recipe(Plain):
    """What a table holds: a value for what lies in the first slots, a card in each."""

    arguments: int
    value: ir.Expr


class Tabulating(Rewriting):
    """Makes look-ups of the expressions of one game, and notes what the tables hold."""

    changing = WORTH_IT | {
        ir.CallDefinition, ir.CallPlacement, ir.Choice, ir.Sentence, ir.Telling,
    }  # fmt: skip

    def __init__(self, statics: Statics, declared: Declared) -> None:
        super().__init__()
        self._statics = statics
        self._declared = declared
        self.recipes: list[Recipe] = []
        self._numbers: dict[Recipe, int] = {}
        self._of_declared: dict[tuple[str, str], int] = {}
        self._in_table = _InTable(self)

    @cached_property
    def declared(self) -> Declared:
        """What is declared; what is looked up stays as it is: only sentences call it by name."""
        statics = self._statics
        return Declared(
            definitions=Rewritten(
                self._declared.definitions,
                lambda item: item if statics.definition(item.name) else self(item),
            ),
            placements=Rewritten(
                self._declared.placements,
                lambda item: item if statics.placement(item.name) else self(item),
            ),
        )

    def rules(self, folded: Ruleset) -> Ruleset:
        """All that can be carried out or asked."""
        return all_rules(folded, self, self.declared.definitions, self.declared.placements)

    def made(self, x: Any) -> Any:
        """A part with look-ups in it, or a look-up."""
        match x:
            case ir.Sentence() | ir.Telling():
                return x
            case ir.Choice():
                return self._choice(x)
            case ir.Expr():
                return self._looked_up(x) or self._called(x, self) or self._with_masks(x)
        return self.within(x)

    def _choice(self, x: ir.Choice) -> ir.Choice:
        """It must be seen from which cards a choice is."""
        found: ir.Choice = self.within(x)
        if isinstance(found.domain, code.LookUp) and x.type in (CARD, CARDS):
            return altered(found, domain=self.within(x.domain))  # type: ignore[no-any-return]
        return found

    def _looked_up(self, x: ir.Expr) -> ir.Expr | None:
        variables = self._statics.table(x)
        if variables is None:
            return None
        return self._look_up(x, self._table(x, variables), variables)

    def _with_masks(self, x: ir.Expr) -> ir.Expr:
        found: ir.Expr = self.within(x)
        if isinstance(x, ir.Quantified | ir.Filter):
            condition, bound = x.condition, ir.Bound(type=CARD, index=x.bound)
            if self._statics.is_of_one_card(condition, x.bound):
                mask = self._look_up(condition, self._table(condition, (bound,)), (bound,))
                return altered(found, condition=mask)  # type: ignore[no-any-return]
        return found

    def is_looked_up(self, sort: str, name: str) -> bool:
        """Whether a definition (`define`) or a placement is looked up wherever it is used."""
        statics = self._statics
        return statics.definition(name) if sort == "define" else statics.placement(name)

    # -- what is declared --------------------------------------------------------------------------

    def _called(self, x: ir.Expr, rewrite: Rewriting) -> ir.Expr | None:
        """The look-up of a definition by its arguments, or of a placement by its two cards."""
        match x:
            case ir.CallDefinition() if self._statics.definition(x.definition):
                return self._look_up(x, self._definition(x.definition), rewrite(x.arguments))
            case ir.CallPlacement() if self._statics.placement(x.placement):
                given = (rewrite(x.card), rewrite(x.target))
                return self._look_up(x, self._placement(x.placement), given)
        return None

    def _definition(self, name: str) -> int:
        """The table of a definition, made once: others may use it twice, and so on."""
        part = ("define", name)
        if part not in self._of_declared:
            definition = self._declared.definitions[name]
            variables = [ir.Bound(type=CARD, index=index) for index in definition.parameters]
            self._of_declared[part] = self._table(definition.value, variables)
        return self._of_declared[part]

    def _placement(self, name: str) -> int:
        part = ("placement", name)
        if part not in self._of_declared:
            placement = self._declared.placements[name]
            cards = (placement.card, placement.target)
            whole: ir.Expr = ir.Const(type=FLAG, value=True)
            for number, clause in enumerate(placement.clauses):
                whole = _both(whole, clause.value) if number else clause.value
            self._of_declared[part] = self._table(
                whole, [ir.Bound(type=CARD, index=index) for index in cards]
            )
        return self._of_declared[part]

    # -- tables ------------------------------------------------------------------------------------

    def _look_up(self, x: ir.Expr, table: int, arguments: Sequence[ir.Expr]) -> code.LookUp:
        is_number = x.type.base == "integer"
        bounds = self._statics.values.number(x) if is_number else None
        return code.LookUp(
            type=x.type,
            table=table,
            arguments=tuple(arguments),
            bounds=None if bounds is None else (bounds.least, bounds.most),
            instead_of=code.Stated(value=x),
        )

    def _table(self, x: ir.Expr, variables: Sequence[Variable]) -> int:
        """The number of a table; equal values of other variables are in the same one."""
        slots = {key_of(item): slot for slot, item in enumerate(variables)}
        value = _Given(slots)(self._in_table(x))
        recipe = Recipe(arguments=len(variables), value=value)
        if recipe not in self._numbers:
            self._numbers[recipe] = len(self.recipes)
            self.recipes.append(recipe)
        return self._numbers[recipe]


class _InTable(Rewriting):
    """In what a table holds, what is declared is looked up, and all else is written out."""

    changing = frozenset({ir.CallDefinition, ir.CallPlacement})

    def __init__(self, tabulating: Tabulating) -> None:
        super().__init__()
        self._tabulating = tabulating

    def made(self, x: Any) -> Any:
        return self._tabulating._called(x, self) or self.within(x)


class _Given(Rewriting):
    """Puts slots in the place of variables."""

    changing = frozenset({ir.Bound, ir.Local, code.Stated})

    def __init__(self, slots: dict[tuple[str, int], int]) -> None:
        super().__init__()
        self._slots = slots

    def made(self, x: Any) -> Any:
        if isinstance(x, ir.Bound | ir.Local) and key_of(x) in self._slots:
            return ir.Local(type=x.type, slot=self._slots[key_of(x)])
        return x


def _both(left: ir.Expr, right: ir.Expr) -> ir.Logic:
    return ir.Logic(type=FLAG, operator="and", left=left, right=right)
