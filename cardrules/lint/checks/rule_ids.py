"""CR550: an ID is cited that the rulebook does not have, by the list `rules` of the front matter.

IDs that begin with other letters than those of the list are of another source, as those of house
rules are, and nothing is said of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches

from cardrules.lint.check import Check, Finding
from cardrules.model.ruleset import Ruleset
from cardrules.rule_ids import cited_ids
from cardrules.source import Span

_LETTERS = re.compile("[A-Z]+")


def find_unknown_ids(ruleset: Ruleset) -> Iterator[Finding]:
    """The IDs that are not in the list, each where it is cited first."""
    listed = ruleset.listed_ids
    sources = {_source(name) for name in listed}
    text = ruleset.text.text
    for name in dict.fromkeys(cited_ids(text)):
        if name in listed or _source(name) not in sources:
            continue
        found = re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w-]|\.\w)", text)
        assert found is not None
        meant = get_close_matches(name, listed, n=1)
        yield Finding(
            span=Span(found.start(), found.end()),
            message=f"The rulebook has no rule `{name}`, by the list `rules` above.",
            help=f"Did you mean `{meant[0]}`? If there is such a rule, add it to `rules`."
            if meant
            else "If there is such a rule, add it to `rules`.",
        )


def _source(name: str) -> str:
    found = _LETTERS.match(name)
    return found[0] if found is not None else ""


CHECK = Check(code="CR550", find=find_unknown_ids)
