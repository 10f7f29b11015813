"""What the form carries though no ruleset can say it yet (`docs/design/machine-form.md`)."""

from __future__ import annotations

from cardrules.engine.lowering.context import number
from cardrules.machine import code
from cardrules.machine.program import Procedure
from cardrules.model import ir
from cardrules.model.types import CARD, zone_of
from cardrules.plain import replaced
from tests.machine.by_hand import AT, RULES, carried_out, changed, zone

WINDOW = """
variable a: integer = 0
window called
play
    turns clockwise from starter once
        one of go
        add 100 to a
action go
    do
        open called to players
        add 10 to a
interrupt reply answers called
    do
        add 1 to a
"""


def _leaving_at_the_first_answer(item: Procedure) -> Procedure:
    """With a `Leave` behind the question of the window."""
    *before, loop, add = item.body
    assert isinstance(loop, code.Loop)
    leave = code.Leave(label=loop.label, origin=AT)
    return replaced(item, body=(*before, replaced(loop, body=(*loop.body, leave)), add))


def test_the_first_answer_can_end_the_asking_while_the_action_goes_on() -> None:
    found = changed(WINDOW, "action go", _leaving_at_the_first_answer, seats=3)
    # Who passes has given no answer. Who comes behind the first answer is not asked.
    found.do("go").do("pass").do("reply")
    assert found.value("a") == 111 and found.legal == ["go"]
    found.do("go").do("pass").do("pass").do("pass")
    assert found.value("a") == 221


WITHIN_ITSELF = """
variable a: integer = 0
routine deeper(left_over: integer)
    choose x from {1, 2}
    set a to a + x
    if left_over > 0
        do other(left_over - 1)
    set a to 10 * a
routine other(left_over: integer)
    choose x from {1, 2}
play
    as starter
        do deeper(2)
"""


def _calling_itself(item: Procedure) -> Procedure:
    """With a `Call` of this procedure in place of that of another."""
    *before, branch, last = item.body
    assert isinstance(branch, code.Branch)
    ((test, (call,)),) = branch.branches
    assert isinstance(call, code.Call)
    again = replaced(call, procedure=item.index)
    return replaced(item, body=(*before, replaced(branch, branches=((test, (again,)),)), last))


def test_a_procedure_that_may_wait_can_be_called_within_itself() -> None:
    found = changed(WITHIN_ITSELF, "routine deeper", _calling_itself)
    found.choose(x=1).choose(x=1)
    # The play, and three times the routine.
    assert len(found.state.frames) == 4
    assert found.choose(x=2).value("a") == 4000


def test_a_stack_can_be_of_one_card() -> None:
    top = ir.Operation(type=CARD, op="top", arguments=(zone("deck"),))
    patch = ir.ZoneOf(type=zone_of("stacks"), zone="patch", holder=number(0))
    rules = f"{RULES}zone patch per player stacks, seen by all\n"
    found = carried_out(code.NewStack(cards=(top,), to=patch, origin=AT), rules=rules)
    assert found.stacks("patch") == [["9"]]
