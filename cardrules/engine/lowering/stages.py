"""The steps of a search loop by loop, as its answers are counted."""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.machine.search import Loop, Name, Stage, Step, Test


def stages_of(steps: tuple[Step, ...], loops: list[Loop]) -> Iterator[Stage]:
    """The stages of some steps, one for each of their loops."""
    made_at = _loops_of_steps(steps, len(loops))
    last_looks = [_last_look(steps, made_at, loop.number) for loop in loops]
    for loop in loops:
        at = next(number for number, step in enumerate(steps) if step is loop)
        own: list[Step] = [
            step for step in steps if isinstance(step, Test) and step.of == loop.number
        ]
        ahead = [
            step
            for number, step in enumerate(steps[:at])
            if isinstance(step, Name) or (_stands_alone(step) and made_at[number] == loop.number)
        ]
        behind = steps[at + 1 + len(own) :]
        looking = [step for step in behind if loop.number in step.depends_on]
        is_free = all(isinstance(step, Name) for step in looking)
        if loop.number == len(loops) - 1:
            # What stands behind the last choice is a condition on its values, or on none.
            ahead += [step for step in behind if loop.number not in step.depends_on]
            own += [] if is_free else looking
        earlier = range(loop.number)
        yield Stage(
            loop=loop,
            ahead=tuple(ahead),
            within=tuple(own),
            matter=tuple([one for one in earlier if last_looks[one] >= loop.number]),
            free=is_free,
        )


def _stands_alone(step: Step) -> bool:
    """Whether a step is a test that is not the condition of a choice."""
    return isinstance(step, Test) and step.of is None


def _loops_of_steps(steps: tuple[Step, ...], loops: int) -> list[int]:
    """The loop with which each step is made: a test with the one behind it, or with the last."""
    found, before = [], 0
    for step in steps:
        if isinstance(step, Loop):
            before = step.number + 1
            found.append(step.number)
        else:
            of = step.of if isinstance(step, Test) else None
            found.append(min(before, loops - 1) if of is None else of)
    return found


def _last_look(steps: tuple[Step, ...], made_at: list[int], loop: int) -> int:
    """The number of the last loop at which something looks at an earlier one; -1 if nothing does.

    A name that nothing else looks at decides nothing.
    """
    return max(
        [
            made_at[number]
            for number, step in enumerate(steps)
            if loop in step.depends_on
            and not isinstance(step, Name)
            and not (isinstance(step, Test) and step.of == loop)
        ],
        default=-1,
    )
