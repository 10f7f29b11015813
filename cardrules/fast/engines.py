"""Compiled games: made once for each program, and kept between runs."""

from __future__ import annotations

import base64
import ctypes
import hashlib
from collections.abc import Mapping, Sequence
from typing import Any
from weakref import WeakKeyDictionary

import attrs

from cardrules.engine.game import Game
from cardrules.fast.llvm.compiling import Loaded, compiled, features, made_for
from cardrules.fast.llvm.text import TooLargeError
from cardrules.fast.procedures.stepping import Resumed
from cardrules.fast.procedures.whole import Whole
from cardrules.kept import keep, keep_few, kept_file, read_kept

# The files that are kept: those that were made last.
_MOST_KEPT = 64
_BEGINNING = "compiled-"


@attrs.frozen(eq=False)
class Compiled:
    """A program as code in memory; `size` is how many bytes a state has with what is beside it."""

    play: Any
    size: int
    sides: int


@attrs.frozen(eq=False)
class Rows:
    """Rows of answers: how wide they are, how many are listed at most at a time, how wide each
    choice is by search, and how many words a set has.
    """

    width: int
    room: int
    widths: Sequence[Sequence[int]]
    words: int


@attrs.frozen(eq=False)
class Stepped:
    """The same of games that stop at each decision: its functions by name, how many bytes a state
    has that is kept, and its block for collections of collections; `rows`: how answers are listed.
    """

    functions: Mapping[str, Any]
    size: int
    state_size: int
    other_size: int
    # Where its parts begin, in numbers.
    places: Mapping[str, int]
    # Where collections of collections lie that have a name.
    nested: int
    rows: Rows


# One that cannot be compiled is none.
_made: WeakKeyDictionary[Game, Compiled | None] = WeakKeyDictionary()
_stepped: WeakKeyDictionary[Game, Stepped | None] = WeakKeyDictionary()


def compiled_game(game: Game) -> Compiled | None:
    """The compiled program of a game; none if there is something in it that cannot be compiled.

    Raises `FastUnavailableError` without llvmlite.
    """
    if game not in _made:
        _made[game] = _compiled(game)
    return _made[game]


def _compiled(game: Game) -> Compiled | None:
    try:
        whole = Whole(game.program, features())
        text = whole.text()
    except TooLargeError:
        return None
    loaded = Loaded(code_of(text))
    pointer, number = ctypes.c_void_p, ctypes.c_int64
    play = loaded.function("playouts", None, pointer, number, number, number, *[pointer] * 5)
    return Compiled(play, whole.memory.whole, len(game.program.layout.teams))


def stepped_game(game: Game) -> Stepped | None:
    """The same with games that stop at each decision."""
    if game not in _stepped:
        _stepped[game] = _stepped_of(game)
    return _stepped[game]


def _stepped_of(game: Game) -> Stepped | None:
    try:
        whole = Resumed(game.program, features())
        text = whole.text()
    except TooLargeError:
        return None
    return loaded_steps(whole, Loaded(code_of(text)))


def loaded_steps(whole: Resumed, loaded: Loaded) -> Stepped:
    """The functions of games that stop, which have been written and compiled."""
    sorts = {"ptr": ctypes.c_void_p, "i64": ctypes.c_int64, "void": None}
    functions = {
        name: loaded.function(name, sorts[returns], *[sorts[of] for of in parameters])
        for name, (returns, parameters) in whole.keeping.opened.items()
    }
    return Stepped(
        functions,
        whole.memory.whole,
        whole.state_size,
        whole.other_size,
        whole.places(),
        whole.of.nested.begin // 8,
        Rows(
            whole.listing.width,
            whole.listing.room,
            whole.listing.widths,
            whole.code.bits // 64,
        ),
    )


def _decoded(kept: str | None) -> bytes | None:
    """Bytes that were kept as text; none if they are none."""
    try:
        return None if kept is None else base64.b64decode(kept, validate=True) or None
    except ValueError:
        return None


def code_of(text: str) -> bytes:
    """The object code of a text, from the cache if it is there."""
    key = hashlib.sha256(f"{made_for()}\n{text}".encode()).hexdigest()[:32]
    place = kept_file(f"{_BEGINNING}{key}.txt")
    if place is not None:
        found = _decoded(read_kept(place))
        if found is not None:
            return found
    code = compiled(text)
    if place is not None:
        keep(place, base64.b64encode(code).decode("ascii"))
        keep_few(place, _BEGINNING, _MOST_KEPT)
    return code
