"""Each construct is known to every part of the package that has to know it, or is refused there.

A part that asks for classes by name does something else with those which it does not name. Here
stands for which parts that could be wrong, which classes they must name, and for which others what
they do is right. Whoever adds a class finds here what has to be decided of it. Where the default is
on the safe side, as with what makes a check find less or a value be worked out anew, nothing stands
here.
"""

from __future__ import annotations

import re
import typing
from collections.abc import Iterator, Mapping, Set
from types import ModuleType
from typing import Any

import attrs
import pytest

from cardrules.analysis import (
    acting,
    card_statements,
    changes,
    circles,
    constants,
    declare,
    expressions,
    premises,
    reserved,
    sentences,
    statements,
    turn_ends,
)
from cardrules.engine.lowering import asking, laid, looked, mixed, mixing, program, slots
from cardrules.engine.playing import things, watch
from cardrules.engine.positions import forms
from cardrules.engine.showing import noting, openers, telling
from cardrules.engine.source import depth, emit, parts
from cardrules.lint import reveals, sight, touched
from cardrules.lint.checks import endless, hidden_premise, unused
from cardrules.machine import code, control, graph, printing, search, shapes
from cardrules.machine.ranges import carrying_out
from cardrules.machine.ranges import shapes as ranges_of_shapes
from cardrules.model import ir, ruleset
from cardrules.model.types import CARD, STACK, Type
from cardrules.ops.registry import operations
from cardrules.plain import fields
from cardrules.syntax import expected, nodes
from cardrules.syntax.language import parser, words_that_begin_values
from cardrules.termination.walking import procedures as followed
from tests.conformance.dispatch import mentioned, operations_in
from tests.engine import harness

Classes = Set[type[Any]]


def classes(module: ModuleType, of: type, *without: type) -> frozenset[type]:
    """The classes of a module that are of a class, without those that only others are made from."""
    found = {item for item in vars(module).values() if isinstance(item, type)}
    return frozenset(item for item in found if issubclass(item, of)) - {of, *without}


def with_field(among: Classes, *names: str, of: str = "") -> frozenset[type]:
    """The classes that have a field of one of these names, or with such a word in its type."""
    return frozenset(
        cls
        for cls in among
        for name in fields(cls)
        if name in names or (of and re.search(rf"\b{of}\b", _type_of(cls, name)))
    )


def _type_of(cls: type, field: str) -> str:
    """The type of a field, as it is written."""
    annotations = (vars(base).get("__annotations__", {}) for base in cls.__mro__)
    return next(str(of[field]) for of in annotations if field in of)


# ---- Families ------------------------------------------------------------------------------------

NODE_STATEMENTS = classes(nodes, nodes.Statement)
NODE_EXPRESSIONS = classes(nodes, nodes.Expr)
DECLARATIONS = classes(nodes, nodes.Declaration)
# The nodes that give a name to something, or mean something by its name.
WITH_NAMES = with_field(
    NODE_STATEMENTS | NODE_EXPRESSIONS, "name", "action", "actions", "window", "source"
)
STATEMENTS = classes(ir, ir.Statement, ir.Event)
EVENTS = classes(ir, ir.Event)
EXPRESSIONS = classes(ir, ir.Expr)
INSTRUCTIONS = classes(code, code.Instruction)
SHAPES = classes(shapes, shapes.Shape)
STEPS = classes(search, search.Step)
PREMISES = frozenset({ir.Choice, ir.Requirement, ir.Naming})

BLOCKS = with_field(STATEMENTS, "body", "branches")
WITH_SLOTS = with_field(STATEMENTS, "slot", "slots", "choice")
MOVING = frozenset({ir.MoveCards, ir.MoveStacks, ir.NewStack, ir.Draw, ir.Swap})
STAYING = frozenset({ir.Shuffle, ir.Reveal})
OF_CARDS = MOVING | STAYING
OTHERS_ACT = frozenset({ir.As, ir.EachPlayer, ir.Together, ir.Turns})
ASKING = frozenset({ir.Choose, ir.OneOf, ir.Together, ir.OpenWindow})
# What carries out other procedures: those of routines, actions, interrupts and triggers.
CALLING = frozenset({ir.CallRoutine, ir.OneOf, ir.OpenWindow, ir.Draw})

# What changes neither cards nor who acts, asks nobody and has no blocks.
OF_NO_GROUP = {
    ir.Let, ir.SetVariable, ir.Tokens, ir.Pick, ir.Say, ir.Stop, ir.End, ir.NextTurn, ir.Reverse,
}  # fmt: skip

# Each expression is in one of these groups, by what its value depends on besides its parts.
ON_NOTHING: Classes = {
    ir.Arithmetic, ir.Compare, ir.Contains, ir.Logic, ir.Negation, ir.IfElse, ir.NotNone,
    ir.Quantified, ir.Filter, ir.Extremes, ir.Fold, ir.Subsets,
}  # fmt: skip
ON_WHAT_IS_FIXED: Classes = {ir.Const, ir.OptionValue, ir.TeamOf}
ON_NAMES: Classes = {ir.Local, ir.Bound}
ON_THE_COURSE: Classes = {ir.Role, ir.Counter, ir.VariableValue}
ON_PLACES: Classes = {ir.ZoneOf, ir.Contents, ir.AllContents, ir.CardsOfStacks, ir.Operation}
ON_FACES: Classes = {ir.Attribute, ir.IsLine}
ON_ALL: Classes = {ir.ScoreOf, ir.Everyone}
CALLS: Classes = {ir.CallDefinition, ir.CallPlacement, ir.Possible}
GROUPS = (
    ON_NOTHING, ON_WHAT_IS_FIXED, ON_NAMES, ON_THE_COURSE, ON_PLACES, ON_FACES, ON_ALL, CALLS,
)  # fmt: skip


def test_each_expression_is_in_one_group() -> None:
    assert sorted(cls.__name__ for group in GROUPS for cls in group) == sorted(
        cls.__name__ for cls in EXPRESSIONS
    )


def test_each_statement_is_in_a_group() -> None:
    assert STATEMENTS - BLOCKS - OF_CARDS - ASKING - CALLING == OF_NO_GROUP


# ---- What knows them -----------------------------------------------------------------------------


@attrs.frozen
class Known:
    """What is done with classes, by what, which of them it must know, and the right default."""

    what: str
    by: tuple[object, ...]
    must: Classes
    default: Classes = frozenset()


ANALYSIS = (
    # It stands above `do` alone.
    Known("statements are analysed", (statements._HANDLERS,), NODE_STATEMENTS, {nodes.Require}),
    Known("premises are analysed", (premises.premises,),
          {nodes.Choose, nodes.Require, nodes.Let}),
    Known("expressions are analysed", (expressions._HANDLERS,), NODE_EXPRESSIONS),
    # Lists of values are complete when their names are taken down.
    Known("declarations are analysed", (declare._HANDLERS,), DECLARATIONS, {nodes.Values}),
    # A match has no name.
    Known("names are taken down", (declare._SORTS, declare.take_down), DECLARATIONS,
          {nodes.MatchBest, nodes.MatchRace, nodes.MatchGames}),
    # Anything may be otherwise behind the others.
    Known("what they change is known", (changes.after, changes._of), NODE_STATEMENTS,
          {nodes.OneOf, nodes.Open, nodes.Proceed, nodes.Reverse}),
    Known("and from within loops", (changes._anywhere, changes._of), NODE_STATEMENTS,
          {nodes.OneOf, nodes.Open, nodes.Proceed, nodes.Reverse}),
    Known("facts end with what they look at", (changes.looks_at,),
          ON_THE_COURSE | ON_PLACES | ON_ALL | CALLS),
    # Who acts where a zone or a variable is meant is an expression in it.
    Known("who acts may matter", (changes.mentions_me,), ON_THE_COURSE | ON_ALL | CALLS,
          {ir.Counter, ir.VariableValue, ir.ScoreOf, ir.CallPlacement}),
    # What collections and operations look at is an expression in them.
    Known("is not known before a game begins", (constants._CHANGING, constants.with_definitions,
                                                constants.check_constant),
          ON_THE_COURSE | ON_PLACES | ON_ALL | CALLS,
          {ir.Contents, ir.CardsOfStacks, ir.Operation}),
    Known("somebody else acts in the block", (acting._with_the_same_me,), BLOCKS,
          OTHERS_ACT),
    # Those who answer to a window or choose together need not be the one who acts.
    Known("somebody who acts is asked", (acting._asks_for_me,), ASKING,
          {ir.OpenWindow, ir.Together}),
    Known("lead to the end of a turn", (turn_ends._outside,), CALLING),
    # The others need nothing that can need them.
    Known("need other parts", (circles._parts_of,), DECLARATIONS,
          {nodes.Zone, nodes.Tokens, nodes.Values, nodes.Variable, nodes.Window, nodes.Setup,
           nodes.Play, nodes.MatchBest, nodes.MatchRace, nodes.MatchGames}),
    # The others give a name, or mean an operation.
    Known("need a part by its name", (circles._Reader.needs,), WITH_NAMES,
          {nodes.Let, nodes.Choose, nodes.Pick, nodes.EachIn, nodes.Quantified, nodes.Phase,
           nodes.Of}),
    # Of the others it is cards.
    Known("`it` below a statement has a type", (sentences._it,), EVENTS, OF_CARDS),
)  # fmt: skip

LOWERING = (
    Known("statements are lowered", (program.LOWERERS,), STATEMENTS),
    Known("slots have a shape", (laid.around, laid.behind), WITH_SLOTS),
    # Names of premises are in them, the other slots are the engine's own.
    Known("slots have a name", (slots._of_statements,), WITH_SLOTS,
          {ir.As, ir.Draw, ir.EachPlayer, ir.OpenWindow, ir.Repeat, ir.Rounds, ir.Turns, ir.While}),
    Known("premises name slots", (slots._of_premises,), PREMISES, {ir.Requirement}),
    Known("names of premises are in an answer", (laid.named,), PREMISES, {ir.Requirement}),
    Known("and are taken out of it", (asking._together,), PREMISES, {ir.Requirement}),
    Known("instructions can wait", (program.waits,), with_field(INSTRUCTIONS, "wait"),
          {code.Turn}),  # its block does
    Known("end more than their procedure", (program.waits,), mentioned(parts._leaves)),
    Known("instructions have blocks", (code.blocks,),
          with_field(INSTRUCTIONS, "body", "branches", "does"), {code.Turn}),  # it is `Labelled`
)  # fmt: skip

# What the machine does between statements.
_NO_STATEMENT = {
    code.Put, code.PutAll, code.PutTuple, code.SetRegister, code.Reverse, code.Keep, code.Restore,
    code.Forget, code.Announce, code.SayWhy, code.Telling, code.Labelled, code.Turn, code.Loop,
    code.Leave, code.CountDown, code.Unpack, code.Count,
}  # fmt: skip

ENGINE = (
    # An option is a constant by then.
    Known("values have source", (emit._EMITTERS,), EXPRESSIONS | classes(code, ir.Expr),
          {ir.OptionValue}),
    # A question can always wait.
    Known("instructions have source", (parts._WRITERS,), INSTRUCTIONS, {code.Ask}),
    # Over the others a procedure goes on.
    Known("and where they wait", (parts._WAITING,),
          with_field(INSTRUCTIONS, "wait", "body", "branches", "does")),
    Known("instructions count as work", (parts._COUNTED,), INSTRUCTIONS, _NO_STATEMENT),
    # Of the others it is cards.
    Known("`it` below an instruction has a value", (telling._found, parts.PartWriter.telling),
          {code.Pick, code.SetVariable, code.MoveTokens, code.StopAction}),
    # The others are looked into.
    Known("look at faces", (noting._looks,), ON_FACES | ON_ALL | CALLS,
          {ir.CallDefinition, ir.CallPlacement}),
    Known("are made of others by name", (depth.uses,), CALLS),
    Known("are made of premises", (depth.values_of,), PREMISES),
    Known("mix cards", (mixing.Mixing.of,), CALLING | OF_CARDS | {ir.Pick},
          {ir.MoveCards, ir.MoveStacks, ir.NewStack, ir.Reveal, ir.Swap}),  # each where it is put
    Known("may mix cards within", (mixing._MIXING,), mentioned(mixing.Mixing.of)),
    Known("others act in the block of an action", (openers._OF_OTHERS,), OTHERS_ACT),
    Known("names go where cards go", (mixed._move,), OF_CARDS, STAYING),
    Known("bind names", (mixed.Reader._statement, mixed.Reader._begin),
          WITH_SLOTS - {ir.As, ir.Draw, ir.EachPlayer, ir.Repeat, ir.Rounds, ir.Turns, ir.While}),
    Known("give cards to other procedures", (mixed.Reader._statement,), CALLING, {ir.Draw}),
    # A choice is known to all whom it is said to, and chance has nothing to hide.
    Known("keep who could know a name", (looked._procedure,),
          {ir.Let, ir.Naming, ir.EachIn, ir.Pick, ir.Choose, ir.Together, ir.CallRoutine,
           ir.OpenWindow},
          {ir.Choose, ir.Pick}),
    Known("may be read", (watch._Read._look,), {ir.VariableValue, ir.Counter}),
    Known("shapes are checked", (forms.form_of,), SHAPES),
    # No card is a number, and who acts is a player.
    Known("cards are found in shapes", (things.renaming,), SHAPES,
          {shapes.Number, shapes.Acting}),
    Known("shapes are written in words", (printing._shape,), SHAPES),
    Known("blocks are printed", (printing._instruction,),
          with_field(INSTRUCTIONS, "body", "branches", "does"), {code.Turn}),  # it is `Labelled`
    Known("premises are printed", (printing._premises,), PREMISES),
)  # fmt: skip

# What leads elsewhere than to the next instruction, or to blocks within.
_LEADING = mentioned(parts._leaves) | with_field(
    INSTRUCTIONS, "body", "branches", "does", "label", "wait"
)
MACHINE = (
    Known("lead somewhere", (graph._Maker._node, graph._Maker._carried_out), _LEADING,
          {code.Turn}),  # it is `Labelled`
    Known("carry out procedures", (control.carried_out,),
          with_field(INSTRUCTIONS, "wait")),
    Known("change variables", (control._changed,), {code.SetVariable, code.MoveTokens}),
    # Zones are swapped; what the others lay counts no passes, and ends no loop.
    Known("lay something into slots", (control.lays,),
          with_field(INSTRUCTIONS, "slot", "slots", "position", "left", "current"),
          {code.Restore, code.CountDown, code.Draw, code.PassOn, code.Swap}),
    Known("are followed by proofs", (followed._FOLLOWED, followed._CHANGED), INSTRUCTIONS),
    Known("are carried out with bounds", (carrying_out._CARRIED_OUT,), INSTRUCTIONS),
    Known("shapes have bounds", (ranges_of_shapes.bound_of_shape,), SHAPES),
    Known("steps have bounds", (carrying_out.Pass._searched,), STEPS),
)  # fmt: skip

LINT = (
    Known("use an expression by name", (unused._USES, unused.uses_of),
          with_field(EXPRESSIONS, of="str"), {ir.IsLine, ir.Operation}),
    # What stands in the others are names of their own.
    Known("use by name", (unused._USES, unused.uses_of), with_field(STATEMENTS, of="str"),
          {ir.Let, ir.Pick, ir.EachIn, ir.Phase}),
    # To choose something is to use it.
    Known("are names that something must use", (unused._unused_names,), {ir.Let, ir.Naming}),
    # Nothing is repeated in the others, or all of them asks somebody.
    Known("are left by `end`", (endless._CONSTRUCTS,), BLOCKS, {ir.If, ir.As, ir.Together}),
    Known("ask somebody", (hidden_premise._asks,), ASKING),
    Known("look at hidden faces", (sight.Sight.reads,), ON_FACES | ON_ALL | CALLS | {ir.Local}),
    Known("know what each thing is", (sight.Sight._within,), with_field(EXPRESSIONS, "bound")),
    # What is drawn next in the order of a zone, and who sees it, no condition asks.
    Known("change what a condition looks at", (touched.changed,),
          OF_CARDS | {ir.SetVariable, ir.Tokens, ir.CallRoutine}, STAYING),
    # What a score or an operation gives is no card that lies elsewhere than its parts.
    Known("may mean cards of any zone", (reveals._mention,),
          ON_PLACES | ON_ALL | {ir.Local, ir.VariableValue, ir.CallDefinition},
          {ir.Contents, ir.CardsOfStacks, ir.Operation, ir.ScoreOf}),
    Known("are values of names", (reveals.named_values,),
          {ir.Let, ir.Pick, ir.EachIn, *PREMISES}, {ir.Requirement}),
)  # fmt: skip

EVERYWHERE = (*ANALYSIS, *LOWERING, *ENGINE, *MACHINE, *LINT)


@pytest.mark.parametrize("known", EVERYWHERE, ids=lambda known: known.what)
def test_each_construct_is_known_where_it_must_be(known: Known) -> None:
    missing = known.must - mentioned(*known.by)
    assert {cls.__name__ for cls in missing} == {cls.__name__ for cls in known.default}


def test_statements_have_one_handler() -> None:
    assert not mentioned(card_statements.CARD_HANDLERS) - mentioned(statements._HANDLERS)


# ---- Operations ----------------------------------------------------------------------------------


def _made(types: list[Type], name: str) -> Type | None:
    op = operations()[name]
    made = op.rule(types) if op.arity == len(types) else None
    return made if isinstance(made, Type) else None


@pytest.mark.parametrize("name", operations())
def test_what_an_operation_looks_at_is_known(name: str) -> None:
    op = operations()[name]
    text = op.emit([f"argument{at}" for at in range(op.arity)])
    if re.search(r"\bs\b", re.sub(r"\bs, argument0, KIND\b", "", text)):
        assert name in operations_in(changes.looks_at), "it looks at the state"
    for taken in (CARD, STACK):
        made = _made([taken], name)
        if made is not None and made.base not in ("card", "stack", "collection", "unknown"):
            assert name in operations_in(noting._looks), "it tells cards from each other"


# ---- Words ---------------------------------------------------------------------------------------


def _begins(rule: str) -> dict[str, set[str]]:
    """The rules that stand first in a rule of alternatives, each with the words it begins with."""
    found: dict[str, set[str]] = {}
    for item in parser().rules:
        if item.origin.name == rule and item.expansion and not item.expansion[0].is_term:
            name = item.expansion[0].name
            found[name] = {
                parser().get_terminal(one.expansion[0].name).pattern.value.removesuffix(r"\b")
                for one in parser().rules
                if one.origin.name == name
            }
    return found


def _words(rules: dict[str, set[str]]) -> set[str]:
    return {word for words in rules.values() for word in words}


def _has(rule: str, part: str) -> bool:
    """Whether something is a part of a rule."""
    return any(
        symbol.name == part
        for item in parser().rules
        if item.origin.name == rule
        for symbol in item.expansion
    )


def test_the_words_that_begin_lines_are_known() -> None:
    lines, declared = _begins("_statement"), _begins("_declaration")
    assert set(expected.DECLARATIONS) == _words(declared)
    # Lines that stand only with others.
    assert set(expected.STATEMENTS) == _words(lines) | {"ask", "else", "require"}
    everything = {**lines, **declared}
    opening = {name: words for name, words in lines.items() if _has(name, "block")}
    with_premises = {name: words for name, words in everything.items() if _has(name, "premises")}
    assert _words(with_premises) == expected.WITH_PREMISES
    assert _words(opening | {"together": lines["together"]}) | {"else"} == expected.OPENING


def test_the_words_of_a_token_are_told() -> None:
    """Where one of the words of a pattern is missing, they all are named."""
    patterns = {item.name: item.pattern for item in parser().terminals}
    without_a_name = {"_NL", "COMMENT"} | {name for name in patterns if name.startswith("__")}
    lists = {name for name, item in patterns.items() if item.type == "re"} - without_a_name
    assert lists == expected._WORDS.keys() - {"_INDENT", "_DEDENT"}
    for name in lists:
        told = set(re.findall("`([^`]+)`", " ".join(expected._WORDS[name])))
        assert name in _OPEN or _listed(name) == told, name


# What has no list of words.
_OPEN = ("NAME", "INTEGER", "STRING", "IDS", "COMPARE", "PLUS", "TIMES")


def _listed(name: str) -> set[str]:
    """The words for which a token stands."""
    pattern = parser().get_terminal(name).pattern.value.replace(r"\b", "").replace("[ ]+", " ")
    return set(pattern.strip("()").removeprefix("?:").split("|"))


def test_what_begins_a_value_is_told_at_once() -> None:
    told = {word for name in expected._VALUE_TOKENS & _WITH_LISTS for word in _listed(name)}
    assert (
        words_that_begin_values() - told
        == {word for word in expected._VALUE_WORDS if word.isalpha()} - told
    )


_WITH_LISTS = frozenset(expected._WORDS) - {*_OPEN, "_INDENT", "_DEDENT"}


@pytest.mark.parametrize(
    ("token", "cls", "field", "more"),
    [
        ("CONSTRUCT", ir.End, "construct", ()),
        ("DIRECTION", ir.PlayersInOrder, "direction", ()),
        ("EXTREME", ir.Extremes, "extreme", ()),
        ("EXTREME", ir.Fold, "fold", ("sum",)),
        ("QUANTIFIER", ir.Quantified, "quantifier", ()),
        ("SHAPE", ruleset.Zone, "shape", ()),
        ("HOLDER", ruleset.Zone, "holder", ("shared",)),
        ("LAYER", ruleset.Visibility, "layer", ("all",)),
    ],
)
def test_the_words_of_the_grammar_are_those_of_the_intermediate_form(
    token: str, cls: type, field: str, more: tuple[str, ...]
) -> None:
    assert {*_listed(token), *more} == set(_values(cls, field))


def test_the_names_that_need_no_declaration_are_those_of_the_intermediate_form() -> None:
    assert set(reserved.GROUPS) == set(_values(ir.Everyone, "group"))
    roles = {*_values(ir.Role, "role"), *_values(ir.Counter, "counter")}
    assert {*reserved.ROLES} - {"it"} == roles


def _values(cls: type, field: str) -> tuple[str, ...]:
    """What a field may hold."""
    found: tuple[str, ...] = typing.get_args(typing.get_type_hints(cls)[field])
    return found


def test_what_others_call_a_word_is_no_word_there() -> None:
    known = {*expected.STATEMENTS, *expected.DECLARATIONS}
    for word, meant in expected.OTHER_WORDS.items():
        assert word not in known and meant.split()[0] in known, word


# ---- Parts of a ruleset --------------------------------------------------------------------------

EACH_PART = """
setup
    do deal
routine deal
    draw 1 from deck to (first of players).hand
play
    as starter
        one of go
action go
    do
        open theft to opponents
window theft
interrupt keep answers theft
    do
        stop
standing odd
    if deck is empty
        shuffle deck
when deck runs dry
    shuffle deck
"""


def _procedures_in(part: object) -> Iterator[ir.Procedure]:
    """Whatever a ruleset has of them."""
    if isinstance(part, Mapping):
        part = tuple(part.values())
    for item in ir.walk(part):
        if isinstance(item, ir.Procedure):
            yield item


def test_all_that_is_carried_out_is_found_everywhere() -> None:
    of = harness.ruleset(harness.HAND + EACH_PART)
    parts = [getattr(of, name) for name in fields(type(of))]
    every = {id(item) for part in parts for item in _procedures_in(part)}
    assert len(every) == 7
    assert {id(item) for item in of.procedures()} == every
    assert {id(item) for _, item in program._keyed(of)} == every
    bodies = {id(item.body) for item in of.procedures()}
    assert {id(body) for _, body in mixing.bodies(of)} == bodies
    printed = [line.split()[0] for line in printing.print_procedures(of) if line[:1].strip()]
    assert sorted(printed) == sorted(item.role for item in of.procedures())
