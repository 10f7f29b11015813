"""The front matter of a ruleset: YAML between two lines `---`.

Everything here and in the modules for the single tables is checked by hand rather than with
`schemas/frontmatter.json`, for two reasons. Importing `jsonschema` costs 60 ms, more than reading
the whole ruleset, and a hand-written check knows which of several forms an author had in mind. The
schema is for editors and authors. A test holds the two together over many documents: what the
schema refuses is refused here, and what is refused here with the codes CR203 to CR206 is refused
by the schema, unless seeing it needs the declarations of the ruleset.

Not checked here: whether a name is reserved by the language, expressions, and whatever depends on
the number of players through them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

import attrs

from cardrules.diagnostics.model import Diagnostics, Fix, Label
from cardrules.rule_ids import ids_listed
from cardrules.source import SourceFile, Span
from cardrules.syntax.attribute_table import AttributeTable, read_attributes
from cardrules.syntax.card_table import read_cards
from cardrules.syntax.declared_names import check_declared_names
from cardrules.syntax.frontmatter_model import CardLine, ExprText, FrontMatter, OptionDecl
from cardrules.syntax.frontmatter_values import (
    LONGEST_LINE,
    LONGEST_TEXT,
    check_keys,
    lacks,
    read_amount,
    read_integer,
    read_sentence,
    read_text,
    report_missing,
    report_type,
)
from cardrules.syntax.option_table import read_options
from cardrules.syntax.player_range import PlayerRange, Teams, read_players, read_teams
from cardrules.syntax.yaml_mistakes import curly_help
from cardrules.syntax.yaml_tree import MapNode, Node, read_yaml

MOST_MISTAKES = 100
# How many actions a game may have if it does not say: more than people would ever play.
MOST_ACTIONS = 200_000

# What a file of house rules says of itself, beside its title; `cardrules/house_rules` reads it.
HOUSE_RULE_KEYS = ("extends", "after", "not_with", "needs_rule", "needs", "switch", "defaults")
_KEYS = (
    "title",
    "source",
    "rules",
    "goal",
    "turn",
    "end",
    *HOUSE_RULE_KEYS,
    "players",
    "most_actions",
    "teams",
    "decks",
    "total",
    "options",
    "attributes",
    "cards",
)
# What must be there, with an example. A file of house rules takes the rest from its base.
_REQUIRED = {
    "title": "title: My game",
    "players": "players: 3 to 6",
    "cards": "cards: {crawler: {number: 1 to 6, count: 9}}",
}
_REQUIRED_OF_HOUSE_RULES = ("title",)
# What is reported of a value that is not what it should be; curly quotes may be why.
_OF_VALUES = ("CR204", "CR206")
_EXAMPLE = "`---`, `title: My game`, `players: 3 to 6`, `cards: ...`, `---`"
_OPENING = re.compile(r"\ufeff?---[ \t\r]*(?:\n|\Z)")
_CLOSING = re.compile(r"^---[ \t\r]*(?:\n|\Z)", re.MULTILINE)


def parse_front_matter(source: SourceFile, diagnostics: Diagnostics) -> FrontMatter | None:
    """What the front matter says, with every mistake in it reported. Never raises.

    After mistakes the result holds what could be read. It is none if there is no front matter, if
    it is no mapping, or if it has more than a hundred mistakes, which are then not all reported.
    """
    found = _LimitedDiagnostics(source)
    try:
        front = _read_front_matter(source, found)
    except _EnoughError:
        front = None
    for item in found:
        written = source.text[item.span.start : item.span.end].split("\n", 1)[0]
        quotes = curly_help(written) if item.code in _OF_VALUES else ""
        help = quotes or item.help
        diagnostics.report(item.code, item.span, item.message, help=help, labels=item.labels)
    return front


class _EnoughError(Exception):
    """So many mistakes that nobody reads on."""


class _LimitedDiagnostics(Diagnostics):
    """Ends the reading after so many mistakes; a damaged file has one in every line."""

    def report(
        self,
        code: str,
        span: Span,
        message: str,
        *,
        help: str = "",
        labels: tuple[Label, ...] = (),
        cause: str = "",
        fix: Fix | None = None,
    ) -> None:
        super().report(code, span, message, help=help, labels=labels, cause=cause, fix=fix)
        if len(self) >= MOST_MISTAKES:
            raise _EnoughError


class _SilentDiagnostics(Diagnostics):
    """For what cannot be judged because something that it needs could not be read."""

    def report(
        self,
        code: str,
        span: Span,
        message: str,
        *,
        help: str = "",
        labels: tuple[Label, ...] = (),
        cause: str = "",
        fix: Fix | None = None,
    ) -> None:
        """Say nothing."""


@attrs.frozen
class Borders:
    """Where the first `---` line begins, the YAML, and where the rules text begins."""

    start: int
    yaml: Span
    body_start: int


def _read_front_matter(source: SourceFile, diagnostics: Diagnostics) -> FrontMatter | None:
    borders = borders_of(source, diagnostics)
    if borders is None:
        return None
    yaml = read_yaml(source, borders.yaml, diagnostics)
    root: Node = yaml.root or MapNode(entries=(), span=Span(borders.start, borders.start + 3))
    if not isinstance(root, MapNode):
        help = f"Write keys with values: {_EXAMPLE}, each on a line of its own."
        report_type(root, "The front matter", "a mapping", diagnostics, help=help)
        return None
    check_keys(root, _KEYS, "The front matter", diagnostics)
    if yaml.complete:
        _check_missing(root, Span(borders.start, borders.start + 3), diagnostics)
    return _assemble(root, borders, yaml.complete, diagnostics)


def borders_of(source: SourceFile, diagnostics: Diagnostics) -> Borders | None:
    """Where front matter stands; what is wrong with its two lines is reported."""
    text = source.text
    opening = _OPENING.match(text)
    if opening is None:
        diagnostics.report(
            "CR004",
            Span(0, 0),
            "The file does not begin with front matter.",
            help=f"Write these lines at the very top: {_EXAMPLE}; the rules text follows below.",
        )
        return None
    start = text.index("---")
    closing = _CLOSING.search(text, opening.end())
    if closing is None:
        diagnostics.report(
            "CR004",
            Span(start, start + 3),
            "The front matter that begins here is never closed.",
            help=f"Write a line `---` between it and the rules text: {_EXAMPLE}.",
        )
        return None
    return Borders(start, Span(opening.end(), closing.start()), closing.end())


def _check_missing(root: MapNode, span: Span, diagnostics: Diagnostics) -> None:
    required = _REQUIRED_OF_HOUSE_RULES if root.get("extends") else tuple(_REQUIRED)
    for name in required:
        if lacks(root, name, _KEYS):
            report_missing(name, "The front matter", _REQUIRED[name], span, diagnostics)


@attrs.frozen
class _Sections:
    """The top-level values, read one by one."""

    root: MapNode
    diagnostics: Diagnostics

    def node(self, name: str) -> Node | None:
        """The value of a key, if it is there."""
        entry = self.root.get(name)
        return entry.value if entry else None

    def text(self, name: str, *, longest: int = LONGEST_LINE) -> str | None:
        """The text of a key."""
        node = self.node(name)
        return read_text(node, f"`{name}`", self.diagnostics, longest=longest) if node else None

    def rules(self) -> tuple[str, ...]:
        """The IDs of the rulebook."""
        text, node = self.text("rules", longest=LONGEST_TEXT), self.node("rules")
        found = ids_listed(text) if text else ()
        if found is None and node is not None:
            self.diagnostics.report(
                "CR206",
                node.span,
                "`rules` lists the IDs of the rulebook.",
                help="Write single ones and ranges with commas: `rules: R1 to R9, R10.1`.",
            )
        return found or ()

    def sentence(self, name: str, *, longest: int = LONGEST_TEXT) -> str:
        """What a key tells the players; empty if it is not there."""
        node = self.node(name)
        found = read_sentence(node, f"`{name}`", self.diagnostics, longest=longest) if node else ""
        return found or ""

    def players(self) -> PlayerRange | None:
        """The player range."""
        node = self.node("players")
        return read_players(node, self.diagnostics) if node else None

    def teams(self, players: PlayerRange | None) -> Mapping[int, Teams]:
        """The teams, for numbers of players that are in the range."""
        node = self.node("teams")
        return read_teams(node, players, self.diagnostics) if node else MappingProxyType({})

    def most_actions(self) -> int:
        """How many actions a game may have."""
        node = self.node("most_actions")
        what = "`most_actions`"
        found = read_integer(node, what, self.diagnostics, least=1) if node else None
        return MOST_ACTIONS if found is None else found

    def decks(self) -> int | ExprText:
        """How often the card table is there."""
        node = self.node("decks")
        decks = read_amount(node, "`decks`", self.diagnostics, least=1) if node else None
        return 1 if decks is None else decks

    def total(self) -> int | ExprText | None:
        """How many cards there are to be."""
        node = self.node("total")
        return read_amount(node, "`total`", self.diagnostics, least=1) if node else None

    def options(self) -> tuple[OptionDecl, ...]:
        """The options."""
        node = self.node("options")
        return read_options(node, self.diagnostics) if node else ()

    def attributes(self) -> AttributeTable:
        """The attributes."""
        node = self.node("attributes")
        return read_attributes(node, self.diagnostics) if node else AttributeTable()

    def lines(
        self, table: AttributeTable, decks: int | ExprText, diagnostics: Diagnostics
    ) -> tuple[CardLine, ...]:
        """The card table."""
        entry = self.root.get("cards")
        return read_cards(entry, table, decks, diagnostics) if entry else ()


def _assemble(
    root: MapNode, borders: Borders, complete: bool, diagnostics: Diagnostics
) -> FrontMatter:
    sections = _Sections(root, diagnostics)
    players = sections.players()
    most_actions = sections.most_actions()
    teams = sections.teams(players)
    decks = sections.decks()
    options = sections.options()
    table = sections.attributes()
    # Without the attributes nothing can be said about the cards.
    judged = complete or sections.node("attributes") is not None
    cards_diagnostics = diagnostics if judged else _SilentDiagnostics(diagnostics.source)
    lines = sections.lines(table, decks, cards_diagnostics)
    check_declared_names(table.attributes, options, lines, diagnostics)
    whole = Span(borders.start, borders.body_start)
    extends = sections.node("extends")
    players = players or _assumed_players(sections, whole)
    return FrontMatter(
        title=sections.text("title") or "",
        source=sections.text("source", longest=LONGEST_TEXT) or "",
        rules=sections.rules(),
        goal=sections.sentence("goal", longest=LONGEST_LINE),
        turn=sections.sentence("turn"),
        end=sections.sentence("end"),
        players_min=players.least,
        players_max=players.most,
        players_span=players.span,
        most_actions=most_actions,
        teams=teams,
        decks=decks,
        total=sections.total(),
        options=options,
        attributes=table.attributes,
        lines=lines,
        extends_span=extends.span if extends else None,
        span=whole,
        body_start=borders.body_start,
        complete=complete and not table.unreadable,
    )


def _assumed_players(sections: _Sections, whole: Span) -> PlayerRange:
    """The players of a game that does not say, or not readably, how many they are."""
    node = sections.node("players")
    return PlayerRange(least=2, most=2, span=node.span if node else whole)
