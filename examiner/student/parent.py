"""The warm parent: started once in the sandbox, forks a process for each submission.

    python parent.py SETTINGS    (JSON; the control socket is standard input)

It runs no student code and keeps nothing between submissions: every student's process is forked
from the same memory, so that one can't influence the next and two gradings come out the same.
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
import time
from collections import Counter
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from examiner.student.worker import Shell


def main() -> None:
    settings = json.loads(sys.argv[1])
    sys.path[:0] = settings["project"]
    from examiner.student import walls

    if settings["uid"] is not None and os.getuid() == 0:
        walls.become(settings["uid"])
    if walls.same_addresses():
        os.execv(sys.executable, sys.orig_argv)
    nested = settings["walls"] == "nested"
    sys.path.extend(settings["packages"])
    from examiner.student import wire

    control = socket.socket(fileno=0)
    if nested and not can_nest():
        control.send(wire.encode("no nesting"))
        return
    from examiner.student import worker

    walls.adopt_orphans()
    sys.argv[:] = [""]
    sys.path[:] = ["", *(folder for folder in sys.path if folder not in settings["project"])]
    site.sethelper()  # help() in a cell, although the interpreter was started without site
    shell = worker.make_shell()
    footprint = worker.address_space()
    gc.collect()
    gc.freeze()
    if nested and os.fork() == 0:
        watch_memory(settings["memory"])
    control.send(wire.encode("warm"))
    serve(control, shell, settings, footprint)


def serve(control: socket.socket, shell: Shell, settings: dict[str, Any], footprint: int) -> None:
    """Answer requests until the examiner closes the control socket."""
    from examiner.student import wire

    nested = settings["walls"] == "nested"
    while True:
        body, descriptors, _, _ = socket.recv_fds(control, 2**16, 1)
        if not body:
            return
        operation, *arguments = wire.decode(body)
        try:
            if operation == "start":
                limits = {**arguments[0], "memory": arguments[0]["memory"] + footprint}
                run = (shell, descriptors[0], limits, settings)
                reply: tuple[Any, ...] = ("started", fork_nested(*run) if nested else fork(*run))
            else:
                reply = ("ended", end(*arguments, nested))
        except OSError as error:
            reply = ("failed", str(error))
        for descriptor in descriptors:
            os.close(descriptor)
        control.send(wire.encode(reply))


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


def fork(shell: Shell, descriptor: int, limits: dict[str, int], settings: dict[str, Any]) -> int:
    """A student's process without namespaces of its own; its id is also its process group."""
    pid = os.fork()
    if pid == 0:
        be_student(shell, descriptor, limits, settings)
    return pid


def fork_nested(
    shell: Shell, descriptor: int, limits: dict[str, int], settings: dict[str, Any]
) -> int:
    """A student's process in namespaces of its own; returns the id of their process 1.

    Three forks: one enters the namespaces and goes, its child is their process 1, and the child of
    that one is the student's. Process 1 can't be killed from inside, and takes all with it.
    """
    from examiner.student import walls

    read_end, write_end = os.pipe()
    entering = os.fork()
    if entering == 0:
        try:
            walls.enter_namespaces(limits["files"])
            process_1 = os.fork()
            if process_1 == 0:
                signal.signal(signal.SIGINT, signal.SIG_DFL)
                pid = fork(shell, descriptor, limits, settings)
                be_init(pid)
            os.write(write_end, b"%d" % process_1)
        except OSError as error:
            os.write(write_end, str(error).encode())
        finally:
            os._exit(0)
    os.close(write_end)
    answer = os.read(read_end, 4096).decode()
    os.close(read_end)
    os.waitpid(entering, 0)
    if not answer.isdigit():
        raise OSError(f"a student's process could not be walled in: {answer}")
    return int(answer)


def watch_memory(limit: int) -> NoReturn:
    """Kill submissions whose processes together hold more than `limit` bytes of memory.

    A process of its own, beside the parent, so that what it does leaves no trace there.
    """
    try:
        while os.getppid() != 1:
            time.sleep(0.2)
            for process_1, held in memory_held(os.getppid()).items():
                if held > limit:
                    os.kill(process_1, signal.SIGKILL)
    finally:
        os._exit(0)


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


def be_init(student: int) -> NoReturn:
    """Process 1: wait for everything, and end as the student's process does."""
    from examiner.student import walls

    try:
        os.closerange(0, 2**16)
        walls.drop_capabilities()
        while True:
            pid, status = os.waitpid(-1, 0)
            if pid == student:
                os._exit(exit_status(status))
    finally:
        os._exit(255)


def be_student(
    shell: Shell, descriptor: int, limits: dict[str, int], settings: dict[str, Any]
) -> NoReturn:
    """Finish the walls, then run the student's code until the examiner hangs up."""
    from examiner.student import walls, wire, worker

    status = 255
    try:
        os.setsid()
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
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
            limit_resources(limits, settings)
        except OSError as error:
            wire.Channel(sock).send(0, wire.encode(("failed", str(error))))
        else:
            student.serve()
            status = 0
    finally:
        os._exit(status)


def limit_resources(limits: dict[str, int], settings: dict[str, Any]) -> None:
    from examiner.student import walls

    values = {
        resource.RLIMIT_AS: limits["memory"],
        resource.RLIMIT_FSIZE: limits["files"],
        resource.RLIMIT_NOFILE: limits["open_files"],
        resource.RLIMIT_CPU: limits["processor_seconds"],
        resource.RLIMIT_CORE: 0,
    }
    if settings["walls"] != "none":  # without namespaces, all of a user's processes count
        values[resource.RLIMIT_NPROC] = limits["processes"]
    for name, value in values.items():
        resource.setrlimit(name, (value, value))
    if settings["walls"] == "nested":
        with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:
            file.write("1000")  # where the machine runs out of memory, this goes first
        walls.hide_proc()
    if settings["walls"] != "none":
        walls.drop_capabilities()
        walls.refuse_system_calls()


def end(pid: int, seconds: float, nested: bool) -> int:
    """Wait for a student's process, kill it and all its descendants; returns its exit status."""
    descriptor = os.pidfd_open(pid)
    select.select([descriptor], [], [], seconds)
    os.close(descriptor)
    if nested:
        os.kill(pid, signal.SIGKILL)
    else:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)
    return exit_status(os.waitpid(pid, 0)[1])


def exit_status(status: int) -> int:
    code = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code


if __name__ == "__main__":
    main()
