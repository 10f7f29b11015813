"""CR554: an option with which the game is the same, whatever it is set to.

The programs of each setting, and of the same with another value of the option, are compared, as
`cardrules show` prints them. An option that bounds another one, or without any use (CR502), is left
out.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.lint.check import Finding, all_parts
from cardrules.lint.settings import GameCheck, Setting, Settings, game_in
from cardrules.machine.printing import print_program
from cardrules.model import ir

_Key = tuple[int, tuple[tuple[str, object], ...]]


def find_no_effect(settings: Settings) -> Iterator[Finding]:
    """The options of which no value makes a difference in any setting."""
    ruleset = settings.ruleset
    bounds = ir.walk(tuple(ruleset.options.values()))
    bounding = {node.name for node in bounds if isinstance(node, ir.OptionValue)}
    used = {
        node.name for node in ir.walk(tuple(all_parts(ruleset))) if isinstance(node, ir.OptionValue)
    }
    programs = _Programs(settings)
    for name in used - bounding:
        values = {item.options[name] for item in settings.tried if name in item.options}
        if values and not settings.left_out and programs.are_equal(name, values):
            yield Finding(
                span=ruleset.options[name].span,
                message=f"The option `{name}` has no effect: the game is the same with "
                "each of its values.",
                help="Look at the lines that ask for it, or take it out.",
            )


class _Programs:
    """The programs of settings, each made once."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._made: dict[_Key, tuple[str, ...]] = {}

    def are_equal(self, option: str, values: set[object]) -> bool:
        """Whether an option makes no difference, whatever all others are."""
        for setting in self._settings.tried:
            if option in setting.options:
                continue
            plain = self._of(setting)
            for value in values:
                other = self._of(Setting(setting.players, {**setting.options, option: value}))
                if plain and other and plain != other:
                    return False
        return True

    def _of(self, setting: Setting) -> tuple[str, ...]:
        """The lines of a program; none if the game cannot begin."""
        key = setting.players, tuple(sorted(setting.options.items()))
        if key not in self._made:
            game = game_in(self._settings.ruleset, setting)
            self._made[key] = () if game is None else tuple(print_program(game.program))
        return self._made[key]


CHECK = GameCheck(code="CR554", find=find_no_effect, wish="thorough")
