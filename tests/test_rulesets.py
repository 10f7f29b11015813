"""Finding rulesets by path and by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardrules.errors import RulesetError, UnknownGameError
from cardrules.resources import games_dir
from cardrules.rulesets import bundled, find, load


def test_all_files_among_the_games_are_bundled() -> None:
    assert sorted(bundled().values()) == sorted(games_dir().rglob("*.rules"))


@pytest.mark.parametrize("name", bundled())
def test_a_name_and_its_path_are_the_same_game(name: str) -> None:
    assert load(name).content_hash == load(bundled()[name]).content_hash


def test_an_unknown_name_is_told_with_a_near_one() -> None:
    with pytest.raises(UnknownGameError, match=r"Did you mean hearts\?"):
        find("heart")


def test_what_looks_like_a_path_is_one() -> None:
    for text in ("snarkas.rules", "./snarkas", "games/snarkas"):
        assert find(text) == Path(text)
    assert find(Path("snarkas")) == Path("snarkas")


def test_a_missing_file_is_an_error_of_the_system() -> None:
    with pytest.raises(FileNotFoundError):
        load("nowhere.rules")


def test_the_error_of_a_broken_ruleset_lists_what_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "broken.rules"
    text = bundled()["war"].read_text(encoding="utf-8")
    path.write_text(text.replace("shuffle deck", "shuffle dekc"), encoding="utf-8")
    with pytest.raises(
        RulesetError, match=r"(?s)has 1 error.*broken.rules:\d+:\d+: error CR301"
    ) as e:
        load(path)
    assert [item.code for item in e.value.diagnostics] == ["CR301"]
