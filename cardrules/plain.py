"""Plain frozen data: what its classes, of which there are hundreds, have in common.

    class Attribute(Expr):
        card: Expr
        attribute: str

is all that such a class says: its annotated names are its fields, in this order behind those of
the class that it comes from. How it is made, compared, hashed and shown is written once, here. To
write it for each class anew, as attrs does, took a third of the time from a cold start to the first
decision.
"""

from __future__ import annotations

from functools import cache
from operator import attrgetter
from typing import Any, Never, TypeVar, dataclass_transform

P = TypeVar("P", bound="Plain")


class _Uncompared:
    """What stands for a field in the body of a class, until the class is made."""

    def __init__(self, default: Any) -> None:
        self.default = default


def uncompared(*, default: Any) -> Any:
    """A field with a default that makes no difference when two are compared."""
    return _Uncompared(default)


class _PlainType(type):
    """Makes a slot of each field; a value that stands in the body of the class is its default."""

    _fields: tuple[str, ...]
    # What lays a value into the slot of each field, as `__setattr__` would if it were not frozen.
    _setters: dict[str, Any]
    _defaults: dict[str, Any]
    _compared: tuple[str, ...]

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> _PlainType:
        own = tuple(body.get("__annotations__", ()))
        given = {field: body.pop(field) for field in own if field in body}
        made = super().__new__(cls, name, bases, {**body, "__slots__": own})
        above: Any = bases[0] if bases else made
        made._setters = {**getattr(above, "_setters", {})}
        made._defaults = {**getattr(above, "_defaults", {})}
        compared = [*getattr(above, "_compared", ())]
        for field in own:
            made._setters[field] = getattr(made, field).__set__
            default = given.get(field)
            if isinstance(default, _Uncompared):
                made._defaults[field] = default.default
            else:
                compared.append(field)
                if field in given:
                    made._defaults[field] = default
        made._compared = tuple(compared)
        made._fields = tuple(made._setters)
        return made


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(uncompared,))
class Plain(metaclass=_PlainType):
    """Frozen data that is made, compared, hashed and shown field by field."""

    def __init__(self, **named: Any) -> None:
        cls = type(self)
        if cls._defaults:
            named = {**cls._defaults, **named}
        setters = cls._setters
        if named.keys() != setters.keys():
            raise TypeError(f"{cls.__name__} is made of {', '.join(setters) or 'nothing'}")
        for name, value in named.items():
            setters[name](self, value)

    def __setattr__(self, name: str, value: object) -> Never:
        raise AttributeError(f"{type(self).__name__} is frozen: {name} stays as it is")

    def __delattr__(self, name: str) -> Never:
        raise AttributeError(f"{type(self).__name__} is frozen: {name} stays as it is")

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), _values(self))

    def __eq__(self, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return self is other or _compared(self) == _compared(other)

    def __hash__(self) -> int:
        return hash((self.__class__, _compared(self)))

    def __repr__(self) -> str:
        shown = [f"{name}={value!r}" for name, value in _values(self).items()]
        return f"{type(self).__name__}({', '.join(shown)})"


@dataclass_transform(frozen_default=True, field_specifiers=(uncompared,))
class PlainInOrder(Plain):
    """The same, but the values of its fields may be given in their order, without the names."""

    def __init__(self, *values: Any, **named: Any) -> None:
        names = fields(type(self))
        if len(values) > len(names):
            raise TypeError(f"{type(self).__name__} has {len(names)} fields, not {len(values)}")
        super().__init__(**dict(zip(names, values, strict=False)), **named)


def fields(cls: type[Plain]) -> tuple[str, ...]:
    """The names of the fields of such a class, in order."""
    return cls._fields


def replaced(data: P, **changes: Any) -> P:
    """The same data with other values in some of its fields."""
    return _again(type(data), {**_values(data), **changes})


def _again(cls: type[P], values: dict[str, Any]) -> P:
    return cls(**values)


def _values(data: Plain) -> dict[str, Any]:
    return {name: getattr(data, name) for name in type(data)._fields}


def _compared(data: Plain) -> Any:
    return _getter(type(data))(data)


@cache
def _getter(cls: type[Plain]) -> Any:
    """What gives the values of the fields that count when two are compared."""
    return attrgetter(*cls._compared) if cls._compared else lambda _: ()
