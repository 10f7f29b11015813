"""House rules that are an option: off is the base, action by action, on is what they say."""

from __future__ import annotations

from functools import cache

import pytest

from cardrules.analysis.load import analyse_source
from cardrules.diagnostics.render import render_line
from cardrules.engine.game import Game
from cardrules.source import SourceFile
from tests.house_rules.conftest import BASE, Put, house_rule

_RULES = [
    "remove action pass\n",
    "replace define over = count of deck < 5\n",
    "in action lay\n    replace require\n        require card.suit = other.suit\n",
    "in action lay\n    remove require\n",
    "in action lay\n    add require card.rank > 1\n",
    "in action lay\n    after move card\n        draw 1 from deck to my hand\n",
    "in action lay\n    replace move other to shown\n        move other to deck at bottom\n",
    "in action lay\n    replace choose other from my hand where rank > 2\n",
    "in setup\n    after shuffle deck\n        draw 1 from deck to shown\n",
    "in play\n    change turns to turns counterclockwise from starter until over\n",
    "in play\n    change if to if possible lay and count of deck > 7\n",
    "action swap\n    do\n        swap my hand with shown\nin play\n    offer swap beside lay\n",
    "wrap action lay\n    require count of deck > 3\n    proceed\n"
    "    draw 1 from deck to my hand\n",
    "in score\n    add more: sum of rank in (hand where rank > 2)\n",
    "in score\n    replace cards: sum of rank in hand\n",
    "standing full\n    each p in players where count of hand > 4\n        move p.hand to shown\n",
    "match of 2 games\n",
]


@cache
def _games(text: str, **options: object) -> list[object]:
    """Some games by chance: at every decision what can be chosen, and the results."""
    ruleset, diagnostics = analyse_source(SourceFile("combined.rules", text))
    assert ruleset is not None, [render_line(item) for item in diagnostics]
    told: list[object] = []
    of_players = [Game(ruleset, players, options) for players in (2, 3)]
    for seed in range(6):
        game = of_players[seed % 2]
        state = game.start(seed=seed)
        while (decision := game.decision(state)) is not None and state.steps < 60:
            actions = game.legal_actions(state)
            told.append((decision.player, [str(action) for action in actions]))
            state = game.apply(state, actions[(7 * state.steps + seed) % len(actions)])
        told.append([game.score_of(state, seat) for seat in range(game.players)])
    return told


@pytest.mark.parametrize("rules", _RULES)
def test_off_is_the_base_and_on_is_what_they_say(put: Put, rules: str) -> None:
    rules = f"# they say something\n{rules}"
    by_switch, diagnostics = put(house_rule(rules, "switch: ours\n"))
    assert diagnostics == []
    always, _ = put(house_rule(rules))
    base = _games(BASE)
    assert _games(by_switch, ours=False) == base
    assert _games(by_switch, ours=True) == _games(always)
    assert _games(always) != base


def test_how_many_cards_there_are_can_be_an_option(put: Put) -> None:
    front = "switch: ours\ncards: {plain: {count: 3}, joker: remove, fool: {count: 2, rank: 9,"
    text, diagnostics = put(house_rule("", f"{front} suit: clubs}}}}\n"))
    assert diagnostics == []
    assert "count: 3 if ours else 2" in text
    assert "count: 0 if ours else 1" in text
    assert "count: 2 if ours else 0" in text
    assert "ours: {default: true, help: Mine}" in text
    assert _games(text, ours=False) == _games(BASE)


@pytest.mark.parametrize(
    ("said", "written"),
    [("{help: Said}", "{default: true, help: Said}"), ("{default: false}", "{default: false}")],
)
def test_what_a_file_says_of_its_option_has_a_default(put: Put, said: str, written: str) -> None:
    front = f"switch: ours\noptions: {{ours: {said}}}\ncards: {{plain: {{count: 3}}}}\n"
    text, diagnostics = put(house_rule("", front))
    assert diagnostics == []
    assert f"  ours: {written}\n" in text


@pytest.mark.parametrize(
    ("rules", "front"),
    [
        ("", "players: 2\n"),
        ("", "goal: Win.\n"),
        ("", "attributes: {suit: {add: [stars]}}\n"),
        ("", "options: {hand_size: {default: 2}}\n"),
        ("", "cards: {joker: {rank: 3, count: 1}}\n"),
        ("replace winner highest score\n", ""),
        ("replace action pass\n    do\n        end turn\n", ""),
        ("replace zone hand per player pile, seen by nobody\n", ""),
        ("in action lay\n    remove choose card\n", ""),
        ("in action lay\n    after choose card\n        choose third from my hand\n", ""),
        ("in play\n    remove ask\n", ""),
        ("in play\n    offer pass_on beside lay\n", ""),
    ],
)
def test_what_cannot_be_an_option_is_refused_with_its_line(
    put: Put, rules: str, front: str
) -> None:
    _, diagnostics = put(house_rule(rules, f"switch: ours\n{front}"))
    assert [item.code for item in diagnostics] == ["CR808"]
    assert "`switch: ours`" in diagnostics[0].help


@pytest.mark.parametrize("front", ["options: 3\n", "cards: none\n", "options:\n"])
def test_a_section_that_holds_no_keys_is_told(put: Put, front: str) -> None:
    _, diagnostics = put(house_rule("", f"switch: ours\n{front}"))
    assert [item.code for item in diagnostics] == ["CR801"]
