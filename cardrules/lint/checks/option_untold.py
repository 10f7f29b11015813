"""CR536: an option of which players are not told what it means."""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.lint.check import Check, Finding
from cardrules.model.ruleset import Ruleset


def find_untold_options(ruleset: Ruleset) -> Iterator[Finding]:
    """The options without `help`; those of a choice are told by their values, too."""
    for option in ruleset.options.values():
        if not option.help and not any(option.value_helps):
            yield Finding(
                span=option.span,
                message=f"No sentence says what the option `{option.name}` means.",
                help="Write `help`, as in `help: how many cards everybody is dealt`.",
            )


CHECK = Check(code="CR536", find=find_untold_options, if_clean=True)
