"""The fork server, which forks every student's process from memory that never changes.

Therefore one student can't influence the next, and two gradings agree even in the memory addresses
that a notebook shows. The fork server only forks. Each child handles one request: it sets up the
namespaces of a student, and starts two processes in them:

    init             process 1: waits for ended processes, and ends with the student process
    student process  runs the student's code

A request consists of two descriptors: the student's end of a socket, and a file that moves a writer
into the student's cgroup (/dev/null without cgroups). The answer is ("done", process id of init) or
("failed", reason). The supervisor then adopts init, which ends with the exit status of the student
process.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import socket
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

from . import isolation, seccomp, wire
from .limits import Limits, limit_resources
from .session import Session
from .shell import Shell

_WARMUP_CALLS = 300  # Python keeps optimising a loop, but ever more rarely


@dataclass
class ForkServer:
    """The fork server and the processes that it forks.

    Attributes:
        answers: The socket for requests and answers.
        shell: The shell that every student's process starts with.
        limits: The limits of each student.
        footprint: Bytes of address space that each process uses from the start.
        trusted_in: The folder for trusted submissions (see `__main__`).
    """

    answers: socket.socket
    shell: Shell
    limits: Limits
    footprint: int
    trusted_in: str

    def serve(self, wakeup: int) -> NoReturn:
        """Fork once for each byte that arrives in the pipe `wakeup`.

        The server doesn't wait for its children. Each only starts init, which the supervisor
        adopts.
        """
        try:
            signal.signal(signal.SIGCHLD, signal.SIG_IGN)
            if fork_from_same_memory(wakeup):
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                self.start()
        finally:
            os._exit(0)

    def start(self) -> None:
        """Receive a request, start init, and answer with the process id of init.

        This process creates the namespaces, and its child init becomes process 1 in them.
        """
        try:
            descriptor, group_file = socket.recv_fds(self.answers, 1, 2)[1]
            os.write(group_file, b"0")  # enters the cgroup, with all future descendants
            if not self.trusted_in:
                isolation.enter_namespaces(self.limits.files)
            process_1 = os.fork()
            if process_1 == 0:
                self.run_init(descriptor)
            self.answers.send(wire.encode(("done", process_1)))
        except Exception as error:
            why = f"a student's process could not be isolated: {error}"
            self.answers.send(wire.encode(("failed", why)))

    def run_init(self, descriptor: int) -> NoReturn:
        """Fork the student process, wait for ended processes, and end with the student process.

        No process in the namespaces can kill init. When init ends, the kernel kills all others.
        """
        status = 255
        try:
            os.setsid()
            isolation.adopt_orphans()
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            student = os.fork()
            if student == 0:
                self.run_student(descriptor)
            signal.signal(signal.SIGALRM, lambda *_: os.kill(student, signal.SIGALRM))
            os.closerange(0, 2**16)
            isolation.drop_capabilities()
            pid = 0
            while pid != student:
                pid, wait_status = os.waitpid(-1, 0)
            code = os.waitstatus_to_exitcode(wait_status)
            status = code if code >= 0 else 128 - code
        finally:
            os._exit(status)

    def run_student(self, descriptor: int) -> NoReturn:
        """Finish the isolation, then serve the session until the examiner closes the connection.

        The isolation is complete before any student's code runs.
        """
        status, limits, trusted_in = 255, self.limits, self.trusted_in
        try:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            sock = socket.socket(fileno=os.dup2(descriptor, 3))
            os.closerange(4, 2**16)
            os.dup2(os.open(os.devnull, os.O_RDWR), 0)
            try:
                os.chdir(tempfile.mkdtemp(dir=trusted_in) if trusted_in else isolation.HOME)
                session = Session(self.shell, sock, limits.message, self.footprint)
                limit_resources(limits, self.footprint, own_user=not trusted_in)
                if not trusted_in:
                    # If memory runs out, the kernel should kill this process first.
                    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w") as f:
                        f.write("1000")
                    isolation.hide_proc()
                    isolation.drop_capabilities()
                    seccomp.refuse_system_calls()
            except OSError as error:
                wire.Channel(sock).send(0, wire.encode(("failed", str(error))))
            else:
                session.serve()
                status = 0
        finally:
            os._exit(status)


def fork_from_same_memory(wakeup: int) -> bool:
    """Fork once for each byte that arrives in the pipe `wakeup`, until the pipe is closed.

    Every child has the same memory, byte for byte. `os.fork` can't ensure that: the hooks that it
    calls before and after a fork, for example for logging and IPython, reorder the free memory.
    Every second child would then get different addresses. So this function calls the hooks before
    a fork once, then only forks, and each child calls the hooks after a fork itself.

    Returns:
        True in each child, False in the parent after the pipe was closed.
    """
    own = os.getpid()
    warmup_reader, warmup_writer = os.pipe()
    os.write(warmup_writer, bytes(_WARMUP_CALLS))
    os.close(warmup_writer)
    _call_per_byte(warmup_reader, ctypes.pythonapi.getpid)  # until Python has optimised its loop
    os.close(warmup_reader)
    ctypes.pythonapi.PyOS_BeforeFork()
    for _ in range(3):  # the first forks initialise data in the C library
        if ctypes.pythonapi.fork() == 0:
            os._exit(0)
    _call_per_byte(wakeup, ctypes.pythonapi.fork)
    if os.getpid() == own:
        return False
    ctypes.pythonapi.PyOS_AfterFork_Child()
    return True


def _call_per_byte(wakeup: int, function: Callable[[], int]) -> None:
    """Call a function for each byte, until it returns 0 (in a child) or less (the fork failed).

    The loop has no variables, because a variable would keep an object from one call to the next.
    """
    while os.read(wakeup, 1):
        if function() <= 0:
            return
