"""The supervisor: starts and ends students' processes for the host; it runs no student code.

Requests are wire values, one per packet of the control socket:

    ("start", {limit: value}), with the student's end of a socket  -> ("started", process id)
    ("end", process id, seconds): wait that long, then kill        -> ("ended", exit status)

Either may be answered by ("failed", why). The exit status is what the student's process returned,
or 128 + the signal that killed it.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
from collections import Counter

from . import wire
from .settings import Isolation, SandboxSettings

MEMORY_SECONDS = 0.2  # between two looks at how much memory students hold
KILL_SECONDS = 5.0


class Supervisor:
    """`running` is process id -> (pidfd, pipe for its status).

    `bell` and `requests` lead to the fork server, which is process `fork_server`. An error in here,
    such as a fork server that is gone, ends it: the host then starts another.
    """

    def __init__(
        self,
        control: socket.socket,
        requests: socket.socket,
        bell: int,
        fork_server: int,
        settings: SandboxSettings,
    ) -> None:
        self.control, self.requests, self.bell = control, requests, bell
        self.fork_server, self.settings = fork_server, settings
        self.running: dict[int, tuple[int, int]] = {}
        control.settimeout(MEMORY_SECONDS)

    def serve(self) -> None:
        while True:
            try:
                body, descriptors, _, _ = socket.recv_fds(self.control, 2**16, 1)
            except TimeoutError:
                self.watch_memory()
                continue
            if not body:
                return self.end_all()
            operation, *arguments = wire.decode(body)
            do = self.start if operation == "start" else self.end
            reply = do(*arguments, *descriptors)
            for descriptor in descriptors:
                os.close(descriptor)
            self.control.send(wire.encode(reply))

    def start(self, limits: dict[str, float], descriptor: int) -> tuple:
        read_status, write_status = os.pipe()
        socket.send_fds(self.requests, [wire.encode(limits)], [descriptor, write_status])
        os.close(write_status)
        os.write(self.bell, b"x")
        reply = wire.decode(self.requests.recv(2**16))
        if reply[0] == "started":
            self.running[reply[1]] = os.pidfd_open(reply[1]), read_status
        return reply

    def end(self, pid: int, seconds: float) -> tuple:
        pidfd, read_status = self.running.pop(pid)
        select.select([pidfd], [], [], seconds)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)
        gone = select.select([pidfd], [], [], KILL_SECONDS)[0]
        status = os.read(read_status, 1) if gone else b""
        os.close(pidfd)
        os.close(read_status)
        if not gone:
            return "failed", "a student's process cannot be killed"
        return "ended", status[0] if status else 128 + signal.SIGKILL

    def end_all(self) -> None:
        for pid in list(self.running):
            self.end(pid, 0.0)

    def watch_memory(self) -> None:
        """Kill submissions whose processes together hold more memory than one of them may."""
        if self.settings.isolation is Isolation.NESTED and self.running:
            for pid, held in memory_held(self.fork_server).items():
                if held > self.settings.memory:
                    with contextlib.suppress(ProcessLookupError):
                        os.killpg(pid, signal.SIGKILL)


def memory_held(parent: int) -> Counter[int]:
    """Bytes that the processes below each child of `parent` hold beyond what they share with it."""
    above, held = {}, {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        # A process calls itself what it likes: its name is the first line, and may be no text.
        with contextlib.suppress(OSError, ValueError, KeyError):
            with open(f"/proc/{name}/status", "rb") as file:
                lines = dict(line.split(b":", 1) for line in file.readlines()[1:])
            kinds = (lines.get(kind, b"0") for kind in (b"RssAnon", b"RssShmem", b"VmSwap"))
            held[int(name)] = sum(int(kind.split()[0]) * 1024 for kind in kinds)
            above[int(name)] = int(lines[b"PPid"])
    total: Counter[int] = Counter()
    for process, size in held.items():
        top = process
        while above.get(top, parent) != parent:
            top = above[top]
        if top in above:
            total[top] += max(size - held[parent], 0)
    return total
