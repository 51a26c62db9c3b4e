"""Values that only the wire has, and its errors."""

from __future__ import annotations

import builtins
import traceback
from dataclasses import dataclass

MAX_TRACEBACK = 50_000  # characters of a traceback


class WireError(Exception):
    """What arrived is not a message, or is larger than allowed."""


class NotSerializable(TypeError):
    """A value that the wire has no form for; the message names its type."""


@dataclass(frozen=True)
class FunctionRef:
    """A function of the student's process: its name, and its number there (0: go by name)."""

    name: str
    id: int = 0


@dataclass(frozen=True)
class ModuleName:
    """A module in the student's process; only its name crosses."""

    name: str


@dataclass(frozen=True)
class Raised:
    """An exception of the student's process, as text."""

    type_name: str
    builtin: str
    message: str
    traceback: str

    @classmethod
    def of(cls, error: BaseException, skip: int = 0) -> Raised:
        """Describe `error`, leaving out the outermost `skip` frames; survives a lying exception."""
        kind = type(error)
        known = (c.__name__ for c in kind.__mro__ if vars(builtins).get(c.__name__) is c)
        try:
            only = error.args[0] if len(error.args) == 1 else None
            message = str.__str__(only) if type(only) is str else str(error)
        except BaseException:
            message = "(its message cannot be shown)"
        try:
            trace = error.__traceback__
            for _ in range(skip):
                trace = trace and trace.tb_next
            text = "".join(traceback.format_exception(kind, error, trace, limit=-20))
        except BaseException:
            text = f"{kind.__name__}: {message}"
        return cls(kind.__name__, next(known, "Exception"), message[:10_000], text[-MAX_TRACEBACK:])
