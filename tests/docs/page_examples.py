"""The examples on pages of the documentation, and the games that complete them.

An example is a fenced block whose first word is `rules`. What follows says what stands in it:

    rules                        a whole ruleset
    rules world                  a whole ruleset; the fragments of all pages are added to this one
    rules front-matter           keys of the front matter
    rules declarations           declarations
    rules statements             lines of a routine
    rules expressions            one expression a line
    rules house-rules            a file of house rules on a bundled game; another one that is added
                                 stands behind a line `# other.rules`
    rules error CR301 [form]     any of these, which has this mistake

A fragment takes from the world whatever it does not say itself: a declaration in it stands in for
the one of the same name in the world. Around statements and expressions there is a `card`, a
`target` (a player), a `stack` and some cards `taken`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Literal, cast, get_args

import attrs

from cardrules.analysis.load import analyse_source
from cardrules.diagnostics.model import Diagnostic, Diagnostics
from cardrules.house_rules.combining import put_together
from cardrules.lint.check import Wish
from cardrules.lint.runner import checks, report_on
from cardrules.model.ruleset import Ruleset
from cardrules.rulesets import base_of
from cardrules.source import SourceFile, normalised

DOCS = Path(__file__).resolve().parents[2] / "docs"
LANGUAGE = DOCS / "language.md"

Form = Literal[
    "ruleset",
    "world",
    "front-matter",
    "declarations",
    "statements",
    "expressions",
    "house-rules",
]

_FENCE = re.compile(r"^```(?P<info>[^\n`]*)\n(?P<text>.*?)^```[ ]*$", re.MULTILINE | re.DOTALL)
_DECLARATION = re.compile(r"^(?=[a-z])", re.MULTILINE)
_KEY = re.compile(r"^([a-z]+):", re.MULTILINE)
# Declarations without a name; there is one of each, or all of a kind go together.
_NAMELESS = frozenset({"setup", "play", "score", "winner", "match"})

# What stands above the second file of an example of house rules.
_OTHER = "other.rules"
# The hints on texts for players that are not there.
UNTOLD = frozenset({"CR212", "CR213", "CR535", "CR536", "CR537"})
_EXAMPLE_ROUTINE = "routine example_lines(card: card, target: player, stack: stack, taken: cards)\n"
# What completes an example of front matter.
_FRONT_MATTER = {
    "title": "title: Example\n",
    "players": "players: 2 to 4\n",
    "cards": "cards: {plain: {count: 20}}\n",
}
_RULES_TEXT = """
zone deck shared pile, seen by nobody, starts with cards
zone hand per player spread, seen by owner

setup
    shuffle deck

play
    turns clockwise from starter until deck is empty
        draw 1 from deck to my hand

score
    cards_in_hand: count of hand
winner highest score
"""


@attrs.frozen(kw_only=True)
class Example:
    """A fenced block of a page; `code` is the mistake that it is meant to have."""

    page: Path
    line: int
    form: Form
    code: str | None
    text: str
    heading: str

    def __str__(self) -> str:
        return f"{self.page.name}:{self.line}"


def examples_of(page: Path) -> list[Example]:
    """The examples of a page in their order; raises `ValueError` for an unknown form."""
    return list(_examples(page, page.read_text(encoding="utf-8")))


def _examples(page: Path, text: str) -> Iterator[Example]:
    for match in _FENCE.finditer(text):
        words = match["info"].split()
        if not words or words[0] != "rules":
            continue
        code = words.pop(2) if words[1:2] == ["error"] else None
        form = " ".join(word for word in words[1:] if word != "error") or "ruleset"
        line = text.count("\n", 0, match.start()) + 1
        if form not in get_args(Form):
            raise ValueError(f"{page.name}:{line}: there is no form of example {form!r}")
        above = re.findall(r"^#+ (.*)$", text[: match.start()], re.MULTILINE)
        yield Example(
            page=page,
            line=line,
            form=cast(Form, form),
            code=code,
            text=match["text"],
            heading=above[-1] if above else "",
        )


@attrs.frozen
class World:
    """The game that fragments belong to: its front matter, and its declarations by name."""

    front_matter: str
    declarations: tuple[tuple[str, str], ...]

    def completed(self, text: str) -> str:
        """The whole ruleset that these declarations make with the world's."""
        own = {name for name, _ in _declarations(text)}
        rest = "".join(part for name, part in self.declarations if name not in own)
        return f"{self.front_matter}{rest}\n{text}"


@cache
def world() -> World:
    """The world, from the page of the language."""
    found = [item.text for item in examples_of(LANGUAGE) if item.form == "world"]
    if len(found) != 1:
        raise ValueError(f"{LANGUAGE.name} has {len(found)} examples of the form `world`, not 1")
    end = found[0].index("\n---\n") + len("\n---\n")
    return World(found[0][:end], tuple(_declarations(found[0][end:])))


def _declarations(text: str) -> Iterator[tuple[str, str]]:
    for part in _DECLARATION.split(text):
        words = part.split()
        if not words or words[0].startswith("#"):
            continue
        if words[0] in _NAMELESS:
            yield words[0], part
        elif words[0] == "when":
            yield " ".join(part.splitlines()[0].split("[")[0].split()), part
        else:
            yield re.split(r"\W", words[1])[0], part


def source_of(example: Example) -> SourceFile:
    """The ruleset of an example, completed if it is a fragment."""
    return normalised(str(example), _completed(example))


def _completed(example: Example) -> str:
    text = example.text
    match example.form:
        case "ruleset" | "world" | "house-rules":
            return text
        case "front-matter":
            given = set(_KEY.findall(text))
            rest = "".join(line for key, line in _FRONT_MATTER.items() if key not in given)
            return f"---\n{rest}{text}---\n{_RULES_TEXT}"
        case "declarations":
            return world().completed(text)
        case "statements":
            body = "".join(f"    {line}\n" for line in text.splitlines())
            return world().completed(_EXAMPLE_ROUTINE + body)
        case "expressions":
            lines = [line.split(" #")[0].rstrip() for line in text.splitlines()]
            values = [line for line in lines if line]
            body = "".join(f"    let value_{i} = {line}\n" for i, line in enumerate(values))
            return world().completed(_EXAMPLE_ROUTINE + body)


def analysed(example: Example) -> tuple[Ruleset | None, Diagnostics]:
    """The ruleset of an example and what is wrong with it."""
    return analyse_source(source_of(example))


def mistakes(example: Example) -> list[Diagnostic]:
    """What is wrong with an example.

    That a fragment leaves something of the world unused is no mistake of the fragment, and small
    examples need no texts for players, unless they are about these.
    """
    passed_over = set() if example.form == "ruleset" else {"CR502", "CR513"}
    if example.page.stem not in UNTOLD:
        passed_over |= UNTOLD
    source = source_of(example)
    if example.form == "house-rules":
        first, _, second = source.text.partition(f"\n# {_OTHER}\n")
        source = normalised(str(example), f"{first.rstrip()}\n")
        added = [normalised(_OTHER, second)] if second else []
        is_for_any = "\nextends: any\n" in source.text
        game = base_of("war", source) if is_for_any else source
        assert not isinstance(game, str)
        combined, found = put_together(game, [source] if is_for_any else added, base_of)
        if found:
            return found
        source = combined
    report = report_on(source, wishes=_wishes(example))
    return [item for item in report.diagnostics if item.code not in passed_over]


def _wishes(example: Example) -> tuple[Wish, ...]:
    """What has to be asked for so that lint says what the page of an example is about."""
    of_page = (check for check in checks() if check.code == example.page.stem)
    return tuple(check.wish for check in of_page if check.wish is not None)


def shown(found: list[Diagnostic]) -> str:
    """Diagnostics as lines of a message."""
    return "\n".join(
        f"{item.code} {item.source.line(item.source.position(item.span.start)[0]).strip()!r}: "
        f"{item.message}"
        for item in found
    )
