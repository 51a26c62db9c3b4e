"""One student's process as the examiner sees it."""

from __future__ import annotations

import contextlib
import itertools
import time
from collections.abc import Callable, Iterator
from typing import Any

from .errors import SandboxUnavailable
from .host import Host
from .inside import wire
from .inside.wire import WireError

START_SECONDS = 30.0
# Between two looks for replies to many calls: to be woken for each costs more than each call does.
MANY, PAUSE = 16, 0.001


class Process:
    """A socket, and how to end what is behind it. Raises SandboxUnavailable."""

    _generations = itertools.count(1)

    def __init__(self, host: Host, own_host: bool = False) -> None:
        self.host, self.own_host = host, own_host
        try:
            sock, self.pid = host.start()
        except SandboxUnavailable:
            if own_host:
                host.close()
            raise
        self.channel = wire.BufferedChannel(sock, host.limits.message)
        sock.settimeout(START_SECONDS)
        try:
            reply = wire.decode(self.channel.receive()[1])
        except (EOFError, OSError, WireError) as error:
            reply = error
        if reply != ("ready",):
            self.end()
            raise SandboxUnavailable(f"a student's process did not start: {reply!r:.300}")
        self.generation = next(self._generations)

    def end(self, seconds: float = 0.0) -> int | None:
        """Kill it and all its descendants, unless it ends within `seconds`; its exit status."""
        self.channel.sock.close()
        status = self.host.end(self.pid, seconds)
        if self.own_host:
            self.host.close()
        return status

    @property
    def processor_seconds(self) -> float:
        """What it and all its descendants have used; 0 where that isn't counted."""
        return self.host.processor_seconds(self.pid)

    @contextlib.contextmanager
    def watched(self, memory: int) -> Iterator[None]:
        """Meanwhile it is killed if it takes so many bytes more than now, with all descendants."""
        self.host.watch(self.pid, memory)
        try:
            yield
        finally:
            if self.host.alive:
                self.host.watch(self.pid, 0)

    @contextlib.contextmanager
    def paused(self) -> Iterator[None]:
        """Meanwhile it and all its descendants are stopped."""
        self.host.pause(self.pid, True)
        try:
            yield
        finally:
            if self.host.alive:
                self.host.pause(self.pid, False)

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
