"""What somebody might add to the package, as edits of a copy of it: see `test_to_add.py`."""

from __future__ import annotations

from pathlib import Path

import attrs


@attrs.frozen
class Edit:
    """In a file of the checkout `new` is put before `at`; without `at` the file is new."""

    path: str
    new: str
    at: str = ""

    def carry_out(self, root: Path) -> None:
        """Change the file below a folder; raises `ValueError` if there is no such place in it."""
        path = root / self.path
        if not self.at:
            path.write_text(self.new, encoding="utf-8")
            return
        text = path.read_text(encoding="utf-8")
        if self.at not in text:
            raise ValueError(f"{self.path}: there is no {self.at!r} any more")
        path.write_text(text.replace(self.at, self.new + self.at, 1), encoding="utf-8")


@attrs.frozen
class Addition:
    """What is added, by the rows of the table that say how, with a ruleset that needs it."""

    rows: tuple[str, ...]
    edits: tuple[Edit, ...]


OPERATION = Addition(
    ("an operation",),
    (
        Edit(
            "cardrules/ops/numbers.py",
            """
def _number(types: Sequence[Type]) -> Type | str:
    return _numbers(types)


""",
            "OPS = (",
        ),
        Edit(
            "cardrules/ops/numbers.py",
            """    Op(
        name="size_of",
        summary="How far a number is from zero.",
        example="size_of(2 - 5)",
        arity=1,
        rule=_number,
        emit=lambda a: f"abs({a[0]})",
    ),
""",
            '    Op(\n        name="max",',
        ),
    ),
)

CHECK = Addition(
    ("a lint check",),
    (
        Edit(
            "cardrules/lint/checks/no_shuffle.py",
            '''"""CR214: nothing is ever shuffled."""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.lint.check import Check, Finding, all_parts
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset


def find_no_shuffle(ruleset: Ruleset) -> Iterator[Finding]:
    """A ruleset without `shuffle`."""
    if not any(isinstance(item, ir.Shuffle) for item in ir.walk(tuple(all_parts(ruleset)))):
        yield Finding(span=ruleset.setup.origin.span, message="Nothing is ever shuffled.")


CHECK = Check(code="CR214", find=find_no_shuffle)
''',
        ),
        Edit(
            "cardrules/diagnostics/codes.py",
            '    Code("CR214", "no-shuffle", "hint", "Cards lie as in the card table."),\n',
            '    Code("CR301",',
        ),
        Edit(
            "docs/diagnostics/CR214.md",
            "# CR214 no-shuffle\n\nThe cards always lie as in the card table. (Hint)\n",
        ),
    ),
)

# It becomes an instruction of its own, so that two rows are tried.
STATEMENT = Addition(
    ("a statement or expression form", "an instruction"),
    (
        Edit("grammar/cardrules.lark", 'invert: "invert" expr note _NL [telling]\n', "swap: "),
        Edit("grammar/cardrules.lark", "invert | ", "let | set | add"),
        Edit(
            "cardrules/syntax/nodes.py",
            '''class Invert(Statement):
    """The cards of a zone lie the other way round."""

    zone: Expr
    note: Note
    telling: Telling | None


''',
            "class Swap(",
        ),
        Edit("cardrules/syntax/expected.py", '    "invert": "invert deck",\n', '    "swap":'),
        Edit(
            "cardrules/analysis/changes.py",
            """        case nodes.Invert():
            return frozenset({_ORDER})
""",
            "        case nodes.Draw():",
        ),
        Edit(
            "cardrules/analysis/card_statements.py",
            """def _invert(node: nodes.Invert, scope: Scope) -> list[ir.Statement]:
    zone = _zone(node.zone, scope, "What is turned round")
    return [ir.Invert(zone=zone, origin=origin(node, node.note))] if zone is not None else []


""",
            "def _swap(",
        ),
        Edit(
            "cardrules/analysis/card_statements.py",
            "    nodes.Invert: _invert,\n",
            "    nodes.Swap: _swap,",
        ),
        Edit(
            "cardrules/model/ir.py",
            '''class Invert(Event):
    """The cards of a zone lie the other way round."""

    zone: Expr


''',
            "class Swap(",
        ),
        Edit(
            "cardrules/engine/lowering/effects.py",
            """def _invert(w: Lowering, x: ir.Invert) -> Block:
    return [code.Invert(zone=x.zone, origin=x.origin)]


""",
            "def _swap(",
        ),
        Edit(
            "cardrules/engine/lowering/effects.py",
            "    ir.Invert: _invert,\n",
            "    ir.Swap: _swap,",
        ),
        Edit(
            "cardrules/machine/code.py",
            '''class Invert(Instruction):
    """The cards of a zone lie the other way round."""

    zone: ir.Expr


''',
            "class Swap(",
        ),
        Edit("cardrules/engine/source/parts.py", "    code.Invert,\n", "    code.Swap,\n"),
        Edit(
            "cardrules/engine/source/parts.py",
            '''    def invert(self, x: code.Invert) -> None:
        """The cards of a zone the other way round."""
        zone = self._value(x.zone, x.origin)
        self._add(f"invert(s, {zone}, {self._cause(x)})", x.origin)

''',
            "    def swap(self",
        ),
        Edit(
            "cardrules/engine/source/parts.py",
            "    code.Invert: PartWriter.invert,\n",
            "    code.Swap: PartWriter.swap,",
        ),
        Edit(
            "cardrules/engine/playing/doing.py",
            '            "invert": self.invert,\n',
            '            "swap": self.swap,',
        ),
        Edit(
            "cardrules/engine/playing/doing.py",
            '''    def invert(self, s: State, zone: int, cause: ir.Origin) -> None:
        """The cards of a zone the other way round: each goes below those that went before."""
        self._mover.move(s, s.zones[zone], zone, "bottom", 0, cause)

''',
            "    def swap(self",
        ),
        Edit(
            "cardrules/machine/ranges/carrying_out.py",
            "    code.Invert: Pass.nothing,\n",
            "    code.Swap: Pass.nothing,",
        ),
        Edit(
            "cardrules/termination/walking/procedures.py",
            "    code.Invert: Walking.shown,\n",
            "    code.Shuffle: Walking.shown,",
        ),
        Edit(
            "tests/machine/test_instructions.py",
            """@shows(code.Invert)
def test_invert_turns_a_zone_round() -> Table:
    found = after("draw 3 from deck to heap\\ninvert heap", PILES)
    assert found.cards("heap") == ["7", "8", "9"]
    return found


""",
            "@shows(code.Swap)",
        ),
        # It mixes no cards.
        Edit("tests/conformance/test_every_construct.py", "ir.Invert, ", "ir.Shuffle, ir.Reveal})"),
        Edit("tests/conformance/test_every_construct.py", "ir.Invert, ", "ir.Reveal, ir.Swap})"),
    ),
)
