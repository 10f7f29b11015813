"""What is written as plain Python: values go where they are used, if nothing changes before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cardrules.fast.python.lists import LISTS
from cardrules.fast.python.runtime import ByNumber, CardsIn, Extreme, Twins
from cardrules.fast.python.writing import PythonCode
from cardrules.kernel.arithmetic import remainder


def run(write: Callable[[PythonCode], None], *given: object, parameters: str = "%x %y") -> object:
    """What a function gives that is written so."""
    code = PythonCode(10)
    with code.function("f", [(name, "i64") for name in parameters.split()], "i64"):
        write(code)
    names: dict[str, object] = {"cards_in": CardsIn.of(10), "remainder": remainder, LISTS: [[], []]}
    exec(code.module("f"), names)
    made: Any = names["f"]
    return made(*given)


def test_a_value_is_what_it_was_where_it_was_read() -> None:
    def write(code: PythonCode) -> None:
        name = code.local("i", "%x")
        before = code.read(name)
        code.write(name, code.plus(before, "1"))
        code.give("i", code.minus(code.times(code.read(name), "10"), before))

    assert run(write, 4, 0) == 46


def test_a_value_of_an_array_is_what_it_was() -> None:
    def write(code: PythonCode) -> None:
        array, given = code.array("i", 3), code.given_array("%y")
        code.put(array, "0", "%x")
        values = code.at(array, "0"), code.at(given, "1")
        # What is given may be any array.
        code.put(given, "1", "7")
        code.put(array, "0", "8")
        code.give("i", code.plus(code.times(values[0], "100"), code.plus(values[1], values[1])))

    assert run(write, 4, [0, 5]) == 410


def test_a_value_that_is_changed_on_one_way_only() -> None:
    def write(code: PythonCode) -> None:
        name = code.local("i", "%x")
        before = code.read(name)
        with code.when(code.compare(">", "%y", "0")):
            code.write(name, "9")
        code.give("i", code.plus(before, "1"))

    assert run(write, 4, 1) == 5


def test_what_may_fail_is_worked_out_only_where_it_is_wanted() -> None:
    def write(code: PythonCode) -> None:
        array = code.given_array("%y")
        there = code.compare("<", "%x", "3")
        code.give("b", code.both(there, lambda: code.compare("=", code.at(array, "%x"), "2")))

    assert [run(write, at, [0, 1, 2]) for at in (1, 2, 3)] == [False, True, False]


def test_a_loop_is_left_for_a_place_further_out() -> None:
    """The first two numbers of which the product is one."""

    def write(code: PythonCode) -> None:
        found = code.local("i", "0")
        with code.block() as block:
            with code.through("1", "10") as left, code.through(left, "10") as right:
                is_it = code.compare("=", code.times(left, right), "%x")
                with code.when(is_it):
                    code.write(found, code.plus(code.times(left, "10"), right))
                    code.leave(block)
            code.write(found, "%y")
        code.give("i", code.read(found))

    assert [run(write, number, -1) for number in (12, 49, 11)] == [26, 77, -1]


def test_the_next_pass_of_a_loop_further_out() -> None:
    """How many numbers below one have no divisor."""

    def write(code: PythonCode) -> None:
        number, found = code.local("i", "1"), code.local("i", "0")
        with code.loop() as loop:
            code.write(number, code.plus(code.read(number), "1"))
            now = code.read(number)
            with code.when(code.compare(">=", now, "%x")):
                code.leave(loop)
            with code.through("2", now) as other:
                rest = code.call("remainder", [(now, "i64"), (other, "i64")], "i64")
                with code.when(code.compare("=", rest, "0")):
                    code.again(loop)
            code.write(found, code.plus(code.read(found), "1"))
        code.give("i", code.read(found))

    assert run(write, 20, 0) == 8


def test_a_name_that_has_a_value_on_one_way_only() -> None:
    def write(code: PythonCode) -> None:
        name = code.local("i")
        with code.when(code.compare(">", "%x", "0")):
            code.write(name, "5")
        code.give("i", code.plus(code.read(name), code.read(name)))

    assert [run(write, number, 0) for number in (0, 1)] == [0, 10]


def test_functions_that_call_themselves_have_arrays_of_their_own() -> None:
    def write(code: PythonCode) -> None:
        array = code.array("i", 1)
        code.put(array, "0", "%x")
        with code.when(code.compare(">", "%x", "0")):
            less = code.minus("%x", "1")
            code.put(
                array,
                "0",
                code.plus(
                    code.call("f", [(less, "i64"), ("%y", "i64")], "i64"), code.at(array, "0")
                ),
            )
        code.give("i", code.at(array, "0"))

    assert run(write, 4, 0) == 10


def test_sets_of_cards() -> None:
    def write(code: PythonCode) -> None:
        total = code.local("i", "0")
        with code.through_cards(code.without("%x", code.bit("%y"))) as card:
            code.write(total, code.plus(code.times(code.read(total), "10"), card))
        code.give("i", code.read(total))

    assert run(write, 0b1011010, 3) == 146


def test_the_cards_of_sets_of_a_deck() -> None:
    cards_in = CardsIn.of(52)
    deck = (1 << 53) - 1
    for _ in range(2):
        assert cards_in[deck] == tuple(range(53))
        assert cards_in[1 << 50 | 1 << 13] == (13, 50)
    assert CardsIn.of(3)[0b1010] == (1, 3)


def test_what_is_known_of_sets() -> None:
    cards_in = CardsIn.of(701)
    wide = 1 << 700 | 1 << 300 | 1 << 52 | 1
    for _ in range(2):
        assert cards_in[0] == ()
        assert cards_in[0b1011010] == (1, 3, 4, 6)
        assert cards_in[wide] == (0, 52, 300, 700)
        many = 0b111 << 90 | 0b11111110
        assert cards_in[many] == (1, 2, 3, 4, 5, 6, 7, 90, 91, 92)
    highest = Extreme(cards_in, [3, -5, 4, -1], max)
    assert [highest[cards] for cards in (0, 0b10, 0b1010, 0b1111)] == [0, -5, -1, 4]
    by_number = ByNumber([5, 6, 7], -1)
    assert [by_number[number] for number in (-(2**63), -1, 0, 1, 2)] == [5, 5, 6, 7, 7]


def test_cards_that_look_the_same_lie_in_their_order() -> None:
    twins = Twins([0, 0, 0, 1, 1])
    cards = [3, 0, 4, 2, 1]
    twins.order(cards, 5)
    # From the lowest card on: the higher numbers of each kind first.
    assert cards == [4, 2, 3, 1, 0]
    cards = [0, 4, 2, 9, 9]
    twins.order(cards, 3)
    assert cards == [2, 4, 0, 9, 9]


def test_lists_of_cards() -> None:
    def write(code: PythonCode) -> None:
        for number in (5, 6, 7):
            code.change_list("{}[{}].append({})", "1", str(number))
        code.insert_listed("1", "0", "%x")
        total = code.local("i", "0")
        with code.through_list("1") as card:
            # What is gone through stays as it was.
            code.change_list("{}[{}].remove({})", "1", card)
            code.write(total, code.plus(code.times(code.read(total), "10"), card))
        some = code.as_number(code.has_things("1"))
        code.give("i", code.plus(code.times(code.read(total), "10"), some))

    assert run(write, 4, 0) == 45670


def test_a_list_and_an_array() -> None:
    def write(code: PythonCode) -> None:
        cells = code.array("i", 4)
        code.put(cells, "1", "%x")
        code.put(cells, "0", "3")
        code.set_list("0", cells, "2")
        code.change_list("{}[{}].append({})", "0", "8")
        size = code.of_list("len({})", "0")
        code.lay_list_into("0", cells, size)
        last = code.pop_listed("0")
        left = code.of_list("len({})", "0")
        found = code.plus(code.times(code.at(cells, "1"), "100"), code.times(last, "10"))
        code.give("i", code.plus(found, left))

    assert run(write, 4, 0) == 482
