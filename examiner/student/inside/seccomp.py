"""The filter of system calls: a program that the kernel runs before each call of a student's.

What is in `syscalls` is left to the kernel's own rules, or does nothing. Everything else fails:
with ENOSYS, as in a kernel that doesn't have it, where it is new, and with EPERM. The program is
classic BPF (see seccomp(2)): instructions that load a word of `struct seccomp_data`, compare it,
jump forward and return what is to happen. System calls have other numbers on every machine, so
there is a table for each that is known; on any other no student's process may start.
"""

from __future__ import annotations

import ctypes
import errno
import mmap
import platform
import signal
import socket
import struct
from dataclasses import dataclass
from enum import IntEnum
from itertools import groupby

from . import libc, syscalls

# <linux/bpf_common.h>: classes of instructions, and their sizes, modes and comparisons
BPF_LD, BPF_JMP, BPF_RET = 0x00, 0x05, 0x06
BPF_W, BPF_ABS, BPF_K = 0x00, 0x20, 0x00
BPF_JEQ, BPF_JGT, BPF_JGE, BPF_JSET = 0x10, 0x20, 0x30, 0x40

# <linux/seccomp.h>
SECCOMP_MODE_FILTER = 2
SECCOMP_RET_ALLOW = 0x7FFF0000
SECCOMP_RET_ERRNO = 0x00050000


class Data(IntEnum):
    """Offsets in `struct seccomp_data` (of arguments the lower half)."""

    NUMBER = 0
    ARCHITECTURE = 4
    ARGUMENT_0 = 16
    ARGUMENT_3 = 40


@dataclass(frozen=True)
class Machine:
    """An architecture, as far as the filter has to know it."""

    audit_arch: int  # its name for itself: AUDIT_ARCH_… of <linux/audit.h>
    allowed: dict[str, int]
    """System calls: name -> number."""
    nothing: dict[str, int]
    """Those that do nothing, and say that they did."""


MACHINES = {
    "x86_64": Machine(
        audit_arch=0xC000003E, allowed=syscalls.X86_64, nothing=syscalls.NOTHING_X86_64
    ),
    "aarch64": Machine(
        audit_arch=0xC00000B7, allowed=syscalls.AARCH64, nothing=syscalls.NOTHING_AARCH64
    ),
}
_CLONE3 = 435  # on both machines
# From here on all machines have the same numbers, and programs do without a call that a kernel
# doesn't have.
_NEW = 424
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
    """Make all but the machine's `allowed` calls fail for good, here and in all that is forked from
    here; so do new namespaces, other socket families and shared memory without a file. Raises
    UnknownMachine, OSError."""
    program = filter_program(this_machine())
    code = ctypes.create_string_buffer(b"".join(struct.pack("<HBBI", *line) for line in program))
    header = struct.pack("@HP", len(program), ctypes.addressof(code))  # struct sock_fprog
    filter_header = ctypes.create_string_buffer(header)
    libc.prctl(libc.PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.addressof(filter_header))


Instruction = tuple[int, int, int, int]  # operation, jump if true, jump if false, operand


def filter_program(machine: Machine) -> list[Instruction]:
    """The filter. Jumps count the instructions that are left out."""
    number = machine.allowed
    return [
        _load(Data.ARCHITECTURE),
        _if_equal(machine.audit_arch, 1, 0),
        _answer_errno(errno.EPERM),
        _load(Data.NUMBER),
        # Its flags are in memory, out of sight; the C library falls back to clone.
        *_for_call(_CLONE3, [_answer_errno(errno.ENOSYS)]),
        *_for_call(number["clone"], _refuse_new_namespaces()),
        *_for_call(number["socket"], _refuse_other_families()),
        *_for_call(number["mmap"], _refuse_uncounted_memory()),
        *_for_call(number["rt_sigaction"], _refuse_uncounted_time()),
        *(
            line
            for each in machine.nothing.values()
            for line in _for_call(each, [_answer_errno(0)])
        ),
        *_allow(sorted(number.values())),
        (BPF_JMP | BPF_JGE | BPF_K, 0, 1, _NEW),
        _answer_errno(errno.ENOSYS),
        _answer_errno(errno.EPERM),
    ]


def _for_call(number: int, program: list[Instruction]) -> list[Instruction]:
    """A program, which has to end in an answer, for one system call."""
    return [_if_equal(number, 0, len(program)), *program]


def _refuse_new_namespaces() -> list[Instruction]:
    return [_load(Data.ARGUMENT_0), *_unless_any(libc.EVERY_NAMESPACE), _answer(SECCOMP_RET_ALLOW)]


def _refuse_other_families() -> list[Instruction]:
    count = len(_SOCKET_FAMILIES)
    return [
        _load(Data.ARGUMENT_0),
        *(_if_equal(family, count - i, 0) for i, family in enumerate(_SOCKET_FAMILIES)),
        _answer_errno(errno.EPERM),
        _answer(SECCOMP_RET_ALLOW),
    ]


def _refuse_uncounted_memory() -> list[Instruction]:
    """Shared memory without a file: pages of it that no process has mapped are nobody's."""
    shared = _unless_any(mmap.MAP_SHARED)
    anonymous = (BPF_JMP | BPF_JSET | BPF_K, 0, len(shared), mmap.MAP_ANONYMOUS)
    return [_load(Data.ARGUMENT_3), anonymous, *shared, _answer(SECCOMP_RET_ALLOW)]


def _refuse_uncounted_time() -> list[Instruction]:
    """What is to happen when a child ends: of one that is ignored nobody knows how long it ran."""
    return [
        _load(Data.ARGUMENT_0),
        _if_equal(signal.SIGCHLD, 0, 1),
        _answer_errno(errno.EPERM),
        _answer(SECCOMP_RET_ALLOW),
    ]


def _unless_any(flags: int) -> list[Instruction]:
    """Refuse a call whose argument, which is loaded, has any of these bits."""
    return [(BPF_JMP | BPF_JSET | BPF_K, 0, 1, flags), _answer_errno(errno.EPERM)]


def _allow(numbers: list[int]) -> list[Instruction]:
    """Allow these system calls, in ascending order."""
    program: list[Instruction] = []
    for _, group in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        run = [number for _, number in group]
        program += [
            (BPF_JMP | BPF_JGE | BPF_K, 0, 2, run[0]),
            (BPF_JMP | BPF_JGT | BPF_K, 1, 0, run[-1]),
            _answer(SECCOMP_RET_ALLOW),
        ]
    return program


def _load(offset: Data) -> Instruction:
    return (BPF_LD | BPF_W | BPF_ABS, 0, 0, offset)


def _if_equal(value: int, then: int, otherwise: int) -> Instruction:
    return (BPF_JMP | BPF_JEQ | BPF_K, then, otherwise, value)


def _answer(action: int) -> Instruction:
    return (BPF_RET | BPF_K, 0, 0, action)


def _answer_errno(number: int) -> Instruction:
    return _answer(SECCOMP_RET_ERRNO | number)
