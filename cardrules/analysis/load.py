"""The front door: from text to ruleset and diagnostics."""

from __future__ import annotations

from cardrules.analysis import components, declare
from cardrules.diagnostics.encoding import is_other_encoding
from cardrules.diagnostics.model import Diagnostics
from cardrules.model.ruleset import Ruleset
from cardrules.source import SourceFile, Span
from cardrules.syntax.frontmatter import parse_front_matter
from cardrules.syntax.parser import MAX_CHARACTERS, parse_rules


def analyse_source(source: SourceFile) -> tuple[Ruleset | None, Diagnostics]:
    """The ruleset that a text describes, and all that is wrong with it; never raises.

    There is a ruleset only if there is no error.
    """
    diagnostics = Diagnostics(source)
    if is_other_encoding(diagnostics):
        return None, diagnostics
    if len(source.text) > MAX_CHARACTERS:
        diagnostics.report(
            "CR002",
            Span(0, 0),
            f"The file has {len(source.text)} characters; a ruleset may have {MAX_CHARACTERS}.",
        )
        return None, diagnostics
    try:
        return _analyse(source, diagnostics), diagnostics
    except RecursionError:
        diagnostics.report("CR005", Span(0, 0), "Something in this file is nested too deeply.")
        return None, diagnostics


def _analyse(source: SourceFile, diagnostics: Diagnostics) -> Ruleset | None:
    front = parse_front_matter(source, diagnostics)
    if front is None:
        return None
    if front.extends_span is not None:
        diagnostics.report(
            "CR805",
            front.extends_span,
            "These are house rules, and what they change is not there.",
            help="They are read from a file, with the rules that they extend.",
        )
        return None
    certain = _CERTAIN if diagnostics.has_errors else _CERTAIN_WITH_FRONT_MATTER
    tree = parse_rules(source, front.body_start, diagnostics)
    syntax_is_sound = not diagnostics.has_errors
    # Names may be missing only because their declaration could not be read: what follows from that
    # is noise. Everything else is still worth saying.
    world = declare.make_world(diagnostics if syntax_is_sound else Diagnostics(source))
    components.declare_front_matter(front, world)
    declare.take_down(tree, world)
    rules = declare.analyse(tree, world)
    kinds = components.kinds(front, world)
    options = components.options(front, world)
    decks = components.number_of(front.decks, source, world, "The number of decks")
    total = None
    if front.total is not None:
        total = components.number_of(front.total, source, world, "The number of cards")
    if not syntax_is_sound:
        for item in world.diagnostics.each():
            if item.code in certain:
                diagnostics.add(item)
        return None
    _require_parts(rules, diagnostics)
    if diagnostics.has_errors or rules.setup is None or rules.play is None:
        return None
    return Ruleset(
        title=front.title,
        source_note=front.source,
        listed_ids=front.rules,
        goal=front.goal,
        turn=front.turn,
        end=front.end,
        text=source,
        content_hash=source.sha256,
        players_min=front.players_min,
        players_max=front.players_max,
        most_actions=front.most_actions,
        teams=dict(front.teams),
        decks=decks,
        total=total,
        options=options,
        attributes=world.attributes,
        lines=components.card_lines(front),
        kinds=kinds,
        zones=world.zones,
        variables=world.variables,
        placements=world.placements,
        definitions=world.definitions,
        routines=rules.routines,
        actions=rules.actions,
        interrupts=rules.interrupts,
        windows=world.windows,
        standing=rules.standing,
        triggers=tuple(rules.triggers),
        setup=rules.setup,
        play=rules.play,
        score=rules.score,
        score_note=rules.score_note,
        criteria=rules.criteria,
        matches=tuple(rules.matches),
        traits=rules.traits,
        value_lists=world.value_lists,
    )


# What is reported of a text whose syntax is not sound: nothing that a missing name could cause.
_CERTAIN = frozenset({"CR005", "CR101", "CR102", "CR302", "CR303", "CR305", "CR501"})
# If the front matter could be read, the types of what is there are known, too.
_CERTAIN_WITH_FRONT_MATTER = _CERTAIN | {"CR206", "CR401", "CR402", "CR403", "CR404", "CR405"}


def _require_parts(rules: declare.Rules, diagnostics: Diagnostics) -> None:
    parts = {
        "setup": rules.setup,
        "play": rules.play,
        "score": rules.score,
        "winner": rules.criteria,
    }
    missing = [f"`{word}`" for word, part in parts.items() if not part]
    if missing:
        end = len(diagnostics.source.text.rstrip())
        last = missing.pop()
        listed = f"{', '.join(missing)} and {last}" if missing else last
        diagnostics.report(
            "CR304",
            Span(end, end),
            f"The ruleset ends here, but it has no {listed}.",
            help="Every game needs `setup`, `play`, `score` and `winner`.",
        )
