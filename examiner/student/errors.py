"""Exceptions for errors in a student's process, and for a process that can't start."""

from __future__ import annotations

import builtins
import re
import signal

from .inside import wire

_ADDRESS = re.compile(r"(?<= at )0x[0-9a-fA-F]{6,}")


INSTALL_BUBBLEWRAP = "install bubblewrap (for example: sudo apt-get install bubblewrap)"


class SandboxUnavailable(RuntimeError):
    """Submissions can't run in a sandbox on this machine.

    The message gives the reason and the two remedies: repair the cause, or trust all submissions.
    """

    def __init__(self, why: str, repair: str = INSTALL_BUBBLEWRAP) -> None:
        super().__init__(
            f"No sandbox for students' code: {why}\n"
            f"Either {repair},\n"
            "or, if you trust every submission as you trust your own code, set "
            "c.Examine.trusted = True in nbgrader_config.py"
        )


class MemoryExceeded(Exception):
    """A student's processes took more memory than a call may take, and were killed."""


class CannotJudge(Exception):
    """The examiner can't judge an answer, so it needs manual grading.

    A cell that ran once hangs or crashes in a fresh process, or the machine was too busy to run the
    code in two attempts. Or files take so much memory that no call's memory can be measured.
    """


class StudentError(Exception):
    """An exception from the student's process that has no builtin type."""


def to_exception(raised: wire.Raised) -> Exception:
    """Return an exception like the one that the student's code raised, with the mark `is_students`.

    A builtin exception keeps its type. Any other exception becomes a StudentError of the same name
    that also derives from the nearest builtin type. An exception that can't be created from a
    message becomes a plain StudentError.
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
    error.is_students = True  # type: ignore[attr-defined]  # builtin types have it too
    return error


def mask_addresses(text: str) -> str:
    """Replace the memory addresses in reprs such as `<object object at 0x…>`.

    Addresses carry no information, and they differ between two gradings if the kernel doesn't let
    the sandbox turn address randomisation off.
    """
    return _ADDRESS.sub("0x…", text)


def describe_exit(status: int | None) -> str:
    """Describe how a process ended, in words for the student.

    Args:
        status: The exit status from the supervisor. It is 128 + the signal if a signal killed the
            process, and None if it is unknown.
    """
    if status is None:
        return "your code ended its process"
    if not 128 < status < 128 + signal.NSIG:
        return f"your code ended its process, with exit status {status}"
    if status - 128 == signal.SIGKILL:
        return "your code was killed, as happens when memory runs out"
    name = signal.strsignal(status - 128) or f"signal {status - 128}"
    return f"your code crashed: {name.lower()}"
