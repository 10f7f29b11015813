"""Proofs need a solver, which is an extra: without it there is nothing to try here."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("highspy") else ["test_*.py"]
