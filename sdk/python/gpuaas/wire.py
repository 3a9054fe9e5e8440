"""Between JSON and the generated data classes."""

from __future__ import annotations

import dataclasses
import types
import typing
from datetime import UTC, datetime
from enum import Enum
from functools import cache
from typing import Any
from uuid import UUID


def encode(value: Any) -> Any:
    if dataclasses.is_dataclass(value):
        fields = ((field.name, getattr(value, field.name)) for field in dataclasses.fields(value))
        return {name: encode(part) for name, part in fields if part is not None}
    if isinstance(value, list):
        return [encode(part) for part in value]
    if isinstance(value, dict):
        return {name: encode(part) for name, part in value.items()}
    return value if isinstance(value, (bool, int, float)) else to_text(value)


def to_text(value: Any) -> str:
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise ValueError("a time needs a time zone")
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
    return str(value)


def decode(kind: Any, value: Any) -> Any:
    """Raises ValueError, TypeError or KeyError when the value does not fit. Unknown fields are left alone."""
    if typing.get_origin(kind) in (types.UnionType, typing.Union):
        return None if value is None else decode(kind.__args__[0], value)
    if typing.get_origin(kind) is list:
        return [decode(kind.__args__[0], part) for part in _checked(list, value)]
    if typing.get_origin(kind) is dict:
        return {name: decode(kind.__args__[1], part) for name, part in _checked(dict, value).items()}
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        hints = _hints(kind)
        return kind(
            **{name: decode(hints[name], part) for name, part in _checked(dict, value).items() if name in hints}
        )
    if kind is datetime:
        return datetime.fromisoformat(_trim_nanoseconds(_checked(str, value)))
    if kind is UUID:
        return UUID(_checked(str, value))
    if issubclass(kind, Enum):
        # A newer server may know more values than this SDK; the text itself is then the value.
        return kind(value) if value in kind._value2member_map_ else _checked(str, value)
    return _checked(kind, value)


@cache
def _hints(kind: type) -> dict[str, Any]:
    return typing.get_type_hints(kind)


def _checked(kind: type, value: Any) -> Any:
    if not isinstance(value, kind):
        raise TypeError(f"expected {kind.__name__}, got {type(value).__name__}")
    return value


def _trim_nanoseconds(text: str) -> str:
    """Python knows microseconds only, and before 3.11 neither Z nor short fractions."""
    whole, dot, rest = text.replace("Z", "+00:00").partition(".")
    if not dot:
        return whole
    digits = rest.partition("+")[0].partition("-")[0]
    return f"{whole}.{digits[:6].ljust(6, '0')}{rest[len(digits) :]}"
