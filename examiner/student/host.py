"""One running sandbox: bubblewrap around a supervisor, and what is asked of that."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import tempfile
from collections.abc import Sequence
from typing import Any

from . import bubblewrap
from .cgroups import Cgroups
from .errors import SandboxUnavailable
from .inside import wire
from .inside.isolation import NO_NESTING, READY, Isolation
from .inside.limits import Limits

_START_SECONDS, _REPLY_SECONDS = 60.0, 30.0


class NestingRefused(Exception):
    """The kernel lets bubblewrap make namespaces, but nobody inside it."""


class Host:
    """A supervisor, in bubblewrap or, for trusted submissions, in nothing.

    It starts any number of students' processes, with Isolation.OUTER one. `cgroups`: where each of
    them gets a cgroup. Raises SandboxUnavailable, NestingRefused.
    """

    def __init__(
        self, limits: Limits, isolation: Isolation, cgroups: Cgroups | None = None
    ) -> None:
        self.limits, self.isolation, self.cgroups = limits, isolation, cgroups
        self._folder: tempfile.TemporaryDirectory | None = None
        if isolation is Isolation.NONE:
            self._folder = tempfile.TemporaryDirectory(prefix="examiner-")
            command, environment = bubblewrap.without(limits, self._folder.name)
        else:
            command, environment = bubblewrap.command(limits, isolation)
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
                errors.seek(0)
                why = errors.read(2000).decode(errors="replace").strip() or str(error)
                raise SandboxUnavailable(f"it did not start. {why}") from None
        if reply != READY:
            self.close()
            if reply == NO_NESTING:
                raise NestingRefused
            raise SandboxUnavailable(str(reply[1]), "grade on one of those")

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
