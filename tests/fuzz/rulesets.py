"""A random ruleset as a text: the same seed gives the same text everywhere."""

from __future__ import annotations

import random
from collections.abc import Callable

from tests.fuzz import declarations as made
from tests.fuzz import idle
from tests.fuzz.front import front_matter
from tests.fuzz.sketch import Sketch, StuckError
from tests.fuzz.statements import Lines, indented

# So many texts of a hundred are written without regard to types and ends.
_WILD_TEXTS = 15
# In these so many expressions of a thousand are of a wrong type.
_WILD_EXPRESSIONS = 15


def random_ruleset(seed: int, hidden: int = 0, *, wide: bool = False) -> str:
    """The text of a ruleset, by a seed of its own; `hidden`: of a hundred choices within effects so
    many are asked for by what somebody knows of cards. `wide`: it also has what few rules say:
    collections of any collections, and so on.
    """
    chance = random.Random(f"ruleset {seed}")
    g = Sketch(chance=chance, hidden=hidden, wide=wide)
    g.wild = _WILD_EXPRESSIONS if g.often(_WILD_TEXTS) else 0
    g.budget = g.number(20, 90)
    front = front_matter(g)
    parts: list[Lines] = [made.zones(g), made.variables(g)]
    parts += [_again(g, maker) for maker in _order(g)]
    parts += [_again(g, made.setup)]
    parts += [_again(g, made.standing) for _ in range(int(g.often(30)))]
    parts += [_again(g, made.trigger) for _ in range(g.number(0, 2) if g.often(50) else 0)]
    parts += [_again(g, made.winner), made.match(g)]
    score, play = _again(g, made.score), _again(g, made.play)
    parts.append(_again(g, lambda g: idle.last_action(g, front + _joined([*parts, score, play]))))
    play += indented(idle.last_turns(g, _joined([*parts, play])))
    parts += [play, score]
    score += indented(idle.score_lines(g, front + _joined(parts)))
    return front + _joined(parts)


def _joined(parts: list[Lines]) -> str:
    return "\n\n".join("\n".join(lines) for lines in parts if lines) + "\n"


def _order(g: Sketch) -> list[Callable[[Sketch], Lines]]:
    """Which declarations are made, one after the other; each uses only those before it."""
    makers: list[Callable[[Sketch], Lines]] = []
    for maker, most in (
        (made.definition, 4),
        (made.placement, 1),
        (made.routine, 2),
        (made.window, 2),
        (made.trait, 1),
        (made.action, 3),
    ):
        makers += [maker] * g.number(0, most)
    g.chance.shuffle(makers)
    return [*makers, made.action]


def _again(g: Sketch, maker: Callable[[Sketch], Lines]) -> Lines:
    """What a maker makes; another try when it gets stuck."""
    for _ in range(20):
        before = g.declared()
        try:
            return maker(g)
        except StuckError:
            g.forget(before)
    return []
