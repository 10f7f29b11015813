"""Calling the command line, in this process and as one of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner, Result

from cardrules.cli import main

ROOT = Path(__file__).parents[2]


def call(*arguments: str | Path, **env: str) -> Result:
    """`cardrules ARGUMENTS` without a terminal; what it printed and how it ended."""
    return CliRunner(env=env).invoke(main, [str(item) for item in arguments])


def process(*arguments: str | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """`cardrules ARGUMENTS` as a process of its own."""
    return subprocess.run(
        command(*arguments), cwd=cwd, env=environment(), capture_output=True, text=True, check=False
    )


def command(*arguments: str | Path) -> list[str]:
    """The words of the call."""
    return [sys.executable, "-m", "cardrules", *map(str, arguments)]


def environment() -> dict[str, str]:
    """An environment in which this checkout is found."""
    return {**os.environ, "PYTHONPATH": str(ROOT)}
