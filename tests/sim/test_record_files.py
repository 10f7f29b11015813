"""Records in files: nothing is lost when writing fails, and nothing bad is read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from cardrules.errors import ReplayError
from cardrules.resources import schema_text
from cardrules.sim.record import Record
from cardrules.sim.record_files import parse_record, read_record, record_text, write_record
from cardrules.sim.run import Playthrough
from tests.bundled import Bundled, bundled
from tests.sim.tiny import piles, played

SCHEMA = json.loads(schema_text("record"))


@pytest.fixture(name="record")
def _record() -> Record:
    return played(piles(), 4).record()


def test_what_is_written_is_read(record: Record, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    write_record(record, path)
    assert read_record(path) == record
    assert [item.name for item in tmp_path.iterdir()] == ["game.json"]


@pytest.mark.parametrize("item", bundled(), ids=str)
def test_records_follow_their_schema(item: Bundled) -> None:
    data = json.loads(record_text(played(item.game(), 1).record()))
    Draft202012Validator(SCHEMA).validate(data)


def test_the_schema_is_one_and_describes_every_property() -> None:
    Draft202012Validator.check_schema(SCHEMA)

    def undescribed(node: Any, path: str) -> list[str]:
        found = []
        for name, value in node.get("properties", {}).items():
            here = f"{path}.{name}"
            if "description" not in value and "$ref" not in value:
                found.append(here)
            found += undescribed(value, here)
        if isinstance(node.get("items"), dict):
            if not {"description", "$ref"} & set(node["items"]):
                found.append(f"{path}[]")
            found += undescribed(node["items"], f"{path}[]")
        for name, value in node.get("$defs", {}).items():
            found += undescribed(value, f"{path}#{name}")
        return found

    assert undescribed(SCHEMA, "record") == []


def test_a_record_of_a_game_that_goes_on_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    record = Playthrough(piles(), seed=1).record()
    write_record(record, path)
    assert read_record(path) == record


# ---- Reading -------------------------------------------------------------------------------------


def _data(record: Record, **changes: Any) -> bytes:
    return json.dumps({**record.data(), **changes}).encode()


def test_a_missing_file_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_record(tmp_path / "none.json")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "g.json is empty"),
        (b"  \n ", "g.json is empty"),
        (b"\xff\xfe\x00", "not UTF-8"),
        (b"hello", r"g.json is not JSON: .* \(line 1, column 1\)"),
        (b'{"a": 1,}', "g.json is not JSON"),
        (b"[]", "not a record of cardrules"),
        (b'{"title": "x"}', "not a record of cardrules"),
        (b"[" * 100_000, "too deeply|cut off"),
        (b'{"a": NaN}', "NaN is no number"),
        (b'{"a": ' + b"9" * 10_000 + b"}", "not a record"),
        (b'{"cardrules_record": 2}', "format 2; this version of cardrules reads 1"),
        (b'{"cardrules_record": 1}', "at the record: 'ruleset' is a required property"),
    ],
)
def test_what_is_no_record_is_refused_in_a_sentence(content: bytes, reason: str) -> None:
    with pytest.raises(ReplayError, match=reason) as caught:
        parse_record(content, "g.json")
    assert "\n" not in str(caught.value)


def test_every_cut_is_noticed(record: Record) -> None:
    content = record_text(record).encode()
    for length in range(1, len(content) - 2, 97):
        with pytest.raises(ReplayError, match=r"cut off|not JSON|no record|empty"):
            parse_record(content[:length], "g.json")


def test_a_cut_is_called_one(record: Record) -> None:
    content = record_text(record).encode()
    with pytest.raises(ReplayError, match=r"g.json is cut off: .* in the middle of line 12"):
        parse_record(content[: content.index(b'"steps"') + 30], "g.json")


def test_a_step_of_the_wrong_form_is_named(record: Record) -> None:
    data = record.data()
    data["steps"][2]["seat"] = "two"
    with pytest.raises(
        ReplayError, match=r"at steps\[3\].seat: 'two' is not of type 'integer'"
    ) as e:
        parse_record(json.dumps(data).encode(), "g.json")
    assert e.value.step == 2


def test_what_the_schema_does_not_know_is_refused(record: Record) -> None:
    with pytest.raises(ReplayError, match="'comment' was unexpected"):
        parse_record(_data(record, comment="hi"), "g.json")


def test_whole_numbers_may_be_written_with_a_point(record: Record) -> None:
    text = record_text(record).replace('"seed": 4', '"seed": 4.0')
    assert parse_record(text.encode(), "g.json") == record


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@given(key=st.sampled_from(list(SCHEMA["properties"])), value=_JSON)
def test_whatever_stands_in_a_record_it_is_read_or_refused(key: str, value: Any) -> None:
    data = {**_whole, key: value}
    try:
        assert isinstance(parse_record(json.dumps(data).encode(), "g.json"), Record)
    except ReplayError as error:
        assert str(error)


_whole = played(piles(), 4).record().data()
