"""The folders that belong to cardrules among those of the user: one for what it keeps, one for what
it could make again.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Literal

Purpose = Literal["cache", "data"]

NAME = "cardrules"
# Where systems keep such things, from the home of the user, if no variable says it.
_MAC = {"cache": "Library/Caches", "data": "Library/Application Support"}
_ELSEWHERE = {"cache": ".cache", "data": ".local/share"}


def own_folder(purpose: Purpose) -> Path | None:
    """Our folder for a purpose, which need not be there yet; None if there is no place for one.

    `CARDRULES_HOME` names that of `data`. Else it is a folder `cardrules` in that of
    `XDG_CACHE_HOME` or `XDG_DATA_HOME`, on Windows of `LOCALAPPDATA`, or in the usual one.
    """
    own = os.environ.get("CARDRULES_HOME") if purpose == "data" else None
    base = os.environ.get(f"XDG_{purpose.upper()}_HOME") or os.environ.get("LOCALAPPDATA")
    try:
        folder = Path(own) if own else (Path(base) if base else _usual(purpose)) / NAME
    except RuntimeError:  # nobody's home
        return None
    # Else a folder would appear wherever somebody works.
    return folder if folder.is_absolute() else None


def _usual(purpose: Purpose) -> Path:
    return Path.home() / (_MAC if sys.platform == "darwin" else _ELSEWHERE)[purpose]
