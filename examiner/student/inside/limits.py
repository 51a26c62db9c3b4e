"""The limits of a submission, and the calls that set them in the kernel."""

from __future__ import annotations

import mmap
import resource
from dataclasses import dataclass
from resource import RLIMIT_AS

from . import wire

MIB = 2**20
# Bytes that a call may write beyond its limit, for pages of Python, its packages and its arguments.
WRITE_ALLOWANCE = 16 * MIB
KERNEL_ALLOWANCE = 64 * MIB  # page tables, stacks and buffers of a student's processes
PRIVATE_MAPPING = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS  # shared memory without a file is forbidden


@dataclass(frozen=True)
class Limits:
    """The limits of a submission, with sizes in bytes and times in seconds.

    docs/security.md explains the times.

    Attributes:
        memory: Address space of each process in addition to Python and its packages. In the
            sandbox, also the memory that all processes of a student hold together.
        processes: Processes and threads that are alive at a time.
        files: All files in the working folder, /tmp and /dev/shm together, and what programs print.
        open_files: Open files of each process.
        output: Outputs of each cell; the examiner cuts off longer outputs, and adds a note.
        message: All replies to one request together.
        cell_seconds: Time for each cell, look-up or call; a check can set another limit for calls.
        notebook_seconds: Time for all requests to one submission, and again for its replays.
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
        """The memory limit of a student's cgroup, in bytes.

        It covers the processes, their files and the kernel's own data for them.
        """
        return self.memory + self.files + KERNEL_ALLOWANCE


def limit_resources(limits: Limits, footprint: int, *, own_user: bool) -> None:
    """Set the limits of this process irrevocably.

    Args:
        limits: The limits of the submission.
        footprint: Bytes of address space that the process used before.
        own_user: True if no other process has the user id, so that the kernel can count a student's
            processes by it.
    """
    values = {
        RLIMIT_AS: footprint + limits.memory,
        resource.RLIMIT_FSIZE: limits.files,
        resource.RLIMIT_NOFILE: limits.open_files,
        # Far beyond the time limits, since it is only needed if the examiner is gone.
        resource.RLIMIT_CPU: 10 * int(limits.notebook_seconds + limits.cell_seconds) + 10,
        resource.RLIMIT_CORE: 0,
    }
    if own_user:
        values[resource.RLIMIT_NPROC] = limits.processes
    for name, value in values.items():
        value = at_most(value, name)
        resource.setrlimit(name, (value, value))


def at_most(value: int, name: int) -> int:
    """Return `value`, or the hard limit (`ulimit -H`) of the resource `name` if that is lower."""
    hard = resource.getrlimit(name)[1]
    return value if hard == resource.RLIM_INFINITY else min(value, hard)


def address_space() -> int:
    """Return the bytes of address space that this process uses.

    Without /proc, a search finds the lowest RLIMIT_AS that still allows another page.
    """
    soft, hard = resource.getrlimit(RLIMIT_AS)
    low, high = 0, at_most(2**42, RLIMIT_AS)
    while high - low > 2**18:
        middle = (low + high) // 2
        resource.setrlimit(RLIMIT_AS, (middle, hard))
        try:
            mmap.mmap(-1, mmap.PAGESIZE, flags=PRIVATE_MAPPING).close()
            high = middle
        except (OSError, MemoryError):
            low = middle
    resource.setrlimit(RLIMIT_AS, (soft, hard))
    return high


def limit_memory(limit: int) -> None:
    """Limit this process to `limit` more bytes than it uses now; it can't undo the limit."""
    allowed = at_most(address_space() + limit, RLIMIT_AS)
    resource.setrlimit(RLIMIT_AS, (allowed, allowed))


class WrittenMemory:
    """The memory that a forked process has written to since this object was created.

    This includes memory that the process inherited. The first write to a page that it shares with
    its parent copies the page, which the kernel counts as a page fault. The first write to a page
    that was never used makes the page resident.
    """

    def __init__(self) -> None:
        self.start = resource.getrusage(resource.RUSAGE_SELF)

    def size(self) -> int:
        """Return the number of bytes, including new memory as far as the kernel counts it."""
        now = resource.getrusage(resource.RUSAGE_SELF)
        faults = (now.ru_minflt - self.start.ru_minflt) * mmap.PAGESIZE
        return max(faults, (now.ru_maxrss - self.start.ru_maxrss) * 1024)
