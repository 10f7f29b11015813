"""Subsets, maximal subsets and families against brute force over physical cards."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, combinations
from typing import Any

import pytest

from cardrules.engine.game import Game
from cardrules.engine.sets.bounds import Bounds
from cardrules.engine.sets.families import maximal_families, union_of, unions_of
from cardrules.engine.sets.kind_sets import KindSets
from cardrules.engine.sets.subsets import make_subsets
from cardrules.engine.work import Counter
from tests.bundled import bundled_named
from tests.engine.harness import Table, table

Cards = tuple[int, ...]
OPERATORS: dict[str, Callable[[int, int], bool]] = {
    "=": lambda a, b: a == b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def look(cards: Iterable[int], kind: Sequence[int]) -> Cards:
    """What cards look like: the sorted kinds."""
    return tuple(sorted(kind[card] for card in cards))


def all_subsets(cards: Sequence[int]) -> Iterable[Cards]:
    """All subsets of physical cards."""
    return chain.from_iterable(combinations(cards, size) for size in range(len(cards) + 1))


def brute_subsets(
    cards: Sequence[int], kind: Sequence[int], fits: Callable[[Cards], bool], maximal: bool
) -> set[Cards]:
    """What the fitting subsets look like."""
    good = {frozenset(item) for item in all_subsets(cards) if fits(item)}
    if maximal:
        good = {
            item
            for item in good
            if not any(item | {card} in good for card in cards if card not in item)
        }
    return {look(item, kind) for item in good}


def brute_families(groups: Sequence[frozenset[int]]) -> set[frozenset[frozenset[int]]]:
    """All families of disjoint groups to which no further group can be added."""
    found = set()

    def extend(family: tuple[frozenset[int], ...], used: frozenset[int], start: int) -> None:
        if not any(used.isdisjoint(group) for group in groups):
            found.add(frozenset(family))
        for index in range(start, len(groups)):
            if used.isdisjoint(groups[index]):
                extend((*family, groups[index]), used | groups[index], index + 1)

    extend((), frozenset(), 0)
    return found


def family_look(family: Iterable[Iterable[int]], kind: Sequence[int]) -> tuple[Cards, ...]:
    """What a family looks like."""
    return tuple(sorted(look(group, kind) for group in family))


class Deal:
    """Some cards with kinds; the values of an attribute depend on the kind."""

    def __init__(self, chance: random.Random, most: int = 8, least: int = 0) -> None:
        kinds = chance.randint(1, 6)
        size = chance.randint(0, most)
        self.kind = sorted(chance.randrange(kinds) for _ in range(size + 3))
        of_kind = [chance.randint(least, 6) for _ in range(kinds)]
        self.value = [of_kind[kind] for kind in self.kind]
        # Not all cards of the game lie in the collection, and it need not be in order.
        self.cards = tuple(chance.sample(range(size + 3), size))


def checked(found: Sequence[Cards], deal: Deal) -> list[Cards]:
    """What was found, after a look at its form."""
    looks = [look(item, deal.kind) for item in found]
    assert len(set(looks)) == len(looks), "each look comes once"
    assert [len(item) for item in found] == sorted(len(item) for item in found), (
        "smaller ones first"
    )
    for item in found:
        assert set(item) <= set(deal.cards)
        assert len(set(item)) == len(item)
    return looks


def test_subsets_with_bounds_are_those_of_brute_force() -> None:
    chance = random.Random(1)
    for number in range(2500):
        deal = Deal(chance, least=-2 if number % 5 == 0 else 0)
        subsets = make_subsets(deal.kind)
        maximal = chance.random() < 0.5
        size_test = (0, chance.choice(list(OPERATORS)), chance.randint(0, 4))
        sum_test = (1, chance.choice(list(OPERATORS)), chance.randint(-1, 12))
        tests = chance.choice([(), (size_test,), (sum_test,), (size_test, sum_test)])
        # A condition brings the measures that it looks at, and no others.
        measures = list(dict.fromkeys(measure for measure, _, _ in tests))
        bounds = Bounds(
            measures=tuple(((1,) * len(deal.kind), tuple(deal.value))[at] for at in measures),
            tests=tuple((measures.index(measure), operator) for measure, operator, _ in tests),
        )
        values = tuple(value for _, _, value in tests)

        def fits(item: Cards, tests: Any = tests, deal: Deal = deal) -> bool:
            totals = (len(item), sum(deal.value[card] for card in item))
            return all(OPERATORS[operator](totals[at], value) for at, operator, value in tests)

        wanted = brute_subsets(deal.cards, deal.kind, fits, maximal)
        for _ in range(2):  # the second time from memory
            found = subsets(Counter(), deal.cards, 1, bounds, values, None, 0, maximal)
            assert set(checked(found, deal)) == wanted


def test_subsets_with_any_other_condition_are_those_of_brute_force() -> None:
    chance = random.Random(2)
    for _ in range(1500):
        deal = Deal(chance, most=7)
        maximal = chance.random() < 0.5
        modulus = chance.randint(2, 4)
        most = chance.randint(0, 5)

        def rest(item: Cards, deal: Deal = deal, modulus: int = modulus) -> bool:
            return sum(deal.value[card] for card in item) % modulus != 1

        def fits(item: Cards, rest: Any = rest, most: int = most) -> bool:
            return rest(item) and len(item) <= most

        bounds = Bounds(measures=((1,) * len(deal.kind),), tests=((0, "<="),))
        found = make_subsets(deal.kind)(Counter(), deal.cards, 1, bounds, (most,), rest, 1, maximal)
        assert set(checked(found, deal)) == brute_subsets(deal.cards, deal.kind, fits, maximal)


def test_families_are_those_of_brute_force() -> None:
    chance = random.Random(3)
    for _ in range(2500):
        deal = Deal(chance, most=7)
        total = chance.randint(1, 10)
        bounds = Bounds(
            measures=((1,) * len(deal.kind), tuple(deal.value)), tests=((0, ">="), (1, "="))
        )
        least = chance.choice([1, 2])
        sets = make_subsets(deal.kind)(
            Counter(), deal.cards, 1, bounds, (least, total), None, 0, False
        )
        groups = [
            frozenset(item)
            for item in all_subsets(deal.cards)
            if len(item) >= least and sum(deal.value[card] for card in item) == total
        ]
        if len(groups) > 30:
            continue
        physical = brute_families(groups)
        wanted = {family_look(family, deal.kind) for family in physical}
        found = maximal_families(Counter(), sets, deal.kind)
        looks = [family_look(family, deal.kind) for family in found]
        assert len(set(looks)) == len(looks)
        assert set(looks) == wanted
        for family in found:
            cards = [card for group in family for card in group]
            assert len(set(cards)) == len(cards), "the sets of a family are disjoint"
            assert set(cards) <= set(deal.cards)
        unions = {look(frozenset[int]().union(*family), deal.kind) for family in physical}
        together = unions_of(Counter(), found, deal.kind)
        assert len(together) == len(unions)
        assert {look(item, deal.kind) for item in together} == unions
        in_some = frozenset[int]().union(*groups)
        assert set(union_of(Counter(), sets, deal.kind)) == in_some


def test_families_of_physical_sets_are_those_of_brute_force() -> None:
    """Sets that were not searched for, but collected, are taken as they are."""
    chance = random.Random(4)
    kind = list(range(8))
    for _ in range(500):
        sets = {tuple(sorted(chance.sample(range(8), chance.randint(1, 3)))) for _ in range(6)}
        found = maximal_families(Counter(), sorted(sets), kind)
        wanted = brute_families([frozenset(item) for item in sets])
        assert len(found) == len(wanted)
        assert {frozenset(map(frozenset, family)) for family in found} == wanted
        assert set(union_of(Counter(), sorted(sets), kind)) == {
            card for item in sets for card in item
        }


def test_without_a_set_there_is_one_family_the_empty_one() -> None:
    assert [list(family) for family in maximal_families(Counter(), (), [0])] == [[]]
    assert [list(family) for family in maximal_families(Counter(), KindSets.of([], (0,)), [0])] == [
        []
    ]
    assert list(unions_of(Counter(), ((),), [0])) == [()]


# ---- In the language -----------------------------------------------------------------------------

SEARCH = """
zone hand per player spread, seen by owner
zone out shared spread, seen by all
setup
    move deck to out
{play}
action go
    choose taken from {sets}
    do
        move taken to my hand
"""
ONCE = "play\n    turns clockwise from starter once\n        one of go\n"


def choices(sets: str, cards: str) -> list[str]:
    """The subsets that can be taken, in their order."""
    found = table(SEARCH.format(sets=sets, play=ONCE), cards=cards)
    return [line.removeprefix("go taken: ") for line in found.legal]


def test_the_empty_set_is_a_subset_and_identical_cards_are_one() -> None:
    twos = 'a: {name: "{number}", number: [1, 2], count: 2}'
    assert choices("subsets of out where count of it < 3", twos) == [
        "nothing", "1", "2", "1 + 1", "1 + 2", "2 + 2",
    ]  # fmt: skip


def test_maximal_subsets_are_those_into_which_nothing_fits() -> None:
    cards = 'a: {name: "{number}", number: [1, 2, 4], count: [2, 1, 1]}'
    found = choices("maximal subsets of out where sum of number in it <= 4", cards)
    assert found == ["4", "1 + 1 + 2"]


def test_conditions_in_either_form_mean_the_same() -> None:
    """Bounds prune the search; written the other way round they are tried on each subset."""
    cards = 'a: {name: "{number}", number: 1 to 5, count: 1}'
    fast = choices("subsets of out where count of it = 2 and sum of number in it = 6", cards)
    slow = choices("subsets of out where 2 = count of it and 6 = sum of number in it", cards)
    assert fast == slow == ["1 + 5", "2 + 4"]


# ---- Captures of the ruleset with families, rule by rule -----------------------------------------


@pytest.fixture(scope="module")
def captures() -> Game:
    """Two players; what can be captured depends on the table alone."""
    return bundled_named("snarkas")[0].game()


def lay(of: Game, on_table: Sequence[str], card: str) -> Table:
    """A position: these cards on the table, this one in the hand of the player who is asked."""
    found = Table(of)
    s = found.state
    names = [of.ruleset.kinds[kind].name for kind in of.tables.kind]
    free = list(range(of.tables.cards))
    zones: dict[int, list[int]] = {found.zone_number("deck"): free}
    for name, cards in (("table", on_table), ("hand", [card])):
        number = (
            found.zone_number(name, found.asked or 0) if name == "hand" else found.zone_number(name)
        )
        zones[number] = [free.pop(next(i for i, c in enumerate(free) if names[c] == face))
                         for face in cards]  # fmt: skip
    for number in range(of.tables.static_zones):
        s.zones[number] = tuple(sorted(zones.get(number, [])))
        for item in s.zones[number]:
            s.place[item] = number
        of.builder.mover.look(s, number)
    s.answers = None
    return found


def captured(position: Table) -> list[list[str]]:
    """What may be taken with the card."""
    return [action.arguments["captured"] for action in position.game.legal_actions(position.state)]


def test_sn_p3_the_example_of_the_rules() -> None:
    """SN-P3: a 10 on 3, 3*, 4, 6, 7."""
    found = captured(lay(bundled_named("snarkas")[0].game(), ["3", "3*", "4", "6", "7"], "10"))
    assert sorted(map(sorted, found)) == [
        ["3", "3*", "4"],
        ["3", "4", "6", "7"],
        ["3*", "4", "6", "7"],
    ]


@pytest.mark.parametrize(
    ("on_table", "card", "wanted"),
    [
        ([], "5", [[]]),
        (["5", "5*"], "5", [["5", "5*"]]),  # equal cards are captured in any case [SN-P2]
        (["5*", "4", "1", "1*"], "5", [["1", "4", "5*"], ["1*", "4", "5*"]]),
        (["2", "3"], "5", [["2", "3"]]),
        (["2", "3", "2", "3"], "5", [["2", "2", "3", "3"]]),
        (["1", "4", "2", "3"], "5", [["1", "2", "3", "4"]]),
        (["1", "1", "3", "4"], "5", [["1", "1", "3"], ["1", "4"]]),
        (["1", "1*", "4"], "5", [["1", "4"], ["1*", "4"]]),
        (["Aster", "Jolt", "ZAP", "2"], "2", [["2"]]),  # no numbers, no sums [SN-P7]
        (["1", "2"], "Aster", [[]]),
        (["1", "2"], "ZAP", [["1", "2"]]),
    ],
)
def test_sn_p3_small_tables(
    captures: Game, on_table: list[str], card: str, wanted: list[list[str]]
) -> None:
    assert sorted(map(sorted, captured(lay(captures, on_table, card)))) == wanted


def test_sn_p3_captures_are_those_of_brute_force(captures: Game) -> None:
    kinds = captures.ruleset.kinds
    tables = captures.tables
    number = tables.attribute["number"]
    chance = random.Random(5)
    tried = 0
    while tried < 1500:
        size = chance.randint(0, 9)
        deal = chance.sample(range(tables.cards), size + 1)
        card, on_table = deal[0], deal[1:]
        groups = [
            frozenset(item)
            for item in all_subsets([c for c in on_table if number[c] > 0])
            if len(item) > 1 and sum(number[c] for c in item) == number[card] > 0
        ]
        if len(groups) > 24:
            continue
        tried += 1
        face = tables.attribute["face"]
        equal = [
            c
            for c in on_table
            if kinds[tables.kind[card]].name == "ZAP"
            or (face[c] == face[card] and number[c] == number[card])
        ]
        wanted = {
            look(frozenset(equal).union(*family), tables.kind) for family in brute_families(groups)
        }
        names = [kinds[tables.kind[c]].name for c in on_table]
        found = captured(lay(captures, names, kinds[tables.kind[card]].name))
        numbered = {kind.name: index for index, kind in enumerate(kinds)}
        looks = [tuple(sorted(numbered[name] for name in item)) for item in found]
        assert len(set(looks)) == len(looks)
        assert set(looks) == wanted


def test_sn_p3_with_every_group_there_is_no_choice() -> None:
    """SN-P3: the answer takes each card that belongs to any group."""
    of = Game(bundled_named("snarkas")[0].game().ruleset, 2, {"every_group": True})
    found = captured(lay(of, ["3", "3*", "4", "6", "7", "5", "Aster"], "10"))
    assert [sorted(item) for item in found] == [["3", "3*", "4", "6", "7"]]
