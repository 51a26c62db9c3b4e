"""The untrusted side: a sandboxed process per submission, and the examiner's handle on it.

What runs inside the sandbox is the folder `inside`; everything else runs in the examiner.
"""

from .errors import CannotJudge, SandboxUnavailable, StudentError
from .files import Skipped
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
    "Skipped",
    "Student",
    "StudentError",
    "StudentFunction",
    "WireError",
]
