"""How much work a decision may take: whatever a ruleset says, it stops, and says where."""

from __future__ import annotations

import pytest

from cardrules.diagnostics.model import Diagnostic
from cardrules.engine import running
from cardrules.engine.build import Builder
from cardrules.engine.game import Game
from cardrules.engine.showing.explain import explain
from cardrules.engine.work import MOST_STEPS, STATEMENT
from cardrules.errors import GameLimitError
from cardrules.model.action import Action
from cardrules.model.state import State
from tests.engine.harness import game, table

ZONES = """
zone deck  shared pile, seen by nobody, starts with cards
zone hand  per player spread, seen by owner
zone table shared spread, seen by all
zone gone  shared pile, seen by all
variable count_up: integer = 0
variable shown: cards = table
"""
SETUP = """
setup
    each player clockwise from starter
        draw 2 from deck to my hand
"""
TWICE = "play\n    turns clockwise from starter once\n        one of go\n"
GO = "action go\n    do\n        "
TWENTY = 'card: {name: "{number}", number: 1 to 20, count: 2}\nworm: {count: 2}'


def nested(lines: list[str], innermost: str) -> str:
    """Each line in the block of the one before, as effects of an action."""
    every = [*lines, innermost]
    return "\n".join("    " * (2 + depth) + line for depth, line in enumerate(every)).lstrip()


def doubling(first: str, line: str, times: int) -> str:
    """Declarations of which each uses the one before twice; `{before}` and `{name}` stand there."""
    return first + "".join(
        line.format(name=f"n{number}", before=f"n{number - 1}") for number in range(1, times)
    )


# Declarations that use others twice: the first one, and the line of all others.
ONE_EACH = {
    "definitions": (
        "define n0 = count of deck\n",
        "define {name} = max({before}, {before})\n",
    ),
    "placements": (
        "placement n0(a on b)\n    n: a.number = b.number + count_up\n",
        "placement {name}(a on b)\n    one: {before}(a on b)\n    two: {before}(b on a)\n",
    ),
    "routines": (
        "routine n0\n    add 1 to count_up\n",
        "routine {name}\n    do {before}\n    do {before}\n",
    ),
    "possible": (
        "action n0\n    choose c from my hand where number > 99\n    do\n        move c to deck\n",
        "action {name}\n    require possible {before} or possible {before}\n"
        "    do\n        shuffle deck\n",
    ),
}
DEFINITIONS = doubling(*ONE_EACH["definitions"], 60)
PLACEMENTS = doubling(*ONE_EACH["placements"], 60)
ROUTINES = doubling(*ONE_EACH["routines"], 60)
POSSIBLE = doubling(*ONE_EACH["possible"], 30)

# What is declared, what the action does, and the words of the line that is named.
BOMBS = {
    "each": ("", nested([f"each v{n} in cards" for n in range(8)], "shuffle deck"), "shuffle deck"),
    "some": (
        "",
        "if "
        + "".join(f"some c{n} in cards: " for n in range(8))
        + "false\n            shuffle deck",
        "if some c0",
    ),
    "where": (
        "",
        "move deck where " + "count of (deck where " * 7 + "true" + ") > 0" * 7 + " to table",
        "move deck where",
    ),
    "repeat": (
        "",
        nested(["repeat 1000000000 times", "if false"], "shuffle deck"),
        "repeat 1000000000 times",
    ),
    "moves": (
        "",
        nested(["repeat 1000000000 times"], "move deck to table\n            move table to deck"),
        "move",
    ),
    "sentences": (
        "",
        "let all = cards\n        " + nested(["repeat 1000000000 times"], 'say "{all}"'),
        "repeat|say",
    ),
    "windows": (
        "window asked\n",
        nested(["repeat 1000000000 times"], "open asked() to players"),
        "repeat|open",
    ),
    "subsets": (
        "",
        nested(
            ["repeat 1000000000 times"],
            "let q = subsets of deck where count of it = 9 and sum of number in it = 50",
        ),
        "let q",
    ),
    "definitions": (DEFINITIONS, "add n59 to count_up", "add n59"),
    "placements": (
        PLACEMENTS,
        "if n59(first of cards on first of cards)\n            shuffle deck",
        "if n59",
    ),
    "routines": (ROUTINES, "do n59", "do n|add 1|routine"),
    "possible": (POSSIBLE, "if possible n29\n            shuffle deck", "require possible n"),
}


def bomb(declared: str, effects: str) -> Game:
    """A game in which the first action never comes to its end."""
    return game(ZONES + SETUP + TWICE + declared + GO + effects + "\n", cards=TWENTY)


def stopped(made: Game, s: State | None = None) -> tuple[Diagnostic, str, int]:
    """What stops the first action of a game, the line that is named, and the work that was done."""
    with pytest.raises(GameLimitError) as caught:
        made.apply(s or made.start(1, 0), Action("go"))
    found = caught.value.diagnostic
    assert isinstance(found, Diagnostic)
    line = found.source.line(found.source.position(found.span.start)[0])
    return found, line.strip(), caught.value.state.work  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", BOMBS)
def test_whatever_never_ends_is_stopped_at_its_line(name: str) -> None:
    declared, effects, words = BOMBS[name]
    found, line, work = stopped(bomb(declared, effects))
    assert found.code == "CR701" and found.help
    assert any(line.startswith(start) for start in words.split("|")), line
    assert work > MOST_STEPS


def leave(steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let so many steps be left when something is carried out."""
    run_on = running._run_on

    def shortened(builder: Builder, s: State, part: int) -> None:
        s.work += MOST_STEPS - steps
        run_on(builder, s, part)

    monkeypatch.setattr(running, "_run_on", shortened)


# Lines of which each does little, so that only the last steps that are left are too few; and the
# steps that are its own, if it carries out others. Behind each stands `shuffle deck`.
LITTLE = {
    "add": ("add count_up to count_up", None),
    "if": ("if count_up = 1\n            shuffle deck", None),
    "let": ("let n = count_up + 1", None),
    "repeat": ("repeat count_up times\n            shuffle deck", None),
    "while": ("while count_up > 0\n            shuffle deck", None),
    "each": ("each c in table where number > 3\n            shuffle deck", None),
    "each player": (
        "each player clockwise from me where count_up > 0\n            shuffle deck",
        None,
    ),
    "choose": ("choose c from table where number > 3", None),
    "pick": ("pick c at random from table where number > 3", None),
    "move": ("move table where number > 3 to gone", None),
    "draw": ("draw count_up from deck to table", None),
    "say": ('say "{count_up}"', None),
    "window": ("open asked(count_up) to players where count_up > 0", None),
    "routine": ("do noted(count_up + 1)", STATEMENT + 3),
}
LITTLE_DECLARED = """
window asked(n: integer)
routine noted(n: integer)
    add n to count_up
"""


@pytest.mark.parametrize("name", LITTLE)
def test_the_line_is_named_whose_work_is_too_much(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not the one behind it, however little was too much."""
    line, own = LITTLE[name]
    behind = "shuffle deck"
    effects = f"{line}\n        {behind}"
    steps = own or work_of(effects, LITTLE_DECLARED) - work_of(behind, LITTLE_DECLARED)
    made = bomb(LITTLE_DECLARED, effects)
    s = made.start(1, 0)
    leave(steps - 1, monkeypatch)
    assert stopped(made, s)[1] == line.split("\n")[0]


@pytest.mark.parametrize(
    ("rule", "help"),
    [
        (
            "standing more\n    if count_up >= 0\n        add 1 to count_up\n",
            "a standing rule must do nothing",
        ),
        (
            "when worm comes up from deck\n    move it to deck at bottom\n",
            "a trigger move the card",
        ),
    ],
)
def test_the_help_is_about_the_rule_that_goes_on_and_on(rule: str, help: str) -> None:
    found, _, _ = stopped(bomb(rule, "draw 999 from deck to table"))
    assert "goes on and on" in found.message and help in found.help


def test_work_is_counted_the_same_each_time() -> None:
    """Also where something is remembered: a second game of the same process has it all made."""
    declared, effects, _ = BOMBS["subsets"]
    made = bomb(declared, effects)
    first = stopped(made)[2]
    assert stopped(made)[2] == first == stopped(bomb(declared, effects))[2]


def work_of(effects: str, declared: str = "") -> int:
    """The steps of the first action of a game whose effects are these, up to the next question."""
    rules = ZONES + SETUP + TWICE + declared + GO + effects + "\n"
    t = table(rules, cards=TWENTY)
    return int(t.do("go").state.work)


def test_a_statement_counts_and_so_does_each_element_that_is_looked_at() -> None:
    nothing = work_of("add 0 to count_up")
    once_more = work_of("add 0 to count_up\n        add 0 to count_up")
    assert STATEMENT <= once_more - nothing < 2 * STATEMENT
    one = work_of("add count of (table where number > count_up) to count_up")
    cards = work_of("add count of (cards where number > count_up) to count_up")
    # Of each of 42 cards: itself, and the four parts of the condition. `table` has two parts, its
    # zone and what lies there; `cards` has one.
    assert cards - one == 42 * (1 + 4) - 1
    twice = work_of("add count of (cards where (some c in cards: c.number = count_up)) to count_up")
    assert twice > 42 * 42 > cards


def test_what_faces_decide_is_looked_up() -> None:
    nothing = work_of("add 0 to count_up")
    # A condition on a card is a look-up by this card, whatever it says.
    cards = work_of("add count of (deck where number > 3 and it is card or it is worm) to count_up")
    assert cards - nothing == 3 + 38 * (1 + 2)
    # What is the same all the time is one thing.
    assert work_of("add sum of number in cards to count_up") == nothing


def test_what_one_if_leaves_out_does_not_count() -> None:
    short = work_of("add 1 if count_up = 0 else 2 to count_up")
    longer = work_of("add 1 if count_up = 0 else sum of number in players.hand to count_up")
    same = work_of("add sum of number in players.hand if count_up = 0 else 1 to count_up")
    assert short < longer
    # What lies in zones is counted when it is looked at.
    assert longer < same


def test_work_is_no_part_of_a_state() -> None:
    made = bomb("", "shuffle deck")
    s = made.start(1, 0)
    before = s.data()
    made.legal_actions(s)
    assert s.data() == before and s.copy().work == 0
    assert "work" not in before


def test_questions_have_a_budget_of_their_own() -> None:
    """However often a state is asked for its answers, it gives the same answer."""
    rules = ZONES + SETUP + TWICE + (
        "action go\n"
        "    choose card from my hand where some c in cards: some d in cards: c.number = 77\n"
        "        or every e in cards: e.number < 99\n"
        "    do\n        move card to table\n"
    ).replace("\n        or", " or")  # fmt: skip
    made = game(rules, cards=TWENTY)
    s = made.start(1, 0)
    for _ in range(50):
        fresh = s.copy()
        assert len(made.legal_actions(fresh)) == 1
    assert fresh.work < MOST_STEPS // 20


PRODUCTS = doubling("define n0 = 1\n", "define {name} = max({before}, {before})\n", 60)
FRONT = {
    "an option": (
        "options:\n  size: {default: n59, min: 0, max: 9, help: size}",
        PRODUCTS,
        TWENTY,
    ),
    "a count": (
        "",
        PRODUCTS,
        'card: {name: "{number}", number: 1 to 9, count: n59}',
    ),
    "a variable": ("", DEFINITIONS + "variable begun: integer = n59\n", TWENTY),
    "where cards start": (
        "",
        PRODUCTS + "zone other shared pile, seen by all, starts with cards where n59 = -1\n",
        TWENTY,
    ),
}


@pytest.mark.parametrize("where", FRONT)
def test_what_is_worked_out_before_the_game_is_limited_too(where: str) -> None:
    front, declared, cards = FRONT[where]
    with pytest.raises(GameLimitError) as caught:
        game(
            ZONES + SETUP + TWICE + declared + GO + "shuffle deck\n", front=front, cards=cards
        ).start(1)
    assert caught.value.diagnostic.code == "CR701"


def test_the_games_of_a_match_have_one_budget() -> None:
    rules = (
        ZONES
        + "setup\n    shuffle deck\n"
        + "play\n    repeat 1000 times\n        shuffle deck\n"
        + "score\n    nothing: 0\nmatch of 1000 games\n"
    )
    with pytest.raises(GameLimitError) as caught:
        game(rules, cards=TWENTY).start(1, 0)
    assert caught.value.diagnostic.code == "CR701"
    assert caught.value.state.game > 1  # type: ignore[attr-defined]


def test_a_long_game_between_two_questions_is_played() -> None:
    """Far more than people would do at a table is still far from the limit."""
    rules = ZONES + SETUP + TWICE + GO + nested(["repeat 20000 times"], "add 1 to count_up") + "\n"
    t = table(rules, cards=TWENTY)
    assert t.do("go").state.work < MOST_STEPS // 3


CHOICES = """
action go
{choices}    do
        shuffle deck
"""


@pytest.mark.parametrize(
    "domain", ["cards", "{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20}"]
)
def test_more_ways_to_choose_than_can_be_listed_are_told_with_the_choice(domain: str) -> None:
    choices = "".join(f"    choose c{n} from {domain}\n" for n in range(6))
    made = game(ZONES + SETUP + TWICE + CHOICES.format(choices=choices), cards=TWENTY)
    with pytest.raises(GameLimitError) as caught:
        made.start(1, 0)
    found = caught.value.diagnostic
    assert isinstance(found, Diagnostic) and found.code == "CR702"
    line = found.source.line(found.source.position(found.span.start)[0])
    assert line.strip().startswith("choose c")


def together(players: str) -> Game:
    """Sealed choices of players whose answers are much work, each more than half of what may be."""
    rules = (
        f"setup\n    each player clockwise from starter where {players}\n"
        "        draw 1 from deck to my hand\n"
        "play\n    together each player clockwise from starter where hand is not empty\n"
        "        choose card from my hand\n"
        "        let much = 0 if count_up = 0 else n21\n"
        "        do\n            add much to count_up\n"
    )
    return game(ZONES + DEFINITIONS + rules, cards=TWENTY)


def test_an_answer_does_not_count_with_its_question() -> None:
    made = together("starter.hand is empty")
    s = made.start(1, 0)
    assert len(made.answers(s)) == 1 and s.work > MOST_STEPS // 2
    made.apply_answer_in_place(s, made.answers(s)[0])
    assert s.over and s.work > MOST_STEPS // 2


def test_an_answer_counts_with_what_follows_it() -> None:
    """Whether a state is copied for it or not."""
    made = together("hand is empty")
    s = made.start(1, 0)
    for apply in (made.apply_answer, made.apply_answer_in_place):
        with pytest.raises(GameLimitError) as caught:
            apply(s, made.answers(s)[0])
        assert caught.value.diagnostic.code == "CR701"


MUCH = "sum of sum of sum of sum of count of deck in cards in cards in cards in cards"


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (f"score\n    one: 1\n    much: {MUCH}\n", "much"),
        (f"winner highest {MUCH}\n", "winner"),
        (f"winner highest score then lowest {MUCH}\n", "winner"),
        (f"score\n    much: {MUCH}\nwinner highest score\n", "much"),
    ],
)
def test_what_is_worked_out_at_the_end_is_stopped_at_its_line(rules: str, words: str) -> None:
    made = game(ZONES + SETUP + TWICE + GO + "end game\n" + rules, cards=TWENTY)
    found, line, _ = stopped(made)
    assert found.code == "CR701" and line.startswith(words)


def test_why_an_action_is_not_possible_is_work_like_any_other() -> None:
    rules = """
action go
    choose card from my hand where sum of sum of count of deck in cards in cards < 0
    do
        shuffle deck
action other
    do
        shuffle deck
"""
    made = game(ZONES + SETUP + TWICE.replace("go", "go, other") + rules, cards=TWENTY)
    s = made.start(1, 0)
    assert len(made.answers(s)) == 1
    s.work = 0
    explain(made, s, Action("go", {"card": "Worm"}))
    assert s.work > made.tables.cards**2
