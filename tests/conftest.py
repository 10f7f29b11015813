"""Options of the test runs."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a run write the expected texts anew, for a look at the difference."""
    parser.addoption(
        "--update",
        action="store_true",
        help="write expected texts below tests/data anew instead of comparing with them",
    )


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    """Whether expected texts are written anew."""
    return bool(request.config.getoption("--update"))
