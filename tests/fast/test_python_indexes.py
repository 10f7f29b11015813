"""In plain Python no index is below 0: it would count from the end of a list."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Callable
from typing import Any

import pytest

from cardrules.engine.game import Game
from cardrules.fast.llvm.checks import Array, Local
from cardrules.fast.python import writing
from cardrules.fast.python.called import BEYOND
from cardrules.fast.python.lists import LISTS
from cardrules.fast.python.playing import PythonGame
from cardrules.fast.python.whole import PythonWhole
from cardrules.fast.python.writing import PythonCode
from cardrules.kernel.numbers import NONE
from cardrules.rulesets import load
from tests.fast.beside import random_game

CELLS = 6
GIVEN = (NONE, -2, -1, 0, 1, 2, 3)


class BelowError(Exception):
    """An index is below 0."""


def right(index: int) -> int:
    """An index that is looked at."""
    if index < 0:
        raise BelowError
    return index


def beyond() -> int:
    raise BelowError


class Look(ast.NodeTransformer):
    """Looks at each index of a list."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        name = node.value.id if isinstance(node.value, ast.Name) else "x"
        # What else has a name is a dictionary, or a known pile, of which the last card has -1.
        is_list = name[0] in "azmT" or name == "cells"
        is_pile = name.startswith(f"{LISTS}_")
        if is_list and not is_pile and not isinstance(node.slice, ast.Slice):
            node.slice = ast.Call(ast.Name("right", ast.Load()), [node.slice], [])
        return node


def looked_at(text: str) -> str:
    """A module in which each index of a list is looked at."""
    return ast.unparse(ast.fix_missing_locations(Look().visit(ast.parse(text))))


# -- functions -------------------------------------------------------------------------------------


class Draw:
    """Writes functions by chance, which look at lists in many ways."""

    def __init__(self, code: PythonCode, seed: int) -> None:
        self.code, self.random = code, random.Random(seed)
        self.tables = [code.table("i", [0, 1, 2, 3, 4, 5]), code.table("i", [-1, 3, 0, 1, NONE, 2])]
        self.common = [Array("i", "m0", ""), Array("i", "m1", "")]
        self.lists: list[Array] = []
        self.names: list[Local] = []
        self.values: list[str] = []
        self.callees: list[str] = []
        # How often something below 0 stands there, and what is given may be below 0.
        self.numbers = [*map(str, range(CELLS)), "0", "0", "1", "1"]
        self.numbers += [["-1"], ["-1", str(NONE)], []][self.random.randrange(3)]
        self.is_wild = self.random.random() < 0.5

    def value(self) -> str:
        """A value that is there, or a number."""
        draw = self.random.random()
        if draw < 0.2:
            return self.code.read(self.random.choice(self.names))
        if draw < 0.4:
            return self.random.choice(self.numbers)
        return self.random.choice([*self.values[-3:], *self.values])

    def looked(self) -> str:
        """What lies at a place of a list."""
        return self.code.at(self.random.choice([*self.tables, *self.lists]), self.value())

    def flag(self) -> str:
        """A test."""
        how, other = self.random.choice(["=", "!=", "<", "<=", ">", ">="]), self.value()
        if self.random.random() < 0.6:
            how, other = self.random.choice([(">=", "0"), ("<", "0"), (">", "-1"), ("!=", "-1")])
        found = self.code.compare(how, self.value(), other)
        return self.random.choice([found, found, self.code.no(found)])

    def new(self) -> str:
        """A value that is made of others."""
        code, value, flag = self.code, self.value, self.flag
        made: list[Callable[[], str]] = [
            self.looked,
            self.looked,
            lambda: code.read(self.random.choice(self.names)),
            lambda: code.plus(value(), self.random.choice(["1", "2", value()])),
            lambda: code.minus(value(), self.random.choice(["1", "2", value()])),
            lambda: code.choose("i", flag(), value(), value()),
            lambda: code.one_of("i", flag(), self.looked, self.looked),
            lambda: code.lowest(value()),
            lambda: code.lower_bits(value(), 2),
            lambda: code.both(flag(), lambda: code.compare("<", self.looked(), "2")),
            lambda: code.larger(value(), value()),
        ]
        if self.callees:
            made.append(lambda: self.call(self.random.choice(self.callees)))
        return code.as_number(self.random.choice(made)())

    def call(self, name: str) -> str:
        """What a function gives, which is given a list and a value."""
        cells = self.random.choice(self.lists).place
        return self.code.call(name, [(cells, "ptr"), (self.value(), "i64")], "i64")

    def body(self, depth: int) -> None:
        """Some statements."""
        there, code, draw = len(self.values), self.code, self.random
        for _ in range(draw.randrange(2, 5)):
            match draw.randrange(8 if depth else 4):
                case 0 | 1:
                    self.values.append(self.new())
                case 2:
                    code.put(draw.choice(self.lists), self.value(), self.value())
                case 3:
                    code.write(draw.choice(self.names), self.value())
                case 4 | 5:
                    with code.when(self.flag()):
                        self.body(depth - 1)
                case 6:
                    with code.through(draw.choice(["0", "1", "-1"]), "3") as at:
                        self.values.append(at)
                        self.body(depth - 1)
                        self.values.remove(at)
                case _:
                    with code.block() as block:
                        self.body(depth - 1)
                        with code.when(self.flag()):
                            code.leave(block)
                        self.body(depth - 1)
        del self.values[there:]

    def function(self, name: str) -> None:
        """A whole one, which gives what is in a name at the end, and more."""
        code = self.code
        with code.function(name, [("%cells", "ptr"), ("%x", "i64")], "i64"):
            self.values = ["%x"]
            if name == "whole" and not self.is_wild:
                self.values = [code.lower_bits("%x", 2)]
            self.lists = [*self.common, code.array("i", CELLS), code.given_array("%cells")]
            self.names = [code.local("i", "0"), code.local("i", "1"), code.local("i", "%x")]
            self.body(3)
            code.give("i", code.plus(code.read(self.names[0]), self.looked()))
        self.callees.append(name)


def module(seed: int) -> str:
    """Functions that call each other."""
    code = PythonCode(CELLS)
    draw = Draw(code, seed)
    for name in ("first", "second", "whole"):
        draw.function(name)
    return code.module("whole")


def outcome(text: str, given: int) -> object:
    """What comes of it; nothing where an index is none of a list."""
    lists = {name: [0] * CELLS for name in ("m0", "m1")}
    names: dict[str, Any] = {"right": right, BEYOND: beyond, **lists}
    exec(text, names)
    try:
        return names["whole"]([0, 2, 1, 0, -1, 3], given), lists
    except (BelowError, IndexError):
        return None


def outcomes(seed: int, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether it is given up: just there where an index would be below 0, or beyond a list."""
    text = module(seed)
    with monkeypatch.context() as patch:
        patch.setattr(writing, "look_at_indexes", lambda *_: None)
        every = looked_at(module(seed))
    found = [outcome(text, given) for given in GIVEN]
    assert found == [outcome(every, given) for given in GIVEN], seed
    return [one is None for one in found]


def test_functions_by_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [is_it for seed in range(40) for is_it in outcomes(seed, monkeypatch)]
    assert min(found.count(True), found.count(False)) > 30


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1000, 3000, 500))
def test_many_functions_by_chance(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(first, first + 500):
        outcomes(seed, monkeypatch)


def text_of(write: Callable[[PythonCode, Array], None]) -> str:
    code = PythonCode(CELLS)
    with code.function("whole", [("%x", "i64")], "i64"):
        write(code, code.array("i", CELLS))
    return code.module("whole")


def test_what_is_known_not_to_be_below_is_not_looked_at() -> None:
    def write(code: PythonCode, cells: Array) -> None:
        with code.through("0", str(CELLS)) as at:
            code.put(cells, at, code.plus(at, "2"))
        with code.when(code.compare(">=", "%x", "0")):
            code.give("i", code.at(cells, code.at(cells, "%x")))
        is_none = code.compare("=", "%x", str(NONE))
        code.give("i", code.choose("i", is_none, "7", "8"))

    assert BEYOND not in text_of(write)


def test_what_was_looked_at_is_not_looked_at_again() -> None:
    def write(code: PythonCode, cells: Array) -> None:
        code.put(cells, "%x", "1")
        code.give("i", code.plus(code.at(cells, "%x"), "1"))

    assert text_of(write).count(BEYOND) == 1


def test_a_place_before_the_first_is_looked_at() -> None:
    def write(code: PythonCode, cells: Array) -> None:
        with code.through("0", "2") as at:
            code.put(cells, code.minus(at, "1"), "1")
        code.give("i", "0")

    assert BEYOND in text_of(write)


@pytest.mark.parametrize("number", ["1", "-1"])
def test_what_is_laid_in_a_list_by_a_function_that_is_given_it(number: str) -> None:
    code = PythonCode(CELLS)
    with code.function("lay", [("%cells", "ptr")], "void"):
        code.put(code.given_array("%cells"), "0", number)
    with code.function("look", [("%cells", "ptr")], "i64"):
        given = code.given_array("%cells")
        code.give("i", code.at(code.table("i", [5, 6]), code.at(given, "0")))
    with code.function("whole", [], "i64"):
        cells, others = code.array("i", CELLS), code.array("i", CELLS)
        for one in (cells, others):
            code.call("lay", [(one.place, "ptr")])
        looked = code.call("look", [(others.place, "ptr")], "i64")
        code.give("i", code.plus(looked, code.at(others, code.at(cells, "0"))))
    assert code.module("whole").count(BEYOND) == (0 if number == "1" else 2)


# -- games -----------------------------------------------------------------------------------------


def compare(game: Game, games: int) -> None:
    """In games no index is below 0."""
    numpy = pytest.importorskip("numpy")
    text = PythonWhole(game.program).text()
    made, plain = (
        PythonGame(compile(one, "<game>", "exec"), game.program, game.limit, numpy)
        for one in (looked_at(text), text)
    )
    made._names["right"] = right
    assert made.play(0, games) == plain.play(0, games)


@pytest.mark.parametrize("name", ["crazy_eights", "leduc_poker"])
def test_bundled_games(name: str) -> None:
    ruleset = load(name)
    compare(Game(ruleset, ruleset.players_min), 2)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 60, 20))
def test_random_rulesets(first: int) -> None:
    for seed in range(first, first + 20):
        game = random_game(seed)
        if game is not None:
            compare(game, 2)


def test_a_game_that_would_look_beyond_a_list_is_given_up() -> None:
    game = Game(load("crazy_eights"), 3)
    numpy = pytest.importorskip("numpy")
    text = PythonWhole(game.program).text()
    # As if a card were taken that there is not.
    other = re.sub(r"\(z\[.*else z_last.*\[y - len\(z\)\]\)", "1000", text)
    assert other != text
    made, wrong = (
        PythonGame(compile(one, "<game>", "exec"), game.program, game.limit, numpy)
        for one in (text, other)
    )
    assert not made.play(0, 1)[0].is_given_up
    assert wrong.play(0, 1)[0].is_given_up
