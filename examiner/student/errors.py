"""Errors of a student's process, or that keep one from starting, as the examiner sees them."""

from __future__ import annotations

import builtins
import re
import signal

from .inside import wire

_ADDRESS = re.compile(r"(?<= at )0x[0-9a-fA-F]{6,}")


INSTALL = "install bubblewrap (for example: sudo apt-get install bubblewrap)"


class SandboxUnavailable(RuntimeError):
    """Submissions can't be run in a sandbox on this machine; says why, and the two ways on."""

    def __init__(self, why: str, repair: str = INSTALL) -> None:
        super().__init__(
            f"No sandbox for students' code: {why}\n"
            f"Either {repair},\n"
            "or, if you trust every submission as you trust your own code, say so in "
            "nbgrader_config.py: c.Examine.trusted = True"
        )


class CannotJudge(Exception):
    """What a submission does can't be told by machine: a cell that ran once hangs or crashes in a
    fresh process, or there was no processor for it, twice. A person has to look."""


class StudentError(Exception):
    """An exception of the student's process that has no builtin type of its own."""


def to_exception(raised: wire.Raised) -> Exception:
    """The exception for what the student's code raised, which says so: it `is_students`.

    A builtin exception comes as that type; another one, or one that can't be made from a message,
    as a StudentError of its name that is also of the nearest builtin type.
    """
    name, message = raised.type_name, mask_addresses(raised.message[:10_000])
    kind = vars(builtins).get(raised.builtin)
    if not (isinstance(kind, type) and issubclass(kind, Exception)):
        kind = Exception
    error: Exception
    try:
        if name != kind.__name__:
            title = name if name.isidentifier() and len(name) < 100 else "StudentError"
            kind = type(title, (StudentError, kind), {"__module__": "builtins"})
        error = kind(message)
    except Exception:
        error = StudentError(f"{name[:100]}: {message}")
    error.is_students = True  # type: ignore[attr-defined]  # of any type, builtin ones too
    return error


def mask_addresses(text: str) -> str:
    """`text` without the addresses that reprs show: `<object object at 0x…>`.

    They say nothing, and where the kernel doesn't let a sandbox choose them they differ between two
    gradings.
    """
    return _ADDRESS.sub("0x…", text)


def describe_exit(status: int | None) -> str:
    """In words; `status` as the supervisor gives it."""
    if status is None:
        return "your code ended its process"
    if not 128 < status < 128 + signal.NSIG:
        return f"your code ended its process, with exit status {status}"
    if status - 128 == signal.SIGKILL:
        return "your code was killed, as happens where memory runs out"
    name = signal.strsignal(status - 128) or f"signal {status - 128}"
    return f"your code crashed: {name.lower()}"
