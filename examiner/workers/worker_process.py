"""The main program of a worker process (`worker` is the coordinator's side of it)."""

from __future__ import annotations

import resource
import sys
import traceback
from contextlib import suppress
from multiprocessing.connection import Connection
from resource import RLIMIT_AS

from ..grading.grade import grade
from ..student import Sandbox, SandboxUnavailable
from ..student.cgroups import Cgroups, NoCgroups, delegated
from ..student.inside.limits import address_space, at_most


def serve(connection: Connection) -> None:
    """Start a sandbox by the settings that come first, then grade and make pages as asked, until
    the coordinator hangs up."""
    settings, request = connection.recv(), ("start",)

    def reply(kind: str, content: bytes) -> None:
        connection.send_bytes(kind.encode() + b"\n" + content)

    def at(place: int) -> None:
        reply("at", b"%d" % place)

    cgroups, without = None, "no process can enter one"
    try:
        cgroups = Cgroups(delegated())
    except NoCgroups as error:
        without = str(error)
    with Sandbox(settings.limits, settings.trusted, cgroups) as sandbox:
        while True:
            operation, *arguments = request
            try:
                if operation == "start":
                    sandbox.start()
                    made = b"" if sandbox.cgroups else without.encode()
                else:
                    limit_memory(settings.memory)
                    if operation == "grade":
                        *about, until = arguments
                        made = grade(*about, sandbox, until=until, at=at).to_bytes()
                    else:
                        made = page(operation, *arguments)
                reply("done", made)
            except SandboxUnavailable as error:
                reply("no sandbox", str(error).encode())
            except Exception:
                reply("failed", traceback.format_exc().encode("utf-8", "replace"))
            request = connection.recv()


def page(operation: str, notebook: bytes, about: tuple, plain: bool) -> bytes:
    """A page of a graded notebook, by one of the makers of pages."""
    from ..pages import feedback  # slow to import, and not needed to grade

    return getattr(feedback, operation)(notebook, *about, plain=plain).encode("utf-8", "replace")


def limit_memory(extra: int) -> None:
    """Let this process take `extra` bytes of address space more than it has now.

    Only the soft limit: what it starts, the sandbox above all, sets limits of its own.
    """
    limit = at_most(address_space() + extra, RLIMIT_AS)
    resource.setrlimit(RLIMIT_AS, (limit, resource.getrlimit(RLIMIT_AS)[1]))


def main() -> None:
    """The main program; its argument is the descriptor of its connection."""
    with suppress(EOFError, ConnectionError):  # the coordinator is gone
        serve(Connection(int(sys.argv[1])))
