"""What the ID of a rule looks like, and which IDs a text cites: whoever looks for IDs asks here.

An ID begins with a capital letter; capital letters and digits follow, and parts may be joined by
`-` or `.`: `SN-P2`, `R4.1`. So no name of the language and no word of a sentence is one. IDs are
cited in square brackets that hold nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_ID = r"[A-Z][A-Z0-9]*(?:[-.][A-Z0-9]+)*"
# IDs in square brackets, as a pattern with one group, for those who look for more around them.
LISTED = rf"\[\s*({_ID}(?:\s*,\s*{_ID})*)\s*\]"
# What to tell somebody who has written something else.
FORM = "An ID has capital letters and digits, with `-` or `.` between its parts: `SN-P2`."

# The blanks before IDs go, or at the beginning of a text, or of one in quotes, those behind them.
_LISTED_WITH_BLANKS = re.compile(rf"""(?:(?<=\s["'])|^){LISTED}\s*|(?<!\s)\s*{LISTED}""")
_BLANKS_BEFORE_STOPS = re.compile(r"(?<!\s)\s+([.,;:]|$)")

# So many IDs are from one to another at the most.
MOST_LISTED = 1000
_NUMBER_LAST = re.compile(r"(.*?)(\d{1,6})")

_IS_ID = re.compile(_ID)
_LISTED = re.compile(LISTED)
_COMMENT = re.compile(r"(?:^|(?<=\s))#(.*)$")
_QUOTED = re.compile(r'"[^"\n]*"')
# In YAML a bracket begins a list, unless it stands in the middle of a text.
_YAML_LIST = re.compile(r"(?:^|[:,\[{-])\s*\[[^\]]*\]?")


def is_rule_id(text: str) -> bool:
    """Whether a text is of the form of an ID."""
    return _IS_ID.fullmatch(text) is not None


def ids_listed(text: str) -> tuple[str, ...] | None:
    """The IDs of a list such as `SN-P1 to SN-P9, SN-Z1`; None if it is no such list."""
    found: list[str] = []
    for item in text.split(","):
        first, _, last = (word.strip() for word in item.partition(" to "))
        if not is_rule_id(first) or (last and not is_rule_id(last)):
            return None
        among = _from_to(first, last) if last else [first]
        if among is None:
            return None
        found += among
    return tuple(found)


def _from_to(first: str, last: str) -> list[str] | None:
    """The IDs from one to another; None if they differ in more than the number at their end."""
    begin, end = _NUMBER_LAST.fullmatch(first), _NUMBER_LAST.fullmatch(last)
    if begin is None or end is None or begin[1] != end[1]:
        return None
    numbers = range(int(begin[2]), int(end[2]) + 1)
    if not 0 < len(numbers) <= MOST_LISTED:
        return None
    return [f"{begin[1]}{number}" for number in numbers]


def ids_in(text: str) -> tuple[str, ...]:
    """The IDs in brackets in a sentence or comment."""
    return tuple(name.strip() for match in _LISTED.finditer(text) for name in match[1].split(","))


def without_ids(text: str) -> str:
    """A text without the IDs in it, and without the blanks that only set them apart."""
    return _BLANKS_BEFORE_STOPS.sub(r"\1", _LISTED_WITH_BLANKS.sub("", text).strip())


def front_matter_ids(line: str) -> tuple[str, ...]:
    """The IDs in a line of the front matter: in its texts and its comment, not in lists of YAML."""
    code, comment = _parted(line)
    return (*ids_in(_YAML_LIST.sub("", code)), *ids_in(comment))


def cited_ids(text: str) -> Iterator[str]:
    """All IDs that the text of a ruleset cites, in notes, comments and helps."""
    is_rules = False
    comments = ""
    for number, line in enumerate(text.split("\n")):
        if number and not is_rules and line.rstrip() == "---":
            is_rules = True
        code, comment = _parted(line)
        # A list of IDs may go on in the comment of the next line.
        comments += f"{comment} " if comment else ". "
        yield from ids_in(_QUOTED.sub("", code)) if is_rules else front_matter_ids(code)
    yield from ids_in(comments)


def _parted(line: str) -> tuple[str, str]:
    """A line before its comment, and the comment."""
    found = _COMMENT.search(line)
    return (line[: found.start()], found[1]) if found is not None else (line, "")
