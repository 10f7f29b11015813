"""What is known of the names and lists of plain Python: how far below 0 anything in them can be.

Names of functions are taken to be large, and registers and what lies in lists to be 0, until
something else is laid there; what is known only ever becomes less.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from cardrules.fast.python import least
from cardrules.fast.python.least import ANY, LARGE, Bound
from cardrules.fast.python.statements import REGISTER, STATE, Function, Part, Value

NUMBER = re.compile(r"-?\d+")
_NAME = re.compile(r"[A-Za-z_]\w*")
FLAGS = {"{} == {}", "{} != {}", "{} < {}", "{} <= {}", "{} > {}", "{} >= {}", "not {}"}
_TURNED = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}
_SWAPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}
# What begins the name of a dictionary.
BY_KEY = "x"


class Here:
    """What is known at a place besides: of names, and for what tests names stand."""

    def __init__(self, names: Mapping[str, Bound], tests: Mapping[str, Value]) -> None:
        self.names, self.tests = dict(names), dict(tests)

    def copy(self) -> Here:
        """The same, to go on with apart."""
        return Here(self.names, self.tests)

    def take(self, other: Here) -> None:
        """What is known elsewhere is known here, and nothing else."""
        self.names, self.tests = other.names, other.tests

    def forget(self, changed: set[str]) -> None:
        """What has changed is known no more."""
        for known in (self.names, self.tests):
            for name in [name for name in known if name in changed]:
                del known[name]
        if STATE in changed:
            for name in [name for name in self.names if name.startswith(REGISTER)]:
                del self.names[name]


class Known:
    """What is known of everything in these functions; `roots` are called from outside, and each
    begins with some names that are 0.
    """

    def __init__(
        self,
        functions: Sequence[Function],
        roots: Sequence[str],
        tables: Mapping[str, Sequence[int]],
        zeros: Mapping[str, Sequence[str]],
    ) -> None:
        self._functions = {one.name: one for one in functions}
        self._tables = {name: least.of_numbers(values) for name, values in tables.items()}
        self._roots = roots
        self.has_changed = True
        # Names of functions are large before anything is known, and all else is 0.
        self._known: dict[str, Bound] = {}
        # Lists that functions are given, and what is laid in one that was given.
        self._given: set[str] = set()
        self._laid = LARGE
        self._function = Function("", [])
        for name in roots:
            for parameter in self._functions[name].parameters:
                self._known[f"{name} {parameter}"] = ANY
        for function, names in zeros.items():
            for name in names:
                self._known[f"{function} {name}"] = Bound(0)

    # -- what is known -----------------------------------------------------------------------------

    def _of(self, key: str) -> Bound:
        return self._known.get(key) or (LARGE if " " in key else Bound(0))

    def _lower(self, key: str, bound: Bound) -> None:
        before = self._of(key)
        after = least.either(before, bound)
        if after != before:
            self._known[key] = after
            self.has_changed = True

    def _key(self, name: str) -> str:
        return name if name.startswith(REGISTER) else f"{self._function.name} {name}"

    def _name(self, name: str, here: Here) -> Bound:
        found = here.names.get(name)
        if found is not None:
            return found
        if name[0] in "-0123456789":
            return least.of_number(int(name))
        return Bound(0) if name in ("True", "False") else self._of(self._key(name))

    def _in_list(self, name: str, index: Part) -> Bound:
        """What lies at a place of a list."""
        if name in self._tables:
            return self._tables[name]
        if name.startswith(BY_KEY):
            return ANY
        if name in self._function.parameters:
            return self._in_given()
        if isinstance(index, str) and index.isdigit():
            found = least.either(self._of(f"{name}[{index}]"), self._of(f"{name}[]"))
        else:
            found = self._of(name)
        return least.either(found, self._laid) if name in self._given else found

    def _in_given(self) -> Bound:
        """What lies in a list that the function is given."""
        if self._function.name in self._roots:
            return ANY
        found = self._laid
        for name in self._given:
            found = least.either(found, self._of(name))
        return found

    # -- tests -------------------------------------------------------------------------------------

    def _where(self, test: Part, here: Here, *, holds: bool = False) -> Here:
        """What is known where a test holds, or does not."""
        found = here.copy()
        for name, bound in self._told(test, here, holds=holds):
            found.names[name] = least.both(self._name(name, found), bound)
        return found

    def _told(self, test: Part, here: Here, *, holds: bool) -> Iterator[tuple[str, Bound]]:
        name = as_name(test)
        if name:
            before = self._name(name, here)
            if holds and before.least >= 0:
                yield name, Bound(1, before.may_be_far)
            test = here.tests.get(name, "")
        if isinstance(test, str):
            return
        parts = test.parts
        if test.form == "not {}":
            yield from self._told(parts[0], here, holds=not holds)
        elif test.form == ("{} and {}" if holds else "{} or {}"):
            for part in parts:
                yield from self._told(part, here, holds=holds)
        elif test.form in FLAGS:
            sign = test.form[3:-3]
            sign = sign if holds else _TURNED[sign]
            yield from self._compared(parts[0], sign, parts[1], here)
            yield from self._compared(parts[1], _SWAPPED[sign], parts[0], here)

    def _compared(
        self, left: Part, sign: str, right: Part, here: Here
    ) -> Iterator[tuple[str, Bound]]:
        name, other = as_name(left), as_name(right) or right
        if not name or not isinstance(other, str):
            return
        bound, before = self._name(other, here), self._name(name, here)
        if sign == "==" or (sign == ">=" and not bound.may_be_far):
            yield name, bound
        elif sign == ">" and not bound.may_be_far:
            yield name, least.cut(bound.least + 1)
        elif sign == "!=" and NUMBER.fullmatch(other):
            if least.of_number(int(other)).may_be_far:
                yield name, Bound(before.least)
            elif before.least == int(other):
                yield name, least.cut(int(other) + 1, may_be_far=before.may_be_far)


def as_name(part: Part) -> str:
    """The name that a part is, if it is nothing else."""
    if isinstance(part, Value):
        part = "" if part.parts else part.form
    return part if _NAME.fullmatch(part) else ""
