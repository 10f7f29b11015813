"""Codes, their beginnings and names; the configuration file; that errors are told always."""

from __future__ import annotations

import pytest

from cardrules.diagnostics.codes import CODES
from cardrules.errors import SelectionError
from cardrules.lint.configuration import Configuration, read_configuration
from cardrules.lint.runner import report_on
from cardrules.lint.selection import Selection, codes_meant, selection
from tests.lint.harness import source_with


@pytest.mark.parametrize("word", ["CR502", "cr502", "unused", " Unused "])
def test_a_code_can_be_named_in_several_ways(word: str) -> None:
    assert codes_meant(word) == {"CR502"}


def test_a_beginning_means_all_that_begin_so() -> None:
    assert codes_meant("CR50") == {code for code in CODES if code.startswith("CR50")}
    assert codes_meant("CR") == set(CODES)


@pytest.mark.parametrize(
    ("word", "hint"), [("CR599", "CR5"), ("unusd", "Did you mean `unused`?"), ("", "")]
)
def test_a_word_that_means_nothing_is_refused(word: str, hint: str) -> None:
    with pytest.raises(SelectionError, match=f"There is no diagnostic {word!r}") as caught:
        selection([word])
    assert hint in str(caught.value)


def told(chosen: Selection, *lines: str) -> list[str]:
    return [item.code for item in report_on(source_with(*lines), chosen).diagnostics]


def test_warnings_are_told_as_they_are_selected_and_ignored() -> None:
    assert told(selection(), "define one = 1") == ["CR502"]
    assert told(selection(["CR5"]), "define one = 1") == ["CR502"]
    assert told(selection(["CR2"]), "define one = 1") == []
    assert told(selection(None, ["unused"]), "define one = 1") == []
    assert told(selection(["CR5"], ["CR502"]), "define one = 1") == []


def test_errors_are_told_always() -> None:
    assert told(selection(["CR2"]), "define one = unknown") == ["CR301"]
    assert told(selection(None, ["CR"]), "define one = unknown") == ["CR301"]
    with pytest.raises(SelectionError, match="CR301 is an error"):
        selection(None, ["unknown-name"])


def test_a_file_selects_and_ignores_and_the_call_counts_in_its_place() -> None:
    found = read_configuration("c", '[lint]\nselect = ["CR5"]\nignore = ["unused"]\n')
    assert found == Configuration("c", ("CR5",), ("unused",))
    assert not found.selection().tells("CR502") and found.selection().tells("CR505")
    assert found.selection(ignore=["CR505"]).tells("CR502")
    assert not found.selection(ignore=["CR505"]).tells("CR212")
    assert found.selection(select=["CR212"]).tells("CR212")
    assert read_configuration("c", "").selection() == selection()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("lint = ", "c is not TOML: Invalid value (at end of document)."),
        ("[lnt]", "c: there is no key `lnt`. Did you mean `lint`?"),
        ("[lint]\nselct = []", "c: there is no key `lint.selct`. Did you mean `select`?"),
        ("lint = 3", "c: `lint` is a table, `[lint]`, not 3."),
        ('[lint]\nignore = "CR502"', 'c: `lint.ignore` is a list of codes, such as ["CR502"].'),
    ],
)
def test_a_file_that_is_wrong_is_refused(text: str, message: str) -> None:
    with pytest.raises(SelectionError) as caught:
        read_configuration("c", text)
    assert str(caught.value) == message


def test_a_wrong_word_in_a_file_is_told_with_its_name() -> None:
    with pytest.raises(SelectionError, match=r"^c: There is no diagnostic 'CR599'"):
        read_configuration("c", '[lint]\nignore = ["CR599"]').selection(ignore=["CR502"])
