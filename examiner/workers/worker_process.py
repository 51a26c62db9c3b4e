"""The main program of a worker process (`worker` has the coordinator's side)."""

from __future__ import annotations

import resource
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from resource import RLIMIT_AS

from ..grading.grade import grade
from ..startup import load_when_used
from ..student import Sandbox, SandboxUnavailable
from ..student.cgroups import Cgroups, NoCgroups, delegated_cgroup
from ..student.inside.limits import address_space, at_most
from ..student.sandbox import Host


def serve(connection: Connection, *, loads_sandbox: bool = False) -> None:
    """Start a sandbox, then answer requests until the coordinator closes the connection.

    A reply is one line with its kind, then its content:

    - "at": the index of the code cell that is about to run
    - "done": the result
    - "failed": a traceback
    - "no sandbox": the reason

    Args:
        connection: Brings first the settings, and whether the process grades; then requests: an
            operation and its arguments.
        loads_sandbox: Whether the sandbox begins to load before the settings arrive.
    """
    cgroups, no_cgroups_reason = None, "no process can enter one"
    try:
        cgroups = Cgroups(delegated_cgroup())
    except NoCgroups as error:
        no_cgroups_reason = str(error)
    host = None
    with suppress(SandboxUnavailable):  # the sandbox tries again, and then says why it can't start
        host = Host() if loads_sandbox else None
    settings, grades = connection.recv()
    request: tuple = ("start",)

    def reply(kind: str, content: bytes) -> None:
        connection.send_bytes(kind.encode() + b"\n" + content)

    with Sandbox(settings.limits, settings.trusted, cgroups, host) as sandbox:
        while True:
            operation, *arguments = request
            try:
                if operation != "start":
                    # A soft limit, because the sandbox that this process starts sets its own.
                    limit = at_most(address_space() + settings.memory, RLIMIT_AS)
                    resource.setrlimit(RLIMIT_AS, (limit, resource.getrlimit(RLIMIT_AS)[1]))
                if operation == "start":
                    if grades:
                        sandbox.start()
                    result = b"" if sandbox.cgroups else no_cgroups_reason.encode()
                elif operation == "grade":
                    submission, reference, stop_at = arguments
                    result = grade(
                        submission,
                        reference,
                        sandbox,
                        stop_at=stop_at,
                        on_cell=lambda place: reply("at", b"%d" % place),
                    ).to_bytes()
                else:
                    notebook, about, plain = arguments
                    page = _page_maker(operation)(notebook, *about, plain=plain)
                    result = page.encode("utf-8", "replace")
                reply("done", result)
            except SandboxUnavailable as error:
                reply("no sandbox", str(error).encode())
            except Exception:
                reply("failed", traceback.format_exc().encode("utf-8", "replace"))
            request = connection.recv()


def _page_maker(operation: str) -> Callable[..., str]:
    """Return the function that makes a page. Its module loads slowly, and grading needs none."""
    if operation == "formgrader_page":
        from ..pages.formgrader import formgrader_page

        return formgrader_page
    from ..pages import feedback

    makers: dict[str, Callable[..., str]] = {
        "feedback_page": feedback.feedback_page,
        "answer_part": feedback.answer_part,
    }
    return makers[operation]


def main() -> None:
    """Run a worker process.

    Its arguments are the file descriptor of the connection and, for `Worker.load`, any second one.
    """
    load_when_used("matplotlib", "matplotlib.pyplot")  # given code draws nothing here
    with suppress(EOFError, ConnectionError):  # the coordinator has ended
        serve(Connection(int(sys.argv[1])), loads_sandbox=len(sys.argv) > 2)
