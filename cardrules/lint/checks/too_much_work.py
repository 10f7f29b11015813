"""CR701: definitions and placements that can never be worked out, since it is too much work.

Definitions that use others twice double at every step. How much work one is, whatever happens in
the game, is known before: what goes through collections in play comes on top of it. It does not
depend on how many play, but on options, with which parts are left out.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.engine.source.emit import Emitter
from cardrules.engine.specialise.fixed import make_tables
from cardrules.engine.specialise.specialised import Specialised
from cardrules.engine.work import MOST_STEPS
from cardrules.errors import GameLimitError, OptionError, RulesetError
from cardrules.lint.check import Finding
from cardrules.lint.settings import GameCheck, Setting, Settings
from cardrules.model.ruleset import Ruleset


def find_too_much_work(settings: Settings) -> Iterator[Finding]:
    """The first definition, and the first placement, that is more work than a decision may take."""
    ruleset = settings.ruleset
    declared = (*ruleset.definitions.values(), *ruleset.placements.values())
    for setting in settings.that_differ_in(*declared):
        if setting.players == ruleset.players_min:
            found = list(_find(ruleset, setting))
            yield from found
            if found:
                return


def _find(ruleset: Ruleset, setting: Setting) -> Iterator[Finding]:
    try:
        tables = make_tables(ruleset, setting.players, setting.options)
    except (OptionError, RulesetError, GameLimitError):
        return  # the game cannot begin, which is told by itself
    rules = Specialised(tables)
    emitter = Emitter(rules.layout, rules.declared)
    for sort, declared, write in (
        ("define", ruleset.definitions, emitter.definition),
        ("placement", ruleset.placements, emitter.placement),
    ):
        for name, item in declared.items():
            if rules.is_looked_up(sort, name):
                continue
            before = emitter.steps
            write(name)
            if emitter.steps - before > MOST_STEPS:
                yield Finding(
                    span=item.origin.name_span,
                    message=f"To work this out takes more than {MOST_STEPS:,} steps each time.",
                    help="What uses others twice doubles at every step: write it as a product, or "
                    "as a number.",
                )
                break


CHECK = GameCheck(code="CR701", find=find_too_much_work)
