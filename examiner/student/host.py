"""Starting the sandbox: bubblewrap around a supervisor, and what is asked of that."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import socket
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from typing import Any

from . import bubblewrap
from .cgroups import Cgroups, Group
from .errors import SandboxUnavailable
from .inside import wire
from .inside.limits import Limits
from .inside.settings import NO_NESTING, READY, Isolation

_START_SECONDS, _REPLY_SECONDS = 60.0, 30.0


class NestingRefused(Exception):
    """The kernel lets bubblewrap make namespaces, but nobody inside it."""


class Host:
    """One running sandbox: bubblewrap (or, for trusted submissions, nothing) around a supervisor.

    `isolation`: NESTED, any number of students; OUTER, one student; NONE, any number of trusted
    ones. `cgroups`: where each student's processes get a cgroup. Raises SandboxUnavailable,
    NestingRefused.
    """

    def __init__(
        self, limits: Limits, isolation: Isolation, cgroups: Cgroups | None = None
    ) -> None:
        self.limits, self._cgroups = limits, cgroups
        self._groups: dict[int, Group] = {}
        self._folder: tempfile.TemporaryDirectory | None = None
        if isolation is Isolation.NONE:
            self._folder = tempfile.TemporaryDirectory(prefix="examiner-")
            command, environment = bubblewrap.without(limits, self._folder.name)
        else:
            command, environment = bubblewrap.command(limits, isolation)
        self._control, inner = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with inner, tempfile.TemporaryFile() as errors:
            self._process = subprocess.Popen(
                command,
                env=environment,
                stdin=inner,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                cwd="/",
            )
            inner.close()
            try:
                reply = self._receive(_START_SECONDS)
            except (OSError, wire.WireError) as error:
                self.close()
                errors.seek(0)
                why = errors.read(2000).decode(errors="replace").strip() or str(error)
                raise SandboxUnavailable(f"it did not start. {why}") from None
        if reply == READY:
            return
        self.close()
        if reply == NO_NESTING:
            raise NestingRefused
        raise SandboxUnavailable(str(reply[1]), "grade on one of those")

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def start(self) -> tuple[socket.socket, int]:
        """A new student's process: the examiner's end of its socket, and its id in the sandbox."""
        ours, theirs = socket.socketpair()
        with self._new_group() as (group, entry), theirs:
            request = ("start", dataclasses.asdict(self.limits))
            pid = self._ask(request, [theirs.fileno(), entry])
            if group is not None:
                self._groups[pid] = group
        return ours, pid

    @contextlib.contextmanager
    def _new_group(self) -> Iterator[tuple[Group | None, int]]:
        """A cgroup, and a descriptor that leads into it; without cgroups one that leads nowhere."""
        group = None
        try:
            if self._cgroups is not None:
                group = self._cgroups.group(self.limits)
            entry = group.open() if group else os.open(os.devnull, os.O_WRONLY)
        except OSError as error:
            raise SandboxUnavailable(f"no cgroup can be made any more ({error}).") from None
        try:
            yield group, entry
        except BaseException:
            if group is not None:
                group.close()
            raise
        finally:
            os.close(entry)

    def processor_seconds(self, pid: int) -> float:
        """What a student's process and all its descendants have used; 0 without a cgroup."""
        try:
            return self._groups[pid].processor_seconds
        except (KeyError, OSError):  # it is ended
            return 0.0

    def end(self, pid: int, seconds: float = 0.0) -> int | None:
        """Kill a student's process with all its descendants, unless it ends within `seconds`.

        Returns its exit status (128 + signal where one killed it), None where that is not known.
        """
        try:
            return self._ask(("end", pid, seconds))
        except SandboxUnavailable:
            return None
        finally:
            if group := self._groups.pop(pid, None):
                group.close()

    def watch(self, pid: int, memory: int) -> None:
        """Kill a student's process if it and its descendants take so many bytes more than now; 0
        ends that. Only where they are in namespaces of their own.
        """
        self._ask(("watch", pid, memory))

    def pause(self, pid: int, whether: bool) -> int:
        """Stop a student's process and all its descendants, or let them go on; how many. Only where
        they are in namespaces of their own.
        """
        return self._ask(("pause", pid, whether))

    def close(self) -> None:
        """End bubblewrap, and with it everything in the sandbox."""
        self._control.close()
        if self._folder:  # the supervisor ends by itself, when it has ended what it started
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(2.0)
        self._process.kill()
        self._process.wait()
        while self._groups:
            self._groups.popitem()[1].close()
        if self._folder:
            self._folder.cleanup()

    def _ask(self, request: tuple, descriptors: Sequence[int] = ()) -> int:
        try:
            socket.send_fds(self._control, [wire.encode(request)], descriptors)
            kind, answer = self._receive(_REPLY_SECONDS)
        except (OSError, wire.WireError, ValueError, TypeError) as error:
            self.close()
            raise SandboxUnavailable(f"its supervisor does not answer ({error}).") from None
        if kind == "failed" or type(answer) is not int:
            raise SandboxUnavailable(str(answer))
        return answer

    def _receive(self, seconds: float) -> Any:
        self._control.settimeout(seconds)
        return wire.decode(self._control.recv(2**16))
