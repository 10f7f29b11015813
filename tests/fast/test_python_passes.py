"""What is made of statements before they are text: each pass does what it is for, and nothing that
is not the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from cardrules.fast.llvm.checks import Array
from cardrules.fast.python.binding import bound, made_in
from cardrules.fast.python.bounds import AllBounds
from cardrules.fast.python.runtime import CardsIn
from cardrules.fast.python.statements import PRODUCT, Value
from cardrules.fast.python.writing import PythonCode
from cardrules.kernel.numbers import MOST_NUMBER, NONE

Write = Callable[[PythonCode], None]
# Registers, and lists of the game: of one some places are known, of the other none.
_AHEAD = {"r_work_left": 1000, "r_turn": 0, "z_few": [0] * 3, "z_many": [0] * 9}
_WORK, _TURN = "0", "1"
FEW, MANY, REGISTERS = (
    Array("i", "z_few", ""),
    Array("i", "z_many", ""),
    Array("i", "registers", ""),
)


class GivenUp(Exception):
    """A game is given up."""


def module(*functions: Write, name: str = "f") -> str:
    """Functions f, g and so on; the first one is called from outside."""
    code = PythonCode(10)
    code.registers.update({0: "r_work_left", 1: "r_turn"})
    for at, write in enumerate(functions):
        with code.function(chr(ord(name) + at), [("%x", "i64"), ("%y", "i64")], "i64"):
            write(code)
    # Indexes that may be below 0 are looked at in another test.
    return re.sub(r"(\w+) if \1 >= 0 else beyond\(\)", r"\1", code.module(name))


def run(text: str, *given: object) -> object:
    """What f gives."""
    names: dict[str, Any] = {**_AHEAD, "z_few": [0] * 3, "z_many": [0] * 9, "GivenUp": GivenUp}
    exec(text, names)
    return names["f"](*given)


def get(code: PythonCode, register: str) -> str:
    """What a register is."""
    return code.at(REGISTERS, register)


def put(code: PythonCode, register: str, value: str) -> None:
    """A register gets a value."""
    code.put(REGISTERS, register, value)


# -- registers and places that one function uses ---------------------------------------------------


def test_a_register_that_one_function_uses_is_a_name_of_it() -> None:
    def write(code: PythonCode) -> None:
        put(code, _TURN, "%x")
        with code.when(code.compare(">", "%y", "3")):
            put(code, _TURN, "7")
        code.give("i", get(code, _TURN))

    text = module(write)
    assert "r_turn" not in text
    assert [run(text, 5, y) for y in (3, 4)] == [5, 7]


def test_a_register_stays_one_if_it_may_have_its_value_from_before() -> None:
    def write(code: PythonCode) -> None:
        with code.when(code.compare(">", "%y", "3")):
            put(code, _TURN, code.plus(get(code, _TURN), "1"))
        code.give("i", get(code, _TURN))

    text = module(write)
    assert "r_turn" in text
    assert run(text, 5, 4) == 1


def test_a_register_at_which_others_look_stays_one() -> None:
    def calls(code: PythonCode) -> None:
        put(code, _TURN, "%x")
        for _ in range(2):
            code.call("g", [("%x", "i64"), ("%y", "i64")], "i64")
        code.give("i", get(code, _TURN))

    def called(code: PythonCode) -> None:
        with code.loop() as loop:
            put(code, _TURN, code.plus(get(code, _TURN), "1"))
            with code.when(code.compare(">=", get(code, _TURN), "%y")):
                code.leave(loop)
            # It is called again, so that it does not stand where it is called.
            code.call("g", [("%x", "i64"), ("%y", "i64")], "i64")
        code.give("i", get(code, _TURN))

    text = module(calls, called)
    assert "r_turn" in text
    assert run(text, 1, 5) == 9


def test_places_of_a_list_are_names_if_all_of_them_are_known() -> None:
    def write(code: PythonCode) -> None:
        for at, value in enumerate(("%x", "%y", "4")):
            code.put(FEW, str(at), value)
        with code.when(code.compare(">", "%x", "%y")):
            code.put(FEW, "1", "9")
        # Of this one nobody knows which place it is.
        code.put(MANY, "%x", "5")
        code.put(MANY, "1", "6")
        total = code.plus(code.plus(code.at(FEW, "0"), code.at(FEW, "1")), code.at(FEW, "2"))
        code.give("i", code.plus(code.times(total, "100"), code.at(MANY, "%x")))

    text = module(write)
    assert "z_few[" not in text
    assert "z_many[" in text
    assert [run(text, *given) for given in ((2, 3), (3, 2), (1, 1))] == [905, 1605, 606]


# -- what is known ---------------------------------------------------------------------------------


def test_what_is_worked_out_twice_is_worked_out_once() -> None:
    def write(code: PythonCode) -> None:
        def value() -> str:
            return code.at(MANY, code.plus("%x", "1"))

        first = value()
        with code.when(code.compare(">", "%y", "0")):
            code.put(FEW, "0", code.times(value(), "%y"))
        second = value()
        code.put(MANY, "%y", "3")
        code.give("i", code.plus(code.plus(first, second), code.times(value(), "10")))

    text = module(write)
    # What was laid there may have been that one.
    assert len(re.findall(r"z_many\[\w+(?: \+ 1)?\](?! =)", text)) == 2
    assert [run(text, 1, y) for y in (2, 4)] == [30, 0]


def test_what_was_laid_at_another_place_is_known_all_the_same() -> None:
    def write(code: PythonCode) -> None:
        code.put(MANY, "1", "%x")
        code.put(MANY, "2", "%y")
        first = code.at(MANY, "1")
        code.put(MANY, "%x", "8")
        code.give("i", code.plus(code.times(first, "10"), code.at(MANY, "1")))

    text = module(write)
    assert len(re.findall(r"z_many\[1\]", text)) == 2
    assert [run(text, x, 0) for x in (1, 3)] == [18, 33]


def test_a_call_changes_only_what_it_changes() -> None:
    def calls(code: PythonCode) -> None:
        code.put(MANY, "%y", "%x")
        code.call("g", [("%x", "i64"), ("%y", "i64")], "i64")
        code.give("i", code.at(MANY, "%y"))

    def called(code: PythonCode) -> None:
        code.put(FEW, "%y", "3")
        with code.when(code.compare(">", "%y", "0")):
            code.call("g", [("%x", "i64"), (code.minus("%y", "1"), "i64")], "i64")
        code.give("i", "0")

    text = module(calls, called)
    assert "z_many[y] = x" in text
    assert "return x" in text

    def other(code: PythonCode) -> None:
        code.put(MANY, "%y", "3")
        called(code)

    text = module(calls, other)
    assert "return x" not in text
    assert run(text, 5, 2) == 3


def test_tests_that_are_known_are_gone() -> None:
    def write(code: PythonCode) -> None:
        is_five = code.compare("=", "%x", "5")
        with code.when(code.both(is_five, lambda: code.compare(">", "%y", "2"))):
            with code.when(code.compare("<", "%x", "6")):
                code.give("i", code.times("%x", "2"))
            code.stop()
        code.give("i", "0")

    text = module(write)
    assert "return 10" in text
    assert "raise" not in text
    assert [run(text, 5, 3), run(text, 5, 2)] == [10, 0]


def test_a_place_that_gets_what_it_has_needs_no_test() -> None:
    def write(code: PythonCode) -> None:
        with code.when(code.compare("!=", code.at(MANY, "%x"), "%y")):
            code.put(MANY, "%x", "%y")
        code.give("i", code.at(MANY, "%x"))

    text = module(write)
    assert "if" not in text
    assert run(text, 3, 4) == 4


def test_what_a_loop_puts_back_is_known_in_it() -> None:
    def write(code: PythonCode) -> None:
        put(code, _TURN, "4")
        total = code.local("i", "0")
        with code.loop() as loop:
            before = get(code, _TURN)
            code.write(total, code.plus(code.read(total), get(code, _TURN)))
            with code.when(code.compare(">", code.read(total), "%x")):
                code.leave(loop)
            put(code, _TURN, "4")
            put(code, _TURN, before)
        code.give("i", code.plus(code.read(total), get(code, _TURN)))

    text = module(write)
    assert "_turn" not in text
    assert run(text, 5, 0) == 12

    def other(code: PythonCode) -> None:
        put(code, _TURN, "4")
        total = code.local("i", "0")
        with code.loop() as loop:
            code.write(total, code.plus(code.read(total), get(code, _TURN)))
            with code.when(code.compare(">", code.read(total), "%x")):
                code.leave(loop)
            put(code, _TURN, "5")
        code.give("i", code.plus(code.read(total), get(code, _TURN)))

    assert run(module(other), 5, 0) == 14


# -- bounds ----------------------------------------------------------------------------------------


def test_bounds() -> None:
    bounds = AllBounds({"T": (3, -2, 9)}, {"z": (2, 5)})
    bounds.note_value("a", Value("T[{}]", ["x"]))
    bounds.note_value("b", Value("{}.bit_count()", ["x"]))
    bounds.note_value("c", Value("{} * {}", ["a", "-2"]))
    bounds.note_value("d", Value("{} - {}", ["c", "a"]))
    bounds.note_value("e", Value("{} % {}", ["x", "4"]))
    bounds.note_value("f", Value("{} & {}", ["x", "e"]))
    bounds.note_value("g", Value("{} == {}", ["x", "e"]))
    bounds.note_value("h", Value("{} << {}", ["a", "e"]))
    bounds.note_value("i", Value("z[{}]", ["x"]))
    bounds.note_value("j", Value("z[{}][-1]", ["x"]))
    bounds.note_value("k", Value("z[{}][:]", ["x"]))
    assert [bounds.of(name) for name in "ijk"] == [(2, 5), (2, 5), None]
    found = [bounds.of(name) for name in "acdefgh"]
    assert found == [(-2, 9), (-18, 4), (-27, 6), (0, 3), (0, 3), (0, 1), None]
    assert bounds.of("x") is None
    compared = {
        ("<", "a", "10"): True, ("<", "a", "9"): None, ("<", "a", "-2"): False,
        (">", "a", "9"): False, (">", "a", "-3"): True, (">", "a", "8"): None,
        ("<=", "e", "3"): True, ("<=", "e", "-1"): False, ("<=", "e", "2"): None,
        (">=", "e", "0"): True, (">=", "e", "4"): False, (">=", "e", "1"): None,
        ("==", "e", "4"): False, ("==", "e", "3"): None, ("!=", "e", "-1"): True,
        ("!=", "e", "0"): None, ("==", "x", "1"): None,
    }  # fmt: skip
    for (sign, left, right), holds in compared.items():
        assert bounds.decided(Value(f"{{}} {sign} {{}}", [left, right])) is holds, (sign, right)


def test_a_number_that_is_never_too_large_is_not_looked_at() -> None:
    def write(code: PythonCode) -> None:
        number = code.plus(code.times(code.size("%x"), "13"), "2")
        for value in (number, code.plus(number, "%y")):
            with code.when(code.is_beyond(value)):
                code.stop()
        code.give("i", code.plus(number, "%y"))

    text = module(write)
    assert text.count("raise GivenUp") == 1
    assert run(text, 7, 1) == 42
    with pytest.raises(GivenUp):
        run(text, 7, MOST_NUMBER)


# -- loops -----------------------------------------------------------------------------------------


def counted(code: PythonCode, bound: str, *, down: bool = False) -> None:
    """A loop with a guard that counts up to a bound, or down from it, and adds something up."""
    total, now = code.local("i", "0"), code.local("i", bound if down else "0")
    with code.loop() as loop:
        guard(code, 10)
        number = code.read(now)
        over = code.compare("<=", number, "0") if down else code.compare(">=", number, bound)
        with code.when(over):
            code.leave(loop)
        code.write(now, code.minus(number, "1") if down else code.plus(number, "1"))
        code.write(total, code.plus(code.times(code.read(total), "2"), "%x" if down else number))
        with code.when(code.compare("=", code.read(total), "%y")):
            code.again(loop)
        code.write(total, code.plus(code.read(total), "1"))
    code.give("i", code.read(total))


def guard(code: PythonCode, much: int) -> None:
    """Less may be done from here on."""
    left = code.minus(get(code, _WORK), str(much))
    put(code, _WORK, left)
    with code.when(code.compare("<", left, "0")):
        code.stop()


def slowly(number: int, x: int, y: int, *, down: bool = False) -> int:
    """What such a loop comes to."""
    total = 0
    for at in range(number):
        total = total * 2 + (x if down else at)
        total += total != y
    return total


@pytest.mark.parametrize("down", [False, True])
def test_a_loop_that_counts_goes_through_numbers(*, down: bool) -> None:
    def write(code: PythonCode) -> None:
        put(code, _WORK, "1000")
        counted(code, "4", down=down)

    text = module(write)
    assert "in range(4):" in text
    assert "while" not in text
    # 40 are less than 1,000.
    assert "work_left" not in text
    for y in (0, 3, 9):
        assert run(text, 2, y) == slowly(4, 2, y, down=down)


def test_a_loop_whose_number_is_wanted_behind_it_stays_as_it_is() -> None:
    def write(code: PythonCode) -> None:
        now = code.local("i", "0")
        with code.loop() as loop:
            number = code.read(now)
            with code.when(code.compare(">=", number, "%x")):
                code.leave(loop)
            with code.when(code.compare("=", number, "%y")):
                code.leave(loop)
            code.write(now, code.plus(number, "1"))
        code.give("i", number)

    text = module(write)
    assert [run(text, 3, y) for y in (1, 2, 5)] == [1, 2, 3]


def test_a_loop_that_does_not_always_count_stays_as_it_is() -> None:
    def write(code: PythonCode) -> None:
        now, passes = code.local("i", "0"), code.local("i", "0")
        with code.loop() as loop:
            number = code.read(now)
            with code.when(code.compare(">=", number, "%x")):
                code.leave(loop)
            code.write(passes, code.plus(code.read(passes), "1"))
            with code.when(code.compare("<", code.read(passes), "%y")):
                code.again(loop)
            code.write(now, code.plus(number, "1"))
        code.give("i", code.read(passes))

    assert run(module(write), 3, 5) == 7


def test_guards_of_loops_with_known_passes_stand_before_them() -> None:
    def write(code: PythonCode) -> None:
        guard(code, 10)
        counted(code, "4")

    text = module(write)
    # What may be done is kept between calls here; all passes take away before the first one.
    assert text.count("r_work_left - 50") == 1
    assert text.count("raise GivenUp") == 1
    assert run(text, 2, 0) == slowly(4, 2, 0)
    with pytest.raises(GivenUp):
        run(text.replace("- 50", "- 1001"), 2, 0)


def test_a_guard_does_not_go_beyond_what_lets_all_be_done_again() -> None:
    def write(code: PythonCode) -> None:
        guard(code, 10)
        put(code, _WORK, "30")
        counted(code, "4")

    with pytest.raises(GivenUp):
        run(module(write), 2, 0)


# -- the same with less ----------------------------------------------------------------------------


def test_a_call_that_changes_nothing_is_made_once() -> None:
    def calls(code: PythonCode) -> None:
        def ask() -> str:
            return code.call("g", [("%x", "i64"), ("%y", "i64")], "i64")

        ask()
        first, second = ask(), ask()
        code.put(MANY, "2", "5")
        code.give("i", code.plus(code.times(first, "100"), code.plus(second, ask())))

    def called(code: PythonCode) -> None:
        # It calls itself, so that it does not stand where it is called.
        with code.when(code.compare(">", "%y", "2")):
            code.give("i", code.call("g", [("%x", "i64"), (code.minus("%y", "1"), "i64")], "i64"))
        code.give("i", code.plus(code.at(MANY, "%y"), "%x"))

    text = module(calls, called)
    # Behind what changes something at which it looks it is made again.
    assert text.count("g(x, y)") == 2 + len(["def g(x, y)"])
    assert run(text, 1, 3) == 107

    def stops(code: PythonCode) -> None:
        with code.when(code.compare(">", "%y", "2")):
            code.stop()
        called(code)

    assert module(calls, stops).count("g(x, y)") == 4 + 1


def test_a_loop_through_one_card_is_none() -> None:
    def write(code: PythonCode) -> None:
        total = code.local("i", "0")
        with code.through_cards(code.bit("%x")) as card:
            with code.when(code.compare("=", card, "%y")):
                code.write(total, "50")
            code.write(total, code.plus(code.read(total), card))
        with code.through_cards("8") as card:
            code.write(total, code.plus(code.read(total), card))
        code.give("i", code.read(total))

    text = module(write)
    assert "for" not in text
    assert [run(text, 4, y) for y in (3, 4)] == [7, 57]


def test_sums_of_sums_and_remainders_of_what_is_small() -> None:
    def write(code: PythonCode) -> None:
        seat = code.wrapped(code.plus("%x", "1"), 4)
        # Twice around and one further on, and one back.
        further = code.minus(code.plus(code.plus(seat, "8"), "2"), "1")
        first = code.work_out(Value("{} % {}", [further, "8"], PRODUCT, [PRODUCT] * 2))
        second = code.work_out(
            Value("{} % {}", [code.plus("%y", "8"), "4"], PRODUCT, [PRODUCT] * 2)
        )
        third = code.work_out(Value("{} % {}", [seat, "4"], PRODUCT, [PRODUCT] * 2))
        code.give("i", code.plus(code.plus(code.times(first, "100"), second), third))

    text = module(write)
    assert "8" not in text.replace("% 8", "")
    assert text.count("% 4") == 2
    assert [run(text, x, y) for x, y in ((6, 0), (7, 3), (1, 6))] == [403, 103, 304]


def test_what_is_one_of_two_is_told_by_its_test() -> None:
    def write(code: PythonCode) -> None:
        there = code.compare(">", "%x", "3")
        number = code.one_of("i", there, lambda: code.size("%y"), lambda: str(NONE))
        with code.when(code.is_beyond(number)):
            code.give("i", "7")
        with code.when(code.compare("<", number, "0")):
            code.give("i", "8")
        code.give("i", number)

    text = module(write)
    assert f"== {NONE}" not in text
    assert str(MOST_NUMBER) not in text
    assert [run(text, x, 6) for x in (3, 4)] == [7, 2]


def test_all_cards_are_no_condition() -> None:
    every = str((1 << 10) - 1)

    def write(code: PythonCode) -> None:
        flag = code.compare(">", "%x", "3")
        some = code.in_either(code.choose("m", flag, every, "0"), "5")
        code.give("i", code.in_both("%y", some))

    text = module(write)
    assert every not in text
    assert [run(text, x, 7) for x in (3, 4)] == [5, 7]


# -- what functions look at ------------------------------------------------------------------------


def test_functions_with_loops_have_names_of_the_module() -> None:
    text = "def f(x):\n    for a in big:\n        z[a] = big[x]\n\ndef g():\n    return big\n"
    made = "big = (3, 1, 2)\nz = [0] * 9\nr_far = 1\n"
    assert list(made_in(made, but="r_")) == ["big", "z"]
    found = bound(text, {*made_in(made, but="r_"), "x"})
    assert "def f(x, big=big, z=z):" in found
    assert "def g():" in found
    names: dict[str, Any] = {}
    exec(made + found, names)
    names["f"](1)
    assert (names["z"][:4], names["g"]()) == ([0, 1, 1, 1], (3, 1, 2))


def test_what_is_made_longer_is_a_name_of_the_function() -> None:
    found = bound("def f(x):\n    log += x, 1\n", ["log", "other"])
    names: dict[str, Any] = {"log": []}
    exec(found, names)
    names["f"](4)
    assert names["log"] == [4, 1]


# -- loops that are written out --------------------------------------------------------------------


def test_short_loops_are_written_out() -> None:
    def write(code: PythonCode) -> None:
        total = code.local("i", "%y")
        with code.through("0", "3") as at:
            now = code.at(MANY, code.plus(at, "2"))
            with code.when(code.compare(">", now, "%x")):
                code.write(total, code.plus(code.read(total), now))
            code.put(MANY, code.plus(at, "3"), "4")
        code.give("i", code.read(total))

    text = module(write)
    assert "for" not in text
    # What was laid in the pass before is known.
    assert text.count("+ 4") == 2
    assert [run(text, x, 5) for x in (0, 4, -1)] == [13, 5, 13]


def test_a_short_loop_that_is_left_in_the_end_is_written_out() -> None:
    """Which of three places is the first empty one."""

    def write(code: PythonCode) -> None:
        code.put(MANY, "%x", "5")
        code.put(MANY, "%y", "5")
        found, now = code.local("i", "9"), code.local("i", "3")
        with code.loop() as loop:
            number = code.read(now)
            with code.when(code.compare(">=", number, "6")):
                code.leave(loop)
            code.write(now, code.plus(number, "1"))
            with code.when(code.compare("=", code.at(MANY, number), "0")):
                code.write(found, number)
                code.leave(loop)
        code.give("i", code.read(found))

    text = module(write)
    assert "for" not in text
    assert "while" not in text
    assert [run(text, *given) for given in ((3, 4), (4, 5), (1, 2), (3, 5))] == [5, 3, 3, 4]
    assert run(text.replace("z_many[y] = 5", "z_many[3] = z_many[4] = 5"), 5, 0) == 9


def test_loops_that_go_on_in_between_stay_loops() -> None:
    def write(code: PythonCode) -> None:
        total, now = code.local("i", "0"), code.local("i", "0")
        with code.loop() as loop:
            number = code.read(now)
            with code.when(code.compare(">=", number, "4")):
                code.leave(loop)
            code.write(now, code.plus(number, "1"))
            with code.when(code.compare("=", number, "%x")):
                code.again(loop)
            code.write(total, code.plus(code.read(total), number))
        code.give("i", code.read(total))

    text = module(write)
    assert "in range(4)" in text
    assert [run(text, x, 0) for x in (2, 7)] == [4, 6]


def test_what_is_looked_up_is_looked_up_before_a_loop() -> None:
    def write(code: PythonCode) -> None:
        total = code.local("i", "0")
        with code.through("0", "%x") as at, code.when(code.compare(">", at, "2")):
            found = code.set_by_number([5, 6, 7], 0, "%y")
            code.write(total, code.plus(code.read(total), found))
        code.give("i", code.read(total))

    text = module(write)
    ahead, loop = text.split("for ")
    assert "x0[y]" in ahead
    assert "x0" not in loop
    by_number = "class ByNumber(tuple):\n    def __new__(cls, values, least):\n        return tuple.__new__(cls, values)\n"  # noqa: E501
    assert [run(by_number + text, x, 1) for x in (0, 3, 5)] == [0, 0, 12]


@pytest.mark.parametrize("cards", [10, 52, 100])
def test_the_card_with_so_many_before_it(cards: int) -> None:
    code = PythonCode(cards)
    with code.function("f", [("%x", "i64"), ("%y", "i64")], "i64"):
        code.give("i", code.nth("%x", "%y"))
    names: dict[str, Any] = {**CardsIn.of(cards).names(), "beyond": lambda: 1 // 0}
    exec(code.module("f"), names)
    wanted = [card for card in (0, 1, 7, 12, 13, 25, 26, 39, 51, 64, 99) if card < cards]
    some = sum([1 << card for card in wanted])
    assert [names["f"](some, at) for at in range(len(wanted))] == wanted
    with pytest.raises(ZeroDivisionError):
        names["f"](some, -1)
    with pytest.raises(IndexError):
        names["f"](some, len(wanted))


def test_the_cards_of_a_set_are_looked_up_once() -> None:
    def write(code: PythonCode) -> None:
        total = code.local("i", "0")
        for by in ("1", "10"):
            with code.through_cards("%x") as card:
                code.write(total, code.plus(code.read(total), code.times(card, by)))
        code.give("i", code.read(total))

    text = module(write)
    assert text.count("cards_in[") == 1
    names: dict[str, Any] = dict(CardsIn.of(10).names())
    exec(text, names)
    assert names["f"](0b1010, 0) == 44
