"""Records in files: nothing is lost when writing fails, and nothing bad is read."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from cardrules.errors import ReplayError
from cardrules.resources import schema_text
from cardrules.sim.record import Record, SeatEntry
from cardrules.sim.record_files import parse_record, read_record, record_text, write_record
from cardrules.sim.replay import replay_record
from cardrules.sim.run import Playthrough
from tests.bundled import Bundled, at_all_numbers
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


@pytest.mark.parametrize("item", at_all_numbers(), ids=str)
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
        (b"", "g.json is no record: it is empty."),
        (b"  \n ", "g.json is no record: it is empty."),
        (b"\xff\xfe\x00", "it is not UTF-8 text."),
        (b"hello", r"g.json is no record: .* \(line 1, column 1\)"),
        (b'{"a": 1,}', r"g.json is no record: .* \(line 1, column 8|9\)"),
        (b"[]", "not a record of cardrules"),
        (b'{"title": "x"}', "not a record of cardrules"),
        (b"[" * 100_000, "too deeply|cut off"),
        (b'{"a": ' + b"[" * 60 + b"]" * 60 + b"}", "too deeply"),
        (b'{"a": NaN}', "at a: NaN is no number"),
        (b'{"a": 2.0}', "at a: 2.0 is no number as it is written here"),
        (b'{"a": ' + b"9" * 10_000 + b"}", r"at a: 9{40}\.\.\. has more than 64 bits"),
        (b'{"a": 18446744073709551616}', "at a: 18446744073709551616 has more than 64 bits"),
        (b'{"a": 1, "a": 1}', "at a: it stands here twice"),
        (b'{"cardrules_record": 3}', "format 3; this version of cardrules reads 1 and 2"),
        (b'{"cardrules_record": true}', "format True; this version"),
        (b'{"cardrules_record": 2}', "at the record: 'cardrules' is a required property"),
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
        with pytest.raises(ReplayError, match=r"cut off|line \d+, column"):
            parse_record(content[:length], "g.json")


def test_a_cut_is_called_one(record: Record) -> None:
    content = record_text(record).encode()
    with pytest.raises(ReplayError, match=r"g.json is no record: it is cut off .* of line 13"):
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


def test_a_number_with_a_point_is_refused_with_its_place(record: Record) -> None:
    data = record.data()
    data["steps"][2]["seat"] = float(data["steps"][2]["seat"])
    with pytest.raises(ReplayError, match=r"at steps\[3\].seat: .\.0 is no number") as caught:
        parse_record(json.dumps(data).encode(), "g.json")
    assert caught.value.step == 2


def test_the_layout_and_the_order_of_keys_make_no_difference(record: Record) -> None:
    data = dict(reversed(record.data().items()))
    assert parse_record(json.dumps(data, indent=3).encode(), "g.json") == record


# ---- Nothing can be changed ----------------------------------------------------------------------


def _paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of all values in a value."""
    items = value.items() if isinstance(value, dict) else []
    for key, item in enumerate(value) if isinstance(value, list) else items:
        yield (*path, key)
        yield from _paths(item, (*path, key))


def _others(value: Any) -> Iterator[Any]:
    """What could stand in the place of a value: something near to it, and of other types."""
    if isinstance(value, bool):
        yield not value
        yield int(value)
    elif isinstance(value, int):
        yield from (value + 1, -value - 1, str(value), float(value), bool(value))
    elif isinstance(value, str):
        yield from (value + "x", value[:-1] + chr(ord(value[-1:] or "a") ^ 1), "")
    elif isinstance(value, list):
        yield from (value[:-1], [*value, *value[-1:]], value[::-1])
        yield from ([*value, None], dict(enumerate(value)))
    elif isinstance(value, dict):
        yield from ({}, {**value, "extra": 1}, list(value.values()))
    yield from (None, [value])


def _edits(data: Any) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every record with one edit: something deleted, put twice, or another thing in its place."""
    for path in _paths(data):
        for other in (_DELETED, _TWICE, *_others(_at(data, path))):
            edited = copy.deepcopy(data)
            parent = _at(edited, path[:-1])
            if other is _DELETED:
                del parent[path[-1]]
            elif other is _TWICE:
                if isinstance(parent, dict):
                    continue
                parent.insert(path[-1], parent[path[-1]])
            else:
                parent[path[-1]] = other
            if json.dumps(edited, sort_keys=True) != json.dumps(data, sort_keys=True):
                yield path, edited


_DELETED, _TWICE = object(), object()


def _at(data: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        data = data[key]
    return data


@pytest.mark.slow
def test_every_single_edit_is_refused_and_told_where() -> None:
    """Whatever is changed, deleted, added or put twice, wherever in the record."""
    data = _whole
    number = 0
    for path, edited in _edits(data):
        number += 1
        with pytest.raises(ReplayError) as caught:
            parse_record(json.dumps(edited).encode(), "g.json")
        if path[0] == "steps" and len(path) > 2:
            assert caught.value.step == path[1], (path, str(caught.value))
    assert number > 600


@pytest.mark.parametrize(
    ("change", "place", "step"),
    [
        (lambda d: d["options"].update(speed=3), "in what stands before its first step", None),
        (lambda d: d["seats"][0].update(name="Eve"), "in what stands before its first", None),
        (lambda d: d.update(seed=5), "in what stands before its first step", None),
        (lambda d: d["steps"][3].update(seat=3 - d["steps"][3]["seat"]), "at step 4", 3),
        (lambda d: d["steps"].pop(2), "at step 3", 2),
        (lambda d: d["steps"].pop(), "or a step is missing there", None),
        (lambda d: d.update(result=None), "in what stands behind its last step", None),
        (lambda d: d.update(digest="0" * 64), "in what stands behind its last step", None),
    ],
)
def test_an_edit_is_told_with_its_place(change: Any, place: str, step: int | None) -> None:
    data = copy.deepcopy(_whole)
    change(data)
    with pytest.raises(ReplayError, match=f"g.json was changed after .*{place}") as caught:
        parse_record(json.dumps(data).encode(), "g.json")
    assert caught.value.step == step


def test_a_key_that_stands_twice_is_refused_wherever_it_stands(record: Record) -> None:
    lines = record_text(record).splitlines()
    for number, line in enumerate(lines[1:-1], 1):
        for key in re.findall(r'"(\w+)":', line):
            twice = [*lines]
            twice[number] = line.replace(f'"{key}":', f'"{key}": 0, "{key}":', 1)
            with pytest.raises(ReplayError, match="it stands here twice"):
                parse_record("\n".join(twice).encode(), "g.json")


def test_letters_that_no_text_has_go_through_a_file(tmp_path: Path) -> None:
    seats = [SeatEntry(name="\ud800", player="human"), SeatEntry(name="\U0001f0a1", player="human")]
    record = Playthrough(piles(), seed=1, seats=seats).record()
    write_record(record, tmp_path / "g.json")
    assert read_record(tmp_path / "g.json") == record


# ---- The first format ----------------------------------------------------------------------------


def _first_format(record: Record) -> dict[str, Any]:
    """A record as it was written before there were digests."""
    data = record.data()
    old = {"cardrules_record": 1, "ruleset": data["sources"][0]}
    old |= {name: data[name] for name in data if name not in (*_NEW, "cardrules_record")}
    old["opening"] = _bare(data["opening"])
    old["steps"] = [_bare(step) for step in data["steps"]]
    return old


_NEW = ("cardrules", "sources", "digest")


def _bare(part: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in part.items() if name != "digest"}


def test_the_first_format_is_still_read(record: Record) -> None:
    old = parse_record(json.dumps(_first_format(record)).encode(), "g.json")
    assert old.format == 1 and old.version == ""
    assert attrs.evolve(old, format=record.format, version=record.version) == record
    played_again = replay_record(old, piles().ruleset)
    assert played_again.record() == record


def test_of_the_first_format_its_own_checksums_are_looked_at_and_its_form(record: Record) -> None:
    data = _first_format(record)
    data["steps"][2]["checksum"] = "0" * 16
    old = parse_record(json.dumps(data).encode(), "g.json")
    with pytest.raises(ReplayError, match="not as the record says"):
        replay_record(old, piles().ruleset)
    data["steps"][2]["seat"] = True
    with pytest.raises(ReplayError, match=r"at steps\[3\].seat: True is not of type"):
        parse_record(json.dumps(data).encode(), "g.json")


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
