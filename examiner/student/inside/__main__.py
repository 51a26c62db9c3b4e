"""The script that the host starts: it gives up root, forks the fork server, and supervises it.

The control socket is standard input. The host first sends the fields of `Limits` for each student,
while the script already loads packages. The script sends ("ready",) or ("failed", reason, remedy).
Its argument is a JSON object:

    packages    the folders that contain numpy, IPython and the other packages
    fonts       the folder that contains matplotlib's list of fonts
    uid         the user id to switch to if the script is started as root, else null
    trusted_in  the folder for the working folders of trusted submissions, whose processes have
                limits but no isolation; "" for untrusted submissions
"""

from __future__ import annotations

import gc
import json
import os
import site
import socket
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
__package__ = "inside"  # its name in the sandbox (see PEP 366)

from . import isolation, libc


def main() -> None:
    settings = json.loads(sys.argv[1])
    uid, trusted_in = settings["uid"], settings["trusted_in"]
    if uid is not None and os.getuid() == 0:
        # RLIMIT_NPROC doesn't bind root, and an ordinary user can't read root's files.
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
    # Turn address randomisation off, which takes effect when this script is executed again.
    persona = libc.LIBC.personality(libc.PERSONALITY_ASK)
    required = persona | libc.ADDR_NO_RANDOMIZE
    if persona not in (-1, required) and libc.LIBC.personality(required) != -1:
        os.execv(sys.executable, sys.orig_argv)
    sys.path.pop(0)  # this folder's parent
    sys.path.extend(settings["packages"])
    from . import wire

    gc.disable()  # it finds almost nothing while packages load, and takes a seventh of the time
    control = socket.socket(fileno=0)
    if not trusted_in and (problem := isolation.isolation_problem()):
        control.send(wire.encode(("failed", *problem)))
        return
    from .fork_server import ForkServer
    from .limits import RLIMIT_AS, Limits, address_space, at_most
    from .shell import make_shell
    from .supervisor import Supervisor

    sys.argv[:] = [""]
    sys.path.insert(0, "")
    site.sethelper()  # help() in a cell, although the interpreter was started without site
    shell = make_shell(settings["fonts"])
    limits, footprint = Limits(**wire.decode(control.recv(2**16))), address_space()
    if (required := footprint + limits.memory) > at_most(required, RLIMIT_AS):
        need = f"a student's process may need {required >> 20} MiB of address space"
        repair = "raise that limit (ulimit -v), or lower c.Examine.memory"
        control.send(wire.encode(("failed", f"{need}, but the limit is lower.", repair)))
        return
    requests, answers = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    wakeup_reader, wakeup_writer = os.pipe()
    gc.collect()
    gc.freeze()
    gc.enable()
    isolation.adopt_orphans()
    pid = os.fork()
    if pid == 0:
        requests.close()
        os.close(wakeup_writer)
        ForkServer(answers, shell, limits, footprint, trusted_in).serve(wakeup_reader)
    answers.close()
    control.send(wire.encode(("ready",)))
    isolated = not trusted_in
    Supervisor(control, requests, wakeup_writer, pid, limits.memory, isolated).serve()


if __name__ == "__main__":
    main()
