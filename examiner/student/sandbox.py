"""The sandbox: where students' processes run.

    with Sandbox() as sandbox:
        student = sandbox.student()
        student.run("def square(x):\\n    return x * x")
        square = student.look_up("square")
        square(3)  # 9

What there is in it, and what stands around it, is told in `bubblewrap` and `inside`.
"""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from typing import Any

from . import bubblewrap
from .cgroups import Cgroups
from .errors import SandboxUnavailable
from .inside import wire
from .inside.limits import Limits
from .process import Process
from .student import Student

_START_SECONDS, _REPLY_SECONDS = 120.0, 120.0


class Host:
    """A supervisor, in bubblewrap or, for trusted submissions, in nothing.

    It starts any number of students' processes. `cgroups`: where each of them gets a cgroup. Raises
    SandboxUnavailable.
    """

    def __init__(
        self, limits: Limits, trusted: bool = False, cgroups: Cgroups | None = None
    ) -> None:
        self.limits, self.cgroups = limits, cgroups
        self._folder: tempfile.TemporaryDirectory | None = None
        if trusted:
            self._folder = tempfile.TemporaryDirectory(prefix="examiner-")
            command, environment = bubblewrap.without(limits, self._folder.name)
        else:
            command, environment = bubblewrap.command(limits)
        self._control, inner = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with tempfile.TemporaryFile() as errors:
            with inner:
                self._process = subprocess.Popen(
                    command,
                    env=environment,
                    stdin=inner,
                    stdout=subprocess.DEVNULL,
                    stderr=errors,
                    cwd="/",
                )
            try:
                reply = self._receive(_START_SECONDS)
            except (OSError, wire.WireError) as error:
                self.close()
                errors.seek(max(errors.seek(0, os.SEEK_END) - 2000, 0))  # what went wrong ends it
                why = errors.read().decode(errors="replace").strip() or str(error)
                raise bubblewrap.did_not_start(why) from None
        if reply != ("ready",):
            self.close()
            raise SandboxUnavailable(*map(str, reply[1:]))

    @property
    def alive(self) -> bool:
        """Whether the supervisor is running."""
        return self._process.poll() is None

    def ask(self, *request: Any, descriptors: Sequence[int] = ()) -> Any:
        """The supervisor's answer to one of its requests. Raises SandboxUnavailable."""
        try:
            socket.send_fds(self._control, [wire.encode(request)], descriptors)
            kind, answer = self._receive(_REPLY_SECONDS)
        except (OSError, wire.WireError, ValueError, TypeError) as error:
            self.close()
            raise SandboxUnavailable(f"its supervisor does not answer ({error}).") from None
        if kind == "failed":
            raise SandboxUnavailable(str(answer))
        return answer

    def close(self) -> None:
        """End bubblewrap, and with it everything in the sandbox."""
        self._control.close()
        if self._folder:  # the supervisor ends by itself, when it has ended what it started
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(2.0)
        self._process.kill()
        self._process.wait()
        if self._folder:
            self._folder.cleanup()

    def _receive(self, seconds: float) -> Any:
        self._control.settimeout(seconds)
        return wire.decode(self._control.recv(2**16))


class Sandbox:
    """Started when first needed, used for a whole grading run.

    `trusted`: without isolation, for submissions that are trusted like one's own code. `cgroups`:
    where each student process gets a cgroup; None if there is no such place, or processes can't
    enter it.
    """

    def __init__(
        self,
        limits: Limits = Limits(),  # noqa: B008
        trusted: bool = False,
        cgroups: Cgroups | None = None,
    ) -> None:
        self.limits, self.trusted, self.cgroups = limits, trusted, cgroups
        self._host: Host | None = None
        self._tried_cgroups = cgroups is None

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def start(self) -> None:
        """Start the sandbox now. Raises SandboxUnavailable."""
        if not (self._host and self._host.alive):
            self.close()
            self._host = Host(self.limits, self.trusted, self.cgroups)
        if not self._tried_cgroups:
            self._tried_cgroups = True
            try:
                self.launch().end()
            except SandboxUnavailable:  # no process can enter one
                self.cgroups = None
                self.close()
                self.start()

    def student(self, files: Mapping[str, bytes] | None = None) -> Student:
        """A handle on a new student's process, which starts when it is first asked something.

        `files` are put into its working folder: contents by relative path. What is left out is told
        in `Student.skipped`.
        """
        return Student(self, files or {})

    def launch(self) -> Process:
        """A new student's process. Raises SandboxUnavailable."""
        self.start()
        host = self._host
        try:
            return Process(host)
        except SandboxUnavailable:
            if host.alive:
                raise
            self.start()  # the supervisor was lost: once more, with a new one
            return Process(self._host)

    def close(self) -> None:
        """End the sandbox, and with it all students' processes."""
        if self._host is not None:
            self._host.close()
            self._host = None
