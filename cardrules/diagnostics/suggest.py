"""Near names: what somebody may have meant."""

from __future__ import annotations

from collections.abc import Iterable

# Up to so many names are listed when none is near.
_FEW = 12


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that is near to `name`, or none if none is near; never `name` itself."""
    # Only who has written something wrong waits for it.
    import difflib  # noqa: PLC0415

    matches = difflib.get_close_matches(name, sorted({*known} - {name}), n=1, cutoff=0.7)
    return matches[0] if matches else None


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A help sentence that names the nearest known name, or that lists a few, or nothing."""
    names = sorted({*known} - {name})
    match = nearest(name, names)
    if match is not None:
        return f"Did you mean `{match}`?"
    if 0 < len(names) <= _FEW:
        return "Known here: " + ", ".join(f"`{item}`" for item in names) + "."
    return ""
