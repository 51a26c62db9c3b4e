"""The main program of a worker process (`worker` is the coordinator's side of it)."""

from __future__ import annotations

import resource
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from resource import RLIMIT_AS

from ..grading.grade import grade
from ..student import Sandbox, SandboxUnavailable
from ..student.cgroups import Cgroups, NoCgroups, delegated_cgroup
from ..student.inside.limits import address_space, at_most


def serve(connection: Connection) -> None:
    """Start a sandbox by the settings that come first, then grade and make pages as asked, until
    the coordinator hangs up."""
    settings = connection.recv()
    request: tuple = ("start",)

    def reply(kind: str, content: bytes) -> None:
        connection.send_bytes(kind.encode() + b"\n" + content)

    cgroups, without = None, "no process can enter one"
    try:
        cgroups = Cgroups(delegated_cgroup())
    except NoCgroups as error:
        without = str(error)
    with Sandbox(settings.limits, settings.trusted, cgroups) as sandbox:
        while True:
            operation, *arguments = request
            try:
                if operation != "start":
                    # So much more address space than it has now, by a soft limit: what it starts,
                    # the sandbox above all, sets limits of its own.
                    limit = at_most(address_space() + settings.memory, RLIMIT_AS)
                    resource.setrlimit(RLIMIT_AS, (limit, resource.getrlimit(RLIMIT_AS)[1]))
                if operation == "start":
                    sandbox.start()
                    made = b"" if sandbox.cgroups else without.encode()
                elif operation == "grade":
                    submission, reference, until = arguments
                    at = {"until": until, "at": lambda place: reply("at", b"%d" % place)}
                    made = grade(submission, reference, sandbox, **at).to_bytes()
                else:
                    from ..pages import feedback, formgrader  # slow, and not needed to grade

                    made_by: dict[str, Callable[..., str]] = {
                        "feedback_page": feedback.feedback_page,
                        "answer_part": feedback.answer_part,
                        "formgrader_page": formgrader.formgrader_page,
                    }
                    notebook, about, plain = arguments
                    page = made_by[operation](notebook, *about, plain=plain)
                    made = page.encode("utf-8", "replace")
                reply("done", made)
            except SandboxUnavailable as error:
                reply("no sandbox", str(error).encode())
            except Exception:
                reply("failed", traceback.format_exc().encode("utf-8", "replace"))
            request = connection.recv()


def main() -> None:
    """The main program; its argument is the descriptor of its connection."""
    with suppress(EOFError, ConnectionError):  # the coordinator is gone
        serve(Connection(int(sys.argv[1])))
