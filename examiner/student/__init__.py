"""The untrusted side: a sandboxed process per submission, and the examiner's handle on it.

The modules in `inside` run in the sandbox; all others run in the examiner's process.
"""

from .errors import CannotJudge, SandboxUnavailable, StudentError
from .files import SkippedFile
from .inside.limits import Limits
from .inside.wire import WireError
from .sandbox import Sandbox
from .student import CellRun, Student, StudentFunction

__all__ = [
    "CannotJudge",
    "CellRun",
    "Limits",
    "Sandbox",
    "SandboxUnavailable",
    "SkippedFile",
    "Student",
    "StudentError",
    "StudentFunction",
    "WireError",
]
