"""Rulesets of which checks must say nothing: those without mistakes, and near misses."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardrules.analysis.load import analyse_source
from cardrules.lint.runner import checks, lint_source
from cardrules.lint.settings import GameCheck, settings_of
from cardrules.rulesets import read_rules
from cardrules.source import SourceFile, normalised
from tests.faults.collection import originals

HOUSE_RULES = sorted((Path(__file__).parents[2] / "examples" / "house_rules").glob("*.rules"))


def said(source: SourceFile, code: str = "") -> list[str]:
    """What is found, by all checks or by the one with a code."""
    if not code:
        return [item.code for item in lint_source(source)]
    ruleset, mistakes = analyse_source(source)
    assert ruleset is not None, list(mistakes)
    (check,) = [item for item in checks() if item.code == code]
    if isinstance(check, GameCheck):
        return [item.message for item in check.find(settings_of(ruleset))]
    return [item.message for item in check.find(ruleset)]


@pytest.mark.parametrize("name", originals())
def test_nothing_is_said_of_what_faults_are_made_in(name: str) -> None:
    source, mistakes = read_rules(originals()[name], ())
    assert not len(mistakes)
    assert said(source) == []


@pytest.mark.parametrize("path", HOUSE_RULES, ids=lambda path: path.stem)
def test_nothing_is_said_of_house_rules(path: Path) -> None:
    source, mistakes = read_rules(path, ())
    # Those for any game are linted with one.
    if not mistakes.has_errors:
        assert said(source) == []


GAME = """---
title: Near miss
players: 2 to 4
FRONT
---
zone deck shared pile, seen by nobody, starts with cards
zone heap shared pile, seen by all
zone hand per player spread, seen by owner
setup
    shuffle deck
    each player clockwise from starter
        draw 3 from deck to my hand "everybody draws three cards"
play
    turns clockwise from starter until deck is empty
        PLAY
score
    hand: count of hand
"""
PLAIN = "cards: {plain: {count: 40}}"
NUMBERS = (
    "attributes: {number: integer}\n"
    'cards: {plain: {name: "{number}", number: 1 to 4, count: 6}, joker: {number: 9, count: 1}}'
)
SECRET = """together each player clockwise from active
            choose card from my hand
            do
                set most to max(most, card.number)
                    say nothing
                move card to {lay}
        {show}
        open raising to others"""
SEALED = """variable most: integer = 0
zone laid per player spread, seen by owner
window raising
interrupt raise answers raising
    choose card from my hand
    require most > 5
    do
        move card to my laid
"""
STANDING = """standing full
    each player clockwise from active
        draw {number} - count of my hand from deck to my hand
        while count of my {at} > {kept}
            move first of my {at} to heap
"""
STACKS = "each row in rows\n            "
ROWS = "zone rows shared stacks, seen by all\n"
TAKE = "draw 1 from deck to my hand"
OPTION = PLAIN + "\noptions: {size: {default: a, values: {a: x, b: y, c: z}}}"
TWO_LINES = "cards: {plain: {count: 40}, scout: {count: 3}}"
ACTION = "one of give, otherwise take\naction take\n    do\n        draw 1 from deck to my hand\n"

TEXTS = 'cards: {plain: {count: 40}, scout: {count: 3, text: "Give it away."}}'
ANSWERED = "one of give, otherwise take"
WINDOW = """action give
    choose card from my hand
    do
        move card to heap
        open call(card) to others
action take
    do
        draw 1 from deck to my hand
window call(card: card)
interrupt answer_it answers call
    require {needs}
    choose answer from my hand
    do
        move answer to heap
{more}"""
IN_VAIN = """action fast
    choose c from my hand where it is scout
    do
        {first}
action slow
    choose c from my hand where it is plain
    do
        {second}
window call(card: card)
interrupt answer_it answers call
    require card is plain
    choose answer from my hand
    do
        move answer to heap
"""
FOUR = """action give [R1]
    choose card from my hand
    do
        move card to heap
action take [R1]
    do
        draw 1 from deck to my hand
action rest [R1]
    do
        draw 1 from deck to heap
action leave
    do
        draw 2 from deck to heap {}
{}"""

NEAR = {
    # Each value is told apart from each other, be it by what it is not.
    "CR510 two of three": (OPTION, f"if size = a or size = b and turn > 3\n            {TAKE}", ""),
    "CR510 in a set": (OPTION, f"if size in {{a, b}} or size != a\n            {TAKE}", ""),
    "CR510 said": (OPTION, f'if size = a\n            {TAKE}\n        say "{{size}}"', ""),
    # Something stands below the window, or others would still be asked.
    "CR511 below": (
        PLAIN,
        ACTION + f"action give\n    do\n        open gate to left of me\n        {TAKE}",
        "window gate\ninterrupt close answers gate\n    choose c from my hand\n"
        "    do\n        move c to heap\n        stop\n",
    ),
    "CR511 several": (
        PLAIN, ACTION + f"action give\n    do\n        {TAKE}\n        open gate to opponents",
        "window gate\ninterrupt close answers gate\n    choose c from my hand\n"
        "    do\n        move c to heap\n        stop\n",
    ),
    "CR511 in the play": (
        PLAIN, f"{TAKE}\n        open gate to left of me",
        "window gate\ninterrupt close answers gate\n    choose c from my hand\n"
        "    do\n        move c to heap\n        stop\n",
    ),
    # With some numbers of players there are partners.
    "CR512 four": (PLAIN + "\nteams: {4: [[1, 3], [2, 4]]}",
        "each p in partners\n            draw 1 from deck to p.hand", ""),
    "CR512 opponents": (PLAIN, "each p in opponents\n            draw 1 from deck to p.hand", ""),
    "CR512 others": (PLAIN, "each p in others\n            draw 1 from deck to p.hand", ""),
    # Out of the game; counted; looked at.
    "CR513 shared": (PLAIN, "draw 1 from deck to out", "zone out shared pile, seen by nobody\n"),
    "CR513 open": (PLAIN, "draw 1 from deck to my out", "zone out per player row, seen by all\n"),
    "CR513 counted": (
        PLAIN, "if count of my out < 3\n            draw 1 from deck to my out",
        "zone out per player pile, seen by owner\n",
    ),
    # An action may have any name, and a card may be told by other things.
    "CR514 known": (TWO_LINES, "one of scout, otherwise take",
        "action scout\n    choose card from my hand where it is scout\n    do\n"
        "        move card to heap\naction take\n    do\n        draw 1 from deck to my hand\n"),
    "CR514 attribute": (
        "attributes: {sort: {type: integer, default: 0}}\n"
        "cards: {plain: {count: 40}, scout: {sort: 1, count: 3}}", "one of scout, otherwise take",
        "action scout\n    choose card from my hand where sort = 1\n    do\n"
        "        move card to heap\naction take\n    do\n        draw 1 from deck to my hand\n"),
    "CR514 comes up": (TWO_LINES, "one of scout",
        "action scout\n    do\n        draw 1 from deck to my hand\n"
        "when scout comes up from deck\n    move it to heap\n"),
    # Of the side that is looked at, be it by a definition.
    "CR515 definition": (PLAIN, TAKE,
        "define most = count of my hand\nwinner highest most then highest score\n"),
    "CR515 variable": (PLAIN, f"{TAKE}\n        set my last to turn",
        "variable last per player: integer = 0\nwinner highest score then lowest last\n"),
    "CR515 others": (PLAIN, TAKE, "winner highest score then lowest count of opponents.hand\n"),
    # In the play somebody has a turn, and `starter` is what is meant.
    "CR516 in the play": (
        PLAIN,
        "each player clockwise from active\n            draw 1 from deck to active.hand", ""),
    "CR516 routine": (
        PLAIN, "do all_take", "routine all_take\n    each player clockwise from active\n"
        "        draw 1 from deck to active.hand\n"),
    "CR516 outside": (PLAIN, TAKE, ""),
    # The pile is asked for, renewed, or cards go back to it; the turns are counted.
    "CR517 until": (PLAIN, TAKE, ""),
    "CR517 renewed": (
        PLAIN, f"{TAKE}\n        end turns", "when side runs dry\n    move heap to side\n"
        "zone side shared pile, seen by nobody\nstanding s\n    draw 1 from side to heap\n"),
    "CR517 goes back": (
        PLAIN, "draw 1 from side to heap\n        move my hand to side",
        "zone side shared pile, seen by nobody\n"),
    "CR517 hands are used up": (
        PLAIN, "one of give\n    turns clockwise from starter until players.hand is empty\n"
        "        one of give\n        draw 1 from side to my hand",
        "zone side shared pile, seen by nobody\naction give\n    choose card from my hand\n"
        "    do\n        move card to heap\n"),
    "CR517 counted": (
        PLAIN, "draw 1 from side to heap\n        if turn = 9\n            end turns",
        "zone side shared pile, seen by nobody\n"),
    # It fits on one card; it is left out; there is but one clause.
    "CR518 fits once": (
        NUMBERS, TAKE, "placement fits(card on target)\n    a: card.number = target.number\n"
        "    b: card.number > 1 and target.number > 1 or card.number < 3 and target.number < 3\n"),
    "CR518 left out": (
        NUMBERS, TAKE, "placement fits(card on target)\n    a: card.number > target.number\n"
        "    b: not (card is joker or target is joker)\n"),
    "CR518 one clause": (
        NUMBERS, TAKE,
        "placement fits(card on target)\n    a: card is plain and target is plain\n"),
    # Only one pair fits; an option decides, or where the cards lie.
    "CR518 one pair": (
        NUMBERS, TAKE,
        "placement fits(card on target)\n    a: card.number > 3 and target.number > 8\n"),
    "CR518 an option": (
        NUMBERS + "\noptions: {size: {default: 9, max: 9}}", TAKE,
        "placement fits(card on target)\n    a: card.number > size and target.number > 8\n"),
    "CR518 where it lies": (
        NUMBERS, TAKE,
        "placement fits(card on target)\n    a: target in heap and target.number > 8\n"),
    # From somebody on; one card alone is the highest; how many there are is asked; a note says it.
    "CR519 from": (
        NUMBERS, "let best = first of (clockwise_from(starter) with highest count of hand)", ""),
    "CR519 single": (
        NUMBERS.replace("count: 6", "count: 1"),
        "let best = first of (players with highest (highest of number in hand))", ""),
    "CR519 asked": (
        NUMBERS, "if count of (players with highest count of hand) = 1\n"
        "            let best = first of (players with highest count of hand)", ""),
    "CR519 note": (
        NUMBERS, "let best = first of (players with highest count of hand)    "
        '"in a tie the lowest seat"', ""),
    # Options, numbers of players, definitions and what variables are set to decide it.
    "CR520 option": (
        PLAIN + "\noptions: {size: {default: 3, min: 1, max: 9}}",
        f"if size > 0 and count of players > 1\n            {TAKE}", ""),
    "CR520 definition": (PLAIN, f"if is_long\n            {TAKE}", "define is_long = true\n"),
    "CR520 variable": (
        PLAIN, f"if passes > 2 or not over\n            {TAKE}\n        add 1 to passes\n"
        "        set over to deck is empty",
        "variable passes: integer = 0\nvariable over: flag = false\n"),
    "CR520 before the first turn": (
        PLAIN, "rounds until round = 0 or turn = 0\n            " + TAKE, ""),
    "CR520 routine outside of turns": (
        PLAIN, f"{TAKE}\n    do last", f"routine last\n    if turn = 0\n        {TAKE}\n".replace(
            "my hand", "starter.hand")),
    "CR520 neighbours": (
        PLAIN, "each p in players where it = left of me or it = right of me\n"
        "            draw 1 from deck to p.hand", ""),
    # One card is otherwise, be it by the default; an option or a definition is compared.
    "CR520 printed once": (
        NUMBERS, "if some c in my hand: c.number < 9 and c.number > 1 and 4 >= c.number\n"
        f"            {TAKE}", ""),
    "CR520 printed default": (
        "attributes: {points: {type: integer, default: 0}}\n"
        "cards: {plain: {count: 40}, joker: {points: 3, count: 1}}",
        f"if some c in my hand: c.points > 0 or c.points != 3\n            {TAKE}", ""),
    "CR520 printed option": (
        NUMBERS + "\noptions: {size: {default: 9, min: 9}}",
        f"if some c in my hand: c.number > size or c.number > ten\n            {TAKE}",
        "define ten = 10\n"),
    "CR520 printed of none": (
        NUMBERS.replace("count: 1}", "count: 1 if size > 3 else 0}")
        + "\noptions: {size: {default: 0}}",
        f"if some c in my hand: c.number > 4\n            {TAKE}", ""),
    # All are dealt out; the option is bounded by what there is; a set may be smaller.
    "CR521 dealt out": (
        PLAIN, "while deck is not empty\n            each player clockwise from active\n"
        "                draw 3 from deck to my hand", ""),
    "CR521 bounded": (
        PLAIN + "\noptions: {size: {default: 3, min: 1, max: 40 - 3 * count of players}}",
        f"move heap to deck above size cards\n        {TAKE}", ""),
    "CR521 at most": (
        PLAIN, f"choose some_cards from subsets of my hand where count of it <= 50\n        {TAKE}",
        ""),
    # What somebody does decides it, be it that a turn is ended.
    "CR522 chosen": (
        PLAIN, "one of keep, otherwise stay\n    turns clockwise from starter until "
        "players.hand is empty\n        while my hand is not empty\n            one of keep, leave",
        "action keep\n    choose card from my hand\n    do\n        move card to heap\n"
        "action leave\n    do\n        end turn\naction stay\n    do\n"
        "        draw 1 from deck to heap\n"),
    "CR522 some option": (
        PLAIN + "\noptions: {none_dealt: {default: true}}",
        "draw 1 from deck to heap\n    rounds until heap is empty\n"
        "        if none_dealt\n            move heap to deck", ""),
    "CR522 standing": (
        PLAIN, TAKE + "\n    turns clockwise from starter until players.hand is empty\n"
        "        move players.hand to heap",
        "standing fill\n    if players.hand is empty and deck is not empty\n"
        "        draw 1 from deck to starter.hand\n"),
    # The cards are shown before, or as they are laid; the players are told of the variable.
    "CR523 shown before": (NUMBERS, SECRET.format(lay="my laid", show="reveal players.laid"),
        SEALED),
    "CR523 laid open": (NUMBERS, SECRET.format(lay="heap", show="open raising to others"), SEALED),
    "CR523 told": (NUMBERS, SECRET.format(lay="my laid", show="open raising to others"),
        SEALED.replace("integer = 0", 'integer = 0 "highest card"')),
    # As many are kept as are drawn, others are taken away, or there is no end of drawing.
    "CR524 kept": (PLAIN, TAKE, STANDING.format(number=5, at="hand", kept=5)),
    "CR524 more": (PLAIN, TAKE, STANDING.format(number=5, at="hand", kept=9)),
    "CR524 elsewhere": (PLAIN, TAKE, STANDING.format(number=5, at="laid", kept=2)
        + "zone laid per player spread, seen by all\n"),
    # Those without cards, or where something else is said, are passed over; all can go on.
    "CR528 without cards": (
        PLAIN, "draw 1 from deck to heap\n        one of give",
        "action give\n    choose card from my hand\n    do\n"
        "        move card to heap\n"),
    "CR528 otherwise": (
        NUMBERS, "one of give, otherwise take", "action give\n"
        "    choose card from my hand where number = 2\n    do\n        move card to heap\n"
        "action take\n    do\n        draw 1 from deck to my hand\n"),
    "CR528 asked before": (
        NUMBERS, f"if possible give\n            one of give\n        else\n            {TAKE}",
        "action give\n    choose card from my hand where number = 2\n    do\n"
        "        move card to heap\n"),
    # By some option, some number of players, some card, some value.
    "CR529 option": (
        PLAIN + "\noptions: {size: {default: 3, min: 1, max: 9}}",
        f"if size = 5\n            {TAKE}\n        if size > 8 and count of players = 4\n"
        f"            {TAKE}", ""),
    "CR529 two options": (
        PLAIN + "\noptions: {long: {default: false}, quick: {default: true}}",
        f"if long and not quick\n            {TAKE}", ""),
    "CR529 card": (NUMBERS, f"{TAKE}\n        one of give, otherwise give_back",
        "action give\n    choose card from my hand where number = 9\n    do\n"
        "        move card to heap\naction give_back\n    choose card from my hand\n    do\n"
        "        move card to deck at bottom\n"),
    "CR529 variable": (PLAIN, f"add 1 to passes\n        if passes > 7\n            {TAKE}",
        "variable passes: integer = 0\n"),
    # A sentence in it, at a line that carries it out, or on the card; the log says it.
    "CR535 told where it is carried out": (
        PLAIN, 'do take "everybody takes a card"',
        "routine take\n    draw 1 from deck to my hand\n"),
    "CR535 said": (
        PLAIN, "do take",
        'routine take\n    draw 1 from deck to my hand\n        say "{me} draws"\n'),
    "CR535 on the card": (TEXTS, "one of give",
        "action give\n    choose card from my hand where it is scout\n    do\n"
        "        move card to heap\n"),
    "CR535 nothing happens": (
        PLAIN + "\n", TAKE, "variable n: integer = 0\nroutine count_up\n    add 1 to n\n"
       ),
    "CR536 help": (PLAIN + "\noptions: {size: {default: 3, help: how many}}", TAKE, ""),
    "CR536 values": (OPTION, TAKE, ""),
    "CR536 none": (PLAIN, TAKE, ""),
    "CR537 no house rules": (PLAIN, TAKE, ""),
    # One of the cards that open the window fits; it depends on more; the window is never opened.
    "CR560 one fits": (NUMBERS, ANSWERED, WINDOW.format(needs="card.number > 3", more="")),
    "CR560 depends": (NUMBERS, ANSWERED, WINDOW.format(needs="card in heap", more="")),
    "CR560 not opened": (NUMBERS, TAKE, WINDOW.format(needs="card is joker", more="")),
    "CR560 an option": (
        NUMBERS + "\noptions: {size: {default: 9}}", ANSWERED,
        WINDOW.format(needs="card.number = size", more="")),
    # Of a trait, of a routine; an answer may come.
    "CR561 trait": (TWO_LINES, "one of fast, otherwise slow", IN_VAIN.format(first="do shout(c)",
        second="do shout(c)") + "routine shout(card: card)\n    open call(card) to others\n"),
    "CR561 may come": (TWO_LINES, "one of fast, otherwise slow", IN_VAIN.format(
        first="open call(c) to others", second="open call(c) to others")
        .replace("is scout", "is it")
        .replace("where it is it", "")),
    "CR561 nowhere": (TWO_LINES, "one of fast, otherwise slow", IN_VAIN.format(
        first=TAKE, second="open call(c) to others")),
    # It is stopped, one is asked, a sentence or a condition says it.
    "CR562 stopped": (NUMBERS, ANSWERED, WINDOW.format(
        needs="card is plain", more="        move card to my hand\n        stop\n")),
    "CR562 one": (NUMBERS, ANSWERED, WINDOW.format(
        needs="card is plain", more="        move card to my hand\n")
        .replace("to others", "to left of me")),
    "CR562 sentence": (NUMBERS, ANSWERED, WINDOW.format(
        needs="card is plain", more='        move card to my hand "the last one has it"\n')),
    "CR562 still there": (NUMBERS, ANSWERED, WINDOW.format(
        needs="card in heap", more="        move card to my hand\n")),
    # It costs a card, or a turn; another window is opened.
    "CR563 a card": (NUMBERS, ANSWERED, WINDOW.format(needs="card is plain",
        more="        open call(answer) to others\n")
        .replace("card: card)", "card: card), up to 3 deep")),
    "CR563 a counter": (NUMBERS, ANSWERED, "variable n: integer = 0\n" + WINDOW.format(
        needs="n < 3", more="        open call(card) to others\n        add 1 to n\n").replace(
        "card: card)", "card: card), up to 3 deep").replace("        move answer to heap\n", "")),
    "CR563 another window": (NUMBERS, ANSWERED, WINDOW.format(
        needs="card is plain", more="        open other to others\n").replace(
        "        move answer to heap\n", "") + "window other\ninterrupt late answers other\n"
        "    choose answer from my hand\n    do\n        move answer to heap\n"),
    # Just as many as there are; with some value of an option; cards come back.
    "CR521 all": (PLAIN, TAKE.replace("1", "40"), ""),
    "CR521 an option": (
        PLAIN + "\noptions: {size: {default: 50, min: 40, max: 60}}", ANSWERED,
        ACTION.partition("\n")[2].replace("draw 1 ", "draw size ")
        + "action give\n    do\n        draw size + 1 - count of players from deck to my hand\n"),
    "CR521 comes back": (
        PLAIN, "draw 50 from side to my hand", "when side runs dry\n    move heap to side\n"
        "zone side shared pile, seen by nobody\n"),
    # The default; set, chosen or told otherwise; all words are used.
    "CR525 default": (
        "attributes: {sort: {type: [good, bad, none_yet], default: none_yet}}\n"
        "cards: {plain: {sort: good, count: 20}, worm: {sort: bad, count: 20}}", TAKE, ""),
    "CR525 variable": (
        "attributes: {sort: [good, bad, any]}\n"
        "cards: {plain: {sort: good, count: 20}, worm: {sort: bad, count: 20}}",
        f"set last to any\n        {TAKE}", "variable last: sort = good\n"),
    "CR525 chosen": (PLAIN, "one of give, otherwise take",
        "action give\n    choose end from {front, rear}\n    choose card from my hand\n    do\n"
        "        move card to heap\naction take\n    do\n        draw 1 from deck to my hand\n"
        "values end_of_row: front, rear\n"),
    # Another name, no names of numbers, and a value of another attribute.
    "CR526 other": (NUMBERS.replace("integer", "{type: integer, names: {9: nine}}"), TAKE,
        "define ten = 10\n"),
    "CR526 no names": (NUMBERS, TAKE, "define nine = 9\n"),
    "CR526 let": (NUMBERS.replace("integer", "{type: integer, names: {9: nine}}"),
        f"let eight = 8\n        {TAKE}", ""),
    # They are counted; few; of few cards.
    "CR527 size": (
        NUMBERS, f"{TAKE}\n        choose gone from subsets of my hand where count of it = 2", ""),
    "CR527 sum": (NUMBERS,
        f"{TAKE}\n        choose gone from subsets of my hand where sum of number in it <= 9", ""),
    "CR527 few cards": (NUMBERS, f"{TAKE}\n        choose gone from subsets of my hand "
        "where highest of number in it = lowest of number in it", ""),
    # Listed; of another source; without a list.
    "CR550 listed": (
        PLAIN + "\nrules: R1 to R3, R7.1", f"{TAKE} [R2, R7.1]", ""),
    "CR550 another source": (PLAIN + "\nrules: R1 to R3", f"{TAKE} [HR-9]", ""),
    "CR550 no list": (PLAIN, f"{TAKE} [R9]", ""),
    # In one of its lines; without a list.
    "CR551 in a line": (PLAIN + "\nrules: R1 to R9", "one of give, take, rest, otherwise leave",
        FOUR.format("[R4]", "")),
    "CR551 none": (PLAIN, "one of give, take, rest, otherwise leave",
        FOUR.format("", "").replace(" [R1]", "")),
    "CR551 no list": (PLAIN, "one of give, take, rest, otherwise leave", FOUR.format("", "")),
    # It fits, with decks and players; none is given.
    "CR553 fits": (PLAIN + "\ntotal: 40", TAKE, ""),
    "CR553 decks": (PLAIN + "\ndecks: 1 if count of players < 4 else 2\n"
        "total: 40 if count of players < 4 else 80", TAKE, ""),
    "CR553 none": (PLAIN, TAKE, ""),
    # In a match, with another option, with more players.
    "CR554 with another": (
        PLAIN + "\noptions: {long: {default: false}, to: {default: 5, min: 2, max: 9}}",
        TAKE, "winner highest score\nmatch race to to when long\n"),
    "CR554 players": (PLAIN + "\noptions: {more: {default: false}}",
        f"{TAKE}\n        if more and count of players = 4\n            {TAKE}", ""),
    "CR554 said": (PLAIN + "\noptions: {more: {default: false}}",
        f'{TAKE}\n        say "{{more}}"', ""),
    # Somebody says it; one is asked; a note answers it.
    "CR564 note": (
        PLAIN, TAKE, "winner highest score [R1] \"a tie is shared\"\n"),
    "CR564 in order": (PLAIN, f"{TAKE}\n        open gate to clockwise_from(me)",
        "winner highest score [R1] \"a tie is shared\"\nwindow gate\n"
        "interrupt shut answers gate\n    choose c from my hand\n    do\n        move c to heap\n"),
    "CR564 apart": (PLAIN, TAKE, "winner highest score [R1] \"a tie is shared\"\n"
        "variable one: integer = 0\nvariable two: integer = 0\n"
        "standing a\n    if one > 2\n        set one to 0\n"
        "standing b\n    if two > 2\n        set two to 0\n"),
    # In the other branch, named anew, or nothing goes on.
    "CR705 other branch": (PLAIN, STACKS + "if deck is empty\n                move row to heap\n"
        "            else if deck is not empty\n"
        "                move bottom of deck to row", ROWS),
    "CR705 ends": (PLAIN, STACKS + "if heap is empty\n                move row to heap\n"
        "                end each\n            move first of my hand to row", ROWS),
    "CR705 not needed": (PLAIN, STACKS + "if heap is empty\n                move row to heap\n"
        "            move row to heap", ROWS),
}  # fmt: skip


@pytest.mark.parametrize("name", NEAR)
def test_nothing_is_said_of_a_near_miss(name: str) -> None:
    front, play, more = NEAR[name]
    text = GAME.replace("FRONT", front).replace("PLAY", play) + more
    if "winner" not in more:
        text += "winner highest score\n"
    assert said(normalised("game.rules", text), name.split(maxsplit=1)[0]) == []
