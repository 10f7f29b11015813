"""The wheel holds all that a game needs: grammar, schemas, games and the pages of diagnostics."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def run(*command: str, cwd: Path, **environment: str) -> str:
    """What a command prints; it must succeed."""
    done = subprocess.run(
        [sys.executable, *command],
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of this checkout."""
    folder = tmp_path_factory.mktemp("dist")
    build = ("-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT))
    run(*build, cwd=folder)
    return next(folder.glob("*.whl"))


def test_a_game_is_played_by_name_from_another_folder(wheel: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    # What is on this path comes before the checkout of an editable installation.
    here = run(
        "-c", "import cardrules; print(cardrules.__file__)", cwd=tmp_path, PYTHONPATH=str(site)
    )
    assert here.startswith(str(site))
    told = run("-m", "cardrules", "run", "snarkas", "--auto", cwd=tmp_path, PYTHONPATH=str(site))
    assert "The game is over" in told
    run("-m", "cardrules", "test", "snarkas", cwd=tmp_path, PYTHONPATH=str(site))
    assert "CR301" in run("-m", "cardrules", "explain", "CR301", cwd=tmp_path, PYTHONPATH=str(site))


@pytest.mark.slow
def test_it_installs_into_an_empty_environment(wheel: Path, tmp_path: Path) -> None:
    run("-m", "venv", str(tmp_path / "empty"), cwd=tmp_path)
    python = next((tmp_path / "empty").glob("*/python"))
    for command in (
        ("-m", "pip", "--quiet", "install", str(wheel)),
        ("-m", "cardrules", "run", "snarkas", "--auto"),
    ):
        done = subprocess.run([str(python), *command], cwd=tmp_path, check=False, timeout=600)
        assert done.returncode == 0
