"""From the command line to a supervisor that serves: become nobody, import, fork the fork server.

The control socket is standard input. What is sent first is READY, NO_NESTING, or ("failed", why).
"""

from __future__ import annotations

import gc
import json
import os
import site
import socket
import sys

from . import isolation, seccomp
from .isolation import Isolation, SandboxSettings


def main() -> None:
    """The supervisor's main program."""
    values = json.loads(sys.argv[1])
    settings = SandboxSettings(**values | {"isolation": Isolation(values["isolation"])})
    if settings.uid is not None and os.getuid() == 0:
        isolation.become(settings.uid)
    if isolation.same_addresses():
        os.execv(sys.executable, sys.orig_argv)
    sys.path.pop(0)  # this folder's parent
    sys.path.extend(settings.packages)
    from . import wire

    control = socket.socket(fileno=0)
    if settings.isolation is not Isolation.NONE:
        try:
            seccomp.this_machine()
        except seccomp.UnknownMachine as error:
            control.send(wire.encode(("failed", str(error))))
            return
    if settings.isolation is Isolation.NESTED and not isolation.can_nest():
        control.send(wire.encode(isolation.NO_NESTING))
        return
    from . import fork_server
    from .limits import address_space
    from .shell import make_shell
    from .supervisor import Supervisor

    sys.argv[:] = [""]
    sys.path.insert(0, "")
    site.sethelper()  # help() in a cell, although the interpreter was started without site
    shell = make_shell()
    footprint = address_space()
    requests, answers = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    read_bell, bell = os.pipe()
    gc.collect()
    gc.freeze()
    isolation.adopt_orphans()
    pid = os.fork()
    if pid == 0:
        requests.close()
        os.close(bell)
        fork_server.ForkServer(answers, shell, settings, footprint).serve(read_bell)
    answers.close()
    control.send(wire.encode(isolation.READY))
    Supervisor(control, requests, bell, pid, settings).serve()
