"""One student's process as the examiner sees it: requests and replies, within a limit of time.

Time is what the processors did for it, and for all that it started, and the time in which all of
these slept: neither grows on a machine that is busy with something else. The clock only ends what
takes many times longer than that.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import select
import socket
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from .cgroups import Group
from .errors import CannotJudge, SandboxUnavailable
from .inside import wire
from .inside.channel import BufferedChannel
from .inside.wire import WireError

if TYPE_CHECKING:
    from .sandbox import Host

START_SECONDS = 120.0
# Between two looks for replies to many calls: to be woken for each costs more than each call does.
MANY, PAUSE = 16, 0.001
LOOK_SECONDS = 0.2  # between two looks at what a process does
BY_THE_CLOCK, AT_LEAST = 10, 60.0  # a request may take that many times its limit, so many seconds
GRACE = 2.0  # seconds that a process has, once it was interrupted, to send what a cell put out


class Process:
    """A socket, and how to end what is behind it. Raises SandboxUnavailable.

    processor_seconds: what the processors did for it and for all that it started, as far as was
    looked. spent: that, seconds that all of these slept while something was asked, and what it
    took to read the answers.
    """

    _generations = itertools.count(1)

    def __init__(self, host: Host) -> None:
        self.host, self.pid = host, 0
        self.processor_seconds = self._slept = self._read = 0.0
        self._looked = time.monotonic()
        self._group: Group | None = None
        self._numbers = itertools.count(1)  # of requests
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
                status, self.processor_seconds = self.host.ask("end", pid, seconds)
                return status
        except SandboxUnavailable:
            pass
        finally:
            if self._group is not None:
                self._group.close()
        return None

    @property
    def spent(self) -> float:
        return self.processor_seconds + self._slept + self._read

    def look(self, since: float | None = None) -> None:
        """See what it does now; it was asked something at the time `since`, None: nothing."""
        before, self._looked = self._looked, time.monotonic()
        if self.pid:
            seconds, busy = self.host.ask("look", self.pid)
            self.processor_seconds = max(seconds, self.processor_seconds)
            if since is not None and not busy:  # not longer, should this process have been stopped
                self._slept += min(self._looked - max(before, since), 2 * LOOK_SECONDS)

    @contextlib.contextmanager
    def watched(self, memory: int) -> Iterator[None]:
        """Meanwhile it is killed if it takes so many bytes more than now, with all descendants."""
        self.host.ask("watch", self.pid, memory)
        try:
            yield
        finally:
            if self.host.alive:
                self.host.ask("watch", self.pid, 0)

    def exchange(
        self,
        body: bytes,
        count: int,
        seconds: float,
        function: Callable[..., Any],
        most: int,
        interrupt: bool,
    ) -> Iterator[tuple]:
        """Send a request, yield up to `count` replies as they come, of `most` bytes together.

        Raises TimeoutError where it takes longer than `seconds`, EOFError or OSError where the
        process is gone, WireError, CannotJudge. `interrupt`: it is told first that its time is
        over, and has a moment to reply to that.
        """
        channel, number, room = self.channel, next(self._numbers), wire.Room()
        pausing = False
        limit = _Limit(self, seconds, interrupt)

        def wait() -> None:
            if pausing:
                time.sleep(PAUSE)
            limit.wait(channel.sock, select.POLLIN)

        if channel.has_unsolicited_data():
            raise WireError("it sent something without being asked")
        channel.sock.settimeout(0)
        channel.send(number, body, lambda: limit.wait(channel.sock, select.POLLOUT))
        for _ in range(count):
            answered, reply_body = channel.receive(wait)
            most -= len(reply_body)
            started = time.thread_time()
            reply = wire.decode(reply_body, function, room)
            self._read += time.thread_time() - started
            shaped = type(reply) is tuple and len(reply) >= 2 and type(reply[0]) is str
            if answered != number or most < 0 or not shaped:
                raise WireError("it answered something else, or too much")
            yield reply
            pausing = count > MANY
            if reply[0] == "failed":
                break
        if time.monotonic() - self._looked > LOOK_SECONDS:
            self.look(limit.since)


class _Limit:
    """The time that a process has for a request: what it takes before the first look is free."""

    def __init__(self, process: Process, seconds: float, interrupt: bool) -> None:
        self.process, self.seconds, self.interrupt = process, seconds, interrupt
        self.since = self.looked = time.monotonic()
        self.until = self.since + max(BY_THE_CLOCK * seconds, AT_LEAST)
        self.before: float | None = None
        self.interrupted = 0.0  # when

    def wait(self, sock: socket.socket, event: int) -> None:
        """Until the socket is ready. Raises TimeoutError, CannotJudge."""
        poll = select.poll()
        poll.register(sock, event)
        while True:
            ready = poll.poll(1000 * LOOK_SECONDS)
            if time.monotonic() - self.looked > LOOK_SECONDS:
                self.look()
            if ready:
                return

    def look(self) -> None:
        self.process.look(self.since)
        self.looked = now = time.monotonic()
        if self.before is None:
            self.before = self.process.spent
        if self.interrupted:
            if now - self.interrupted > GRACE:
                raise TimeoutError
        elif self.process.spent - self.before >= self.seconds:
            if not self.interrupt:
                raise TimeoutError
            self.interrupted = now
            self.process.host.ask("interrupt", self.process.pid)
        elif now > self.until:
            raise CannotJudge(f"it was not ready after {now - self.since:.0f} s on the clock")
