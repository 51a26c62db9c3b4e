"""The supervisor: starts and ends students' processes for the host; it runs no student code.

Requests are wire values, one per packet of the control socket. Each is answered by ("done", what is
told here) or ("failed", why):

    ("start",), with the student's end of a socket, and a file: who writes "0" to it is in the
        student's cgroup                                          -> process id
    ("end", process id, seconds): wait that long, then kill
                                             -> (exit status, processor time of all its processes)
    ("watch", process id, bytes, bytes of arguments): kill it if its processes together take so much
        more than now, beside these arguments; 0
        ends that                                                 -> None
    ("interrupt", process id): send the student's process SIGALRM -> None
    ("look", process id): what its processes do
                        -> (their processor time so far, whether any of them is not asleep)

The exit status is what the student's process returned, or 128 + the signal that killed it.
Processor time, in seconds, is that of processes that ended, too.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import select
import signal
import socket
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import wire

MEMORY_SECONDS = 0.2  # between two looks at how much memory students hold
WATCH_SECONDS = 0.02  # the same while a call is measured
# What a measured call may take beyond its limit: the kernel holds processes to that by address
# space; here are counted pages, among them those that Python and its packages write to.
WATCH_ROOM = 2**25
# How long processes that were there before may work meanwhile, in seconds for a byte that may be
# taken: the student's own reads what is asked, which grows with that (0.2 s of 2.2, where it was
# most), and makes the copy that answers; any other has nothing to do.
BESIDE = 1 / 2**27
READING = 3  # times that arguments are held while they are read: pieces, message, arrays
# Of a student, those on their way to another process included: the kernel buffers megabytes for a
# connection, which are no process's. An event loop of Python's has two.
MAX_SOCKETS = 128
KILL_SECONDS = 5.0
TICKS = os.sysconf("SC_CLK_TCK")  # in a second
CPUCLOCK_SCHED = 2  # <linux/posix-timers.h>: with a process id, the clock of all its threads


@dataclass
class Supervisor:
    """bell and requests lead to the fork server, which is process `fork_server`. most: bytes that
    the processes of a student may hold together. running: process id of an init -> its pidfd.

    An error in here, such as a fork server that is gone, ends it: the host then starts another.
    """

    control: socket.socket
    requests: socket.socket
    bell: int
    fork_server: int
    most: int
    running: dict[int, int] = field(default_factory=dict)
    watched: dict[int, MemoryWatch] = field(default_factory=dict)

    def serve(self) -> None:
        """Answer requests until the host hangs up, then end all that was started."""
        while True:
            self.control.settimeout(WATCH_SECONDS if self.watched else MEMORY_SECONDS)
            try:
                body, descriptors, _, _ = socket.recv_fds(self.control, 2**16, 2)
            except TimeoutError:
                self.watch_memory()
                continue
            if not body:
                for pid in list(self.running):
                    self.do_end(pid, 0.0)
                return
            operation, *arguments = wire.decode(body)
            reply = getattr(self, f"do_{operation}")(*arguments, *descriptors)
            for descriptor in descriptors:
                os.close(descriptor)
            self.control.send(wire.encode(reply))

    # Requests, as told above: each gives the reply.

    def do_start(self, descriptor: int, group: int) -> tuple[str, Any]:
        socket.send_fds(self.requests, [b"x"], [descriptor, group])
        os.write(self.bell, b"x")
        reply = wire.decode(self.requests.recv(2**16))
        if reply[0] == "done":
            self.running[reply[1]] = os.pidfd_open(reply[1])
        return reply

    def do_end(self, pid: int, seconds: float) -> tuple[str, Any]:
        pidfd = self.running.pop(pid)
        self.watched.pop(pid, None)
        select.select([pidfd], [], [], seconds)
        worked, _ = self._seen(pid)  # of what is killed below an init, nobody is told
        kill_all(pid)
        gone = select.select([pidfd], [], [], KILL_SECONDS)[0]
        os.close(pidfd)
        if not gone:
            return "failed", "a student's process cannot be killed"
        _, status, used = os.wait4(pid, 0)
        code = os.waitstatus_to_exitcode(status)
        worked = max(worked, used.ru_utime + used.ru_stime)
        return "done", (code if code >= 0 else 128 - code, worked)

    def do_watch(self, pid: int, limit: int, arguments: int) -> tuple[str, Any]:
        self.watched.pop(pid, None)
        if limit:
            self.watched[pid] = MemoryWatch(pid, limit + WATCH_ROOM, arguments)
        return "done", None

    def do_interrupt(self, pid: int) -> tuple[str, Any]:
        os.kill(pid, signal.SIGALRM)  # which its process 1 hands on
        return "done", None

    def do_look(self, pid: int) -> tuple[str, Any]:
        return "done", self._seen(pid)

    def _seen(self, pid: int) -> tuple[float, bool]:
        """The seconds that an init and all below it have had of the processors, and whether any of
        them is busy."""
        own = below(pid, held_by_process()[1])
        return sum(map(processor_time, own)), any(map(is_busy, own))

    def watch_memory(self) -> None:
        """Kill submissions whose processes together hold more memory than one of them may, have
        many sockets, or take more than a call of them that is measured."""
        if not self.running:
            return
        held, above = held_by_process()
        shared = held[self.fork_server]
        for pid in self.running:
            own = below(pid, above)
            too_much = sum(max(held[process] - shared, 0) for process in own) > self.most
            watch = self.watched.get(pid)
            many = sockets_of(pid) > MAX_SOCKETS
            if many or too_much or (watch and watch.is_exceeded(held, above)):
                kill_all(pid)


class MemoryWatch:
    """The memory that the processes below `top` take beyond what they held when a call began.

    The limit that a process has of its own is set by code which the student's can change, and other
    processes, started earlier, can do the work: so all are looked at from outside. Of each counts
    what it holds beyond the least that it has held since; of one that is new, beyond what it was
    forked from had.

    What they held before is room for the work as well. So none but the copy of the student's
    process that answers may do it; and where that process held as much as the limit, what the copy
    writes to counts, too: for each page of it that is its own from then on there was a page fault.

    arguments: bytes of the call's arguments. The student's process holds them READING times while
    it reads them, and the copy has them from there: an answer is charged for neither.
    """

    def __init__(self, top: int, limit: int, arguments: int) -> None:
        self.top, self.limit, self.arguments = top, limit, arguments
        held, above = held_by_process()
        self.least = {pid: held[pid] for pid in below(top, above)}
        self.asked = min((pid for pid in self.least if above[pid] == top), default=top)
        self.has_room = held.get(self.asked, 0) - held.get(top, 0) > limit
        self.before = {pid: self.work(pid) for pid in self.least}

    def is_exceeded(self, held: Mapping[int, int], above: Mapping[int, int]) -> bool:
        now = below(self.top, above)
        copies = [pid for pid in now if above[pid] == self.asked and pid not in self.before]
        # Where there are two, a thread has made one.
        answering = below(copies[0], above) if len(copies) == 1 else []
        beside = set(now) - {self.top, *answering}
        worked = sum(max(self.work(pid) - self.before.get(pid, 0.0), 0.0) for pid in beside)
        written = sum(map(page_faults, answering)) * mmap.PAGESIZE if self.has_room else 0
        for pid in now:  # a parent before its children: process ids only grow in so short a time
            before = self.least.get(pid, self.least.get(above[pid], 0))
            self.least[pid] = min(before, held[pid])
        free = {self.asked: READING * self.arguments} | dict.fromkeys(copies, self.arguments)
        taken = sum(max(held[pid] - self.least[pid] - free.get(pid, 0), 0) for pid in now)
        return max(taken, written) > self.limit or worked > BESIDE * self.limit

    def work(self, pid: int) -> float:
        """What the processors did for a process; for the student's without the copy's part, which
        it has waited for."""
        if pid != self.asked:
            return processor_time(pid)
        with contextlib.suppress(OSError):
            return own_time(pid)
        return 0.0


def kill_all(pid: int) -> None:
    """Kill an init; all in its namespaces end with it."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)


def processor_time(pid: int) -> float:
    """Seconds that a process and its threads have had of the processors, and the children that it
    has waited for (of these, the kernel says no more than hundredths of a second)."""
    with contextlib.suppress(OSError):  # it is gone: whoever waited for it says what it had
        waited_for = sum(map(int, _stat(f"/proc/{pid}/stat")[13:15])) / TICKS
        return own_time(pid) + waited_for
    return 0.0


def own_time(pid: int) -> float:
    """Seconds that a process and its threads have had of the processors. Raises OSError."""
    return time.clock_gettime(~pid << 3 | CPUCLOCK_SCHED)


def page_faults(pid: int) -> int:
    """Those of a process for which nothing had to be read from a disk."""
    with contextlib.suppress(OSError):
        return int(_stat(f"/proc/{pid}/stat")[7])
    return 0


def is_busy(pid: int) -> bool:
    """Whether any thread of a process runs, or would if it was let: not if it waits for something
    of its own choice, is stopped, or has ended."""
    with contextlib.suppress(OSError):
        threads = os.listdir(f"/proc/{pid}/task")
        return any(_stat(f"/proc/{pid}/task/{each}/stat")[0] not in b"STtZX" for each in threads)
    return False


def sockets_of(pid: int) -> int:
    """The sockets in the network namespace of a process, as the kernel counts them."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        said = Path(f"/proc/{pid}/net/sockstat").read_bytes()
        return int(said.split(maxsplit=3)[2])  # "sockets: used 3"
    return 0


def _stat(file: str) -> list[bytes]:
    """What there is after a process's name, which may be anything: first its state."""
    with open(file, "rb") as opened:
        return opened.read().rpartition(b")")[2].split()


def _status(file: str) -> dict[bytes, bytes]:
    """What the kernel tells of a process or thread, but for its name: that is the first line, is
    what the process likes, and may be no text."""
    with open(file, "rb") as opened:
        return dict(line.split(b":", 1) for line in opened.readlines()[1:])


def held_by_process() -> tuple[dict[int, int], dict[int, int]]:
    """For each process the bytes of memory that it holds, and its parent."""
    held, above = {}, {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError, ValueError, KeyError):
            lines = _status(f"/proc/{name}/status")
            if b"RssAnon" not in lines:  # its first thread has ended; others may hold its memory
                for thread in os.listdir(f"/proc/{name}/task"):
                    lines |= _status(f"/proc/{name}/task/{thread}/status")
            kinds = (lines.get(kind, b"0") for kind in (b"RssAnon", b"RssShmem", b"VmSwap"))
            above[int(name)] = int(lines[b"PPid"])
            held[int(name)] = sum(int(kind.split()[0]) * 1024 for kind in kinds)
    return held, above


def below(top: int, above: Mapping[int, int]) -> list[int]:
    """The processes that `top` is, or is above of, in their order."""
    found = {top} & above.keys()
    for pid in sorted(above):
        parent = pid
        while parent in above and parent not in found:
            parent = above[parent]
        if parent in found:
            found.add(pid)
    return sorted(found)
