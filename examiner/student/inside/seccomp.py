"""The filter of system calls: a program that the kernel runs before each call of a student's.

What is refused fails with EPERM; everything else is left to the kernel's own rules. The program is
classic BPF (see seccomp(2)): instructions that load a word of `struct seccomp_data`, compare it,
jump forward and return what is to happen. System calls have other numbers on every machine, so
there is a table for each that is known; on any other no student's process may start.
"""

from __future__ import annotations

import ctypes
import errno
import platform
import socket
import struct
from dataclasses import dataclass
from enum import IntEnum

from . import libc

# <linux/bpf_common.h>: classes of instructions, and their sizes, modes and comparisons
BPF_LD, BPF_JMP, BPF_RET = 0x00, 0x05, 0x06
BPF_W, BPF_ABS, BPF_K = 0x00, 0x20, 0x00
BPF_JEQ, BPF_JGE, BPF_JSET = 0x10, 0x30, 0x40

# <linux/seccomp.h>
SECCOMP_MODE_FILTER = 2
SECCOMP_RET_ALLOW = 0x7FFF0000
SECCOMP_RET_ERRNO = 0x00050000


class Data(IntEnum):
    """Where things are in `struct seccomp_data` (of arguments the lower half)."""

    NUMBER = 0
    ARCHITECTURE = 4
    ARGUMENT_0 = 16


@dataclass(frozen=True)
class Machine:
    """What the filter has to know of an architecture."""

    audit_arch: int  # its name for itself: AUDIT_ARCH_… of <linux/audit.h>
    clone: int
    socket: int
    refused: dict[str, int]
    """System calls that no answer needs and that reach memory no limit counts, other processes or
    the rarely used corners of the kernel: name -> number."""


_EVERYWHERE = {
    "pidfd_getfd": 438,
    "memfd_secret": 447,
    "open_tree": 428,
    "move_mount": 429,
    "fsopen": 430,
    "fsmount": 432,
    "mount_setattr": 442,
    "io_uring_setup": 425,
}
_CLONE3 = 435  # on both machines
_X32 = 0x40000000  # x86_64: the numbers of its second interface begin here
MACHINES = {
    "x86_64": Machine(
        audit_arch=0xC000003E,
        clone=56,
        socket=41,
        refused=_EVERYWHERE
        | {
            "ptrace": 101,
            "process_vm_readv": 310,
            "process_vm_writev": 311,
            "kcmp": 312,
            "memfd_create": 319,  # memory outside RLIMIT_AS, as are the next three
            "shmget": 29,
            "msgget": 68,
            "mq_open": 240,
            "unshare": 272,
            "setns": 308,
            "mount": 165,
            "umount2": 166,
            "pivot_root": 155,
            "chroot": 161,
            "open_by_handle_at": 304,
            "add_key": 248,
            "request_key": 249,
            "keyctl": 250,
            "bpf": 321,
            "perf_event_open": 298,
            "userfaultfd": 323,
            "fanotify_init": 300,
        },
    ),
    "aarch64": Machine(
        audit_arch=0xC00000B7,
        clone=220,
        socket=198,
        refused=_EVERYWHERE
        | {
            "ptrace": 117,
            "process_vm_readv": 270,
            "process_vm_writev": 271,
            "kcmp": 272,
            "memfd_create": 279,
            "shmget": 194,
            "msgget": 186,
            "mq_open": 180,
            "unshare": 97,
            "setns": 268,
            "mount": 40,
            "umount2": 39,
            "pivot_root": 41,
            "chroot": 51,
            "open_by_handle_at": 265,
            "add_key": 217,
            "request_key": 218,
            "keyctl": 219,
            "bpf": 280,
            "perf_event_open": 241,
            "userfaultfd": 282,
            "fanotify_init": 262,
        },
    ),
}
# There is no network behind the latter two.
_SOCKET_FAMILIES = (socket.AF_UNIX, socket.AF_INET, socket.AF_INET6)


class UnknownMachine(OSError):
    """No filter is known for this machine's system calls."""


def this_machine() -> Machine:
    """Raises UnknownMachine."""
    name = platform.machine()
    if name not in MACHINES:
        known = " and ".join(MACHINES)
        raise UnknownMachine(
            f"the system calls of this machine ({name or 'of unknown kind'}) can't be filtered: "
            f"their numbers are known for {known}."
        )
    return MACHINES[name]


def refuse_system_calls() -> None:
    """Make the machine's `refused` calls, new namespaces and other socket families fail, for good,
    here and in all that is forked from here. Raises UnknownMachine, OSError."""
    program = filter_program(this_machine())
    code = ctypes.create_string_buffer(b"".join(struct.pack("<HBBI", *line) for line in program))
    header = struct.pack("@HP", len(program), ctypes.addressof(code))  # struct sock_fprog
    filter_header = ctypes.create_string_buffer(header)
    libc.prctl(libc.PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.addressof(filter_header))


Instruction = tuple[int, int, int, int]  # operation, jump if true, jump if false, operand


def filter_program(machine: Machine) -> list[Instruction]:
    """The filter. Jumps count the instructions that are left out."""
    program = [
        _load(Data.ARCHITECTURE),
        _if_equal(machine.audit_arch, 1, 0),
        _answer_errno(errno.EPERM),
        _load(Data.NUMBER),
        (BPF_JMP | BPF_JGE | BPF_K, 0, 1, _X32),
        _answer_errno(errno.EPERM),
        _if_equal(_CLONE3, 0, 1),  # its flags are in memory; the C library falls back to clone
        _answer_errno(errno.ENOSYS),
    ]
    for number in machine.refused.values():
        program += [_if_equal(number, 0, 1), _answer_errno(errno.EPERM)]
    families = [
        _if_equal(family, len(_SOCKET_FAMILIES) - i, 0) for i, family in enumerate(_SOCKET_FAMILIES)
    ]
    return [
        *program,
        _if_equal(machine.clone, 0, 4),
        _load(Data.ARGUMENT_0),
        (BPF_JMP | BPF_JSET | BPF_K, 0, 1, libc.EVERY_NAMESPACE),
        _answer_errno(errno.EPERM),
        _answer(SECCOMP_RET_ALLOW),
        _if_equal(machine.socket, 0, 2 + len(families)),
        _load(Data.ARGUMENT_0),
        *families,
        _answer_errno(errno.EPERM),
        _answer(SECCOMP_RET_ALLOW),
    ]


def _load(offset: Data) -> Instruction:
    return (BPF_LD | BPF_W | BPF_ABS, 0, 0, offset)


def _if_equal(value: int, then: int, otherwise: int) -> Instruction:
    return (BPF_JMP | BPF_JEQ | BPF_K, then, otherwise, value)


def _answer(action: int) -> Instruction:
    return (BPF_RET | BPF_K, 0, 0, action)


def _answer_errno(number: int) -> Instruction:
    return _answer(SECCOMP_RET_ERRNO | number)
