"""The operations on which the meaning of a program rests, each defined once.

They are written in a subset of Python that a compiler can read (`subset/`, which is no part of
it, says what is in it): 64-bit integers, flat arrays, loops with a bound, and calls. CPython
runs them as they are. `docs/design/operations.md` says what each of them means.
"""
