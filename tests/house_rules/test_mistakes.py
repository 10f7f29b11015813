"""House rules that do not fit: each mistake is told with both places and what helps."""

from __future__ import annotations

import re

import pytest

from cardrules.diagnostics.render import render_text
from tests.house_rules.conftest import BASE, Put, house_rule


@pytest.mark.parametrize(
    ("rules", "code", "parts"),
    [
        ("in action sing\n    add set last to me\n", "CR802", ["No line of the base is"]),
        (
            "in action lay\n    replace require [P-77]\n        require true\n",
            "CR802",
            [
                "No line of `action lay` is `require [P-77]`",
                "pairs.rules:{require card.rank}:5",
                "perhaps this one",
            ],
        ),
        (
            "in lay\n    add set last to me\n",
            "CR802",
            ["No line of the base is `lay`", "named with its first word: `action lay`"],
        ),
        (
            "in play\n    remove draw 1 from deck\n",
            "CR803",
            [
                "2 lines of the base are `draw 1 from deck`",
                "pairs.rules:{            draw 1}",
                "pairs.rules:{        draw 1}",
            ],
        ),
        ("in play\n    remove third draw\n", "CR802", ["No line of `play` is `third draw`"]),
        ("in play\n    delete draw\n", "CR801", ["No house rule begins with `delete` here"]),
        ("in play\n", "CR801", ["Nothing stands below this `in`"]),
        ("in play\n    before draw\n", "CR801", ["Nothing stands below this `before`"]),
        ("in play\n    remove\n", "CR801", ["Behind `remove` no line of the base is named"]),
        (
            "in play\n    remove turns\n        draw 1 from deck to my hand\n",
            "CR801",
            ["Nothing can stand below `remove`"],
        ),
        ("in play\n    change turns\n", "CR801", ["what is changed to what"]),
        ("in play\n    offer swap\n", "CR801", ["what is offered beside what"]),
        ("in play\n    offer swap beside sing\n", "CR802", ["No `one of`", "pairs.rules:{one of}"]),
        ("wrap action lay\n    set last to me\n", "CR801", ["has no `proceed`"]),
        (
            "in action lay\n    remove require\n    remove [P-7]\n",
            "CR804",
            ["Two house rules change the same line", "the other one", "Say in one place"],
        ),
        (
            "remove action lay\nin action lay\n    remove require\n",
            "CR804",
            ["within lines that another one takes away"],
        ),
    ],
)
def test_what_is_no_house_rule_or_does_not_fit_is_told(
    put: Put, rules: str, code: str, parts: list[str]
) -> None:
    _, diagnostics = put(house_rule(rules))
    assert [item.code for item in diagnostics] == [code]
    told = render_text(diagnostics[0])
    assert "rule_1.rules:" in told.split("\n")[1]
    for part in parts:
        assert _numbered(part) in told
    assert diagnostics[0].help


def _numbered(text: str) -> str:
    """A text with the number of the line of the base that begins so, for what stands in braces."""
    found = re.search(r"\{(.*)\}", text)
    if found is None:
        return text
    lines = BASE.splitlines()
    fitting = [n for n, line in enumerate(lines, start=1) if f"\n{line}".find(found[1]) >= 0]
    exact = [n for n in fitting if lines[n - 1].startswith(found[1])]
    number = (exact or fitting)[0]
    return text.replace(found[0], str(number))


def test_all_mistakes_are_told_at_once(put: Put) -> None:
    _, diagnostics = put(house_rule("in play\n    remove sing\n    remove dance\nin x\n"))
    assert [item.code for item in diagnostics] == ["CR801", "CR802", "CR802"]


@pytest.mark.parametrize(
    ("front", "code", "part"),
    [
        ("cards: {fool: remove}\n", "CR802", "The base has no `cards.fool`"),
        ("attributes: {rank: {add: [6]}}\n", "CR801", "`rank` of the base is no list"),
        (
            "attributes: {suit: {add: [stars], before: moons}}\n",
            "CR802",
            "`suit` of the base has no value `moons`",
        ),
        ("needs_rule: other\n", "CR807", "`rule_1` needs `other`"),
        ("goal: {add: ''}\n", "CR801", "Nothing is added to `goal`"),
        ("goal: {add: [Win.]}\n", "CR801", "Nothing is added to `goal`"),
    ],
)
def test_front_matter_that_does_not_fit_is_told(put: Put, front: str, code: str, part: str) -> None:
    _, diagnostics = put(house_rule("", front))
    assert [item.code for item in diagnostics] == [code]
    assert part in diagnostics[0].message


def test_what_they_extend_must_be_there(put: Put) -> None:
    _, diagnostics = put(house_rule("").replace("extends: pairs", "extends: nothing"))
    assert [item.code for item in diagnostics] == ["CR805"]


def test_they_cannot_extend_each_other_in_a_circle(put: Put) -> None:
    one = "---\ntitle: One\nextends: two\n---\n"
    two = "---\ntitle: Two\nextends: one\n---\n"
    _, diagnostics = put(one=one, two=two)
    assert {item.code for item in diagnostics} == {"CR805"}


def test_they_must_be_for_this_game(put: Put) -> None:
    other = "---\ntitle: Other\nextends: game\n---\n"
    _, diagnostics = put(other=other, game="---\ntitle: Game\nplayers: 2\n---\nplay\n")
    assert {item.code for item in diagnostics} == {"CR806"}


def test_any_game_must_have_what_they_need(put: Put) -> None:
    rule = "---\ntitle: Open\nextends: any\nneeds: [zone hand per player, zone box]\n---\n"
    _, diagnostics = put(rule)
    assert [item.code for item in diagnostics] == ["CR806"]
    assert "`zone box`" in diagnostics[0].message
    # What it would change there is not looked for.
    _, diagnostics = put(rule + "change zone box to zone box shared spread, seen by all\n")
    assert [item.code for item in diagnostics] == ["CR806"]
    text, diagnostics = put(rule.replace(", zone box", "") + "match best of 3\n")
    assert diagnostics == []
    assert "match best of 3" in text


# ---- Several -------------------------------------------------------------------------------------

_REQUIRE = "in action lay\n    add require card.rank > 0\n"
_OTHER_REQUIRE = "in action lay\n    add require card.rank < 5\n"
_DRAW = "in play\n    after last draw\n        draw 1 from deck to my hand\n"
_SHUFFLE = "in play\n    after last draw\n        shuffle deck\n"


def test_the_order_of_files_changes_nothing(put: Put) -> None:
    one, other = house_rule(_REQUIRE), house_rule(_OTHER_REQUIRE, "decks: 2\n")
    texts = [put(one=one, other=other), put(other=other, one=one)]
    assert texts[0][1] == []
    assert texts[0] == texts[1]
    assert "card.rank > 0" in texts[0][0] and "card.rank < 5" in texts[0][0]


@pytest.mark.parametrize(
    ("one", "other", "part"),
    [
        (house_rule(_DRAW), house_rule(_SHUFFLE), "put lines at one place"),
        (
            house_rule("in action lay\n    remove require\n"),
            house_rule("in action lay\n    replace require\n        require true\n"),
            "change the same line",
        ),
        (
            house_rule("remove action lay\n"),
            house_rule(_REQUIRE),
            "within lines that another one takes away",
        ),
        (
            house_rule("", "options: {hand_size: {default: 1}}\n"),
            house_rule("", "options: {hand_size: {default: 2}}\n"),
            "Two house rules change `options.hand_size.default`",
        ),
        (
            house_rule("", "options: {hand_size: remove}\n"),
            house_rule("", "options: {hand_size: {default: 2}}\n"),
            "Two house rules change `options.hand_size",
        ),
        (
            house_rule("", "turn: {add: Wait.}\n"),
            house_rule("", "turn: Lay a pair.\n"),
            "Two house rules change `turn",
        ),
    ],
)
def test_what_cannot_be_together_is_told_with_both_places(
    put: Put, one: str, other: str, part: str
) -> None:
    for named in ({"one": one, "other": other}, {"other": other, "one": one}):
        _, diagnostics = put(**named)
        assert [item.code for item in diagnostics] == ["CR804"]
        told = render_text(diagnostics[0])
        assert part in told
        assert "one.rules:" in told and "other.rules:" in told


def test_lines_at_one_place_come_in_the_order_that_is_said(put: Put) -> None:
    for first, second in (("one", "other"), ("other", "one")):
        rules = {first: house_rule(_DRAW), second: house_rule(_SHUFFLE, f"after: {first}\n")}
        text, diagnostics = put(**rules)
        assert diagnostics == []
        lines = [line.strip() for line in text.splitlines()]
        at = lines.index("draw 1 from deck to my hand", lines.index("draw 1 from deck to my hand"))
        assert lines[at:].index("shuffle deck") > 0


def test_some_say_themselves_that_they_cannot_be_together(put: Put) -> None:
    one = house_rule("", "not_with: {other: both change the hands}\n")
    _, diagnostics = put(one=one, other=house_rule(""))
    assert [item.code for item in diagnostics] == ["CR807"]
    assert "both change the hands" in render_text(diagnostics[0])
