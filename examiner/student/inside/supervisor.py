"""The supervisor, which starts and ends students' processes for the host, and runs no student code.

Requests are wire values, one per packet of the control socket. The reply is ("failed", reason) or
("done", answer). The requests and their answers are:

    ("start",) with two descriptors: the student's end of a socket, and a file that moves a writer
        into the student's cgroup                                 -> process id of init
    ("end", process id, seconds): wait up to `seconds`, then kill the processes
                                             -> (exit status, processor time of all its processes)
    ("watch", process id, bytes, bytes of arguments): kill the processes if together they take more
        additional memory than `bytes`, not counting the arguments
                                                -> bytes of the student's files
    ("watch", process id, 0, 0): end the watch  -> True if it has killed them
    ("pause", process id): stop the student's processes, all but init   -> None
    ("go_on", process id): let them go on                               -> None
    ("interrupt", process id): send SIGALRM to the student's process -> None
    ("look", process id): measure the processes
        -> (their processor time so far, True if any of them is not asleep, seconds that they hide)

If a signal killed the student's process, the exit status is 128 + the signal. Processor time
is in seconds, and includes processes that have ended.
"""

from __future__ import annotations

import contextlib
import math
import os
import resource
import select
import signal
import socket
import stat
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import wire

POLL_SECONDS = 0.2  # between two measurements of the students' memory
WATCH_POLL_SECONDS = 0.02  # the same during a call with a memory limit
# Bytes that a call may take beyond its limit. The kernel enforces that limit on the address space,
# but the supervisor counts pages, including those that Python and its packages write to.
WATCH_ALLOWANCE = 2**25
# Seconds that earlier processes may work during a call, and more for each byte of its arguments.
# The student's process reads the arguments and forks the child that answers; the others have no
# work. On a very busy machine, that took up to 0.03 s for 5 MB and more than 0.3 s for 34 MB.
OTHER_WORK, OTHER_WORK_PER_BYTE = 0.05, 1 / 2**26
# The same once the child exists: the student's process only waits for it. In 0.03 s, a process can
# receive 37 MB and send them back.
WORK_BESIDE_CHILD = 0.01
# Seconds that a process can hide. The kernel reports the user time and the system time of ended
# children in whole hundredths of a second.
HIDDEN_TIME = 0.02
PAUSE_ATTEMPTS = 50  # scans for processes to stop, before a submission is killed
STOP_SECONDS = 0.5  # for processes to stop; a busy machine takes milliseconds
PAUSED_SECONDS = 0.005  # processor time that processes may take while they are stopped
READING_FACTOR = 2  # copies of the arguments during reading: message, arrays
# Sockets of a student, including those in transit to another process. The kernel buffers megabytes
# for a connection, and charges no process for them. An event loop in Python has two sockets.
MAX_SOCKETS = 128
# Bytes that a pipe and a socket can hold. A student can't change these sizes.
PIPE_BYTES, SOCKET_BYTES = 2**16, 2**18
INODE_BYTES = 1024  # that the kernel counts for each file, for its name and attributes
KILL_SECONDS = 5.0
TICKS = os.sysconf("SC_CLK_TCK")  # per second
CPUCLOCK_SCHED = (
    2  # <linux/posix-timers.h>: the kind of clock that adds up all threads of a process
)


@dataclass
class Supervisor:
    """The supervisor. Any error, such as a dead fork server, ends it, and the host starts another.

    Attributes:
        control: The socket for the requests of the host.
        requests: The socket for requests to the fork server.
        wakeup: The pipe that makes the fork server fork.
        fork_server: The process id of the fork server.
        max_memory: Bytes that the processes of a student may hold together.
        isolated: True if each student has namespaces of their own. Without them, sockets can't be
            counted: the kernel counts those of the whole machine.
        running: The process id of each init -> its pidfd.
        watches: The process id of an init -> the watch for the current call.
        killed: The process ids of inits that exceeded a limit of their watch.
        paused: The process id of an init whose processes are stopped -> their processor time.
    """

    control: socket.socket
    requests: socket.socket
    wakeup: int
    fork_server: int
    max_memory: int
    isolated: bool
    running: dict[int, int] = field(default_factory=dict)
    watches: dict[int, MemoryWatch] = field(default_factory=dict)
    killed: set[int] = field(default_factory=set)
    paused: dict[int, float] = field(default_factory=dict)

    def serve(self) -> None:
        """Answer requests until the host closes the connection, then end all processes."""
        while True:
            self.control.settimeout(WATCH_POLL_SECONDS if self.watches else POLL_SECONDS)
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

    # Each of these methods handles one kind of request, and returns the reply (see above).

    def do_start(self, descriptor: int, group_file: int) -> tuple[str, Any]:
        socket.send_fds(self.requests, [b"x"], [descriptor, group_file])
        os.write(self.wakeup, b"x")
        reply = wire.decode(self.requests.recv(2**16))
        if reply[0] == "done":
            self.running[reply[1]] = os.pidfd_open(reply[1])
        return reply

    def do_end(self, pid: int, seconds: float) -> tuple[str, Any]:
        pidfd = self.running.pop(pid)
        self.watches.pop(pid, None)
        self.killed.discard(pid)
        self.paused.pop(pid, None)
        select.select([pidfd], [], [], seconds)
        worked = self._activity(pid)[0]  # later, the times of init's killed descendants are lost
        kill_all(pid)
        gone = select.select([pidfd], [], [], KILL_SECONDS)[0]
        os.close(pidfd)
        if not gone:
            return "failed", "a student's process cannot be killed"
        status, used = reap(pid)
        code = os.waitstatus_to_exitcode(status)
        worked = max(worked, used.ru_utime + used.ru_stime)
        return "done", (code if code >= 0 else 128 - code, worked)

    def do_watch(self, pid: int, limit: int, arguments: int) -> tuple[str, Any]:
        self.watches.pop(pid, None)
        if not limit:
            return "done", pid in self.killed
        limit += WATCH_ALLOWANCE
        self.watches[pid] = MemoryWatch(
            pid, limit, arguments, self.fork_server, isolated=self.isolated
        )
        return "done", bytes_of_files(pid) if self.isolated else 0

    def do_pause(self, pid: int) -> tuple[str, Any]:
        stopped: set[int] = set()
        for _ in range(PAUSE_ATTEMPTS):
            left = {*with_descendants(pid, scan_processes()[1])} - {pid} - stopped
            if not left:
                self.paused[pid] = self._activity(pid)[0]
                return "done", None
            send_signal(signal.SIGSTOP, left)
            wait_until_idle(left)
            stopped |= left
        kill_all(pid)  # it starts processes faster than they can be stopped
        return "done", None

    def do_go_on(self, pid: int) -> tuple[str, Any]:
        if self._activity(pid)[0] > self.paused.pop(pid, math.inf) + PAUSED_SECONDS:
            kill_all(pid)  # a timer lets a process go on
        send_signal(signal.SIGCONT, {*with_descendants(pid, scan_processes()[1])} - {pid})
        return "done", None

    def do_interrupt(self, pid: int) -> tuple[str, Any]:
        os.kill(pid, signal.SIGALRM)  # init passes it on to the student's process
        return "done", None

    def do_look(self, pid: int) -> tuple[str, Any]:
        return "done", self._activity(pid)

    def _activity(self, pid: int) -> tuple[float, bool, float]:
        """Measure an init and its descendants.

        Returns:
            Their processor time, True if any is busy, and the time that they may hide besides.
        """
        processes = with_descendants(pid, scan_processes()[1])
        others = len(processes) - 2  # than the init and the student's process
        hidden = HIDDEN_TIME * max(others, 0)
        return sum(map(processor_time, processes)), any(map(is_busy, processes)), hidden

    def watch_memory(self) -> None:
        """Kill each submission that exceeds a limit of memory or sockets."""
        if not self.running:
            return
        memory, parents = scan_processes()
        inherited = memory[self.fork_server]
        for pid in self.running:
            processes = with_descendants(pid, parents)
            total = sum(max(memory[process] - inherited, 0) for process in processes)
            watch = self.watches.get(pid)
            exceeds_sockets = self.isolated and socket_count(pid) > MAX_SOCKETS
            if watch and watch.is_exceeded(memory, parents):
                self.killed.add(pid)
            if exceeds_sockets or total > self.max_memory or pid in self.killed:
                kill_all(pid)


class MemoryWatch:
    """A watch on the memory that an init's descendants take during a call with a memory limit.

    The student's code could change the limit that a process sets for itself, or let processes that
    it started earlier do the work. So the watch measures all processes from outside. It counts the
    memory of a process beyond the least that the process has held during the call. For the child of
    the student's process that answers the call, that baseline starts at the baseline of its parent.
    Other new processes could share new pages with the child, so they count with all their memory.

    Processes could also work in memory that they held before the call. So only that child may work,
    with its own children. While it works, not even the student's process has work. In the child and
    its children, pages that they inherited and have written to count as well.

    Memory of files, pipes and sockets belongs to no process. They count in full, even if they are
    older than the call, because a process can change a file without a trace: it can map the file
    into its memory. Files also hold names, links and attributes.

    Args:
        top: The process id of the init.
        limit: Bytes that the processes may take.
        arguments: Bytes of the call's arguments, which do not count. The student's process holds
            them READING_FACTOR times while it reads them, and the child inherits them.
        fork_server: The process id of the fork server. Its memory, which all processes inherit,
            doesn't count.
        isolated: True if the student's files are in memory of their own.
    """

    def __init__(
        self, top: int, limit: int, arguments: int, fork_server: int, *, isolated: bool
    ) -> None:
        self.top, self.limit, self.arguments, self.isolated = top, limit, arguments, isolated
        memory, parents = scan_processes()
        self.inherited = memory[fork_server]
        self.baseline = {pid: memory[pid] for pid in with_descendants(top, parents)}
        self.student = min((pid for pid in self.baseline if parents[pid] == top), default=top)
        self.initial_work = {pid: self.work_of(pid) for pid in self.baseline}
        self.allowed_work = OTHER_WORK + OTHER_WORK_PER_BYTE * arguments
        self.has_child = False

    def is_exceeded(self, memory: Mapping[int, int], parents: Mapping[int, int]) -> bool:
        """Update the baselines, and check whether the processes exceed the limit.

        Args:
            memory: The bytes of memory of each process, by process id.
            parents: The parent of each process.
        """
        current = with_descendants(self.top, parents)
        new = [pid for pid in current if pid not in self.initial_work]
        children = [pid for pid in new if parents[pid] == self.student]
        # If there are two children, a thread has forked one of them.
        answering = with_descendants(children[0], parents) if len(children) == 1 else []
        # The work of orphans that have ended counts as work of the init.
        others = set(current) - set(answering)
        initial = self.initial_work
        work = {pid: self.work_of(pid) - initial.get(pid, 0.0) for pid in others}
        work = {pid: seconds for pid, seconds in work.items() if seconds > 0}
        other_work = sum(work.values()) + HIDDEN_TIME * len(work.keys() - {self.student})
        works_too_much = other_work > self.allowed_work
        if answering and not self.has_child:
            self.has_child, self.allowed_work = True, WORK_BESIDE_CHILD
            self.initial_work |= {pid: self.work_of(pid) for pid in others}
        for pid in current:
            first = self.baseline[self.student] if pid in children else self.inherited
            self.baseline[pid] = min(self.baseline.get(pid, first), memory[pid])
        uncounted = {self.student: READING_FACTOR * self.arguments}
        uncounted |= dict.fromkeys(children, self.arguments)
        taken: dict[int, float] = {
            pid: memory[pid] - self.baseline[pid] - uncounted.get(pid, 0) for pid in current
        }
        for pid in answering:  # by the first figure, memory that was given back counts as free
            taken[pid] = max(taken[pid], private_memory(pid) - uncounted.get(pid, 0))
        return total(taken) + self.stored(current) > self.limit or works_too_much

    def stored(self, processes: Iterable[int]) -> float:
        """Return the bytes that processes may have stored outside their own memory."""
        if not self.isolated:
            return 0.0
        pipes = PIPE_BYTES * pipe_count(processes)
        return bytes_of_files(self.top) + pipes + SOCKET_BYTES * socket_count(self.top)

    def work_of(self, pid: int) -> float:
        """Return the processor time of a process.

        The time of the student's process excludes the child, which it has waited for.
        """
        if pid != self.student:
            return processor_time(pid)
        with contextlib.suppress(OSError):
            return thread_time(pid)
        return 0.0


def reap(pid: int) -> tuple[int, resource.struct_rusage]:
    """Return the wait status and the resources of an init that has ended.

    For a moment, its parent may still be the process that started it, and not the supervisor.
    """
    deadline = time.monotonic() + KILL_SECONDS
    while True:
        try:
            return os.wait4(pid, 0)[1:]
        except ChildProcessError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.001)


def send_signal(number: signal.Signals, pids: Iterable[int]) -> None:
    """Send a signal to processes, some of which may have ended."""
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


def wait_until_idle(pids: Iterable[int]) -> None:
    """Wait for STOP_SECONDS at most until no thread of these processes runs.

    A processor handles a signal milliseconds later if the machine is busy, or if it is itself a
    virtual one that waits. The process works on until then.
    """
    deadline = time.monotonic() + STOP_SECONDS
    while any(map(is_busy, pids)) and time.monotonic() < deadline:
        time.sleep(0.001)


def kill_all(pid: int) -> None:
    """Kill an init, and thereby all processes in its namespaces."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)


def processor_time(pid: int) -> float:
    """Return the processor time of a process, its threads, and children that it has waited for.

    The time is in seconds; the kernel reports the children's time in hundredths of a second.
    """
    with contextlib.suppress(OSError):  # it has ended, and its parent's time includes its own
        waited_for = sum(map(int, _stat(f"/proc/{pid}/stat")[13:15])) / TICKS
        return thread_time(pid) + waited_for
    return 0.0


def thread_time(pid: int) -> float:
    """Return the processor time of a process and its threads, in seconds.

    Raises:
        OSError: The process does not exist.
    """
    return time.clock_gettime(~pid << 3 | CPUCLOCK_SCHED)


def is_busy(pid: int) -> bool:
    """Check whether any thread of a process runs or is ready to run.

    A thread that sleeps, is stopped or has ended is not busy. One that waits for a disk is busy.
    """
    with contextlib.suppress(OSError):
        threads = os.listdir(f"/proc/{pid}/task")
        return any(_stat(f"/proc/{pid}/task/{each}/stat")[0] not in b"STtZX" for each in threads)
    return False


def bytes_of_files(pid: int) -> int:
    """Return the bytes of memory that the files of a process's submission take."""
    with contextlib.suppress(OSError):  # the process has ended
        folder = os.statvfs(f"/proc/{pid}/root/home")
        used = (folder.f_blocks - folder.f_bfree) * folder.f_frsize
        return used + INODE_BYTES * (folder.f_files - folder.f_ffree)
    return 0


def socket_count(pid: int) -> int:
    """Return the kernel's count of sockets in the network namespace of a process."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        report = Path(f"/proc/{pid}/net/sockstat").read_bytes()
        return int(report.split(maxsplit=3)[2])  # "sockets: used 3"
    return 0


def total(sizes: Mapping[int, float]) -> float:
    """Return the sum of the sizes that are positive."""
    return sum(max(size, 0) for size in sizes.values())


def pipe_count(pids: Iterable[int]) -> float:
    """Return the number of pipes that processes hold open, with and without a name.

    The number is infinite if a process hides the files that it holds, which it can do.
    """
    pipes = set()
    for pid in pids:
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # it ends
            for thread in os.listdir(f"/proc/{pid}/task"):
                if (found := _open_pipes(f"/proc/{pid}/task/{thread}")) is None:
                    return math.inf
                pipes |= found
    return len(pipes)


def _open_pipes(thread: str) -> set[tuple[int, int]] | None:
    """Return the device and inode of each pipe that a thread holds; None if it hides them."""
    try:
        descriptors = os.listdir(f"{thread}/fd")
    except PermissionError:
        return None if _hides(thread) else set()
    pipes = set()
    for descriptor in descriptors:
        with contextlib.suppress(OSError):  # it is closed
            found = os.stat(f"{thread}/fd/{descriptor}")
            if stat.S_ISFIFO(found.st_mode):
                pipes.add((found.st_dev, found.st_ino))
    return pipes


def private_memory(pid: int) -> float:
    """Return the bytes of memory that a process has written to and shares with no other.

    They include pages that the kernel may free, but has not freed yet. They are infinite if the
    process hides them.
    """
    lines: dict[bytes, bytes] = {}
    with contextlib.suppress(OSError):  # it has ended
        for thread in os.listdir(f"/proc/{pid}/task"):
            if (found := _memory_lines(f"/proc/{pid}/task/{thread}")) is None:
                return math.inf
            if lines := found:
                break  # all threads have the same memory; but the first one may have ended
    kinds = b"Private_Dirty", b"LazyFree", b"Private_Hugetlb", b"Swap"
    return sum(int(lines.get(kind, b"0").split()[0]) * 1024 for kind in kinds)


def _memory_lines(thread: str) -> dict[bytes, bytes] | None:
    """Return the figures about a thread's memory: none if it has ended, None if it hides them."""
    try:
        with open(f"{thread}/smaps_rollup", "rb") as opened:
            return dict(line.split(b":", 1) for line in opened if b":" in line)
    except PermissionError:
        return None if _hides(thread) else {}
    except OSError:
        return {}


def _hides(folder: str) -> bool:
    """Check whether a process or thread hides its files; if it ends, they can't be read either."""
    with contextlib.suppress(OSError):
        return b"RssAnon" in _status(f"{folder}/status")
    return False


def _stat(file: str) -> list[bytes]:
    """Return the fields after the process name, which may be any bytes; the first is the state."""
    with open(file, "rb") as opened:
        return opened.read().rpartition(b")")[2].split()


def _status(file: str) -> dict[bytes, bytes]:
    """Return the status fields of a process or thread, except for its name.

    The name is the first line. The process chooses it, and it need not be text.
    """
    with open(file, "rb") as opened:
        return dict(line.split(b":", 1) for line in opened.readlines()[1:])


def scan_processes() -> tuple[dict[int, int], dict[int, int]]:
    """Return the bytes of memory and the parent of each process, as two mappings by process id."""
    memory, parents = {}, {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError, ValueError, KeyError):
            lines = _status(f"/proc/{name}/status")
            if (
                b"RssAnon" not in lines
            ):  # the first thread has ended, but others may hold its memory
                for thread in os.listdir(f"/proc/{name}/task"):
                    lines |= _status(f"/proc/{name}/task/{thread}/status")
            kinds = (lines.get(kind, b"0") for kind in (b"RssAnon", b"RssShmem", b"VmSwap"))
            parents[int(name)] = int(lines[b"PPid"])
            memory[int(name)] = sum(int(kind.split()[0]) * 1024 for kind in kinds)
    return memory, parents


def with_descendants(top: int, parents: Mapping[int, int]) -> list[int]:
    """Return the process ids of `top` and its descendants, sorted.

    Args:
        top: A process id.
        parents: The process id of each process -> its parent.
    """
    found = {top} & parents.keys()
    for pid in sorted(parents):
        parent = pid
        while parent in parents and parent not in found:
            parent = parents[parent]
        if parent in found:
            found.add(pid)
    return sorted(found)
