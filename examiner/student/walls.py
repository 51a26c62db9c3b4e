"""Walls around a student's process: namespaces, mounts, limits, capabilities, system calls.

Runs inside the sandbox, in the processes that the warm parent forks, before any student code.
Linux only; the C library is called through ctypes. Every function raises OSError where the kernel
refuses, so that a wall which could not be built is never taken for one that stands.
"""

from __future__ import annotations

import contextlib
import ctypes
import mmap
import os
import platform
import resource
import struct
from collections.abc import Iterator
from pathlib import Path

HOME = "/home/student"
UID = 1000  # who the student is in the sandbox, whoever that is outside

_LIBC = ctypes.CDLL(None, use_errno=True)
_NEW_NAMESPACES = {
    "mount": 0x00020000,
    "cgroup": 0x02000000,
    "uts": 0x04000000,
    "ipc": 0x08000000,
    "user": 0x10000000,
    "pid": 0x20000000,
    "net": 0x40000000,
}
_MS_RDONLY, _MS_NOSUID, _MS_NODEV, _MS_BIND, _MS_REC, _MS_PRIVATE = 1, 2, 4, 4096, 16384, 1 << 18
_PR_CAPBSET_DROP, _PR_SET_SECUREBITS, _PR_SET_NO_NEW_PRIVS, _PR_SET_SECCOMP = 24, 28, 38, 22
_PR_SET_CHILD_SUBREAPER = 36
_ADDR_NO_RANDOMIZE = 0x0040000

# System calls that no answer needs and that reach memory no limit counts, other processes or the
# rarely used corners of the kernel: (x86_64, aarch64) numbers.
_REFUSED = {
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "kcmp": (312, 272),
    "pidfd_getfd": (438, 438),
    "memfd_create": (319, 279),  # memory outside RLIMIT_AS, as are the next four
    "memfd_secret": (447, 447),
    "shmget": (29, 194),
    "msgget": (68, 186),
    "mq_open": (240, 180),
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsmount": (432, 432),
    "mount_setattr": (442, 442),
    "open_by_handle_at": (304, 265),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "fanotify_init": (300, 262),
}
_CLONE, _SOCKET, _CLONE3 = (56, 220), (41, 198), 435
_AUDIT_ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_FAMILIES = (1, 2, 10)  # AF_UNIX, AF_INET, AF_INET6 (there is no network behind them)


def _call(name: str, *arguments: object) -> None:
    if getattr(_LIBC, name)(*arguments) == -1:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")


def _prctl(option: int, *arguments: int) -> None:
    _call("prctl", option, *map(ctypes.c_ulong, arguments + (0,) * (4 - len(arguments))))


def _mount(source: str, target: str, kind: str | None, flags: int, data: str = "") -> None:
    encoded = kind and kind.encode()
    _call("mount", source.encode(), target.encode(), encoded, ctypes.c_ulong(flags), data.encode())


def same_addresses() -> bool:
    """Turn address randomisation off for what is executed next; False: it was off, or can't be."""
    persona = _LIBC.personality(0xFFFFFFFF)
    if persona == -1 or persona & _ADDR_NO_RANDOMIZE:
        return False
    return _LIBC.personality(persona | _ADDR_NO_RANDOMIZE) != -1


def become(uid: int) -> None:
    """Stop being root for good: RLIMIT_NPROC doesn't bind root, and files of root stay closed."""
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)


def adopt_orphans() -> None:
    """Make this process the parent of its descendants' orphans."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def enter_namespaces(files: int) -> None:
    """New namespaces of every kind, and fresh folders that hold `files` bytes between them.

    The next child is process 1 of the new process namespace; when it ends, all in there end.
    """
    uid, gid = os.getuid(), os.getgid()
    _call("unshare", sum(_NEW_NAMESPACES.values()))
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{UID} {uid} 1")
    Path("/proc/self/gid_map").write_text(f"{UID} {gid} 1")
    _call("sethostname", b"student", 7)
    _mount("none", "/", None, _MS_REC | _MS_PRIVATE)
    options = f"size={files},nr_inodes=16384,mode=755"
    _mount("tmpfs", "/home", "tmpfs", _MS_NOSUID | _MS_NODEV, options)
    for name, target in (("student", HOME), ("tmp", "/tmp"), ("shm", "/dev/shm")):
        os.mkdir(f"/home/{name}")
        if target != HOME:
            _mount(f"/home/{name}", target, None, _MS_BIND)
    _mount("devpts", "/dev/pts", "devpts", _MS_NOSUID, "newinstance,ptmxmode=666,mode=620")


def hide_proc() -> None:
    """Cover /proc with an empty folder; its mount point is locked for the student."""
    _mount("tmpfs", "/proc", "tmpfs", _MS_RDONLY | _MS_NOSUID | _MS_NODEV, "size=4k,mode=555")


def drop_capabilities() -> None:
    """Give up every capability, and the ways to get one back."""
    for capability in range(64):
        if _LIBC.prctl(_PR_CAPBSET_DROP, ctypes.c_ulong(capability), 0, 0, 0) == -1:
            break  # no such capability, or no right to drop it: then none is held either
    _LIBC.prctl(_PR_SET_SECUREBITS, ctypes.c_ulong(0x2F), 0, 0, 0)
    _prctl(_PR_SET_NO_NEW_PRIVS, 1)
    _call("capset", struct.pack("<Ii", 0x20080522, 0), bytes(24))


def refuse_system_calls() -> None:
    """Make the calls of `_REFUSED`, new namespaces and other socket families fail (EPERM)."""
    machine = platform.machine()
    if machine not in _AUDIT_ARCH:
        return
    column = list(_AUDIT_ARCH).index(machine)
    load, equal, at_least, bits, answer = 0x20, 0x15, 0x35, 0x45, 0x06
    allow, eperm, enosys = 0x7FFF0000, 0x00050001, 0x00050026
    program = [
        (load, 0, 0, 4),  # architecture
        (equal, 1, 0, _AUDIT_ARCH[machine]),
        (answer, 0, 0, eperm),
        (load, 0, 0, 0),  # number
        (at_least, 0, 1, 0x40000000),  # the x32 numbers
        (answer, 0, 0, eperm),
        (equal, 0, 1, _CLONE3),  # its flags are in memory; the C library falls back to clone
        (answer, 0, 0, enosys),
    ]
    for numbers in _REFUSED.values():
        program += [(equal, 0, 1, numbers[column]), (answer, 0, 0, eperm)]
    program += [
        (equal, 0, 4, _CLONE[column]),
        (load, 0, 0, 16),  # first argument
        (bits, 0, 1, sum(_NEW_NAMESPACES.values())),
        (answer, 0, 0, eperm),
        (answer, 0, 0, allow),
        (equal, 0, 5, _SOCKET[column]),
        (load, 0, 0, 16),
        *((equal, 3 - i, 0, family) for i, family in enumerate(_FAMILIES)),
        (answer, 0, 0, eperm),
        (answer, 0, 0, allow),
    ]
    code = ctypes.create_string_buffer(b"".join(struct.pack("<HBBI", *line) for line in program))
    header = struct.pack("@HP", len(program), ctypes.addressof(code))
    filter_program = ctypes.create_string_buffer(header)
    _prctl(_PR_SET_SECCOMP, 2, ctypes.addressof(filter_program))


def address_space() -> int:
    """Bytes of address space in use, found without /proc: where RLIMIT_AS starts to refuse."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    low, high = 0, min(hard if hard != resource.RLIM_INFINITY else 2**42, 2**42)
    while high - low > 2**18:
        middle = (low + high) // 2
        resource.setrlimit(resource.RLIMIT_AS, (middle, hard))
        try:
            mmap.mmap(-1, mmap.PAGESIZE).close()
            high = middle
        except (OSError, MemoryError):
            low = middle
    resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
    return high


@contextlib.contextmanager
def memory_limit(limit: int) -> Iterator[None]:
    """Let the code inside take `limit` bytes more than are in use now."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    allowed = address_space() + limit
    resource.setrlimit(resource.RLIMIT_AS, (allowed if soft < 0 else min(allowed, soft), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
