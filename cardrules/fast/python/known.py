"""What is known where one goes through a function: which values have a name already, and what lies
in names and arrays now.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet

import attrs

from cardrules.fast.python.statements import clash

# What is known of things that change: by its text the number that stands there, or what has a name
# that keeps its value; and what that depends on.
Now = dict[str, tuple[str, frozenset[str]]]


@attrs.define
class Known:
    """What is known here. What cannot change is known until its names end."""

    now: Now = attrs.field(factory=dict)
    _steady: dict[str, str] = attrs.field(factory=dict)
    # The texts of what cannot change, in the order in which they were noted.
    _order: list[str] = attrs.field(factory=list)

    def name_of(self, text: str) -> str | None:
        """What stands for a text."""
        found = self.now.get(text)
        return self._steady.get(text) if found is None else found[0]

    def note(self, text: str, name: str, reads: frozenset[str]) -> None:
        """What stands for a text from now on."""
        if reads:
            self.now[text] = name, reads
        else:
            self._steady[text] = name
            self._order.append(text)

    def mark(self) -> int:
        """A place to which one can come back."""
        return len(self._order)

    def back_to(self, mark: int) -> None:
        """Names that were given since then have ended."""
        while len(self._order) > mark:
            self._steady.pop(self._order.pop(), None)

    def forget(self, changed: AbstractSet[str]) -> None:
        """What is changed is not known any more."""
        if changed:
            self._drop([text for text, (_, reads) in self.now.items() if clash(reads, changed)])

    def forget_place(self, array: str, known_as: str, index: str) -> None:
        """Something was laid at a place of an array: what lies at others is known all the same."""
        begin, is_fixed = f"{array}[", index.isdigit()
        self._drop([
            text
            for text, (_, reads) in self.now.items()
            if clash(reads, {known_as})
            and not (is_fixed and text.startswith(begin) and text[len(begin) : -1].isdigit())
        ])  # fmt: skip
        self._drop([f"{begin}{index}]"])

    def _drop(self, texts: Iterable[str]) -> None:
        for text in texts:
            self.now.pop(text, None)

    def join(self, ways: Sequence[Now]) -> None:
        """What is known where one comes on several ways."""
        if not ways:
            self.now = {}
            return
        first, *rest = ways
        self.now = {
            text: value for text, value in first.items()
            if all([way.get(text) == value for way in rest])
        }  # fmt: skip
