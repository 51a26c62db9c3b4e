"""The untrusted side: a sandboxed process per submission, and the examiner's handle on it."""

from examiner.student.handle import (
    CellRun,
    Limits,
    ModuleName,
    Sandbox,
    SandboxUnavailable,
    Student,
    StudentError,
    StudentFunction,
    WireError,
)

__all__ = [
    "CellRun",
    "Limits",
    "ModuleName",
    "Sandbox",
    "SandboxUnavailable",
    "Student",
    "StudentError",
    "StudentFunction",
    "WireError",
]
