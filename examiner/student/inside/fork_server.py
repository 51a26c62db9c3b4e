"""The fork server: every student's process is forked from it, from the same memory.

So one student can't influence the next, and two gradings come out the same, to the addresses that
a notebook shows. It does nothing but fork; each process it makes takes one request by itself, sets
up the namespaces of a student, and leaves two processes in them:

    init             process 1: collects what ends in there, and ends with the student process
    student process  runs the student's code

Requests are the student's end of a socket and a file that leads into the student's cgroup
(/dev/null where there is none); answers are ("done", process id of init) or ("failed", why).
Init is then the supervisor's child, and ends with the exit status of the student process.
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

_TRIALS = 300  # Python looks at a loop again and again, ever more rarely


@dataclass
class ForkServer:
    """footprint: bytes of address space that each process has in use from the start. trusted_in:
    see `__main__`."""

    answers: socket.socket
    shell: Shell
    limits: Limits
    footprint: int
    trusted_in: str

    def serve(self, bell: int) -> NoReturn:
        """Fork whenever the bell rings.

        Children are forgotten: each only starts another process, which the supervisor adopts.
        """
        try:
            signal.signal(signal.SIGCHLD, signal.SIG_IGN)
            if fork_from_the_same_memory(bell):
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                self.start()
        finally:
            os._exit(0)

    def start(self) -> None:
        """Take a request; answer with the id of the process that a whole submission ends with.

        This process enters the namespaces, its child is in them.
        """
        try:
            descriptor, group = socket.recv_fds(self.answers, 1, 2)[1]
            os.write(group, b"0")  # with all that it starts from now on
            if not self.trusted_in:
                isolation.enter_namespaces(self.limits.files)
            process_1 = os.fork()
            if process_1 == 0:
                self.be_init(descriptor)
            self.answers.send(wire.encode(("done", process_1)))
        except Exception as error:
            why = f"a student's process could not be isolated: {error}"
            self.answers.send(wire.encode(("failed", why)))

    def be_init(self, descriptor: int) -> NoReturn:
        """Wait for all that end in here, and end with the student process.

        Nothing in its namespaces can kill it, and with it ends everything in them.
        """
        status = 255
        try:
            os.setsid()
            isolation.adopt_orphans()
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            student = os.fork()
            if student == 0:
                self.be_student(descriptor)
            signal.signal(signal.SIGALRM, lambda *_: os.kill(student, signal.SIGALRM))
            os.closerange(0, 2**16)
            isolation.drop_capabilities()
            pid = 0
            while pid != student:
                pid, ended = os.waitpid(-1, 0)
            code = os.waitstatus_to_exitcode(ended)
            status = code if code >= 0 else 128 - code
        finally:
            os._exit(status)

    def be_student(self, descriptor: int) -> NoReturn:
        """Finish the isolation: lose everything that has to be lost before a student's code runs.
        Then run that until the examiner hangs up."""
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
                    # Where memory runs out, let the kernel end this one first.
                    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w") as to:
                        to.write("1000")
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


def fork_from_the_same_memory(bell: int) -> bool:
    """Fork whenever the bell rings. True in the children, False when the bell is gone.

    Every child finds the same memory, to the byte. `os.fork` can't do that: what it calls before
    and after a fork (hooks of logging, of IPython) leaves free memory in another order, so that
    every second child would have other addresses. So a fork is begun once, its last step is done
    again and again, and each child ends it for itself.
    """
    own = os.getpid()
    read_trial, trial = os.pipe()
    os.write(trial, bytes(_TRIALS))
    os.close(trial)
    _call_when_rung(read_trial, ctypes.pythonapi.getpid)  # until Python has optimised the loop
    os.close(read_trial)
    ctypes.pythonapi.PyOS_BeforeFork()
    for _ in range(3):  # and the C library has done what it does in a first fork
        if ctypes.pythonapi.fork() == 0:
            os._exit(0)
    _call_when_rung(bell, ctypes.pythonapi.fork)
    if os.getpid() == own:
        return False
    ctypes.pythonapi.PyOS_AfterFork_Child()
    return True


def _call_when_rung(bell: int, function: Callable[[], int]) -> None:
    """Until the result is 0 (in a child) or less (the fork failed). Keeps no object from one call
    to the next, as a variable would."""
    while os.read(bell, 1):
        if function() <= 0:
            return
