"""The C library, and constants of the Linux kernel under their original names."""

from __future__ import annotations

import ctypes
import os

LIBC = ctypes.CDLL(None, use_errno=True)

# <linux/sched.h>: CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET
EVERY_NAMESPACE = 0x7E020000
MS_RDONLY, MS_NOSUID, MS_NODEV = 0x1, 0x2, 0x4  # <sys/mount.h>
MS_BIND, MS_REC, MS_PRIVATE = 0x1000, 0x4000, 0x40000
PR_SET_SECCOMP, PR_CAPBSET_DROP, PR_SET_SECUREBITS = 22, 24, 28  # <sys/prctl.h>
PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 36, 38
# <linux/securebits.h>: root has no privileges (NOROOT, NO_SETUID_FIXUP) and keeps no capabilities
# (no KEEP_CAPS). The _LOCKED bit of each keeps a process from changing that.
SECUREBITS = 0x1 | 0x2 | 0x4 | 0x8 | 0x20
LINUX_CAPABILITY_VERSION_3 = 0x20080522  # <linux/capability.h>
PERSONALITY_ASK, ADDR_NO_RANDOMIZE = 0xFFFFFFFF, 0x0040000  # <sys/personality.h>


def call(name: str, *arguments: object) -> None:
    """Call a function of the C library that returns -1 on failure.

    Raises:
        OSError: The function failed.
    """
    if getattr(LIBC, name)(*arguments) == -1:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")


def prctl(option: int, *arguments: int) -> None:
    """Call prctl; raise OSError if it fails."""
    call("prctl", option, *map(ctypes.c_ulong, arguments + (0,) * (4 - len(arguments))))


def mount(source: str, target: str, kind: str | None, flags: int, data: str = "") -> None:
    """Call mount; raise OSError if it fails."""
    encoded = kind and kind.encode()
    call("mount", source.encode(), target.encode(), encoded, ctypes.c_ulong(flags), data.encode())
