"""What the package gives to programs: names, documentation, and that both are true."""

from __future__ import annotations

import ast
import doctest
import subprocess
import sys
from pathlib import Path

import pytest

import cardrules
from tests.docs.sessions import run_session

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "library.md"


def test_the_session_of_the_package_runs() -> None:
    result = doctest.testmod(cardrules)
    assert result.attempted > 5 and result.failed == 0


def test_the_session_of_the_library_page_runs() -> None:
    number, differences = run_session(PAGE)
    assert number > 50
    assert differences == ""


@pytest.mark.parametrize("name", cardrules.__all__)
def test_every_public_name_is_there_documented_and_on_the_page(name: str) -> None:
    found = getattr(cardrules, name)
    assert found.__doc__, "it has a docstring"
    assert found is getattr(cardrules, name), "it is loaded once"
    assert name in PAGE.read_text(encoding="utf-8")


def test_what_tools_read_is_what_is_loaded() -> None:
    """The imports for type checkers name the same things, from the same modules."""
    tree = ast.parse(Path(cardrules.__file__).read_text(encoding="utf-8"))
    told = {
        alias.name: statement.module
        for node in tree.body
        if isinstance(node, ast.If)
        for statement in node.body
        if isinstance(statement, ast.ImportFrom)
        for alias in statement.names
    }
    assert told == dict(cardrules._HOMES)
    assert sorted(told) == list(cardrules.__all__) == sorted(cardrules.__all__)


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        cardrules.nonsense  # noqa: B018
    assert set(cardrules.__all__) <= set(dir(cardrules))
    assert isinstance(cardrules.__version__, str)


def test_importing_the_package_loads_none_of_it() -> None:
    code = (
        "import sys, cardrules\n"
        "found = [name for name in sys.modules if name.startswith('cardrules.')]\n"
        "assert not found, found\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
