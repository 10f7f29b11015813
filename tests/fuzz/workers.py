"""Work in processes of its own, which are ended when they stand still.

The clocks within a process (`tests.fuzz.trying`) stop what is written in Python. A loop in C, or a
process that has died, only somebody outside can notice: a worker that says nothing for a long time
is killed, its job is told as lost, and another worker takes its place.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, TypeVar

Job = TypeVar("Job")
Found = TypeVar("Found")

# Seconds without a sign from a worker: more than the clocks within allow on a busy machine.
SILENCE = 300.0
# What a worker may have, in bytes.
MEMORY = 3 * 1024**3


class _Worker(Generic[Job, Found]):
    """A process, what it is doing and since when."""

    def __init__(self, work: Callable[[Job], Found]) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, far = context.Pipe()
        self.process = context.Process(target=_serve, args=(work, far), daemon=True)
        self.process.start()
        far.close()
        self.job: Job | None = None
        self.is_up = False
        self.since = 0.0

    def give(self, job: Job) -> None:
        self.job, self.since = job, time.monotonic()
        self.pipe.send(job)

    def late(self, silence: float) -> bool:
        """Whether nothing was heard of the job for so long; coming up may take any time."""
        return self.is_up and time.monotonic() - self.since > silence

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


def _serve(work: Callable[[Any], Any], pipe: Connection) -> None:
    _limit_memory()
    pipe.send(None)
    while True:
        try:
            job = pipe.recv()
        except (EOFError, KeyboardInterrupt):
            return
        pipe.send(work(job))


def _limit_memory() -> None:
    try:
        import resource  # noqa: PLC0415 - not on Windows
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def spread(
    work: Callable[[Job], Found], jobs: Iterable[Job], processes: int, silence: float = SILENCE
) -> Iterator[tuple[Job, Found | None]]:
    """Each job with what was found, as they come; None for a job whose worker was lost."""
    waiting = iter(jobs)
    workers: list[_Worker[Job, Found]] = []
    try:
        while True:
            workers = [item for item in workers if item.job is not None]
            while len(workers) < processes and (job := next(waiting, None)) is not None:
                worker = _Worker[Job, Found](work)
                worker.give(job)
                workers.append(worker)
            if not workers:
                return
            for worker in _heard_of(workers, silence):
                done = worker.job
                assert done is not None
                found = _answer(worker)
                if found is None and not worker.is_up and worker.process.is_alive():
                    worker.is_up, worker.since = True, time.monotonic()
                    continue
                if found is None or (job := next(waiting, None)) is None:
                    worker.job = None
                    worker.end()
                else:
                    worker.give(job)
                yield done, found
    finally:
        for worker in workers:
            if worker.job is not None:
                worker.end()


def _heard_of(workers: list[_Worker[Job, Found]], silence: float) -> list[_Worker[Job, Found]]:
    """The workers that have answered, come up or died, or been silent for too long."""
    ready = wait([worker.pipe for worker in workers], timeout=1.0)
    return [item for item in workers if item.pipe in ready or item.late(silence)]


def _answer(worker: _Worker[Job, Found]) -> Found | None:
    """What a worker says; none when it comes up, has died or says nothing."""
    if not worker.pipe.poll():
        return None
    try:
        found: Found | None = worker.pipe.recv()
        return found
    except (EOFError, ConnectionError):
        return None
