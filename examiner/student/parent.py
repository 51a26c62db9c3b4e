"""The warm parent: started once in the sandbox, makes a process for each submission.

    python parent.py SETTINGS    (JSON; the control socket is standard input)

It runs no student code. Once everything that a notebook needs is imported it forks a mould, which
does nothing but fork: every student's process starts from the same memory, so that one can't
influence the next, and two gradings come out the same, to the addresses that a notebook shows.
Requests are wire values, one per packet:

    ("start", {limit: value}), with the student's end of a socket  -> ("started", process id)
    ("end", process id, seconds): wait that long, then kill        -> ("ended", exit status)

Either may be answered by ("failed", why). The exit status is what the student's process returned,
or 128 + the signal that killed it. Once it is ready the parent says "warm".

`SETTINGS["walls"]`: "nested", each student in namespaces of its own; "outer", one student only,
inside bubblewrap's walls; "none", for trusted submissions. Where the kernel refuses to nest, a
parent that was told "nested" says "no nesting" and ends.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import resource
import select
import signal
import site
import socket
import sys
import tempfile
from collections import Counter
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from examiner.student.shell import Shell


def main() -> None:
    settings = json.loads(sys.argv[1])
    sys.path[:0] = settings["project"]
    from examiner.student import walls

    if settings["uid"] is not None and os.getuid() == 0:
        walls.become(settings["uid"])
    if walls.same_addresses():
        os.execv(sys.executable, sys.orig_argv)
    sys.path.extend(settings["packages"])
    from examiner.student import wire

    control = socket.socket(fileno=0)
    if settings["walls"] == "nested" and not can_nest():
        control.send(wire.encode("no nesting"))
        return
    from examiner.student import worker  # noqa: F401 (to have it in memory)
    from examiner.student.shell import make_shell

    sys.argv[:] = [""]
    sys.path[:] = ["", *(folder for folder in sys.path if folder not in settings["project"])]
    site.sethelper()  # help() in a cell, although the interpreter was started without site
    shell = make_shell()
    settings["footprint"] = walls.address_space()
    requests, answers = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    read_bell, bell = os.pipe()
    gc.collect()
    gc.freeze()
    mould = os.fork()
    if mould == 0:
        requests.close()
        os.close(bell)
        be_mould(read_bell, answers, shell, settings)
    answers.close()
    control.send(wire.encode("warm"))
    Parent(control, requests, bell, mould, settings).serve()


class Parent:
    """Answers the examiner's requests; `running` is process id -> (pidfd, pipe for its status).

    An error in here, such as a mould that is gone, ends it: the examiner then starts another.
    """

    def __init__(
        self,
        control: socket.socket,
        requests: socket.socket,
        bell: int,
        mould: int,
        settings: dict[str, Any],
    ) -> None:
        self.control, self.requests, self.bell = control, requests, bell
        self.mould, self.settings = mould, settings
        self.running: dict[int, tuple[int, int]] = {}
        control.settimeout(0.2)  # how often memory is looked at

    def serve(self) -> None:
        from examiner.student import wire

        while True:
            try:
                body, descriptors, _, _ = socket.recv_fds(self.control, 2**16, 1)
            except TimeoutError:
                self.watch_memory()
                continue
            if not body:
                return self.end_all()
            operation, *arguments = wire.decode(body)
            do = self.start if operation == "start" else self.end
            reply = do(*arguments, *descriptors)
            for descriptor in descriptors:
                os.close(descriptor)
            self.control.send(wire.encode(reply))

    def start(self, limits: dict[str, int], descriptor: int) -> tuple:
        from examiner.student import wire

        read_status, write_status = os.pipe()
        socket.send_fds(self.requests, [wire.encode(limits)], [descriptor, write_status])
        os.close(write_status)
        os.write(self.bell, b"x")
        reply = wire.decode(self.requests.recv(2**16))
        if reply[0] == "started":
            self.running[reply[1]] = os.pidfd_open(reply[1]), read_status
        return reply

    def end(self, pid: int, seconds: float) -> tuple:
        pidfd, read_status = self.running.pop(pid)
        select.select([pidfd], [], [], seconds)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)
        gone = select.select([pidfd], [], [], 5.0)[0]
        status = os.read(read_status, 1) if gone else b""
        os.close(pidfd)
        os.close(read_status)
        if not gone:
            return "failed", "a student's process cannot be killed"
        return "ended", status[0] if status else 128 + signal.SIGKILL

    def end_all(self) -> None:
        for pid in list(self.running):
            self.end(pid, 0.0)

    def watch_memory(self) -> None:
        """Kill submissions whose processes together hold more memory than one of them may."""
        if self.settings["walls"] == "nested" and self.running:
            for pid, held in memory_held(self.mould).items():
                if held > self.settings["memory"]:
                    os.killpg(pid, signal.SIGKILL)


def memory_held(parent: int) -> Counter[int]:
    """Bytes that the processes below each child of `parent` hold beyond what they share with it."""
    above, held = {}, {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError), open(f"/proc/{name}/status") as file:
            lines = dict(line.split(":", 1) for line in file)
            above[int(name)] = int(lines["PPid"])
            kinds = (lines.get(kind, "0") for kind in ("RssAnon", "RssShmem", "VmSwap"))
            held[int(name)] = sum(int(kind.split()[0]) * 1024 for kind in kinds)
    total: Counter[int] = Counter()
    for process, size in held.items():
        top = process
        while above.get(top, parent) != parent:
            top = above[top]
        if top in above:
            total[top] += max(size - held[parent], 0)
    return total


def can_nest() -> bool:
    """Whether the kernel lets a process in here make namespaces and mount in them."""
    from examiner.student import walls

    pid = os.fork()
    if pid == 0:
        with contextlib.suppress(OSError):
            walls.enter_namespaces(2**20)
            walls.hide_proc()
            os._exit(0)
        os._exit(1)
    return os.waitpid(pid, 0)[1] == 0


def be_mould(bell: int, answers: socket.socket, shell: Shell, settings: dict[str, Any]) -> NoReturn:
    """Fork whenever the bell rings, and leave nothing in memory by it.

    Children are adopted and forgotten: what becomes of them is told through their status pipe.
    """
    from examiner.student import walls

    try:
        walls.adopt_orphans()
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        for _ in range(3):  # after the first fork, memory is a little different
            if not os.fork():
                os._exit(0)
        while os.read(bell, 1):
            if not os.fork():
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                enter(answers, shell, settings)
    finally:
        os._exit(0)


def enter(answers: socket.socket, shell: Shell, settings: dict[str, Any]) -> NoReturn:
    """Build the walls of one student, and answer with the id of the process that kills them all.

    With namespaces that is their process 1: this process enters them, its child is in them.
    """
    from examiner.student import walls, wire

    try:
        body, descriptors, _, _ = socket.recv_fds(answers, 2**16, 2)
        limits = wire.decode(body)
        limits["memory"] += settings["footprint"]
        if settings["walls"] == "nested":
            walls.enter_namespaces(limits["files"])
            process_1 = os.fork()
            if process_1 == 0:
                be_init(*descriptors, limits, shell, settings)
            answers.send(wire.encode(("started", process_1)))
        else:
            answers.send(wire.encode(("started", os.getpid())))
            be_init(*descriptors, limits, shell, settings)
    except Exception as error:
        why = f"a student's process could not be walled in: {error}"
        answers.send(wire.encode(("failed", why)))
    finally:
        os._exit(0)


def be_init(
    descriptor: int,
    status_pipe: int,
    limits: dict[str, int],
    shell: Shell,
    settings: dict[str, Any],
) -> NoReturn:
    """Process 1 of the namespaces: wait for all that end in there, and end with the student's.

    Nothing in the namespaces can kill it, and with it ends everything in them.
    """
    from examiner.student import walls

    try:
        os.setsid()
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        student = os.fork()
        if student == 0:
            be_student(descriptor, limits, shell, settings)
        os.dup2(status_pipe, 0)
        os.closerange(1, 2**16)
        walls.drop_capabilities()
        while True:
            pid, status = os.waitpid(-1, 0)
            if pid == student:
                code = os.waitstatus_to_exitcode(status)
                os.write(0, bytes([code if code >= 0 else 128 - code]))
                break
    finally:
        os._exit(0)


def be_student(
    descriptor: int, limits: dict[str, int], shell: Shell, settings: dict[str, Any]
) -> NoReturn:
    """Finish the walls, then run the student's code until the examiner hangs up."""
    from examiner.student import walls, wire, worker

    status = 255
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        sock = socket.socket(fileno=os.dup2(descriptor, 3))
        os.closerange(4, 2**16)
        os.dup2(os.open(os.devnull, os.O_RDWR), 0)
        try:
            folder = walls.HOME
            if settings["walls"] == "none":
                folder = tempfile.mkdtemp(dir=settings["folder"])
            os.chdir(folder)
            student = worker.Worker(shell, sock, limits["message"])
            limit_resources(limits, settings["walls"])
        except OSError as error:
            wire.Channel(sock).send(0, wire.encode(("failed", str(error))))
        else:
            student.serve()
            status = 0
    finally:
        os._exit(status)


def limit_resources(limits: dict[str, int], kind: str) -> None:
    from examiner.student import walls

    values = {
        resource.RLIMIT_AS: limits["memory"],
        resource.RLIMIT_FSIZE: limits["files"],
        resource.RLIMIT_NOFILE: limits["open_files"],
        resource.RLIMIT_CPU: limits["processor_seconds"],
        resource.RLIMIT_CORE: 0,
    }
    if kind != "none":  # without namespaces, all of a user's processes count
        values[resource.RLIMIT_NPROC] = limits["processes"]
    for name, value in values.items():
        resource.setrlimit(name, (value, value))
    if kind == "nested":
        with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:
            file.write("1000")  # where the machine runs out of memory, this goes first
        walls.hide_proc()
    if kind != "none":
        walls.drop_capabilities()
        walls.refuse_system_calls()


if __name__ == "__main__":
    main()
