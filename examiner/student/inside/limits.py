"""The limits of a submission, and how the kernel is told."""

from __future__ import annotations

import mmap
import resource
from dataclasses import dataclass
from resource import RLIMIT_AS

from . import wire

MIB = 2**20
# What a call may write to beyond its limit: pages of Python, of its packages, of its arguments.
TOUCH_ROOM = 16 * MIB
KERNEL_ROOM = 64 * MIB  # page tables, stacks and buffers of a student's processes
PRIVATE = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS  # other memory without a file is refused


@dataclass(frozen=True)
class Limits:
    """The limits of a submission. Sizes in bytes, times in seconds (docs/security.md, Time).

    memory: address space of each process on top of what Python with its packages takes; of students
        in the sandbox also what all their processes hold together.
    processes: processes and threads alive at a time. files: all in the working folder, /tmp and
        /dev/shm together. open_files: of each process.
    output: of each cell; what goes beyond is cut off, with a note. message: all that is sent in
        answer to one question.
    cell_seconds: for each cell, look-up or call (a check can set another limit for its calls).
    notebook_seconds: for all that is asked of one submission; as much again for replays after a
        crash.
    """

    memory: int = 2048 * MIB
    processes: int = 64
    files: int = 64 * MIB
    open_files: int = 256
    output: int = MIB
    message: int = wire.MAX_MESSAGE
    cell_seconds: float = 10.0
    notebook_seconds: float = 60.0

    @property
    def memory_with_files(self) -> int:
        """The limit of a cgroup, where there is one: what a student's processes hold, with their
        files, what they print (two files more) and what the kernel keeps for them."""
        return self.memory + 3 * self.files + KERNEL_ROOM


def limit_resources(limits: Limits, footprint: int, *, own_user: bool) -> None:
    """Set this process's limits for good; `footprint`: bytes of address space in use before.

    `own_user`: the user id is this student's alone, so that its processes can be counted.
    """
    values = {
        RLIMIT_AS: footprint + limits.memory,
        resource.RLIMIT_FSIZE: limits.files,
        resource.RLIMIT_NOFILE: limits.open_files,
        # Much more than one process may take: only for the case that the examiner is gone.
        resource.RLIMIT_CPU: 10 * int(limits.notebook_seconds + limits.cell_seconds) + 10,
        resource.RLIMIT_CORE: 0,
    }
    if own_user:
        values[resource.RLIMIT_NPROC] = limits.processes
    for name, value in values.items():
        value = at_most(value, name)
        resource.setrlimit(name, (value, value))


def at_most(value: int, name: int) -> int:
    """A value for a limit of the kernel's, or the most that may be set here (`ulimit -H`)."""
    hard = resource.getrlimit(name)[1]
    return value if hard == resource.RLIM_INFINITY else min(value, hard)


def address_space() -> int:
    """Bytes of address space in use, found without /proc: where RLIMIT_AS starts to refuse."""
    soft, hard = resource.getrlimit(RLIMIT_AS)
    low, high = 0, at_most(2**42, RLIMIT_AS)
    while high - low > 2**18:
        middle = (low + high) // 2
        resource.setrlimit(RLIMIT_AS, (middle, hard))
        try:
            mmap.mmap(-1, mmap.PAGESIZE, flags=PRIVATE).close()
            high = middle
        except (OSError, MemoryError):
            low = middle
    resource.setrlimit(RLIMIT_AS, (soft, hard))
    return high


def limit_memory(limit: int) -> None:
    """Let this process take `limit` bytes more than it has in use now, for good: no code in it can
    raise that again."""
    allowed = at_most(address_space() + limit, RLIMIT_AS)
    resource.setrlimit(RLIMIT_AS, (allowed, allowed))


class Touched:
    """The memory that a process that was just forked writes to, though it had it before: a page
    that it shares with its parent is copied when it is first written to, which the kernel counts as
    a page fault; one that nobody had written to yet becomes resident."""

    def __init__(self) -> None:
        self.since = resource.getrusage(resource.RUSAGE_SELF)

    def size(self) -> int:
        """Bytes since then, those of new memory included as far as the kernel counts them."""
        now = resource.getrusage(resource.RUSAGE_SELF)
        faults = (now.ru_minflt - self.since.ru_minflt) * mmap.PAGESIZE
        return max(faults, (now.ru_maxrss - self.since.ru_maxrss) * 1024)
