"""What a function of Python looks at often lies beside its own names: it is given to it when the
module is made, as a parameter that nobody gives.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

_FUNCTION = re.compile(r"^def (\w+)\((.*)\):\n((?: +.*\n)+)", re.MULTILINE)
_LOOP = re.compile(r"^ +(?:for|while) ", re.MULTILINE)
_WORD = re.compile(r"[A-Za-z_]\w*")
# What is made longer where it is has to be such a name.
_LONGER = re.compile(r"^ +(\w+) \+= ", re.MULTILINE)
_MADE = re.compile(r"^([A-Za-z_]\w*) = ", re.MULTILINE)


def made_in(text: str, but: str) -> Iterator[str]:
    """The names that a module gives to things, but for those that begin so."""
    return (name for name in _MADE.findall(text) if not name.startswith(but))


def bound(text: str, names: Collection[str]) -> str:
    """Functions that have these names of the module beside their own, if they use them often."""

    def with_names(found: re.Match[str]) -> str:
        name, parameters, body = found.groups()
        used = set(_WORD.findall(body)) if _LOOP.search(body) else set(_LONGER.findall(body))
        own = parameters.split(", ") if parameters else []
        given = [f"{one}={one}" for one in sorted(used.intersection(names) - set(own))]
        return f"def {name}({', '.join([*own, *given])}):\n{body}"

    return _FUNCTION.sub(with_names, text)
