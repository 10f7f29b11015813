"""The page of the language: its examples hold, and it leaves out nothing of the language."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache

import attrs
import pytest

from cardrules.analysis.reserved import reserved
from cardrules.diagnostics.codes import CODES
from cardrules.diagnostics.model import Diagnostics
from cardrules.lint.runner import lint_source
from cardrules.ops.registry import operations
from cardrules.plain import fields
from cardrules.resources import grammar_text, schema_text
from cardrules.source import Span, normalised
from cardrules.syntax import nodes
from cardrules.syntax.frontmatter import HOUSE_RULE_KEYS, parse_front_matter
from cardrules.syntax.parser import parse_expression, parse_rules
from tests.docs.page_examples import (
    LANGUAGE,
    UNTOLD,
    Example,
    examples_of,
    mistakes,
    shown,
    source_of,
)
from tests.docs.reference_tables import (
    code_spans,
    operations_table,
    operations_table_of,
    rows,
    section,
)

PAGE = LANGUAGE.read_text(encoding="utf-8")
EXAMPLES = examples_of(LANGUAGE)


# ---- The examples --------------------------------------------------------------------------------


@pytest.mark.parametrize("example", [item for item in EXAMPLES if item.code is None], ids=str)
def test_example_has_no_mistake(example: Example) -> None:
    found = mistakes(example)
    assert not found, shown(found)


@pytest.mark.parametrize("example", [item for item in EXAMPLES if item.code], ids=str)
def test_wrong_example_has_its_mistake_alone(example: Example) -> None:
    found = mistakes(example)
    assert {item.code for item in found} == {example.code}, shown(found)


@pytest.mark.parametrize("number", ["1.", "17."])
def test_the_whole_games_of_the_page_tell_players_what_they_are_about(number: str) -> None:
    (game,) = (
        item
        for item in EXAMPLES
        if item.form in ("ruleset", "world") and item.heading.startswith(number)
    )
    found = [item for item in lint_source(source_of(game)) if item.code in UNTOLD]
    assert not found, shown(found)


def test_the_first_section_holds_a_whole_game_of_about_thirty_lines() -> None:
    first = next(item for item in EXAMPLES if item.form == "ruleset")
    assert first.heading.startswith("1.")
    assert 20 <= len([line for line in first.text.splitlines() if line.strip()]) <= 35


# ---- Nothing is left out -------------------------------------------------------------------------


def _nodes_in(value: object) -> Iterator[nodes.Node]:
    if isinstance(value, nodes.Node):
        yield value
        for name in fields(type(value)):
            yield from _nodes_in(getattr(value, name))
    elif isinstance(value, tuple):
        for item in value:
            yield from _nodes_in(item)


@cache
def _shown_nodes() -> tuple[nodes.Node, ...]:
    """Every node of the trees of the examples that are right."""
    found: list[nodes.Node] = []
    for example in EXAMPLES:
        if example.code is None:
            source = source_of(example)
            diagnostics = Diagnostics(source)
            front = parse_front_matter(source, diagnostics)
            assert front is not None
            found += _nodes_in(parse_rules(source, front.body_start, diagnostics))
    return tuple(found)


@cache
def _shown_constructs() -> frozenset[str]:
    return frozenset(type(node).__name__ for node in _shown_nodes())


ABSTRACT = (nodes.Node, nodes.Expr, nodes.Statement, nodes.Declaration)
CONSTRUCTS = sorted(
    name
    for name, cls in vars(nodes).items()
    if isinstance(cls, type) and issubclass(cls, nodes.Node) and cls not in ABSTRACT
)


@pytest.mark.parametrize("construct", CONSTRUCTS)
def test_each_construct_of_the_grammar_is_in_an_example(construct: str) -> None:
    assert construct in _shown_constructs()


def _words_of_the_grammar() -> set[str]:
    text = re.sub(r"//[^\n]*", "", grammar_text())
    words = set(re.findall(r'"([a-z]+)"', text))
    for pattern in re.findall(r"^[A-Z]+(?:\.[0-9]+)?: /(.*)/$", text, re.MULTILINE):
        words.update(re.findall(r"[a-z]{2,}", re.sub(r"\\.", " ", pattern)))
    return words


def test_each_word_of_the_grammar_is_in_an_example_that_is_right() -> None:
    right = " ".join(item.text for item in EXAMPLES if item.code is None)
    used = set(re.findall(r"[a-z]+", re.sub(r'"[^"\n]*"|#[^\n]*', "", right)))
    assert sorted(_words_of_the_grammar() - used) == []


def test_each_operation_is_in_an_example() -> None:
    used = {node.name.text for node in _shown_nodes() if isinstance(node, nodes.Of | nodes.Apply)}
    assert sorted(set(operations()) - used) == []


def test_the_table_of_operations_is_up_to_date() -> None:
    assert operations_table_of(PAGE) == operations_table(), (
        "put this into the page:\n\n" + operations_table()
    )


@pytest.mark.parametrize("name", operations())
def test_the_example_of_an_operation_holds_in_the_game_of_the_page(name: str) -> None:
    assert _is_right([operations()[name].example])


def _keys(schema: object) -> Iterator[str]:
    if isinstance(schema, dict):
        properties = schema.get("properties")
        if isinstance(properties, dict):
            yield from properties
        for value in schema.values():
            yield from _keys(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _keys(value)


def test_each_key_of_the_front_matter_is_named_and_used() -> None:
    schema = json.loads(schema_text("frontmatter"))
    keys = set(_keys(schema))
    chapter = section(PAGE, "The file")
    assert sorted(keys - set(code_spans(chapter))) == [], "not named"
    text = "".join(item.text for item in EXAMPLES if item.code is None)
    assert {key for key in keys if not re.search(rf"\b{key}:", text)} == set(HOUSE_RULE_KEYS), (
        "not shown"
    )


def test_the_keys_of_the_file_are_in_one_table_with_whether_they_are_needed() -> None:
    schema = json.loads(schema_text("frontmatter"))
    table = {row[0].strip("`"): row[2] for row in rows(section(PAGE, "The file")) if len(row) == 3}
    needed = {"title", "players", "cards"}
    for key in schema["properties"]:
        assert table[key] == ("yes" if key in needed else "no"), key


def test_the_reserved_words_are_those_of_the_language() -> None:
    listed = [word for row in rows(section(PAGE, "Reserved words")) for word in code_spans(row[0])]
    assert sorted(listed) == sorted(reserved())


@pytest.mark.parametrize("code", [code for code in CODES if code[2] in "345"])
def test_each_code_about_the_rules_text_is_mentioned(code: str) -> None:
    assert code in PAGE


def test_no_code_is_mentioned_that_does_not_exist() -> None:
    assert sorted(set(re.findall(r"CR[0-9]{3}", PAGE)) - set(CODES)) == []


def test_the_codes_of_names_types_and_flow_have_an_example() -> None:
    shown_codes = {item.code for item in EXAMPLES if item.code}
    # CR502 is a warning on what is never used; fragments leave much unused. From CR507 on warnings
    # and hints tell what is only doubtful: each has its example on a page of its own.
    doubtful = {code for code in CODES if code >= "CR507" and CODES[code].severity != "error"}
    assert {code for code in CODES if code[2] in "345"} - shown_codes <= {"CR502", *doubtful}


# ---- What the program does not find yet ----------------------------------------------------------

# Whatever the page says the program lets pass. Once it is found, the page has to say so.
NOT_FOUND = [
    ("declarations", "zone worm shared pile, seen by all\n"),
    ("statements", "if deck is not empty\n    shuffle deck\n    reveal top of deck\n"),
    ("statements", 'say "{my hand}"\n'),
]


@pytest.mark.parametrize(("form", "text"), NOT_FOUND)
def test_what_the_page_says_passes_does_pass(form: str, text: str) -> None:
    found = mistakes(_example(form, text))
    assert not found, f"this is found now, so the page has to be mended:\n{shown(found)}"


# ---- Tables --------------------------------------------------------------------------------------


def _tree(text: str) -> nodes.Expr:
    source = normalised("row", text)
    diagnostics = Diagnostics(source)
    found = parse_expression(source, Span(0, len(text)), diagnostics)
    assert found is not None, [item.message for item in diagnostics]
    return found


def _shape(value: object) -> object:
    """A tree without the places in the text."""
    if isinstance(value, nodes.Node):
        names = [name for name in fields(type(value)) if name != "span"]
        return (type(value).__name__, *[_shape(getattr(value, name)) for name in names])
    return tuple(_shape(item) for item in value) if isinstance(value, tuple) else value


PRECEDENCE = list(rows(section(PAGE, "What binds tightest")))


@pytest.mark.parametrize("row", PRECEDENCE, ids=lambda row: row[1])
def test_a_row_on_what_binds_tightest_is_read_as_it_says(row: list[str]) -> None:
    _, written, meant = row
    assert written != meant
    assert _shape(_tree(written.strip("`"))) == _shape(_tree(meant.strip("`")))
    assert _is_right([written.strip("`")])


# ---- How do I say ... ----------------------------------------------------------------------------

# Lines that need a block below them, and what completes it.
_OPENS_BLOCK = re.compile(
    r"(repeat|each|while|if|else|as|together|when|turns|rounds|standing)\b|do$"
)
_DECLARES = re.compile(r"(when|winner|match|standing|action)\b")
SAYINGS = list(rows(section(PAGE, "How do I say ...")))


def _nested(lines: list[str]) -> str:
    """The lines as one piece of text, each below the one that opens a block for it."""
    text, depth = "", 0
    for line in lines:
        text += "    " * depth + line + "\n"
        # After the loops and conditions of a row comes what is done in them.
        depth += bool(_OPENS_BLOCK.match(line))
    if _OPENS_BLOCK.match(lines[-1]):
        text += "    " * depth + "shuffle deck\n"
    return text


def _is_right(lines: list[str]) -> bool:
    """Whether the lines are of the language, read as declarations, statements or expressions."""
    if _DECLARES.match(lines[0]):
        return not mistakes(_example("declarations", _nested(lines)))
    block = "rounds until deck is empty\n" + "".join(
        f"    {line}\n" for line in _nested(lines).splitlines()
    )
    if not mistakes(_example("statements", block)):
        return True
    return not mistakes(_example("expressions", "\n".join(lines)))


def _example(form: str, text: str) -> Example:
    made = EXAMPLES[0]
    return attrs.evolve(made, form=form, text=text)  # type: ignore[arg-type]


@pytest.mark.parametrize("row", SAYINGS, ids=lambda row: row[0])
def test_what_is_said_can_be_said(row: list[str]) -> None:
    spans = code_spans(row[1])
    assert spans, "a row without the language"
    if row[1].startswith("`seen by"):
        assert _is_right_zone(spans[0])
    else:
        assert _is_right([line.removesuffix(" ...") for line in spans])


def _is_right_zone(seen: str) -> bool:
    return not mistakes(_example("declarations", f"zone shown per player spread, {seen}\n"))
