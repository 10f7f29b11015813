"""Each diagnostic code has a page, and the examples on it show what it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardrules.diagnostics.codes import CODES
from cardrules.engine.game import Game
from cardrules.errors import GameLimitError
from cardrules.sim.players import make_bots
from cardrules.sim.run import Playthrough, play_out
from tests.docs.page_examples import DOCS, Example, analysed, examples_of, mistakes, shown

PAGES = DOCS / "diagnostics"
HEADINGS = ["What", "Why", "Bad", "Good"]
LONGEST = 70
# The pages of scenarios show other files; test_scenario_codes.py looks at those.
# What proofs and hunts find, tests/termination looks at.
OF_PROOFS = ["CR540"]
OF_RULESETS = [code for code in CODES if code[2] not in "67" and code not in OF_PROOFS]
OF_PLAY = [code for code in CODES if code[2] == "7"]
# Codes of the file itself, whose pages may say that there is no example.
NOT_SHOWN = "This cannot be shown as an example"


def _page(code: str) -> Path:
    return PAGES / f"{code}.md"


def _examples(code: str, heading: str) -> list[Example]:
    return [item for item in examples_of(_page(code)) if item.heading == heading]


def test_there_is_a_page_for_each_code_and_none_besides() -> None:
    assert sorted(path.name for path in PAGES.iterdir()) == sorted(f"{code}.md" for code in CODES)


@pytest.mark.parametrize("code", CODES)
def test_the_page_has_the_fixed_parts(code: str) -> None:
    text = _page(code).read_text(encoding="utf-8")
    known = CODES[code]
    assert text.startswith(f"# {code} {known.slug}\n\n{known.summary} ({known.severity.title()})\n")
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == HEADINGS
    for part in re.split(r"^## .*$", text, flags=re.MULTILINE):
        assert part.strip()
    assert len(text.splitlines()) <= LONGEST


@pytest.mark.parametrize("code", OF_RULESETS)
def test_the_bad_example_has_this_mistake_alone(code: str) -> None:
    examples = _examples(code, "Bad")
    if not examples:
        assert code[2] == "0", "only codes of the file itself may go without an example"
        assert NOT_SHOWN in _page(code).read_text(encoding="utf-8")
        return
    (example,) = examples
    assert example.code == code
    found = mistakes(example)
    assert {item.code for item in found} == {code}, shown(found)


@pytest.mark.parametrize("code", OF_RULESETS)
def test_the_good_example_has_no_mistake(code: str) -> None:
    examples = _examples(code, "Good")
    assert examples or NOT_SHOWN in _page(code).read_text(encoding="utf-8")
    for example in examples:
        assert example.code is None
        assert not mistakes(example), shown(mistakes(example))


@pytest.mark.parametrize("code", OF_RULESETS)
def test_the_good_example_is_the_bad_one_mended(code: str) -> None:
    forms = {item.form for item in (*_examples(code, "Bad"), *_examples(code, "Good"))}
    assert len(forms) <= 1


@pytest.mark.parametrize("code", OF_PLAY)
def test_what_is_found_in_play_is_found_with_the_bad_example_alone(code: str) -> None:
    (bad,), (good,) = _examples(code, "Bad"), _examples(code, "Good")
    for example in (bad, good):
        ruleset, found = analysed(example)
        assert ruleset is not None, shown(list(found))
        game = Game(ruleset, ruleset.players_max)
        bots = make_bots(["random"] * game.players, 1)
        if example is good:
            assert play_out(Playthrough(game, seed=1), bots).over
            continue
        with pytest.raises(GameLimitError) as caught:
            play_out(Playthrough(game, seed=1), bots)
        assert caught.value.diagnostic.code == code
