"""The isolation of a student's process: namespaces, mounts, another user, no capabilities.

The module works only on Linux, and calls the C library through ctypes. Every function raises
OSError if the kernel refuses, so that no process runs with a part of its isolation missing.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import struct
from pathlib import Path

from . import libc, seccomp

HOME = "/home/student"
UID = 1000  # the student's user id in the sandbox, which differs from the one outside


def isolation_problem() -> tuple[str, str] | None:
    """Check whether students' processes can be isolated here.

    Returns:
        None if they can, else a tuple (reason, remedy).
    """
    try:
        seccomp.compiled_filter()
    except seccomp.UnsupportedMachine as error:
        return str(error), "grade on such a machine"
    pid = os.fork()
    if pid == 0:
        with contextlib.suppress(OSError):
            enter_namespaces(2**20)
            hide_proc()
            os._exit(0)
        os._exit(1)
    if os.waitpid(pid, 0)[1] == 0:
        return None
    return (
        "the kernel lets bubblewrap create namespaces, but nobody inside bubblewrap.",
        "allow it (user.max_user_namespaces, or AppArmor's profile bwrap-userns-restrict, forbids "
        "it)",
    )


def adopt_orphans() -> None:
    """Make this process the parent of descendants that lose theirs."""
    libc.prctl(libc.PR_SET_CHILD_SUBREAPER, 1)


def enter_namespaces(size: int) -> None:
    """Create namespaces of every kind, and empty folders for the student's files.

    The next child of this process is process 1 of the new process namespace. When it ends, all
    processes in the namespace end.

    Args:
        size: Bytes that the files in all these folders together may have.
    """
    uid, gid = os.getuid(), os.getgid()
    libc.call("unshare", libc.EVERY_NAMESPACE)
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{UID} {uid} 1")
    Path("/proc/self/gid_map").write_text(f"{UID} {gid} 1")
    libc.call("sethostname", b"student", 7)
    libc.mount("none", "/", None, libc.MS_REC | libc.MS_PRIVATE)
    options = f"size={size},nr_inodes=16384,mode=755"
    libc.mount("tmpfs", "/home", "tmpfs", libc.MS_NOSUID | libc.MS_NODEV, options)
    for name, target in (("student", HOME), ("tmp", "/tmp"), ("shm", "/dev/shm")):
        os.mkdir(f"/home/{name}")
        if target != HOME:
            libc.mount(f"/home/{name}", target, None, libc.MS_BIND)
    _cover("/dev/pts")  # the buffers of terminals count for no process


def hide_proc() -> None:
    """Cover /proc with an empty folder, which the student can't unmount."""
    _cover("/proc")


def _cover(folder: str) -> None:
    flags = libc.MS_RDONLY | libc.MS_NOSUID | libc.MS_NODEV
    libc.mount("tmpfs", folder, "tmpfs", flags, "size=4k,mode=555")


def drop_capabilities() -> None:
    """Give up every capability, and the ways to get one back."""
    for capability in range(64):
        if libc.LIBC.prctl(libc.PR_CAPBSET_DROP, ctypes.c_ulong(capability), 0, 0, 0) == -1:
            break  # either there are no more capabilities, or this process holds none
    libc.LIBC.prctl(libc.PR_SET_SECUREBITS, ctypes.c_ulong(libc.SECUREBITS), 0, 0, 0)
    libc.prctl(libc.PR_SET_NO_NEW_PRIVS, 1)
    libc.call("capset", struct.pack("<Ii", libc.LINUX_CAPABILITY_VERSION_3, 0), bytes(24))
