"""The seccomp filter, which the kernel runs before each system call of a student's process.

The kernel treats calls in the first table as usual, and calls in the second table do nothing. All
other calls fail: newer ones with ENOSYS, as in a kernel that lacks them, and older ones with EPERM.
On a machine that the tables don't cover, no student's process may start.

The first table contains the calls that Python, numpy, IPython, matplotlib and programs started by a
cell make. They were found by running the answers of the problem sets, and other typical notebook
code, under strace. The table also has alternatives to these calls that other kernels or C libraries
use. The table lacks some calls although programs make them:

- inotify, which reveals the activity of other processes;
- calls that keep disks busy, since a student writes only to memory;
- calls that lock files, since other users of the machine may read these files, too;
- setsockopt, which enlarges buffers of the kernel, and attaches filters that the kernel runs;
- sendmsg and sendmmsg, which send descriptors: the kernel counts descriptors in flight by user id,
  so one student's descriptors could keep the examiner from sending any.

The filter is a classic BPF program (see seccomp(2)). Its instructions load a word of the data about
a call, compare the word, jump forward, or return an answer.
"""

from __future__ import annotations

import ctypes
import fcntl
import mmap
import platform
import signal
import socket
import struct
from dataclasses import dataclass
from errno import ENOSYS, EPERM
from functools import cache
from itertools import groupby

from . import libc

Instruction = tuple[int, int, int, int]  # operation, jump if true, jump if false, operand
INSTRUCTION_FORMAT = "<HBBI"  # of an instruction, `struct sock_filter`

# Operations of <linux/bpf_common.h>. Comparisons compare the loaded word with the operand.
LOAD, EQUAL, GREATER, AT_LEAST, ANY_BIT, ANSWER = 0x20, 0x15, 0x25, 0x35, 0x45, 0x06
# Offsets in `struct seccomp_data`; for arguments, the offset of the lower half.
NUMBER, ARCHITECTURE, ARGUMENT_0, ARGUMENT_1, ARGUMENT_2, ARGUMENT_3 = 0, 4, 16, 24, 32, 40
# <linux/seccomp.h>
SECCOMP_MODE_FILTER = 2
ALLOW, ERRNO = 0x7FFF0000, 0x00050000

allow: Instruction = (ANSWER, 0, 0, ALLOW)
refuse: Instruction = (ANSWER, 0, 0, ERRNO | EPERM)
unknown: Instruction = (ANSWER, 0, 0, ERRNO | ENOSYS)
do_nothing: Instruction = (ANSWER, 0, 0, ERRNO)

# <asm-generic/ioctls.h>
TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO = 0x5401, 0x5413, 0x541B, 0x5421
FIONCLEX, FIOCLEX = 0x5450, 0x5451

CLONE3 = 435  # on both machines
# From this number on, all machines use the same numbers, and programs cope with a kernel that lacks
# a call.
NEW = 424

# The name of each call, and its numbers on x86_64 and aarch64; "-" if the machine lacks the call.
_ALLOWED_CALLS = """
# Files and folders
access 21/- chdir 80/49 chmod 90/- chown 92/- close 3/57 close_range 436/436 copy_file_range 326/285
creat 85/- dup 32/23 dup2 33/- dup3 292/24 faccessat 269/48 faccessat2 439/439 fadvise64 221/223
fallocate 285/47 fchdir 81/50 fchmod 91/52 fchmodat 268/53 fchmodat2 452/452 fchown 93/55
fchownat 260/54 fcntl 72/25 fgetxattr 193/10 flistxattr 196/13 fremovexattr 199/16
fsetxattr 190/7 fstat 5/80 fstatfs 138/44 ftruncate 77/46 futimesat 261/- getcwd 79/17 getdents 78/-
getdents64 217/61 getxattr 191/8 ioctl 16/29 lchown 94/- lgetxattr 192/9 link 86/- linkat 265/37
listxattr 194/11 llistxattr 195/12 lremovexattr 198/15 lseek 8/62 lsetxattr 189/6 lstat 6/-
mkdir 83/- mkdirat 258/34 mknod 133/- mknodat 259/33 newfstatat 262/79 open 2/- openat 257/56
openat2 437/437 pread64 17/67 preadv 295/69 preadv2 327/286 pwrite64 18/68 pwritev 296/70
pwritev2 328/287 read 0/63 readahead 187/213 readlink 89/- readlinkat 267/78 readv 19/65
removexattr 197/14 rename 82/- renameat 264/38 renameat2 316/276 rmdir 84/- sendfile 40/71
setxattr 188/5 stat 4/- statfs 137/43 statx 332/291 symlink 88/- symlinkat 266/36 truncate 76/45
umask 95/166 unlink 87/- unlinkat 263/35 utime 132/- utimensat 280/88 utimes 235/- write 1/64
writev 20/66
# Memory
brk 12/214 madvise 28/233 membarrier 324/283 mincore 27/232 mlock 149/228 mlock2 325/284
mlockall 151/230 mmap 9/222 mprotect 10/226 mremap 25/216 mseal 462/462 munlock 150/229
munlockall 152/231 munmap 11/215 pkey_alloc 330/289 pkey_free 331/290 pkey_mprotect 329/288
# Waiting, pipes and sockets
accept 43/202 accept4 288/242 bind 49/200 connect 42/203 epoll_create 213/- epoll_create1 291/20
epoll_ctl 233/21 epoll_pwait 281/22 epoll_pwait2 441/441 epoll_wait 232/- eventfd 284/-
eventfd2 290/19 getpeername 52/205 getsockname 51/204 getsockopt 55/209 listen 50/201 pipe 22/-
pipe2 293/59 poll 7/- ppoll 271/73 pselect6 270/72 recvfrom 45/207 recvmmsg 299/243 recvmsg 47/212
select 23/- sendto 44/206 shutdown 48/210
signalfd 282/- signalfd4 289/74 socket 41/198 socketpair 53/199 timerfd_create 283/85
timerfd_gettime 287/87 timerfd_settime 286/86
# Processes and threads
arch_prctl 158/- capget 125/90 capset 126/91 clone 56/220 execve 59/221 execveat 322/281 exit 60/93
exit_group 231/94 fork 57/- futex 202/98 futex_waitv 449/449 get_robust_list 274/100
get_thread_area 211/- getcpu 309/168 getegid 108/177 geteuid 107/175 getgid 104/176
getgroups 115/158 getitimer 36/102 getpgid 121/155 getpgrp 111/- getpid 39/172 getppid 110/173
getpriority 140/141 getrandom 318/278 getresgid 120/150 getresuid 118/148 getrlimit 97/163
getrusage 98/165 getsid 124/156 gettid 186/178 getuid 102/174 ioprio_get 252/31 kill 62/129
pause 34/- pidfd_open 434/434 pidfd_send_signal 424/424 prctl 157/167 prlimit64 302/261
restart_syscall 219/128 rseq 334/293 sched_get_priority_max 146/125 sched_get_priority_min 147/126
sched_getaffinity 204/123 sched_getattr 315/275 sched_getparam 143/121 sched_getscheduler 145/120
sched_rr_get_interval 148/127 sched_setaffinity 203/122 sched_setattr 314/274 sched_setparam 142/118
sched_setscheduler 144/119 sched_yield 24/124 set_robust_list 273/99 set_thread_area 205/-
set_tid_address 218/96 setfsgid 123/152 setfsuid 122/151 setgid 106/144 setgroups 116/159
setitimer 38/103 setpgid 109/154 setpriority 141/140 setregid 114/143 setresgid 119/149
setresuid 117/147 setreuid 113/145 setrlimit 160/164 setsid 112/157 setuid 105/146 sysinfo 99/179
tgkill 234/131 time 201/- times 100/153 tkill 200/130 uname 63/160 vfork 58/- wait4 61/260
waitid 247/95
# Signals, clocks and timers
alarm 37/- clock_getres 229/114 clock_gettime 228/113 clock_nanosleep 230/115 gettimeofday 96/169
nanosleep 35/101 rt_sigaction 13/134 rt_sigpending 127/136 rt_sigprocmask 14/135
rt_sigqueueinfo 129/138 rt_sigreturn 15/139 rt_sigsuspend 130/133 rt_sigtimedwait 128/137
rt_tgsigqueueinfo 297/240 sigaltstack 131/132 timer_create 222/107 timer_delete 226/111
timer_getoverrun 225/109 timer_gettime 224/108 timer_settime 223/110
"""

_IGNORED_CALLS = """
fdatasync 75/83 flock 73/32 fsync 74/82 msync 26/227 sync 162/81 sync_file_range 277/84
syncfs 306/267
"""


@dataclass(frozen=True)
class Machine:
    """An architecture, as the filter needs to know it.

    Attributes:
        audit_arch: The number of the architecture, AUDIT_ARCH_… of <linux/audit.h>.
        column: The column of the tables that has the numbers of its system calls.
    """

    audit_arch: int
    column: int

    @property
    def allowed(self) -> dict[str, int]:
        """The calls that the kernel treats as usual."""
        return self._numbers(_ALLOWED_CALLS)

    @property
    def ignored(self) -> dict[str, int]:
        """The calls that do nothing and report success."""
        return self._numbers(_IGNORED_CALLS)

    def _numbers(self, table: str) -> dict[str, int]:
        words = [w for line in table.splitlines() if line[:1] != "#" for w in line.split()]
        numbers = (each.split("/")[self.column] for each in words[1::2])
        return {
            call: int(digits)
            for call, digits in zip(words[::2], numbers, strict=True)
            if digits != "-"
        }


MACHINES = {"x86_64": Machine(0xC000003E, 0), "aarch64": Machine(0xC00000B7, 1)}


class UnsupportedMachine(OSError):
    """The tables do not cover this machine's system calls."""


def this_machine() -> Machine:
    """Return the machine that this process runs on; raise UnsupportedMachine if it is unknown."""
    name = platform.machine()
    if name not in MACHINES:
        raise UnsupportedMachine(
            f"the system calls of this machine ({name or 'of unknown kind'}) can't be filtered: "
            f"their numbers are known for {' and '.join(MACHINES)}."
        )
    return MACHINES[name]


def refuse_system_calls() -> None:
    """Install the filter irrevocably, for this process and all its descendants.

    Apart from calls outside the tables, the filter refuses new namespaces, other socket families
    and protocols, requests to terminals, and shared memory without a file.

    Raises:
        UnsupportedMachine: The tables do not cover this machine.
        OSError: The kernel refuses.
    """
    program = compiled_filter()
    code = ctypes.create_string_buffer(program)
    length = len(program) // struct.calcsize(INSTRUCTION_FORMAT)
    header = struct.pack("@HP", length, ctypes.addressof(code))  # struct sock_fprog
    filter_header = ctypes.create_string_buffer(header)
    libc.prctl(libc.PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.addressof(filter_header))


@cache
def compiled_filter() -> bytes:
    """Return the filter for this machine in the kernel's format.

    Call it before students' processes are forked, so that they inherit the result.

    Raises:
        UnsupportedMachine: The tables do not cover this machine.
    """
    program = filter_program(this_machine())
    return b"".join(struct.pack(INSTRUCTION_FORMAT, *instruction) for instruction in program)


def filter_program(machine: Machine) -> list[Instruction]:
    """Return the filter for a machine."""

    def check_argument(call: str, argument: int, *program: Instruction) -> list[Instruction]:
        """Return a program that decides on an allowed call by one of its arguments.

        `program` runs after the argument is loaded, and ends with an answer.
        """
        length = len(program) + 1
        return [(EQUAL, 0, length, machine.allowed[call]), (LOAD, 0, 0, argument), *program]

    def if_in_range(first: int, last: int, answer: Instruction) -> list[Instruction]:
        """Return a program that answers if the loaded word is between `first` and `last`."""
        return [(AT_LEAST, 0, 2, first), (GREATER, 1, 0, last), answer]

    program: list[Instruction] = [
        (LOAD, 0, 0, ARCHITECTURE),
        (EQUAL, 1, 0, machine.audit_arch),
        refuse,
        (LOAD, 0, 0, NUMBER),
        # The filter can't see its flags, which are in memory. The C library falls back to clone.
        (EQUAL, 0, 1, CLONE3),
        unknown,
        # Refuse new namespaces.
        *check_argument("clone", ARGUMENT_0, (ANY_BIT, 0, 1, libc.EVERY_NAMESPACE), refuse, allow),
        # Refuse other families than these. The last two lead to no network.
        *check_argument(
            "socket",
            ARGUMENT_0,
            (EQUAL, 3, 0, socket.AF_UNIX),
            (EQUAL, 2, 0, socket.AF_INET),
            (EQUAL, 1, 0, socket.AF_INET6),
            refuse,
            (LOAD, 0, 0, ARGUMENT_2),
            (EQUAL, 3, 0, 0),  # the default protocol of the type
            (EQUAL, 2, 0, socket.IPPROTO_TCP),
            (EQUAL, 1, 0, socket.IPPROTO_UDP),
            refuse,
            allow,
        ),
        # Allow Python's requests about files and descriptors, but none that act on a terminal.
        *check_argument(
            "ioctl",
            ARGUMENT_1,
            *if_in_range(0, 0, allow),  # not a request, which the kernel reports itself
            *if_in_range(TCGETS, TCGETS, allow),
            *if_in_range(TIOCGWINSZ, TIOCGWINSZ, allow),
            *if_in_range(FIONREAD, FIONREAD, allow),
            *if_in_range(FIONBIO, FIONBIO, allow),
            *if_in_range(FIONCLEX, FIOCLEX, allow),
            refuse,
        ),
        # Refuse shared memory without a file: no process is charged for its unmapped pages.
        *check_argument(
            "mmap",
            ARGUMENT_3,
            (ANY_BIT, 0, 2, mmap.MAP_ANONYMOUS),
            (ANY_BIT, 0, 1, mmap.MAP_SHARED),
            refuse,
            allow,
        ),
        # Refuse to change the handling of ended children: the processor time of an ignored child
        # would be lost.
        *check_argument("rt_sigaction", ARGUMENT_0, (EQUAL, 0, 1, signal.SIGCHLD), refuse, allow),
        # Refuse to adopt orphans: their work would count as the work of the process's own children.
        *check_argument(
            "prctl", ARGUMENT_0, (EQUAL, 0, 1, libc.PR_SET_CHILD_SUBREAPER), refuse, allow
        ),
        # Allow copies and flags, but no notifications about a folder. Refuse larger pipes: their
        # buffers count for no process. Locks do nothing, like flock.
        *check_argument(
            "fcntl",
            ARGUMENT_1,
            *if_in_range(fcntl.F_DUPFD, fcntl.F_GETLK, allow),
            *if_in_range(fcntl.F_SETLK, fcntl.F_SETLKW, do_nothing),
            *if_in_range(fcntl.F_OFD_GETLK, fcntl.F_OFD_GETLK, allow),
            *if_in_range(fcntl.F_OFD_SETLK, fcntl.F_OFD_SETLKW, do_nothing),
            *if_in_range(fcntl.F_DUPFD_CLOEXEC, fcntl.F_DUPFD_CLOEXEC, allow),
            *if_in_range(fcntl.F_GETPIPE_SZ, fcntl.F_GETPIPE_SZ, allow),
            refuse,
        ),
        # Refuse bytes out of band, which are no part of a message and which the examiner ignores.
        *check_argument("sendto", ARGUMENT_3, (ANY_BIT, 0, 1, socket.MSG_OOB), refuse, allow),
    ]
    for number in machine.ignored.values():
        program += [(EQUAL, 0, 1, number), do_nothing]
    numbers = sorted(machine.allowed.values())
    for _, pairs in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        numbers_in_run = [number for _, number in pairs]  # consecutive numbers
        program += if_in_range(numbers_in_run[0], numbers_in_run[-1], allow)
    return [*program, (AT_LEAST, 0, 1, NEW), unknown, refuse]
