"""Where students' processes run: `Sandbox`, and the ways in which it can.

    with Sandbox() as sandbox:
        student = sandbox.student()
        student.run("def square(x):\\n    return x * x")
        square = student.look_up("square")
        square(3)  # 9

What there is in it, and what stands around it, is told in `bubblewrap` and `inside`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from pathlib import Path

from .cgroups import Cgroups
from .errors import SandboxUnavailable
from .host import Host, NestingRefused
from .inside.limits import Limits
from .inside.settings import Isolation
from .process import Process
from .student import Student


class Mode(Enum):
    """How students' processes come to be."""

    WARM = "warm"
    """Each is forked from one that has everything imported, into namespaces of its own."""
    COLD = "cold"
    """The kernel lets nothing nest: each gets a sandbox of its own, as isolated, in seconds."""
    TRUSTED = "trusted"
    """No isolation, for submissions that are trusted like one's own code."""


class Sandbox:
    """Started when first needed, used for a whole grading run.

    `mode` is WARM or TRUSTED; WARM becomes COLD where it has to. `cgroups`: where each student
    process gets a cgroup; None if there is no such place, or processes can't enter it.
    """

    def __init__(
        self,
        limits: Limits = Limits(),  # noqa: B008
        trusted: bool = False,
        cgroups: Cgroups | None = None,
    ) -> None:
        self.limits, self.cgroups = limits, cgroups
        self.mode = Mode.TRUSTED if trusted else Mode.WARM
        self._host: Host | None = None
        self._students: list[Student] = []
        self._tried_cgroups = False

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def start(self) -> None:
        """Start the sandbox now. Raises SandboxUnavailable."""
        if self.mode is not Mode.COLD and (self._host is None or not self._host.alive):
            self._drop_host()
            isolation = Isolation.NONE if self.mode is Mode.TRUSTED else Isolation.NESTED
            try:
                self._host = Host(self.limits, isolation, self.cgroups)
            except NestingRefused:
                self.mode = Mode.COLD
        if self.cgroups is not None and not self._tried_cgroups:
            self._tried_cgroups = True
            self._try_cgroups()

    def _try_cgroups(self) -> None:
        """Do without cgroups where no process can enter one."""
        try:
            self.launch().end()
        except SandboxUnavailable:
            self.cgroups = None
            self._drop_host()
            self.start()

    def student(self, files: Mapping[str, bytes] | Path | None = None) -> Student:
        """A handle on a new student's process, which starts when it is first asked something.

        `files` are put into its working folder: contents by relative path, or a folder whose
        regular files are copied. Symbolic links are never followed; what is left out, for that or
        for its size, is told in `Student.skipped`.
        """
        student = Student(self, files)
        self._students.append(student)
        return student

    def close(self) -> None:
        """End all students' processes and the sandbox."""
        for student in list(self._students):
            student.close()
        self._drop_host()

    def forget(self, student: Student) -> None:
        """It is closed."""
        if student in self._students:
            self._students.remove(student)

    def _drop_host(self) -> None:
        if self._host is not None:
            self._host.close()
            self._host = None

    def launch(self) -> Process:
        """A new student's process. Raises SandboxUnavailable."""
        self.start()
        if self.mode is Mode.COLD:
            return Process(Host(self.limits, Isolation.OUTER, self.cgroups), own_host=True)
        assert self._host is not None
        try:
            return Process(self._host)
        except SandboxUnavailable:
            if self._host.alive:
                raise
            self.start()  # the supervisor was lost: once more, with a new one
            return Process(self._host)
