"""What no line of a text is broken in: the name of a card, and how many of it there are."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rich.text import Text

# Stands for a blank where a text is broken into lines; nobody types it, and no font has it.
_TIE = "\ue000"


class Unbroken:
    """Ties the words of names together; `untied` makes blanks again of what ties them."""

    def __init__(self, names: Iterable[str]) -> None:
        # The longest first: one name may begin with another one.
        of_words = sorted((name for name in names if " " in name), key=len, reverse=True)
        several = r"\d+ x (?=\S)"
        pattern = "|".join([several, *(rf"\b{re.escape(name)}(?!\w)" for name in of_words)])
        self._pattern = re.compile(pattern)

    def tied(self, told: str) -> str:
        """A text, as wide as it was, to be broken into lines between its names."""
        return self._pattern.sub(lambda found: found[0].replace(" ", _TIE), told)

    def text(self, told: str, style: str = "") -> Text:
        """The same to be drawn."""
        return Text(self.tied(told), style=style)


def untied(line: Text) -> Text:
    """A line of such a text as it is shown."""
    line.plain = line.plain.replace(_TIE, " ")
    return line
