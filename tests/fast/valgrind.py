"""Compiled games under valgrind: what reads or writes beside the memory of a game is told.

    python -m tests.fast.valgrind [--games 20] [--rounds 30] [--rulesets 12] [--first 0] [NAME ...]

Games of the bundled rulesets that are named, or else of all, and of so many random rulesets that
have stacks, collections of collections or more than 64 cards, are compiled, linked with a program
of C that gives them exactly the memory they ask for, and played under memcheck: whole games, and
then states of a batch, which are begun anew, answered, stepped, listed, copied, hashed and compared
for so many rounds. It needs gcc and valgrind. The exit code is 1 if something was found, 2 if a
program is missing.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from cardrules.analysis.load import analyse_source
from cardrules.engine.game import Game
from cardrules.errors import CardrulesError
from cardrules.fast import Batch, playing
from cardrules.fast.llvm import compiling
from cardrules.fast.llvm.needed import NotKeptError
from cardrules.fast.llvm.text import TooLargeError
from cardrules.fast.procedures.stepping import Resumed
from cardrules.fast.procedures.whole import Whole
from cardrules.rulesets import bundled, load
from cardrules.source import SourceFile
from tests.fuzz.rulesets import random_ruleset

# What valgrind gives if it has found something.
_FOUND = 99
# Each array is a block of its own, with room for nothing else.
_GAMES = """\
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
typedef int64_t n;
void playouts(void *, n, n, n, n *, n *, n *, n *, n *);
int main(void) {{
    void *state = calloc(1, {size});
    n *scores = calloc({games} * {sides}, 8), *parts[4];
    for (int at = 0; at < 4; at++) parts[at] = calloc({games}, 8);
    playouts(state, 0, {games}, {limit}, scores, parts[0], parts[1], parts[2], parts[3]);
    n decisions = 0, given_up = 0;
    for (int at = 0; at < {games}; at++) decisions += parts[1][at], given_up += parts[2][at] != 0;
    printf("%lld %lld\\n", (long long)decisions, (long long)given_up);
    for (int at = 0; at < 4; at++) free(parts[at]);
    free(scores);
    free(state);
    return 0;
}}
"""


# The same of states: some side by side, and copies of which each is alone.
_STATES = """\
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
typedef int64_t n;
#define OF(states, others) z, states, {state}, others, {other}
#define ROOM(number) calloc(number, 8)
#define AT(at, what) states[(at) * ({state} / 8) + what]
n reset(void *, void *, n, void *, n, n *, n, n, n);
n step(void *, void *, n, void *, n, n *, n, n);
void draw(void *, void *, n, void *, n, n *, n, n);
n apply(void *, void *, n, void *, n, n *, n, n);
n list(void *, void *, n, void *, n, n *, n *, n *, n *, n, n);
void copy(void *, void *, n, void *, n, void *, void *, n *, n *, n, n);
void hash(void *, void *, n, void *, n, n *, n, n);
void same(void *, void *, n, void *, n, void *, void *, n *, n *, n *, n, n);
static void *z;
static n *states, *others, wrong;
#define ALL(call) for (n from = 0; from < {games};) from = call
static void list_all(void) {{
    n *which = ROOM({games}), *firsts = ROOM({games}), *starts = ROOM({games} + 1);
    for (n at = 0; at < {games}; at++) {{
        n total = AT(at, {total}), told = total < {told} ? total : {told};
        which[at] = at, firsts[at] = total - told, starts[at + 1] = starts[at] + told;
    }}
    n *rows = ROOM(starts[{games}] * {width});
    ALL(list(OF(states, others), which, firsts, starts, rows, from, {games}));
    free(which), free(firsts), free(starts), free(rows);
}}
static void copy_one(n at) {{
    n *one = calloc(1, {state}), *other = calloc(1, {other}), *from = ROOM(1), *to = ROOM(1);
    n *found = ROOM(1), *hashes = ROOM({games});
    *from = at;
    copy(OF(one, other), states, others, from, to, 0, 1);
    same(OF(one, other), states, others, from, to, found, 0, 1);
    wrong += *found == 0;
    hash(OF(states, others), hashes, 0, {games});
    hash(OF(one, other), found, 0, 1);
    wrong += *found != hashes[at];
    *found = AT(at, {decisions}) + 3;
    while (!step(OF(one, other), found, 0, 1));
    copy(OF(one, other), states, others, from, to, 0, 1);
    hash(OF(one, other), found, 0, 1);
    wrong += *found != hashes[at];
    free(one), free(other), free(from), free(to), free(found), free(hashes);
}}
int main(void) {{
    z = calloc(1, {size}), states = calloc({games}, {state}), others = calloc({games}, {other});
    n *numbers = ROOM({games});
    for (n at = 0; at < {games}; at++) numbers[at] = at;
    ALL(reset(OF(states, others), numbers, {limit}, from, {games}));
    for (n round = 0; round < {rounds}; round++) {{
        list_all();
        for (n at = 0; at < {games}; at++) numbers[at] = AT(at, {seat}) < 0 ? -1 : 0;
        draw(OF(states, others), numbers, 0, {games});
        ALL(apply(OF(states, others), numbers, from, {games}));
        copy_one(round % {games});
        for (n at = 0; at < {games}; at++) numbers[at] = AT(at, {decisions}) + 1;
        ALL(step(OF(states, others), numbers, from, {games}));
    }}
    hash(OF(states, others), numbers, 0, {games});
    printf("%lld", (long long)wrong);
    for (n at = 0; at < {games}; at++) printf(" %llu", (unsigned long long)numbers[at]);
    free(numbers), free(states), free(others), free(z);
    return 0;
}}
"""
# So many answers of a state are told at most.
_TOLD = 30


def missing() -> list[str]:
    """The programs that are not there."""
    return [name for name in ("gcc", "valgrind") if which(name) is None]


def object_code(text: str) -> bytes:
    """The code of a module that can be linked, without what valgrind does not know."""
    llvm = compiling._binding()
    machine = llvm.Target.from_default_triple().create_target_machine(opt=1, reloc="pic")
    module = llvm.parse_assembly(text)
    passes = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=1))
    passes.getModulePassManager().run(module, passes)
    found: bytes = machine.emit_object(module)
    return found


def run(text: str, source: str) -> tuple[list[int], str]:
    """What a program prints that is linked with a module; and what valgrind has found."""
    with TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "game.o").write_bytes(object_code(text))
        (place / "main.c").write_text(source, encoding="ascii")
        subprocess.run(["gcc", "-o", "main", "main.c", "game.o"], cwd=place, check=True)
        found = subprocess.run(
            ["valgrind", "-q", f"--error-exitcode={_FOUND}", "./main"],
            cwd=place, capture_output=True, text=True, check=False,
        )  # fmt: skip
    if found.returncode:
        return [], f"ended with {found.returncode}\n{found.stderr}"
    return [*map(int, found.stdout.split())], ""


def look_at_games(game: Game, games: int) -> str | None:
    """What is wrong with some games, nothing if nothing is; none if they cannot be compiled."""
    try:
        whole = Whole(game.program)
        text = whole.text()
    except TooLargeError:
        return None
    sides = len(game.program.layout.teams)
    source = _GAMES.format(size=whole.memory.whole, games=games, sides=sides, limit=game.limit)
    found, wrong = run(text, source)
    if wrong:
        return wrong
    try:
        native = playing.playouts(game, games)
    except CardrulesError:
        # What was given up cannot be played to an end.
        return ""
    decisions, given_up = found
    if given_up != native.replayed:
        return f"{given_up} games were given up, and {native.replayed} without valgrind"
    if not given_up and decisions != native.decisions:
        return f"{decisions} decisions, and {native.decisions} without valgrind"
    return ""


def look_at_states(game: Game, games: int, rounds: int) -> str | None:
    """What is wrong with some states of a batch, nothing if nothing is; none if there are none."""
    try:
        whole = Resumed(game.program)
        text = whole.text()
    except (TooLargeError, NotKeptError):
        return None
    places = whole.places()
    source = _STATES.format(
        games=games, rounds=rounds, limit=game.limit, told=_TOLD, size=whole.memory.whole,
        state=whole.state_size, other=whole.other_size, width=whole.listing.width,
        seat=places["seat"], total=places["total"], decisions=places["decisions"],
    )  # fmt: skip
    found, wrong = run(text, source)
    if wrong:
        return wrong
    batch = Batch(game, games)
    batch.step(2 * rounds)
    if found[0]:
        return f"{found[0]} copies are not what they are copies of"
    if found[1:] != batch.hash().tolist():
        return f"{found[1:]} are the states, and {batch.hash().tolist()} without valgrind"
    return ""


def random_games(first: int) -> Iterator[tuple[str, Game]]:
    """Games of random rulesets that have stacks, nested collections, or many cards."""
    for seed in count(first):
        ruleset, _ = analyse_source(SourceFile("random.rules", random_ruleset(seed)))
        if ruleset is None:
            continue
        try:
            game = Game(ruleset, ruleset.players_min, limit=200)
            layout, whole = game.program.layout, Whole(game.program)
        except CardrulesError:
            continue
        if layout.has_stacks or whole.of.nested.is_used or whole.code.bits > 64:
            yield f"random {seed}", game


def main(arguments: list[str] | None = None) -> int:
    """Play them."""
    parser = argparse.ArgumentParser(prog="python -m tests.fast.valgrind")
    parser.add_argument("names", nargs="*", help="bundled rulesets")
    parser.add_argument("--games", type=int, default=20, help="how many games of each")
    parser.add_argument("--states", type=int, default=3, help="how many states of a batch")
    parser.add_argument("--rounds", type=int, default=30, help="how often they go on")
    parser.add_argument("--rulesets", type=int, default=12, help="how many random rulesets")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first of them")
    given = parser.parse_args(arguments)
    absent = missing()
    if absent:
        print(f"{' and '.join(absent)}: not there; valgrind and a compiler of C are needed.")
        return 2
    names = given.names or sorted(bundled())
    chosen = [(name, Game(load(name), load(name).players_min)) for name in names]
    wrong = 0
    for name, game in [*chosen, *islice(random_games(given.first), given.rulesets)]:
        print(name, end=" ", flush=True)
        for what, found in (
            ("", look_at_games(game, given.games)),
            (", its states ", look_at_states(game, given.states, given.rounds)),
        ):
            told = "is not compiled" if found is None else found or "is right"
            print(f"{what}{told}", end="", flush=True)
            wrong += bool(found)
        print()
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
