"""What may be asked, and what would tell what lies hidden. The messages are among the wrong
rulesets.
"""

from __future__ import annotations

import pytest

from cardrules.lint.runner import lint_source
from cardrules.source import normalised

GAME = """---
title: Peeking
goal: Win.
turn: Look.
players: 2 to 4
teams: {4: [[1, 3], [2, 4]]}
options: {open_hands: {default: false}}
attributes: {number: integer}
cards: {card: {name: "{number}", number: 1 to 6, text: "", count: 12}}
---
zone deck   shared pile, seen by nobody, starts with cards
zone hand   per player spread, seen by owner
zone secret per player pile, seen by nobody
zone shown  per player spread, seen by all when open_hands else owner
zone brow   per player row, seen by others
zone heap   shared pile, top seen by all, rest seen by nobody
zone laid   per player pile, seen by nobody
variable marked: card or none = none

setup
    shuffle deck
    draw 1 from deck to heap
    each player clockwise from starter
        draw 3 from deck to my hand
        draw 1 from deck to my secret
        draw 2 from deck to my shown
        draw 1 from deck to my brow
        move first of my hand to my laid

play
    turns clockwise from starter until deck is empty
        one of go, otherwise rest

action go
    PREMISE
    do
        draw 1 from deck to my hand
        set marked to top of deck
        EFFECT

action rest
    do
        draw 1 from deck to my hand

score
    cards: (count of hand + count of secret + count of shown + count of brow + count of laid
        + (1 if marked is none or open_hands else 0))
winner highest score
"""


def found(
    premise: str = "require deck is not empty", effect: str = "", more: str = ""
) -> list[str]:
    """The codes of what is found with these lines in the game."""
    lines = premise.replace("\n", "\n    ")
    text = GAME.replace("PREMISE", lines).replace("EFFECT", effect.replace("\n", "\n        "))
    told = [item.code for item in lint_source(normalised("game.rules", text + more))]
    # What becomes of cards that are laid away is another matter, and what sentences tell.
    return [code for code in told if code not in ("CR513", "CR535", "CR536")]


def test_the_game_itself_is_clean() -> None:
    assert found() == []


@pytest.mark.parametrize(
    "premise",
    [
        "require deck is not empty and (top of deck).number > 3",
        "require deck is not empty and (bottom of deck) is card and (bottom of deck).number > 1",
        "require sum of number in my secret > 2",
        "choose target from opponents where some c in hand: c.number = 6",
        "choose target from opponents where sum of number in hand > 6",
        "choose target from players where count of (hand where number > 3) > 1",
        "require every c in opponents.hand: c.number < 6",
        "require highest of number in (left of me).hand > 3",
        "choose target from opponents\nrequire some c in target.hand: c.number > 3",
        "choose card from my hand where number > highest of number in opponents.hand",
        "let high = highest of number in opponents.hand\nrequire high > 3",
        "require sum of number in my brow > 3",
        "require sum of number in heap > 3",
        "let lying = top of deck\nrequire lying is not none and lying.number > 3",
        "choose bid from {1, 2, 3} where bid < sum of number in my secret",
    ],
)
def test_what_looks_at_hidden_faces_is_found(premise: str) -> None:
    assert "CR506" in found(premise)
    assert set(found(premise)) <= {"CR506", "CR502"}


@pytest.mark.parametrize(
    "premise",
    [
        "require count of deck > 3 and count of my secret > 0",
        "choose target from opponents where count of hand > 2",
        "choose card from my hand where number > count of opponents.hand",
        "require sum of number in my hand > 3",
        "require heap is not empty and (top of heap).number > 3",
        "choose target from opponents\nrequire sum of number in target.brow > 3",
        # Who sees it depends on the game.
        "choose target from opponents where sum of number in shown > 3",
        # What a variable points at may have been shown.
        "require marked is not none and marked.number > 3",
        # It came from a hand: who laid it knows it.
        "require sum of number in my laid > 3",
        # The same zone by another name, and somebody who may be the one who is asked.
        "require sum of number in active.hand > 3",
        "require sum of number in starter.hand > 3",
        "choose card from my hand where it is card",
    ],
)
def test_what_the_one_who_is_asked_may_know_is_no_mistake(premise: str) -> None:
    assert set(found(premise)) <= {"CR502"}


ASKED = "choose extra from my hand\nmove extra to my laid"


def _inside(line: str, *, before: str = "") -> str:
    """A question below a line."""
    return f"{before}{line}\n    " + ASKED.replace("\n", "\n    ")


@pytest.mark.parametrize(
    "effect",
    [
        # How often, and by a name that was given right before.
        _inside("repeat sum of number in my brow times"),
        _inside("if high", before="let high = sum of number in my brow > 3\n"),
        _inside("if c is not none and c.number > 3", before="let c = top of deck\n"),
    ],
)
def test_whether_and_how_often_somebody_is_asked(effect: str) -> None:
    assert found(effect=effect) == ["CR506"]


@pytest.mark.parametrize(
    "effect",
    [
        _inside("repeat count of my brow times"),
        # What came in between may have shown it.
        _inside(
            "if high",
            before="let high = deck is not empty and (top of deck).number > 3\n"
            "draw 1 from deck to my hand\n",
        ),
        _inside("if high", before="let high = sum of number in my hand > 3\n"),
        # Nobody is asked.
        "if sum of number in my brow > 3\n    draw 1 from deck to my hand",
    ],
)
def test_a_question_that_depends_on_nothing_hidden(effect: str) -> None:
    assert found(effect=effect) == []


ASKING = """
window look(n: integer)
interrupt catch answers look
    choose answer from my hand where number > n
    do
        stop
"""


def _window(lines: str, *, more: str = ASKING) -> list[str]:
    premise = "choose card from my hand"
    return found(premise, lines, more)


def test_what_is_printed_on_a_hidden_card_and_given_to_a_window() -> None:
    assert _window("move card to my laid\nopen look(card.number) to others") == ["CR506"]
    given = "let n = card.number\nmove card to my laid\nopen look(n) to others"
    assert _window(given) == ["CR506"]


def test_what_is_given_to_a_window_and_can_be_seen() -> None:
    assert _window("move card to heap\nopen look(card.number) to others") == []
    assert _window("move card to my laid\nopen look(count of my hand) to others") == []
    assert _window("reveal card\nmove card to my laid\nopen look(card.number) to others") == []


def test_who_may_answer() -> None:
    more = ASKING.replace("(n: integer)", "").replace("> n", "> 3")
    assert _window("open look to (others where some c in hand: c.number > 3)", more=more) == [
        "CR506"
    ]
    assert _window("open look to (others where count of hand > 3)", more=more) == []


@pytest.mark.parametrize(
    "lines",
    [
        "let mine = my brow where number > 3\nchoose extra from mine\nmove extra to my hand",
        "let mine = my secret\nchoose extra from mine\nmove extra to my hand",
    ],
)
def test_a_choice_from_a_name_for_hidden_cards(lines: str) -> None:
    assert found(effect=lines) == ["CR530"]
    premise = "choose card from my hand\nlet mine = my secret\nchoose extra from mine"
    assert found(premise, "move extra to my laid") == ["CR530"]


@pytest.mark.parametrize(
    "lines",
    [
        "let mine = my hand where number > 3\nchoose extra from mine\nmove extra to my laid",
        "let mine = my shown\nchoose extra from mine\nmove extra to my hand",
        # They may have been shown meanwhile.
        "let mine = my secret\nmove my secret to my hand\nchoose extra from mine\n"
        "move extra to my laid",
        "let mine = my hand\nchoose extra from mine\nmove extra to my laid",
    ],
)
def test_a_choice_from_a_name_for_cards_that_can_be_seen(lines: str) -> None:
    assert found(effect=lines) == []


def _of_stacks(visibility: str, laid: str) -> list[str]:
    text = f"""---
title: Stacks
players: 2
attributes: {{number: integer}}
cards: {{card: {{name: "{{number}}", number: 1 to 6, count: 4}}}}
---
zone deck  shared pile, seen by nobody, starts with cards
zone pond  shared spread, seen by all
zone hand  per player spread, seen by owner
zone patch per player stacks, {visibility}
zone aside per player pile, seen by owner

setup
    draw 6 from deck to pond
    each player clockwise from starter
        draw 4 from deck to my hand

play
    turns clockwise from starter until deck is empty
        one of lay, steal, otherwise rest

action lay
    choose card from my hand
    choose prey from pond
    do
        {laid}

action steal
    choose stack from opponents.patch where (top of stack).number > 3
    do
        move stack to my patch

action rest
    do
        draw 1 from deck to my hand

score
    stacks: count of patch
winner highest score
"""
    return [item.code for item in lint_source(normalised("stacks.rules", text))]


def test_what_others_have_laid_from_their_hands_is_hidden_where_the_zone_hides_it() -> None:
    laid = "stack card on prey to my patch"
    assert "CR506" in _of_stacks("top seen by owner, rest seen by owner", laid)
    assert "CR506" not in _of_stacks("top seen by all, rest seen by owner", laid)
    # Where nobody has a partner, a team is one player.
    assert "CR506" in _of_stacks("top seen by team, rest seen by owner", laid)
    assert "CR506" not in _of_stacks("top seen by others, rest seen by owner", laid)
    # What lies on top comes from the pond, where everybody saw it.
    laid = "stack prey on card to my patch"
    assert "CR506" not in _of_stacks("top seen by owner, rest seen by owner", laid)


@pytest.mark.parametrize(
    "shown",
    ["reveal top of deck", "let flipped = top of deck\nreveal flipped", "reveal deck to me"],
)
def test_where_cards_are_revealed_nothing_is_certain(shown: str) -> None:
    premise = "require deck is not empty and (top of deck).number > 3"
    assert found(premise, shown) == []


def test_what_is_revealed_elsewhere_says_nothing_of_the_deck() -> None:
    premise = "require deck is not empty and (top of deck).number > 3"
    assert found(premise, "reveal my secret") == ["CR506"]
    assert found(premise, "if marked is not none\n    reveal marked") == []


@pytest.mark.parametrize(
    ("premise", "counted", "codes"),
    [
        ("choose target from leaders", "sum of number in hand", ["CR506"]),
        ("require me in leaders", "sum of number in hand", ["CR506"]),
        ("choose target from players with highest score", "sum of number in hand", ["CR506"]),
        ("require (left of me).score > 3", "sum of number in hand", ["CR506"]),
        ("choose target from leaders", "sum of number in secret", ["CR506"]),
        ("require my score > 3", "sum of number in hand", []),
        ("choose target from leaders", "count of hand", []),
        ("choose target from leaders", "sum of number in brow + count of hand", ["CR506"]),
    ],
)
@pytest.mark.parametrize("ending", ["", '    reveal players.hand\n    say "that was it"\n'])
def test_who_leads_depends_on_what_others_hold(
    premise: str, counted: str, codes: list[str], ending: str
) -> None:
    """Laid open at the end, when nobody is asked any more, it was hidden before."""
    text = GAME.replace("PREMISE", premise).replace("EFFECT", "")
    score = text[text.index("    cards:") : text.index("winner")]
    text = text.replace(score, f"    cards: {counted}\n")
    text = text.replace("\naction go", f"{ending}\naction go")
    told = lint_source(normalised("game.rules", text))
    found = [item.code for item in told if item.code != "CR513"]
    assert [code for code in found if code != "CR502"] == codes


@pytest.mark.parametrize(
    ("effect", "codes"),
    [
        ("choose card from my hand where number > sum of number in my secret\nmove card to heap",
         ["CR506"]),
        ("choose card from my hand where number > 3\nmove card to heap", []),
        ("if deck is not empty and (top of deck).number > 3\n"
         "    choose card from my hand\n    move card to heap", ["CR506"]),
        ("while deck is not empty and (top of deck).number > 3\n"
         "    choose card from my hand\n    move card to heap", ["CR506"]),
        ("if deck is not empty and (top of deck).number > 3\n    draw 1 from deck to my hand", []),
        ("if sum of number in my hand > 3\n"
         "    choose card from my hand\n    move card to heap", []),
        ("choose card from deck where number > 3\nmove card to heap", ["CR503"]),
        ("as left of me\n    choose card from my hand where number > 3\n    move card to heap", []),
        ("together each player clockwise from me\n"
         "    choose card from my hand where number > sum of number in my secret\n"
         "    do\n        move card to heap", ["CR506"]),
    ],
)  # fmt: skip
def test_choices_among_effects_are_looked_at_too(effect: str, codes: list[str]) -> None:
    assert found(effect=effect) == codes


LOOK = "let target = left of me\nreveal target.hand to me\n"
TAKE = "choose found from target.hand where number > 2\nmove found to my hand"


@pytest.mark.parametrize(
    ("effect", "codes"),
    [
        (LOOK + TAKE, []),
        (LOOK + 'say "now"\nreveal my hand to target\n' + TAKE, []),
        (LOOK + "if deck is empty\n    choose found from target.hand\n    move found to heap", []),
        (LOOK.replace(" to me", "") + TAKE, []),
        (LOOK.replace("to me", "to target") + TAKE, ["CR503"]),
        (LOOK.replace("target.hand", "target.laid") + TAKE, ["CR503"]),
        (LOOK.replace("target.hand", "target.hand where number > 3") + TAKE, ["CR503"]),
        (LOOK + "draw 1 from deck to target.hand\n" + TAKE, ["CR503"]),
        (LOOK + "let other = left of target\n" + TAKE.replace("target", "other"), ["CR503"]),
        (LOOK + "as target\n    choose found from (left of me).hand\n    move found to heap",
         ["CR503"]),
        (LOOK + f"repeat 2 times\n    {TAKE}".replace("\nmove", "\n    move"), ["CR503"]),
    ],
)  # fmt: skip
def test_cards_that_have_just_been_shown_can_be_chosen(effect: str, codes: list[str]) -> None:
    assert found(effect=effect) == codes


WINDOW = """
window ask(hidden: card)
interrupt object answers ask
    require hidden.number > 3
    do
        stop
"""


@pytest.mark.parametrize(
    ("effect", "is_hidden"),
    [
        ("open ask(card) to opponents", True),
        ("move card to my secret\nopen ask(card) to opponents", True),
        ("move card to deck\nopen ask(card) to left of me", True),
        ("move card to heap\nopen ask(card) to opponents", False),
        ("move card to (left of me).hand\nopen ask(card) to opponents", False),
        ("reveal card to opponents\nopen ask(card) to opponents", False),
        ("open ask(card) to me", False),
        ("open ask(card) to active", False),
        ("let same = card\nopen ask(same) to opponents", False),
        ("open ask(card) to opponents\nmove card to heap\nopen ask(card) to opponents", False),
    ],
)
def test_what_a_window_is_about_is_hidden_if_each_line_that_opens_it_hides_it(
    effect: str, is_hidden: bool
) -> None:
    assert ("CR506" in found("choose card from my hand", effect, WINDOW)) is is_hidden


def test_definitions_that_use_each_other_are_looked_through_once() -> None:
    """In a chain in which each uses the next one twice."""
    chain = (
        "".join(f"define d{n}(c: card) = d{n + 1}(c) and d{n + 1}(c)\n" for n in range(20))
        + "define d20(c: card) = c.number > 3\n"
    )
    premise = "require deck is not empty and d0(top of deck)"
    text = GAME.replace("PREMISE", premise).replace("EFFECT", "") + chain
    source = normalised("game.rules", text)
    (item,) = [item for item in lint_source(source) if item.code == "CR506"]
    label = next(one for one in item.labels if one.text == "here they are looked at")
    assert source.text[label.span.start : label.span.end].startswith("define d20")


SHOWN_BY_EACH = """
    each player clockwise from starter
        reveal my hand
            say "{me} shows {it}"
"""
ASKS_ABOVE = "choose target from opponents where some c in hand: c.number = 6"


def _with_end(end: str, more: str = "") -> list[str]:
    game = GAME.replace(
        "        one of go, otherwise rest\n", "        one of go, otherwise rest\n" + end
    )
    text = game.replace("PREMISE", ASKS_ABOVE).replace("EFFECT", "") + more
    return [i.code for i in lint_source(normalised("g.rules", text)) if i.code == "CR506"]


def test_what_each_shows_at_the_end_was_hidden_before() -> None:
    assert _with_end(SHOWN_BY_EACH) == ["CR506"]


@pytest.mark.parametrize(
    ("last", "more"),
    [
        ("    as starter\n        one of rest\n", ""),
        ("    do ask_once\n", "routine ask_once\n    as starter\n        one of rest\n"),
        (
            "    draw 1 from deck to heap\n",
            "when deck runs dry\n    as starter\n        choose c from {1, 2}\n"
            "        draw c from heap to my hand\n",
        ),
    ],
)
def test_what_is_shown_before_somebody_is_asked_may_be_known(last: str, more: str) -> None:
    assert _with_end(SHOWN_BY_EACH + last, more) == []


def test_a_line_of_a_trait_is_named_once() -> None:
    trait = """
trait shy
    do
        if some c in (left of me).hand: c.number = 6
            open door to left of me
        proceed
window door
interrupt shut answers door
    choose c from my hand
    do
        move c to heap
        stop
"""
    text = GAME.replace("PREMISE", "require deck is not empty").replace("EFFECT", "")
    text = text.replace("action go", "action go is shy").replace(
        "action rest", "action rest is shy"
    )
    told = lint_source(normalised("g.rules", text + trait))
    assert [item.code for item in told if item.code == "CR506"] == ["CR506"]
