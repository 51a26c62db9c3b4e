"""The sandbox: where students' processes run.

    with Sandbox() as sandbox:
        student = sandbox.student()
        student.run("def square(x):\\n    return x * x")
        square = student.look_up("square")
        square(3)  # 9

What there is in it, and what stands around it, is told in `bubblewrap` and `inside`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from .cgroups import Cgroups
from .errors import SandboxUnavailable
from .host import Host, NestingRefused
from .inside.isolation import Isolation
from .inside.limits import Limits
from .process import Process
from .student import Student


class Sandbox:
    """Started when first needed, used for a whole grading run.

    `isolation`: of each student's process; NONE for trusted submissions, else NESTED, or OUTER
    where the kernel lets nothing nest. `cgroups`: where each student process gets a cgroup; None
    if there is no such place, or processes can't enter it.
    """

    def __init__(
        self,
        limits: Limits = Limits(),  # noqa: B008
        trusted: bool = False,
        cgroups: Cgroups | None = None,
    ) -> None:
        self.limits, self.cgroups = limits, cgroups
        self.isolation = Isolation.NONE if trusted else Isolation.NESTED
        self._host: Host | None = None
        self._students: list[Student] = []
        self._tried_cgroups = cgroups is None

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def start(self) -> None:
        """Start the sandbox now. Raises SandboxUnavailable."""
        if self.isolation is not Isolation.OUTER and not (self._host and self._host.alive):
            self._drop_host()
            try:
                self._host = Host(self.limits, self.isolation, self.cgroups)
            except NestingRefused:
                self.isolation = Isolation.OUTER
        if not self._tried_cgroups:
            self._tried_cgroups = True
            try:
                self.launch().end()
            except SandboxUnavailable:  # no process can enter one
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

    def launch(self) -> Process:
        """A new student's process. Raises SandboxUnavailable."""
        self.start()
        if self.isolation is Isolation.OUTER:
            return Process(Host(self.limits, self.isolation, self.cgroups))
        host = self._host
        try:
            return Process(host)
        except SandboxUnavailable:
            if host.alive:
                raise
            self.start()  # the supervisor was lost: once more, with a new one
            return Process(self._host)

    def forget(self, student: Student) -> None:
        """It is closed."""
        if student in self._students:
            self._students.remove(student)

    def close(self) -> None:
        """End all students' processes and the sandbox."""
        for student in list(self._students):
            student.close()
        self._drop_host()

    def _drop_host(self) -> None:
        if self._host is not None:
            self._host.close()
            self._host = None
