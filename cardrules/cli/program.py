"""How this program is called, so that a command that is shown works when it is typed here."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

NAME = "cardrules"


def command_line(*words: str | Path) -> str:
    """A command of this program with its arguments, quoted where a shell needs it."""
    return shlex.join([*program(), *map(str, words)])


def program() -> Sequence[str]:
    """The words before the arguments; the bare name where something else runs this program."""
    spec = getattr(sys.modules.get("__main__"), "__spec__", None)
    if spec is not None and spec.name == f"{NAME}.__main__":
        return [_as_typed(sys.executable, ("python", "python3")), "-m", NAME]
    if Path(sys.argv[0]).stem != NAME:
        return [NAME]
    return [_as_typed(sys.argv[0], (NAME,))]


def _as_typed(program: str, names: Sequence[str]) -> str:
    """The first name by which a shell finds this very file, else its path as seen from here."""
    own = Path(os.path.abspath(program))
    for name in names:
        found = shutil.which(name)
        if found is not None and Path(os.path.abspath(found)) == own:
            return name
    try:
        path = str(own.relative_to(Path.cwd()))
    except (ValueError, OSError):  # it lies elsewhere, or this folder is gone
        return str(own)
    return path if os.sep in path else os.path.join(os.curdir, path)
