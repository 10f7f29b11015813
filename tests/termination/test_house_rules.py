"""What is said of the ends of games with the house rules that come as examples."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardrules.cli import proving
from cardrules.cli.proving import Proved, doubts, prove_endings
from cardrules.files import files_below
from cardrules.rulesets import SUFFIX
from cardrules.sim.hunting import Repetition
from cardrules.sim.replay import replay_record

EXAMPLES = Path(__file__).parents[2] / "examples" / "house_rules"
# With the fewest players of these every game is shown to end.
PROVED = {
    "cardboard_box", "neighbours_only", "overlapping_sums", "race_to_100", "second_deck",
    "snarkas_best_of_three", "sudden_death", "tink_against_tink", "to_the_left", "zap_in_the_flop",
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    "path", sorted(files_below(EXAMPLES, (SUFFIX,))), ids=lambda path: path.stem
)
def test_a_game_that_goes_on_is_shown_by_its_record(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proving, "_players", lambda ruleset: [ruleset.players_min])
    endings = prove_endings([path], None).endings
    assert [item.verdict for item in endings].count("proved") == int(path.stem in PROVED)
    for _ in doubts(Proved(endings, 0)):
        found = endings[0].found
        assert isinstance(found, Repetition)
        assert replay_record(found.record, endings[0].ruleset).over is False
