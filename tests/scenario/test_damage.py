"""Damaged files are told and break nothing: a sample of what `make soak` tries."""

from __future__ import annotations

import pytest

import cardrules.scenario.run
from cardrules.scenario.find import bundled_scenarios
from cardrules.scenario.load import load_scenarios
from cardrules.scenario.model import ScenarioFile
from cardrules.source import normalised
from tests.scenario.harness import outcome, outcomes
from tests.scenario_damage import MOST_STEPS, Damaged

FILES = 80


def test_a_damaged_file_breaks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cardrules.scenario.run, "MOST_STEPS", MOST_STEPS)
    damaged = Damaged([bundled_scenarios()], every=8)
    broken = [damaged.what_breaks(number) for number in range(FILES)]
    assert not any(broken), [text for text in broken if text]


def _loads(text: str) -> ScenarioFile | None:
    file, _ = load_scenarios(normalised("x.yaml", text))
    return file


@pytest.mark.slow
def test_a_damaged_file_often_has_a_game_all_the_same() -> None:
    damaged = Damaged([bundled_scenarios()], every=8)
    found = [_loads(damaged.file(number)[1]) is not None for number in range(FILES)]
    assert FILES // 8 < sum(found) < FILES


DIGITS = "9" * 5000


@pytest.mark.parametrize(
    "lines",
    [
        f"expect: {{table: [{DIGITS}]}}",
        f"expect: {{table: {DIGITS}}}",
        f"expect: {{hand {DIGITS}: 3}}",
        f"expect: {{sees {DIGITS}: {{table: 3}}}}",
        f"expect: {{refused: [{{do: play_card, card: {DIGITS}}}]}}",
        f"expect: {{winners: [{DIGITS}]}}",
        f"steps: [{{seat: {DIGITS}, do: play_card}}]",
        f"steps: [{{do: play_card, which: {DIGITS}}}]",
        f"position: {{hand {DIGITS}: 3}}\n  expect: {{over: true}}",
        f"position: {{last_to_capture: {DIGITS}}}\n  expect: {{over: true}}",
        f"position: {{asked: {DIGITS}}}\n  expect: {{over: true}}",
        f"seed: {DIGITS}\n  expect: {{over: true}}",
        f"each: {{n: [{DIGITS}]}}\n  expect: {{hand <n>: 3}}",
        f'each: {{n: ["{DIGITS}"]}}\n  expect: {{table: [<n>]}}',
        f"expect: {{table: [{DIGITS} x Aster]}}",
    ],
)
def test_thousands_of_digits_are_told(lines: str) -> None:
    file = _loads(
        f"game: snarkas\nplayers: 2\nscenarios:\n- name: a\n  rules: [SN-S1]\n  {lines}\n"
    )
    if file is not None:
        (found,) = outcomes(file.source.text)
        assert [item.code for item in found.mistakes] in (["CR604"], ["CR605"])


@pytest.mark.parametrize(
    "lines",
    [
        "expect: {table: LIST}",
        "expect: {table: {with: LIST}}",
        "expect: {sees 1: {table: LIST}}",
        "expect: {refused: [{do: play_card, captured: LIST}]}",
        "position: {table: LIST}\n  expect: {over: false}",
        "position: {knows 1: {deck: {somewhere: LIST}}}\n  expect: {over: false}",
        "chance: [{shuffle: deck, order: LIST}]\n  expect: {over: false}",
    ],
)
def test_more_cards_than_there_are_are_refused_before_they_are_counted_out(lines: str) -> None:
    many = f"[{', '.join(['9999 x Aster'] * 1000)}]"
    (mistake,) = outcome(f"- name: a\n  rules: [SN-S1]\n  {lines.replace('LIST', many)}\n").mistakes
    at = mistake.source.text[mistake.span.start : mistake.span.end]
    assert at == "9999 x Aster"
    assert "the game has no more than that" in mistake.message
