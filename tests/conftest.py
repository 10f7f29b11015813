"""Options of the test runs."""

from __future__ import annotations

import gc

import pytest
from hypothesis import settings

# Machines differ, and are shared: how long a test takes is nothing that it could fail by.
settings.register_profile("cardrules", deadline=None)
settings.load_profile("cardrules")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a run write the expected texts anew, for a look at the difference."""
    parser.addoption(
        "--update",
        action="store_true",
        help="write expected texts below tests/data anew instead of comparing with them",
    )


def pytest_collection_finish() -> None:
    """Do not look through ten thousand tests each time that garbage is collected."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    """Whether expected texts are written anew."""
    return bool(request.config.getoption("--update"))
