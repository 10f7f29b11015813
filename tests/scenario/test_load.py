"""Reading files of scenarios: what they say, and what is reported of those that are wrong."""

from __future__ import annotations

import pytest

from cardrules.resources import games_dir
from cardrules.scenario.find import Rulesets, ruleset_path, scenario_files
from cardrules.scenario.load import load_scenarios
from cardrules.scenario.model import Do, Expect, Until
from cardrules.source import normalised
from tests.scenario.harness import codes_of, loaded, outcome


def first_mistake(text: str) -> tuple[str, str, str, str]:
    """The code of the first mistake, the text that it points at, its message and its help."""
    _, mistakes = loaded(text)
    item = mistakes[0]
    shown = item.source.text[item.span.start : item.span.end]
    return item.code, shown, item.message, item.help


def scenario(*lines: str) -> str:
    """A scenario with a name and a rule, and these lines."""
    return "".join(f"{line}\n" for line in ("- name: one", "  rules: [SN-P2]", *lines))


# ---- What is read --------------------------------------------------------------------------------


def test_the_parts_of_a_scenario() -> None:
    file, _ = loaded(
        "game: snarkas\nplayers: 3\noptions: {race_to: 50}\nseed: 4\nscenarios:\n"
        "  - name: A 7\n    rules: [SN-P2, SN-P3]\n    note: since it must\n"
        "    options: {length: race}\n    starter: 2\n    position: {table: [07, 7*]}\n"
        "    chance: [{shuffle: deck, order: [1, 2 x 2]}]\n"
        "    steps:\n      - {seat: 1, do: play_card}\n      - until: {turn: 3}\n"
        "      - expect: {table: []}\n    expect: {deck: 1}\n"
    )
    assert file is not None
    (made,) = file.scenarios
    assert (made.name, made.rules, made.note) == ("A 7", ("SN-P2", "SN-P3"), "since it must")
    assert (made.players, made.starter, made.seed) == (3, 2, 4)
    assert made.options == {"race_to": 50, "length": "race"}
    assert made.position == {"table": ["07", "7*"]}
    assert [type(step) for step in made.steps] == [Do, Until, Expect, Expect]
    assert made.line == 6


def test_a_scenario_overrides_its_file() -> None:
    own = "  - {name: a, rules: [SN-S1], players: 4, expect: {deck: 24}}\n"
    assert codes_of(f"game: snarkas\nplayers: 3\nscenarios:\n{own}") == set()


# ---- Mistakes of form ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "shown", "message", "help"),
    [
        (["  rule: SN-P2"], "rule", "`rule` is not known here.", "Did you mean `rules`?"),
        (
            ["  players: many"],
            "many",
            "`players` needs a whole number, not `many`.",
            "How many play.",
        ),
        (["  expect: {table: [[7, {a: 1}]]}"], "", "", ""),
        (["  steps: [{until: {deck: 3}, seat: 2}]"], "seat", "`seat` is not known here.", "until"),
        (
            ["  steps: [{dooo: play_card}]"],
            "dooo",
            "A step has `do`, `until` or `expect`, and this has none.",
            "`do`",
        ),
        (["  expect: {asked: nobdy}"], "nobdy", "`nobdy` is not allowed here.", "Who is asked"),
        (["  expect: {Table: []}"], "Table", "`Table` cannot be a key here.", "A key is a name"),
        (["  expect: {log 1: {wth: [a]}}"], "wth", "`wth` is not known here.", "`with`"),
        (["  expect: {}"], "{}", "`expect` is empty, so it says nothing.", "What must be so"),
        (
            ["  steps: []"],
            "[]",
            "`steps` is empty, so it says nothing.",
            "Actions and expectations",
        ),
        (["  expect: []"], "[]", "`expect` needs a mapping.", "What must be so"),
        (["  position: {deck: {topp: [7]}}"], "topp", "`topp` is not known here.", "`top`"),
        (["  chance: [{shuffel: deck}]"], "shuffel", "`shuffel` is not known", "`shuffle`"),
        (["  chance: [{shuffle: deck}]"], "", "`order` is missing here.", "event of chance"),
        (["  expect: {match 1: {}}"], "{}", "`match 1` needs a whole number.", ""),
        (["  expect: {over: []}"], "[]", "`over` needs true or false.", "Whether the game"),
        (["  expect: {turn: true}"], "true", "`turn` needs a whole number", ""),
        (
            ["  expect:", "    refusde: [{do: play_card}]"],
            "refusde",
            "`refusde` is not known here.",
            "Did you mean `refused`?",
        ),
        (
            ["  position: {knws 1: {deck: {somewhere: [7]}}}"],
            "knws 1",
            "`knws 1` is not known here.",
            "Did you mean `knows 1`?",
        ),
    ],
)
def test_a_mistake_of_form_is_told_at_its_place(
    lines: list[str], shown: str, message: str, help: str
) -> None:
    code, at, told, advice = first_mistake(scenario(*lines))
    assert code == "CR601"
    assert shown in at
    assert message in told
    assert help in advice


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("", "CR601", "This file is empty."),
        ("game: [snarkas\n", "CR201", ""),
        ("game: snarkas\ngame: snarkas\n", "CR202", "The key `game` is given twice."),
        ("game: snarkas\n", "CR601", "`scenarios` is missing here."),
        ("game: &a snarkas\nscenarios: [*a]\n", "CR207", ""),
        ("- a list\n", "CR601", "Here a mapping is needed."),
    ],
)
def test_a_file_that_is_none(text: str, code: str, message: str) -> None:
    file, diagnostics = load_scenarios(normalised("x.yaml", text))
    found = next(iter(diagnostics))
    assert file is None
    assert found.code == code
    assert message in found.message


def test_two_scenarios_of_one_name_are_refused() -> None:
    text = scenario("  expect: {deck: 36}") + scenario("  expect: {deck: 36}")
    _, mistakes = loaded(text)
    assert [item.message for item in mistakes] == ["Two scenarios are called `one`."]
    assert mistakes[0].labels[0].text == "the first one"


def test_a_scenario_that_says_nothing_is_refused() -> None:
    _, _, message, _ = first_mistake(scenario("  position: {table: []}"))
    assert message == "This scenario neither does nor expects anything."


@pytest.mark.parametrize(
    "text", ["game: snarkas\nscenarios: 3", "x", "a: {b: [", "- - - -", "\x00"]
)
def test_no_text_breaks_the_loader(text: str) -> None:
    file, diagnostics = load_scenarios(normalised("x.yaml", text))
    assert file is None
    assert len(diagnostics)


# ---- The game ------------------------------------------------------------------------------------


def test_the_ruleset_is_looked_for_beside_the_file_first(tmp_path) -> None:
    (tmp_path / "snarkas.rules").write_text("mine")
    inner = tmp_path / "scenarios" / "deep"
    inner.mkdir(parents=True)
    assert ruleset_path(inner / "a.yaml", "snarkas") == (tmp_path / "snarkas.rules").resolve()
    assert ruleset_path(inner / "a.yaml", "snatch_it") == games_dir() / "snatch_it.rules"
    assert ruleset_path(inner / "a.yaml", "nothing") is None


def test_an_unknown_game_has_a_near_name(tmp_path) -> None:
    file, _ = loaded("game: snarkass\nscenarios: [{name: a, rules: [A-1], expect: {over: false}}]")
    assert file is not None
    ruleset, (mistake,) = Rulesets().ruleset(file)
    assert ruleset is None
    assert (mistake.code, mistake.help) == ("CR603", "Did you mean `snarkas`?")


def test_house_rules_can_be_added_to_the_game(tmp_path) -> None:
    (tmp_path / "best.rules").write_text("---\ntitle: Best\nextends: any\n---\nmatch best of 3\n")
    text = "game: war\nwith: [best]\nscenarios: [{name: a, rules: [A-1], expect: {over: false}}]"
    file, _ = load_scenarios(normalised(str(tmp_path / "a.yaml"), text))
    assert file is not None
    ruleset, mistakes = Rulesets().ruleset(file)
    assert not mistakes
    assert ruleset is not None and ruleset.text.text.rstrip().endswith("match best of 3")
    file, _ = load_scenarios(normalised(str(tmp_path / "a.yaml"), text.replace("best", "bset")))
    assert file is not None
    ruleset, (mistake,) = Rulesets().ruleset(file)
    assert ruleset is None
    assert text.replace("best", "bset")[mistake.span.start : mistake.span.end] == "bset"


def test_a_ruleset_with_errors_is_no_game(tmp_path) -> None:
    (tmp_path / "broken.rules").write_text("---\ntitle: Broken\n---\n")
    text = "game: broken\nscenarios: [{name: a, rules: [A-1], expect: {over: false}}]"
    file, _ = load_scenarios(normalised(str(tmp_path / "a.yaml"), text))
    assert file is not None
    _, (mistake,) = Rulesets().ruleset(file)
    assert "has errors" in mistake.message
    assert "cardrules lint" in mistake.help


def test_wrong_players_or_options_are_told_at_their_place() -> None:
    for lines, shown in ((["  players: 7"], "players"), (["  options: {nope: 1}"], "nope")):
        (mistake,) = outcome(scenario(*lines, "  expect: {over: false}")).mistakes
        at = mistake.source.text[mistake.span.start : mistake.span.end]
        assert (mistake.code, at) == ("CR603", shown)


def test_files_are_found_once_and_in_order(tmp_path) -> None:
    for name in ("b.yaml", "a.yml", "c.txt"):
        (tmp_path / name).write_text("")
    found = list(scenario_files([tmp_path, tmp_path / "a.yml"]))
    assert [path.name for path in found] == ["a.yml", "b.yaml"]


# ---- What would say nothing ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fact", "shown"),
    [
        ("allowed: []", "[]"),
        ("refused: []", "[]"),
        ("refused: [{do: play_card, by: []}]", "[]"),
        ('refused: [{do: play_card, because: ""}]', '""'),
        ("refused: [{do: play_card, which: 2}]", "which"),
        ("asked: {seat: 1, rules: []}", "[]"),
        ("asked: {}", "{}"),
        ("log 1: {with: []}", "[]"),
        ("log 1: {without: []}", "[]"),
        ('log 1: {with: [""]}', '""'),
        ("table: {with: []}", "[]"),
        ("table: {without: []}", "[]"),
        ("deck: {top: []}", "[]"),
        ("deck: {bottom: []}", "[]"),
        ("sees 1: {}", "{}"),
        ("sees 1: {deck: {with: []}}", "[]"),
        ("score 1: {}", "{}"),
        ("allowed: [{do: play_card, by: [SN-P1]}]", "by"),
        ("allowed: [{do: play_card, because: so}]", "because"),
        ("only: [{do: play_card, by: [SN-P1]}]", "by"),
        ("only: [{do: play_card, because: so}]", "because"),
    ],
)
def test_what_says_nothing_is_refused(fact: str, shown: str) -> None:
    code, at, _, _ = first_mistake(scenario(f"  expect: {{{fact}}}"))
    assert (code, at) == ("CR601", shown)


def test_a_step_has_no_reason() -> None:
    code, at, message, help = first_mistake(scenario("  steps: [{do: play_card, by: [SN-P1]}]"))
    assert (code, at, message) == ("CR601", "by", "`by` says nothing here.")
    assert "`refused`" in help


def test_no_action_at_all_can_be_legal() -> None:
    found = outcome(scenario("  expect: {only: []}"))
    assert [item.what for item in found.differences] == ["only"]


@pytest.mark.parametrize(
    ("beside", "shown"),
    [
        ("  position: {table: []}\n  expect: {playable: false}", "position"),
        ("  chance: [{starter: 1}]\n  expect: {playable: false}", "chance"),
        ("  starter: 1\n  expect: {playable: false}", "starter"),
        ("  expect: {playable: false, deck: 3}", "deck"),
        ("  steps: [expect: {playable: false}]\n  expect: {deck: 3}", "deck"),
        ("  steps: [{do: play_card}]\n  expect: {playable: false}", "{do: play_card}"),
    ],
)
def test_nothing_stands_beside_playable_false(beside: str, shown: str) -> None:
    code, at, message, _ = first_mistake(scenario("  players: 9", beside))
    assert (code, at) == ("CR601", shown)
    assert "beside `playable: false`" in message


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        ("{every_gruop: true}", "every_gruop"),
        ("{length: rcae}", "length"),
        ("{race_to: many}", "race_to"),
        ("{race_to: true}", "race_to"),
    ],
)
def test_a_misspelt_option_is_no_game_that_cannot_be(options: str, shown: str) -> None:
    lines = [f"  options: {options}", "  expect: {playable: false}"]
    (mistake,) = outcome(scenario(*lines)).mistakes
    at = mistake.source.text[mistake.span.start : mistake.span.end]
    assert (mistake.code, at) == ("CR603", shown)


def test_an_option_out_of_its_range_makes_no_game() -> None:
    lines = ["  options: {length: race, race_to: 0}", "  expect: {playable: false}"]
    assert outcome(scenario(*lines)).passed


def test_a_hundred_mistakes_of_form_are_listed_and_the_others_counted() -> None:
    """As everywhere: in a file with one word misspelt everywhere."""
    one = "  - {{name: s{n}, rules: [SN-1], exxpect: {{asked: 1}}}}\n"
    text = "game: snarkas\nscenarios:\n" + "".join(one.format(n=n) for n in range(130))
    _, diagnostics = load_scenarios(normalised("x.yaml", text))
    *listed, last = diagnostics
    assert [item.code for item in listed] == ["CR601"] * 100
    assert last.code == "CR006" and last.message.startswith("There are 30 more;")


def test_a_mistake_in_each_of_many_cases_is_counted_too() -> None:
    rows = ", ".join(f"[{number}, {{over: {number}}}]" for number in range(130))
    text = (
        "game: snarkas\nscenarios:\n  - name: s <n>\n    rules: [SN-1]\n"
        f"    table: {{columns: [n, f], rows: [{rows}]}}\n    expect: <f>\n"
    )
    _, diagnostics = load_scenarios(normalised("x.yaml", text))
    assert len(list(diagnostics)) == 101


def test_a_fact_that_is_given_twice_stands_in_two_steps() -> None:
    text = scenario("  expect:", "    score 1: 4", "    score 1: {gems: 3}")
    code, shown, message, help = first_mistake(text)
    assert (code, shown, message) == ("CR202", "score 1", "The key `score 1` is given twice.")
    assert "stands in two steps: `- expect: {score 1: ...}`" in help
