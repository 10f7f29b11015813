"""A few of the random rulesets of `python -m tests.soak`, by seeds that stay the same."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from cardrules.analysis.load import analyse_source
from cardrules.source import normalised
from tests.fuzz.coverage import every_feature, features
from tests.fuzz.rulesets import random_ruleset
from tests.fuzz.shrink import shrunk
from tests.fuzz.trying import Trial, try_text

TEXTS = 12
# Among so many every construct is found, mostly among far fewer.
MORE_TEXTS = 400


@cache
def trials() -> tuple[Trial, ...]:
    """What became of the first texts."""
    return tuple(try_text(random_ruleset(seed), seed, 1, watched=False) for seed in range(TEXTS))


def test_nothing_breaks() -> None:
    assert [trial.broken for trial in trials() if trial.broken] == []


def test_most_texts_lint_clean_and_most_games_end() -> None:
    played = Counter(outcome for trial in trials() for outcome in trial.outcomes)
    assert sum(trial.clean for trial in trials()) > len(trials()) / 2
    assert played["ended"] > sum(played.values()) / 2


def test_most_constructs_are_written_soon() -> None:
    found = frozenset().union(*(trial.features for trial in trials()))
    assert len(found) > 2 / 3 * len(every_feature())


@pytest.mark.slow
def test_every_construct_is_written() -> None:
    """A construct that is added to the language is asked for here without being entered."""
    missing = set(every_feature())
    for seed in range(MORE_TEXTS):
        if not missing:
            break
        ruleset, _ = analyse_source(normalised("random.rules", random_ruleset(seed)))
        missing -= features(ruleset) if ruleset is not None else set()
    assert sorted(missing) == []


def test_the_same_seed_gives_the_same_text() -> None:
    assert random_ruleset(3) == random_ruleset(3)
    assert random_ruleset(3) != random_ruleset(4)


def test_texts_that_do_not_lint_clean_are_told_with_their_codes() -> None:
    trial = try_text("---\ntitle: None\n---\n", 0, 1)
    assert not trial.clean
    assert "CR205" in trial.codes
    assert not trial.outcomes


def test_what_breaks_has_a_signature(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("tests.fuzz.trying.play", broken)
    trial = try_text(next(filter(is_clean, map(random_ruleset, range(50)))), 0, 1)
    assert [signature for signature, _ in trial.broken] == ["ZeroDivisionError in the test itself"]


def is_clean(text: str) -> bool:
    """Whether lint says nothing."""
    return try_text(text, 0, 0, watched=False).clean


def test_a_text_shrinks_to_what_its_failure_needs() -> None:
    text = random_ruleset(1)
    small = shrunk(text, lambda candidate: "discard" in candidate and "---" in candidate)
    assert len(small) < 80
