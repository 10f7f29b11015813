"""The one place which opens the files that ship with the package.

The grammar, the JSON Schemas, the bundled rulesets and the pages about diagnostics live in
top-level folders of the repository, where authors look for them. A wheel carries the same folders
inside the package, below ``_data``. Everything else asks this module and never builds such a path
itself.
"""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def grammar_text() -> str:
    """Return the Lark grammar of the rules text, ``grammar/cardrules.lark``."""
    return (_data_root() / "grammar" / "cardrules.lark").read_text(encoding="utf-8")


def schema_text(name: str) -> str:
    """Return the JSON Schema ``schemas/<name>.json`` as text.

    Args:
        name: the file name without ``.json``.

    Raises:
        FileNotFoundError: no schema of this name ships with the package.
    """
    return (_data_root() / "schemas" / f"{name}.json").read_text(encoding="utf-8")


def games_dir() -> Path:
    """Return the folder of the bundled rulesets, ``games/``."""
    return _data_root() / "games"


def diagnostic_page(code: str) -> str:
    """Return the page ``docs/diagnostics/<code>.md`` about a diagnostic.

    Raises:
        FileNotFoundError: there is no page for this code.
    """
    return (_data_root() / "docs" / "diagnostics" / f"{code}.md").read_text(encoding="utf-8")


def _data_root() -> Path:
    """Return the folder that holds ``grammar``, ``schemas``, ``games`` and ``docs``.

    A checkout has no ``_data``, so that an edit of a top-level file takes effect at once.
    """
    bundled = _PACKAGE / "_data"
    return bundled if bundled.is_dir() else _PACKAGE.parent
