"""What is nested deeply is played like anything else; beyond the limits it is CR005.

Python itself takes twenty loops in each other, a hundred brackets and a thousand calls in a row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from cardrules.analysis.circles import MAX_VALUE_DEPTH
from cardrules.analysis.load import analyse_source
from cardrules.analysis.premises import MOST_CHOICES
from cardrules.diagnostics.model import Diagnostic
from cardrules.engine.game import Game
from cardrules.engine.showing.explain import explain
from cardrules.errors import GameLimitError
from cardrules.lint.runner import lint_source
from cardrules.model.action import Action
from cardrules.source import normalised
from cardrules.syntax.lines import MOST_BRACKETS
from cardrules.syntax.parser import MAX_BLOCK_DEPTH, MAX_EXPRESSION_DEPTH
from tests.engine.harness import after, table

HAND = "zone hand per player spread, seen by owner\n"
TURN = "play\n    turns clockwise from starter once\n        one of go\n"
FRONT = (
    "---\ntitle: Deep\ngoal: Win.\nturn: Go.\nplayers: 2\n"
    "cards: {plain: {text: Plain., count: 9}}\n---\n"
)
DECK = "zone deck shared pile, seen by nobody, starts with cards\n"
END = "score\n    deck: count of deck\nwinner highest score\n"


def codes(rules: str) -> list[str]:
    """What lint says of a ruleset."""
    source = normalised("deep.rules", FRONT + DECK + rules + END)
    return [item.code for item in lint_source(source)]


def go(premises: list[str], effects: str = "set x to 1") -> str:
    """A ruleset with one action."""
    lines = "".join(f"    {line}\n" for line in premises)
    return f"variable x: integer = 0\n{TURN}action go\n{lines}    do\n        {effects}\n"


# ---- Choices -------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [1, 6, 7, 15, 16, 21, 40, 60])
def test_many_choices_with_few_ways_to_make_them_are_listed(number: int) -> None:
    premises = ["choose c0 from {1, 2}"]
    premises += [f"choose c{n} from {{1, 2}} where it = c{n - 1}" for n in range(1, number)]
    made = table(go([*premises, f"require c{number - 1} > 1"], f"set x to c{number - 1}"))
    assert len(made.legal) == 1
    values = {f"c{n}": 2 for n in range(number)}
    assert made.do("go", **values).value("x") == 2


@pytest.mark.parametrize("number", [18, 21, 40, 60, MOST_CHOICES])
def test_free_choices_are_counted(number: int) -> None:
    made = table(go([f"choose c{n} from {{1, 2}}" for n in range(number)]))
    actions = made.game.legal_actions(made.state)
    assert actions.total == 2**number
    last = actions[actions.total - 1] if number < 60 else actions[2**60 - 1]
    assert set(list(last.arguments.values())[-18:]) == {2} and last in actions
    assert made.do("go", **{f"c{n}": 1 + n % 2 for n in range(number)}).value("x") == 1


@pytest.mark.parametrize("number", [40, MOST_CHOICES])
def test_each_way_to_go_on_is_counted_once(number: int) -> None:
    """A choice that looks at the one before it does not care how that was come to."""
    premises = ["choose c0 from {1, 2, 3}"]
    premises += [f"choose c{n} from {{1, 2, 3}} where it >= c{n - 1}" for n in range(1, number)]
    made = table(go(premises))
    actions = made.game.legal_actions(made.state)
    assert actions.total == (number + 1) * (number + 2) // 2
    every = [list(actions[index].arguments.values()) for index in (0, 1, -2, -1)]
    assert every[0] == [1] * number and every[1] == [1] * (number - 1) + [2]
    assert every[2] == [2] + [3] * (number - 1) and every[3] == [3] * number
    assert made.state.work < 1_000_000


def test_names_carry_what_matters_to_choices_further_on() -> None:
    premises = ["choose c0 from {1, 2, 3}", "let n0 = c0"]
    for n in range(1, 9):
        premises += [f"choose c{n} from {{1, 2}}", f"let n{n} = n{n - 1} + c{n} - c{n}"]
    made = table(go([*premises, "choose last from {1, 2, 3} where it > n8", "require n0 != 2"]))
    actions = [action.arguments for action in made.game.legal_actions(made.state)]
    assert len(actions) == 2**8 * 2
    assert all(given["last"] > given["c0"] == 1 for given in actions)


def test_too_many_choices_are_told_where_they_are_one_too_many() -> None:
    lines = [f"choose c{n} from {{1, 2}}" for n in range(MOST_CHOICES)]
    assert "CR005" not in codes(go(lines))
    assert "CR005" in codes(go([*lines, "choose more from {1, 2}"]))


@pytest.mark.parametrize("number", [40, 90])
def test_choices_that_hang_together_in_very_many_ways_are_stopped_at_one(number: int) -> None:
    added = " + ".join(f"c{n}" for n in range(number))
    premises = [f"choose c{n} from {{1, 2}}" for n in range(number)]
    with pytest.raises(GameLimitError) as caught:
        table(go([*premises, f"require {added} = 55"]))
    found = caught.value.diagnostic
    assert isinstance(found, Diagnostic) and found.code in ("CR701", "CR702")
    assert found.source.text[found.span.start :].startswith("choose c")


def test_choices_that_hang_together_are_too_many_at_some_point() -> None:
    premises = [f"choose c{n} from {{1, 2}}" for n in range(40)]
    added = " + ".join(f"c{n}" for n in range(40))
    with pytest.raises(GameLimitError) as caught:
        table(go([*premises, f"require {added} = 55"]))
    assert caught.value.diagnostic.code in ("CR701", "CR702")


def test_many_choices_of_cards_and_names_between_them() -> None:
    """The answers are those of fewer choices that are listed."""
    premises = ["choose c0 from my hand"]
    for n in range(1, 20):
        premises += [f"let n{n} = count of my hand", f"require n{n} = 2"]
        premises += [f"choose c{n} from my hand where it = c{n - 1}"]
    setup = "setup\n    each player clockwise from starter\n        draw 2 from deck to my hand\n"
    made = table(HAND + setup + go(premises, "move c19 to deck"))
    assert len(made.legal) == 2
    assert made.do("go", **{f"c{n}": "8" for n in range(20)}).cards("deck")[-1] == "8"


def test_a_refusal_with_many_open_choices_is_explained() -> None:
    premises = [f"choose c{n} from {{1, 2}}" for n in range(40)]
    made = table(go([*premises, "require c0 = 1"]))
    refusal = explain(made.game, made.state, Action("go", {"c0": 2}))
    assert refusal is not None and refusal.reasons


def test_many_choices_of_all_at_once_and_possible() -> None:
    choices = "".join(f"        choose c{n} from {{1, 2}} where it > 1\n" for n in range(30))
    rules = f"""
variable x: integer = 0
play
    together each player clockwise from starter
{choices}        do
            add c29 to x
    as starter
        if possible go
            add 100 to x
action go
{choices.replace("        choose", "    choose")}    do
        set x to 0
"""
    made = table(rules)
    for _ in range(2):
        made.choose(**{f"c{n}": 2 for n in range(30)})
    assert made.value("x") == 104


def test_whether_something_is_possible_with_a_choice_given_deep_inside() -> None:
    choices = "".join(f"    choose c{n} from {{1, 2}} where it > 1\n" for n in range(30))
    rules = f"""
variable x: integer = 0
play
    as starter
        each c20 in {{1, 2}}
            if possible go(c20)
                add c20 to x
action go
{choices}    do
        set x to 0
"""
    assert table(rules).value("x") == 2


def test_cards_that_look_the_same_are_no_single_answer() -> None:
    """Of twenty choices among equal cards nobody need look at all the ways to make them."""
    choices = "".join(f"        choose c{n} unless forced from my hand\n" for n in range(20))
    rules = f"""{HAND}
setup
    each player clockwise from starter
        draw 4 from deck to my hand
play
    together each player clockwise from starter
{choices}        do
            move c19 to deck
"""
    made = table(rules, cards='plain: {name: "Plain", count: 9}')
    assert made.asked == 0 and len(made.legal) == 1


# ---- Statements ----------------------------------------------------------------------------------

BLOCKS = {
    "if": "if x < 100",
    "repeat": "repeat 1 times",
    "while": "while x < 1",
    "each": "each c{n} in {{1}}",
    "each player": "each player clockwise from starter where it = starter",
    "as": "as starter",
    "rounds": "rounds until x > 0",
    "turns": "turns clockwise from starter until x > 0",
    "phase": "phase p{n}",
}


def nested(block: str, depth: int, inner: str = "add 1 to x") -> str:
    """Blocks in each other, and a statement within."""
    lines = [f"{'    ' * n}{block.format(n=n)}" for n in range(depth)]
    return "\n".join([*lines, f"{'    ' * depth}{inner}"])


@pytest.mark.parametrize("block", BLOCKS.values(), ids=BLOCKS)
def test_blocks_are_nested_up_to_the_limit(block: str) -> None:
    made = after(nested(block, MAX_BLOCK_DEPTH - 1), "variable x: integer = 0\n")
    assert made.value("x") == 1


@pytest.mark.parametrize("block", BLOCKS.values(), ids=BLOCKS)
def test_blocks_beyond_the_limit_are_told(block: str) -> None:
    for depth in (MAX_BLOCK_DEPTH, 3 * MAX_BLOCK_DEPTH):
        lines = "".join(f"    {line}\n" for line in nested(block, depth).split("\n"))
        assert codes(f"variable x: integer = 0\nsetup\n{lines}play\n{lines}") == ["CR005", "CR005"]


def test_else_if_is_not_nested() -> None:
    branches = "\n".join(f"else if x = {n}\n    set x to {n + 1}" for n in range(1, 1200))
    made = after(f"if x = -1\n    set x to 7\n{branches}", "variable x: integer = 1100\n")
    assert made.value("x") == 1101


# ---- Expressions ---------------------------------------------------------------------------------

# What stands around an expression; `#` is the expression.
NUMBERS = {
    "brackets": ("(#)", 0),
    "sum": ("1 + (#)", 1),
    "product": ("1 * (# + 1)", 0),
    "negative": ("-(#)", 0),
    "min": ("min(9, #)", 0),
    "if": ("7 if x > 9 else (#)", 0),
    "condition": ("(0 if (#) = 0 else 1)", 0),
    "over cards": ("sum of (#) in (deck where number = 1)", 0),
    "highest": ("highest of (#) in (deck where number = 1)", 0),
    "definition": ("same(#)", 0),
}
FLAGS = {
    "not": "not #",
    "some": "some c@ in ones: #",
    "every": "every c@ in ones: #",
    "brackets": "(#)",
    "and": "(true and #)",
    "or": "(false or #)",
    "where": "(ones where #) is not empty",
    "highest": "(ones with highest (1 if # else 0)) is not empty",
    "subsets": "(subsets of ones where count of it = 1 and (#)) is not empty",
    "definition": "truly(#)",
    "quantified": "(some c@ in ones: (#)) = true",
}
HELPERS = (
    "variable x: integer = 0\nvariable f: flag = false\n"
    "define same(n: integer) = n\ndefine truly(n: flag) = n\n"
    # What looks at many cards again and again would be too much work.
    "define ones = only(first of cards)\n"
)


def around(form: str, depth: int, inner: str) -> str:
    """An expression within so many others."""
    for n in range(depth):
        inner = form.replace("#", inner).replace("@", str(n))
    return inner


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_are_nested(name: str) -> None:
    form, each = NUMBERS[name]
    start = after(f"set x to {around(form, 2, 'x')}", HELPERS).value("x")
    found = after(f"set x to {around(form, 30, 'x')}", HELPERS).value("x")
    if name == "product":
        assert found == 30
    elif name == "sum":
        assert (start, found) == (2 * each, 30)
    else:
        assert found == start


@pytest.mark.parametrize("name", FLAGS)
def test_conditions_are_nested(name: str) -> None:
    made = after(f"set f to {around(FLAGS[name], 30, 'x = 0')}", HELPERS)
    assert made.value("f") == 1


@pytest.mark.parametrize("form", [*(form for form, _ in NUMBERS.values()), *FLAGS.values()])
def test_expressions_beyond_the_limit_are_told(form: str) -> None:
    for depth in (MAX_EXPRESSION_DEPTH + 1, 1500):
        text = around(form, depth, "x = 0" if form in FLAGS.values() else "x")
        what = "f" if form in FLAGS.values() else "x"
        assert codes(f"{HELPERS}setup\n    set {what} to {text}\nplay\n    set x to 1\n") == [
            "CR005"
        ]


@pytest.mark.parametrize("sign", ["+", "*", "-", "and", "or"])
def test_long_chains_of_signs(sign: str) -> None:
    """They are as deep as they are long: each sign stands in the next."""

    def chain(number: int) -> str:
        return f" {sign} ".join(["f" if sign in ("and", "or") else "x"] * number)

    what = "f" if sign in ("and", "or") else "x"
    assert after(f"set {what} to {chain(MAX_EXPRESSION_DEPTH - 5)}", HELPERS).value("x") == 0
    for number in (MAX_EXPRESSION_DEPTH + 5, 5000):
        text = f"{HELPERS}setup\n    set {what} to {chain(number)}\nplay\n    set x to 1\n"
        assert codes(text) == ["CR005"]


def test_brackets_beyond_the_limit_are_told_at_once() -> None:
    text = around("(#)", MOST_BRACKETS + 1, "x")
    assert codes(f"{HELPERS}setup\n    set x to {text}\nplay\n    set x to 1\n") == ["CR005"]


# ---- Definitions ---------------------------------------------------------------------------------


def definitions(number: int, form: str) -> str:
    """A chain of definitions, the last one first; `#` is the one before."""
    lines = [f"define d{n} = {form.replace('#', f'd{n - 1}')}\n" for n in range(number - 1, 0, -1)]
    return "".join(lines) + "define d0 = x\n"


@pytest.mark.parametrize(
    "form", ["#", "# + 1", "sum of # in (deck where number = 1)", "min(#, 9) if # > 0 else #"]
)
def test_definitions_use_each_other_in_a_long_chain(form: str) -> None:
    number = 12 if "if" in form else 300 if form in ("#", "# + 1") else 150
    made = after(f"set x to d{number - 1}", f"variable x: integer = 1\n{definitions(number, form)}")
    assert made.value("x") == (300 if form == "# + 1" else 1)


def test_placements_and_actions_use_each_other_in_a_long_chain() -> None:
    def lines() -> Iterator[str]:
        yield "variable x: integer = 0\nplacement p0(card on target)\n    all: card.number > 0\n"
        for n in range(1, 100):
            yield f"placement p{n}(card on target)\n    all: p{n - 1}(target on card)\n"
        yield "action a0\n    require x = 0\n    do\n        set x to 1\n"
        for n in range(1, 100):
            yield f"action a{n}\n    require possible a{n - 1}\n    do\n        set x to 2\n"
        yield "play\n    as starter\n        if possible a99\n"
        yield "            each c in deck\n                if p99(c on c)\n"
        yield "                    add 1 to x\n"

    assert table("".join(lines())).value("x") == 9


def test_a_chain_that_is_too_long_is_told_where_it_gets_too_long() -> None:
    text = f"variable x: integer = 1\n{definitions(MAX_VALUE_DEPTH, '# + 1')}"
    assert codes(f"{text}setup\n    set x to d{MAX_VALUE_DEPTH - 1}\nplay\n    set x to 1\n") == [
        "CR005"
    ]
    chain = "".join(
        f"action a{n}\n    require possible a{n - 1}\n    do\n        set x to 2\n"
        for n in range(1, MAX_VALUE_DEPTH)
    )
    first = "action a0\n    require x = 0\n    do\n        set x to 1\n"
    play = TURN.replace("go", f"a{MAX_VALUE_DEPTH - 1}")
    found = codes(f"variable x: integer = 0\n{first}{chain}setup\n    set x to 0\n{play}")
    assert found[:1] == ["CR005"]


def test_routines_carry_out_each_other_in_a_long_chain() -> None:
    routines = "".join(f"routine r{n}\n    do r{n - 1}\n" for n in range(1, 500))
    rules = f"variable x: integer = 0\nroutine r0\n    add 1 to x\n{routines}"
    assert after("do r499", rules).value("x") == 1


def test_deep_rulesets_can_be_made_where_the_stack_is_used_already() -> None:
    """As in a program that calls from within."""
    setup = f"setup\n    set x to {around('-(#)', 30, 'x')}\nplay\n    set x to 1\n"
    text = FRONT + DECK + HELPERS + setup + END

    def at(depth: int, what: Callable[[], object]) -> object:
        return what() if depth == 0 else at(depth - 1, what)

    def made() -> object:
        found, diagnostics = analyse_source(normalised("deep.rules", text))
        assert found is not None, [item.message for item in diagnostics]
        return Game(found, 2).start()

    assert at(300, made)
