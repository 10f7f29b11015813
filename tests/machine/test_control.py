"""The course of a program: what is reached, how procedures end, which loops come to an end."""

from __future__ import annotations

import random

from cardrules.machine import code
from cardrules.machine.control import Control, Loop
from cardrules.machine.program import Procedure
from tests.bundled import smallest_and_largest
from tests.engine.harness import HAND, game

ACTIONS = """
play
    turns clockwise from starter once
        one of go, rest
action rest
    do
        end turn
"""
WINDOW = """
window going
interrupt hold answers going
    do
        stop
"""


class Course:
    """The course of a tiny game, asked about in the words of its rules."""

    def __init__(self, rules: str, front: str = "") -> None:
        self.game = game(rules, front=front)
        self.control = Control(self.game.program)

    def procedure(self, key: str) -> Procedure:
        """The procedure with a key."""
        return next(item for item in self.game.program.procedures if item.key == key)

    def exits(self, key: str) -> list[str]:
        """How it can come to its end."""
        return sorted(self.control.exits[self.procedure(key).index])

    def unreached(self, key: str) -> list[str]:
        """The lines to which nothing leads."""
        index = self.procedure(key).index
        nodes = self.control.graphs[index].nodes
        return [self._line(nodes[node]) for node in self.control.unreached(index)]

    def loop(self, of: str, key: str = "play") -> Loop:
        """The first loop that comes from such a statement."""
        loops = self.control.loops(self.procedure(key).index)
        return next(item for item in loops if item.loop.of == of)

    def used(self) -> list[str]:
        """What a game can come to."""
        return [self.game.program.procedures[index].key for index in sorted(self.control.used)]

    def callers(self, key: str) -> list[str]:
        """What may carry it out."""
        procedures, index = self.game.program.procedures, self.procedure(key).index
        return sorted(procedures[one].key for one in self.control.callers[index])

    def _line(self, x: code.Instruction) -> str:
        text, span = self.game.ruleset.text.text, x.origin.span
        return text[span.start : span.end].split("\n")[0].strip()


def test_what_stands_behind_the_end_of_a_turn_is_not_reached() -> None:
    course = Course(
        "variable a: integer = 0\n"
        + ACTIONS
        + "action go\n    do\n        end turn\n        set a to 1\n        set a to 2\n"
    )
    assert course.unreached("action go") == ["set a to 1"]
    assert course.exits("action go") == ["turn"]
    assert course.unreached("play") == []


def test_what_stands_behind_a_routine_that_never_comes_back_is_not_reached() -> None:
    course = Course(
        "variable a: integer = 0\n"
        + ACTIONS
        + "action go\n    do\n        do leave_it\n        set a to 1\n"
        + "routine leave_it\n    if a = 0\n        set a to 1\n    end game\n"
    )
    assert course.exits("routine leave_it") == ["game"]
    assert course.unreached("action go") == ["set a to 1"]
    assert course.exits("play") == ["end", "game"]


def test_a_branch_that_may_be_passed_over_hides_nothing() -> None:
    course = Course(
        "variable a: integer = 0\n"
        + ACTIONS
        + "action go\n    do\n        if a = 0\n            end turn\n        set a to 1\n"
    )
    assert course.unreached("action go") == []
    assert course.exits("action go") == ["end", "turn"]


def test_an_interrupt_may_end_the_action_that_it_answers_and_no_more() -> None:
    course = Course(
        ACTIONS + WINDOW + "action go\n    do\n        open going to others\n        end game\n"
    )
    assert course.exits("interrupt hold") == ["answer"]
    assert course.exits("action go") == ["action", "game"]
    assert course.exits("play") == ["end", "game"]
    assert course.loop("window", "action go").ends_by_itself


def test_loops_that_count_end_by_themselves() -> None:
    course = Course("""
variable a: integer = 0
play
    repeat 3 times
        set a to a + 1
    while a > 0
        set a to a - 1
    each player clockwise from starter
        set a to a + 1
    each c in deck
        set a to a + 1
    turns clockwise from starter once
        set a to 0
    rounds until a = 1
        set a to a + 1
    turns clockwise from starter until a > 9
        set a to a + 1
""")
    certain = [item.loop.of for item in course.control.loops(course.procedure("play").index)
               if item.ends_by_itself]  # fmt: skip
    assert certain == ["repeat", "while", "each player", "each", "turns"]
    assert all(item.may_end for item in course.control.loops(course.procedure("play").index))


def test_a_loop_that_nothing_ends() -> None:
    course = Course("""
variable a: integer = 0
play
    rounds
        set a to 1 - a
    set a to 7
""")
    assert not course.loop("rounds").may_end and not course.loop("rounds").ends_by_itself
    assert course.unreached("play") == [] or course.unreached("play")[0] == "rounds"
    assert course.exits("play") == []


def test_a_loop_that_comes_to_a_question_in_each_pass() -> None:
    course = Course(
        ACTIONS.replace("once", "until deck is empty")
        + "action go\n    do\n        move top of deck to me.hand\n"
        + HAND
        + """
routine deal
    repeat 2 times
        draw 1 from deck to (first of players).hand
setup
    do deal
"""
    )
    assert course.loop("turns").asks_in_each_pass
    assert not course.loop("repeat", "routine deal").asks_in_each_pass
    assert course.callers("routine deal") == ["setup"]
    play = course.procedure("play").index
    assert not course.control.always(play, lambda x: isinstance(x, code.Ask))
    assert course.used() == ["setup", "play", "routine deal", "action rest", "action go"]


def test_what_the_options_close_is_not_used() -> None:
    course = Course(
        ACTIONS
        + "action go\n    do\n        if more\n            do again\n"
        + "routine again\n    end game\n",
        front="options:\n  more: {default: false, help: x}",
    )
    assert "routine again" not in course.used() and course.callers("routine again") == []


def test_whatever_is_carried_out_was_said_to_be_used() -> None:
    for item in smallest_and_largest():
        of, seen = item.game(), set[int]()
        chance, s = random.Random(7), of.start(3, narrated=False)
        while s.pending is not None:
            seen |= {frame[0] for frame in s.frames}
            answers = of.answers(s)
            of.apply_answer_in_place(s, answers[chance.randrange(len(answers))])
        assert seen and seen <= Control(of.program).used
