"""One student's process as the examiner sees it, and the time that a submission's have."""

from __future__ import annotations

import contextlib
import itertools
import os
import socket
import time
from collections.abc import Callable, Iterator
from typing import Any

from .cgroups import Group
from .errors import SandboxUnavailable
from .host import Host
from .inside import wire
from .inside.channel import BufferedChannel
from .inside.isolation import Isolation
from .inside.wire import WireError

START_SECONDS = 30.0
# Between two looks for replies to many calls: to be woken for each costs more than each call does.
MANY, PAUSE = 16, 0.001
_LOOK_SECONDS = 0.25  # between two looks at what the processors did


class Process:
    """A socket, and how to end what is behind it. Raises SandboxUnavailable."""

    _generations = itertools.count(1)

    def __init__(self, host: Host) -> None:
        self.host, self.pid = host, 0
        self._processor_seconds = 0.0
        self._group: Group | None = None
        sock, theirs = socket.socketpair()
        self.channel = BufferedChannel(sock, host.limits.message)
        try:
            with theirs:
                self._start(theirs)
            sock.settimeout(START_SECONDS)
            reply = wire.decode(self.channel.receive()[1])
            if reply != ("ready",):
                raise WireError(reply)
        except (EOFError, OSError, WireError) as error:
            self.end()
            raise SandboxUnavailable(f"a student's process did not start: {error!r:.300}") from None
        except BaseException:
            self.end()
            raise
        self.generation = next(self._generations)

    def _start(self, theirs: socket.socket) -> None:
        """Have it started, in a cgroup where there are any."""
        if self.host.cgroups is not None:
            self._group = self.host.cgroups.group(self.host.limits)
        # Who writes "0" there is in the group.
        entry = self._group.open() if self._group else os.open(os.devnull, os.O_WRONLY)
        try:
            self.pid = self.host.ask("start", descriptors=[theirs.fileno(), entry])
        finally:
            os.close(entry)

    def end(self, seconds: float = 0.0) -> int | None:
        """Kill it and all its descendants, unless it ends within `seconds`.

        Returns its exit status (128 + signal where one killed it), None where that is not known.
        """
        self.channel.sock.close()
        pid, self.pid = self.pid, 0
        try:
            if pid:
                status, self._processor_seconds = self.host.ask("end", pid, seconds)
                return status
        except SandboxUnavailable:
            pass
        finally:
            if self._group is not None:
                self._group.close()
            if self.host.isolation is Isolation.OUTER:
                self.host.close()
        return None

    @property
    def processor_seconds(self) -> float:
        """The processor time of it and all its descendants so far, those that ended included."""
        if self.pid:
            self._processor_seconds = max(
                self.host.ask("look", self.pid)[0], self._processor_seconds
            )
        return self._processor_seconds

    @contextlib.contextmanager
    def watched(self, memory: int) -> Iterator[None]:
        """Meanwhile it is killed if it takes so many bytes more than now, with all descendants."""
        self.host.ask("watch", self.pid, memory)
        try:
            yield
        finally:
            if self.host.alive:
                self.host.ask("watch", self.pid, 0)

    @contextlib.contextmanager
    def paused(self) -> Iterator[None]:
        """Meanwhile it and all its descendants are stopped."""
        self.host.ask("pause", self.pid, True)
        try:
            yield
        finally:
            if self.host.alive:
                self.host.ask("pause", self.pid, False)

    def exchange(
        self, number: int, body: bytes, count: int, deadline: float, function: Callable[..., Any]
    ) -> Iterator[tuple]:
        """Send a request, yield up to `count` replies as they come.

        Raises TimeoutError at `deadline`, EOFError or OSError where the process is gone, WireError.
        """
        channel, left, room = self.channel, self.channel.limit, wire.Room()
        pausing = False

        def wait() -> None:
            if pausing:
                time.sleep(PAUSE)
            seconds = deadline - time.monotonic()
            if seconds <= 0:
                raise TimeoutError
            channel.sock.settimeout(seconds)

        if channel.has_unsolicited_data():
            raise WireError("it sent something without being asked")
        wait()
        channel.send(number, body)
        for _ in range(count):
            answered, reply_body = channel.receive(wait)
            left -= len(reply_body)
            reply = wire.decode(reply_body, function, room)
            shaped = type(reply) is tuple and len(reply) >= 2 and type(reply[0]) is str
            if answered != number or left < 0 or not shaped:
                raise WireError("it answered something else, or too much")
            yield reply
            pausing = count > MANY
            if reply[0] == "failed":
                return


class NotebookTime:
    """The time that a submission has spent of what it has for everything: seconds on the examiner's
    clock while something was asked of it, or seconds that all its processes together had of the
    processors, where those are counted and are more.
    """

    def __init__(self, spent: float = 0.0) -> None:
        self._clock = spent
        self._earlier = 0.0  # processor time of processes that ended
        self._now, self._looked = 0.0, 0.0

    @property
    def spent(self) -> float:
        """Seconds so far."""
        return max(self._clock, self._earlier + self._now)

    def processor_seconds(self, process: Process | None) -> float:
        """Of those that ended, and of this one."""
        return self._earlier + (process.processor_seconds if process else 0.0)

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        """A context: the time spent in it counts."""
        started = time.monotonic()
        try:
            yield
        finally:
            self._clock += time.monotonic() - started

    def look(self, process: Process) -> None:
        """See what the processors have done for a process, now and then."""
        if (now := time.monotonic()) - self._looked > _LOOK_SECONDS:
            self._looked, self._now = now, process.processor_seconds

    def ended(self, process: Process) -> None:
        """The process is ended."""
        self._earlier += process.processor_seconds
        self._now = 0.0
