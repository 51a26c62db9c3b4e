"""The script that the host starts: become nobody, import, fork the fork server, be its supervisor.

Settings are JSON on the command line; the control socket is standard input. What is sent first is
("ready",), or ("failed", why, what to do).
"""

from __future__ import annotations

import gc
import json
import os
import site
import socket
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from inside import isolation


def main() -> None:
    settings = isolation.SandboxSettings(**json.loads(sys.argv[1]))
    if settings.uid is not None and os.getuid() == 0:
        isolation.become(settings.uid)
    if isolation.same_addresses():
        os.execv(sys.executable, sys.orig_argv)
    sys.path.pop(0)  # this folder's parent
    sys.path.extend(settings.packages)
    from inside import wire

    control = socket.socket(fileno=0)
    if not settings.trusted_in and (refused := isolation.refused()):
        control.send(wire.encode(("failed", *refused)))
        return
    from inside.fork_server import ForkServer
    from inside.limits import RLIMIT_AS, address_space, at_most
    from inside.shell import make_shell
    from inside.supervisor import Supervisor

    sys.argv[:] = [""]
    sys.path.insert(0, "")
    site.sethelper()  # help() in a cell, although the interpreter was started without site
    shell = make_shell()
    footprint = address_space()
    if (wanted := footprint + settings.limits["memory"]) > at_most(wanted, RLIMIT_AS):
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
        ForkServer(answers, shell, settings, footprint).serve(read_bell)
    answers.close()
    control.send(wire.encode(("ready",)))
    Supervisor(control, requests, bell, pid, settings.limits["memory"]).serve()


if __name__ == "__main__":
    main()
