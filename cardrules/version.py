"""Which version of cardrules this is."""

from __future__ import annotations

from functools import cache


@cache
def version() -> str:
    """The version of the installed package; a checkout that is not installed has none."""
    from importlib import metadata  # noqa: PLC0415 - slow to load, and rarely needed

    try:
        return metadata.version("cardrules")
    except metadata.PackageNotFoundError:
        return "0 (not installed)"
