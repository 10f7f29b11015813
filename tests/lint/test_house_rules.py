"""What is looked for in house rules alone: CR570 to CR573, and where it is not found."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardrules.diagnostics.model import Diagnostic
from cardrules.lint.runner import lint_source
from cardrules.rulesets import bundled, read_rules

CODES = {"CR502", "CR570", "CR571", "CR572", "CR573"}


def _found(tmp_path: Path, *texts: str) -> list[Diagnostic]:
    """What is found in the first file with the others added; their names are a, b, c."""
    paths = []
    for name, text in zip("abc", texts, strict=False):
        path = tmp_path / f"{name}.rules"
        front, _, rules = text.partition("\n---\n")
        path.write_text(f"---\ntitle: {name}\n{front}\n---\n{rules}")
        paths.append(path)
    source, mistakes = read_rules(paths[0], paths[1:])
    assert not mistakes.has_errors, list(mistakes)
    return [item for item in lint_source(source) if item.code in CODES]


def _codes(tmp_path: Path, *texts: str) -> list[str]:
    return [item.code for item in _found(tmp_path, *texts)]


# ---- CR570 ---------------------------------------------------------------------------------------

_VETO = """
window veto
    ask "does {me} object?"
    pass
        say nothing

interrupt object answers veto "Object"
    choose answer from my hand where rank = 10
    do
        move answer to discards
        stop
"""


def test_a_stop_that_leaves_out_the_end_of_a_turn_is_named_with_its_lines(tmp_path: Path) -> None:
    (item,) = _found(
        tmp_path,
        "extends: crazy_eights\n---\nin action play_card\n    before end turn\n"
        "        open veto to others\n" + _VETO,
    )
    assert item.code == "CR570" and "`end turn`" in item.message
    texts = [label.text for label in item.labels]
    assert texts == ["the window is opened here", "this is left out"]
    places = [item.source.position(label.span.start)[0] for label in item.labels]
    assert [item.source.line(line).split("  [")[0].strip() for line in places] == [
        "open veto to others",
        "end turn",
    ]


def test_a_routine_that_says_what_becomes_of_the_turn_is_left_out_too(tmp_path: Path) -> None:
    (item,) = _found(
        tmp_path,
        "extends: crazy_eights\n---\nin action play_card\n    before move card to discards\n"
        "        each p in others\n            open veto to p\n" + _VETO,
    )
    # `do take_effect(card)` and `end turn`.
    assert item.code == "CR570" and len(item.labels) == 3


@pytest.mark.parametrize(
    "rules",
    [
        # Nothing of the turn is behind it.
        "in action draw_card\n    add open veto to others\n" + _VETO,
        # The window is opened behind it.
        "in action play_card\n    after do take_effect(card)\n        end turn\n" + _VETO
        + "in action draw_card\n    add open veto to others\n",
        # The interrupt ends the turn itself.
        "in action play_card\n    before end turn\n        open veto to others\n"
        + _VETO.replace("        stop", "        end turn"),
        # Nobody stops anything.
        "in action play_card\n    before end turn\n        open veto to others\n"
        + _VETO.replace("        stop\n", ""),
        # It is left out by what the house rules themselves have put behind it.
        "in action draw_card\n    add\n        open veto to others\n        end turn\n" + _VETO,
    ],
)  # fmt: skip
def test_no_end_of_a_turn_is_left_out(tmp_path: Path, rules: str) -> None:
    assert "CR570" not in _codes(tmp_path, f"extends: crazy_eights\n---\n{rules}")


# ---- CR571 ---------------------------------------------------------------------------------------


def test_what_only_a_removed_action_used_is_left_behind(tmp_path: Path) -> None:
    found = _found(tmp_path, "extends: snatch_the_cat\n---\nremove action pass_the_trash\n")
    assert [item.code for item in found] == ["CR571", "CR571"]
    cards, zone = found
    assert "`pass_the_trash`" in cards.message and "cards: {pass_the_trash: remove}" in cards.help
    assert "`passed`" in zone.message and "remove zone passed" in zone.help
    source = zone.labels[0].source
    assert source is not None
    assert "my passed" in source.line(source.position(zone.labels[0].span.start)[0])


def test_an_option_that_a_replaced_line_used_is_left_behind(tmp_path: Path) -> None:
    (item,) = _found(
        tmp_path,
        "extends: snatch_the_cat\n---\nin action attack\n    remove require [SC-A6]\n",
    )
    assert item.code == "CR571" and "the option `neighbours_only`" in item.message
    assert "options: {neighbours_only: remove}" in item.help


@pytest.mark.parametrize(
    "rules",
    [
        # All of it is taken away.
        "extends: snatch_the_cat\ncards: {pass_the_trash: remove}\n---\n"
        "remove action pass_the_trash\nremove zone passed\n",
        # What used it is replaced by what uses it.
        "extends: snatch_the_cat\n---\nin action attack\n    replace require [SC-A6]\n"
        "        require not neighbours_only or target = left of me\n",
        # Something else uses it still.
        "extends: snatch_the_cat\n---\nremove action thrasher\nin action snatcher\n"
        "    replace choose card\n"
        "        choose card from my hand where it is snatcher or it is thrasher\n",
    ],
)
def test_nothing_is_left_behind(tmp_path: Path, rules: str) -> None:
    assert _codes(tmp_path, rules) == []


def test_what_house_rules_declare_and_do_not_use_is_unused(tmp_path: Path) -> None:
    assert _codes(tmp_path, "extends: war\n---\nzone attic shared pile, seen by all\n") == ["CR502"]


# ---- CR572 ---------------------------------------------------------------------------------------


def test_a_sentence_over_a_replaced_line_is_told_with_both_places(tmp_path: Path) -> None:
    (item,) = _found(
        tmp_path,
        "extends: snatch_the_cat\n---\nin setup\n    replace draw 7\n"
        "        draw 6 from deck to my hand\n",
    )
    assert item.code == "CR572" and "everybody draws seven cards" in item.message
    assert item.source.where(item.span.start).text.strip().startswith("each player clockwise")
    old, new = item.labels
    assert old.source is not None and new.source is None
    assert item.source.where(new.span.start).text.strip() == "draw 6 from deck to my hand"


@pytest.mark.parametrize(
    "rules",
    [
        # The line has a new sentence.
        "in setup\n    change second each to each player clockwise from starter  [SC-S1] \"six\"\n"
        "    replace draw 7\n        draw 6 from deck to my hand\n",
        # Lines are only added.
        "in setup\n    after draw 7\n        draw 1 from deck to my hand\n",
        # The name of an action stays its name.
        "in action attack\n    replace require [SC-A6]\n"
        "        require not neighbours_only or target = left of me\n",
        # The line over what is changed has no sentence.
        "in setup\n    replace draw 4\n        draw 5 from deck to my hoard at bottom\n",
    ],
)  # fmt: skip
def test_no_sentence_is_over_a_change(tmp_path: Path, rules: str) -> None:
    assert "CR572" not in _codes(tmp_path, f"extends: snatch_the_cat\n---\n{rules}")


# ---- CR573 ---------------------------------------------------------------------------------------

_ONE = "extends: snatch_it\n---\nin action steal\n    add set first_leap to me\n"
_OTHER = "extends: snatch_it\n---\nin action snatch\n    add set first_leap to left of me\n"


def test_two_files_that_set_a_variable_are_told(tmp_path: Path) -> None:
    (item,) = _found(tmp_path, _ONE, _OTHER)
    assert item.code == "CR573" and "`a` and `b` both set" in item.message
    assert item.source.where(item.span.start).source.name.endswith("b.rules")
    assert item.source.where(item.labels[0].span.start).source.name.endswith("a.rules")
    # The order of the files makes no difference to whether it is told.
    assert _codes(tmp_path, _OTHER, _ONE) == ["CR573"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        # They say that they go together.
        (_ONE, _OTHER.replace("extends: snatch_it", "extends: snatch_it\nafter: a")),
        # They set it to the same.
        (_ONE.replace("first_leap to me", "last_round to true"),
         _OTHER.replace("first_leap to left of me", "last_round to true")),
        # One file sets it twice.
        (_ONE + "in action snatch\n    add set first_leap to left of me\n",
         "extends: snatch_it\noptions: {last_bite_below: {default: 20}}\n---\n"),
    ],
)  # fmt: skip
def test_no_two_files_set_a_variable(tmp_path: Path, one: str, other: str) -> None:
    assert _codes(tmp_path, one, other) == []


def test_two_files_may_count_in_a_variable(tmp_path: Path) -> None:
    one = "extends: crazy_eights\n---\nin action play_card\n    before add 1 to played\n"
    one += "        add 1 to played\n"
    other = "extends: crazy_eights\n---\nin action draw_card\n    add add 2 to played\n"
    assert _codes(tmp_path, one, other) == []


# ---- All of them ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", bundled())
def test_a_game_without_house_rules_has_none(name: str) -> None:
    source, _ = read_rules(bundled()[name])
    assert [item for item in lint_source(source) if item.code in CODES] == []
