"""The script that the host starts: become nobody, import, fork the fork server, be its supervisor.

The control socket is standard input. What is sent first is ("ready",), or ("failed", why, what to
do). On the command line stand, as JSON,

    limits      of each student, as `Limits` has them
    packages    folders that numpy, IPython and the rest are in
    uid         who to become, where the supervisor is started as root; else None
    trusted_in  where working folders are made of submissions that are trusted like one's own code:
                their processes have limits and no isolation; "" for the others
"""

from __future__ import annotations

import gc
import json
import os
import site
import socket
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
__package__ = "inside"  # what it is called where only this folder is shown (see PEP 366)

from . import isolation, libc


def main() -> None:
    settings = json.loads(sys.argv[1])
    uid, trusted_in = settings["uid"], settings["trusted_in"]
    if uid is not None and os.getuid() == 0:
        # RLIMIT_NPROC doesn't bind root, and files of root stay closed to others.
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
    # Turn address randomisation off, by executing this again; not where it is off, or can't be.
    persona = libc.LIBC.personality(libc.PERSONALITY_ASK)
    wanted = persona | libc.ADDR_NO_RANDOMIZE
    if persona not in (-1, wanted) and libc.LIBC.personality(wanted) != -1:
        os.execv(sys.executable, sys.orig_argv)
    sys.path.pop(0)  # this folder's parent
    sys.path.extend(settings["packages"])
    from . import wire

    control = socket.socket(fileno=0)
    if not trusted_in and (refused := isolation.refused()):
        control.send(wire.encode(("failed", *refused)))
        return
    from .fork_server import ForkServer
    from .limits import RLIMIT_AS, Limits, address_space, at_most
    from .shell import make_shell
    from .supervisor import Supervisor

    sys.argv[:] = [""]
    sys.path.insert(0, "")
    site.sethelper()  # help() in a cell, although the interpreter was started without site
    shell = make_shell()
    limits, footprint = Limits(**settings["limits"]), address_space()
    if (wanted := footprint + limits.memory) > at_most(wanted, RLIMIT_AS):
        why = f"the address space of a process is limited to less than the {wanted >> 20} MiB that"
        repair = "raise that limit (ulimit -v), or lower c.Examine.memory"
        control.send(wire.encode(("failed", f"{why} a student's may need.", repair)))
        return
    requests, answers = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    read_bell, bell = os.pipe()
    gc.collect()
    gc.freeze()
    isolation.adopt_orphans()
    pid = os.fork()
    if pid == 0:
        requests.close()
        os.close(bell)
        ForkServer(answers, shell, limits, footprint, trusted_in).serve(read_bell)
    answers.close()
    control.send(wire.encode(("ready",)))
    Supervisor(control, requests, bell, pid, limits.memory).serve()


if __name__ == "__main__":
    main()
