"""Who may know what lies in slots."""

from __future__ import annotations

from cardrules.machine.printing import print_program
from cardrules.machine.whose import Whose
from tests.engine.harness import HAND, game

RULES = f"""{HAND}
define strong(c: card) = c.number > 5
variable most: integer = 0
play
    turns clockwise from starter once
        let mine = my hand where number > 1
        let size = count of my hand
        let best = highest of number in my hand
        let good = some c in my hand: strong(c)
        let better = best + 1
        let both = size + most
        let empty_one = first of (players where hand is empty)
        each p in players
            do told(better, size)
        choose whom from opponents
        together each player clockwise from starter
            choose secretly from my hand
            do
                move secretly to deck
routine told(value: integer, among: integer)
    say "{{value}} of {{among}}"
"""


def knowers() -> dict[str, str]:
    """Who may know what has a name."""
    program = game(RULES).program
    whose = Whose(program)
    return {
        slot.name: whose.of(procedure.index, at)
        for procedure in program.procedures
        for at, slot in enumerate(procedure.slots)
        if slot.name
    }


def test_what_is_made_from_faces_is_for_those_who_know_the_cards() -> None:
    found = knowers()
    of_cards = {name for name, who in found.items() if who == "cards"}
    assert of_cards == {"mine", "best", "good", "better", "value", "secretly"}
    assert {found[name] for name in ("size", "both", "whom", "p", "among", "empty_one")} == {"all"}


def test_what_is_chosen_under_seal_is_sealed() -> None:
    program = game(RULES).program
    (question,) = (item for item in program.questions if item.answers is not None)
    assert question.answers is not None
    assert Whose(program).of(question.procedure, question.answers) == "sealed"


def test_a_window_gives_what_it_is_given() -> None:
    program = game(f"""{HAND}
play
    turns clockwise from starter once
        one of go
action go
    choose c from my hand
    do
        open asked(c.number) to others
window asked(value: integer)
interrupt hold answers asked
    require value > 3
    do
        stop
""").program
    (held,) = (item for item in program.procedures if item.key == "interrupt hold")
    assert Whose(program).of(held.index, 0) == "cards"


def test_it_is_printed() -> None:
    text = "\n".join(print_program(game(RULES).program))
    assert "best: a whole number, 0 to 9, for who knows the cards\n" in text
    assert "size: a whole number, 0 to 9\n" in text and ", sealed\n" in text
