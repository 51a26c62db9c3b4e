"""The main program of a worker process (`worker` has the coordinator's side)."""

from __future__ import annotations

import gc
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

FULL_COLLECTIONS = 100  # collections of younger objects from one full collection to the next


def serve(connection: Connection) -> None:
    """Start a sandbox, then answer requests until the coordinator closes the connection.

    A reply is one line with its kind, then its content:

    - "at": the index of the code cell that is about to run
    - "done": the result
    - "failed": a traceback
    - "no sandbox": the reason

    Args:
        connection: Brings the settings first, then requests: an operation and its arguments.
    """
    settings = connection.recv()
    request: tuple = ("start",)

    def reply(kind: str, content: bytes) -> None:
        connection.send_bytes(kind.encode() + b"\n" + content)

    cgroups, no_cgroups_reason = None, "no process can enter one"
    try:
        cgroups = Cgroups(delegated_cgroup())
    except NoCgroups as error:
        no_cgroups_reason = str(error)
    with Sandbox(settings.limits, settings.trusted, cgroups) as sandbox:
        while True:
            operation, *arguments = request
            try:
                if operation != "start":
                    # A soft limit, because the sandbox that this process starts sets its own.
                    limit = at_most(address_space() + settings.memory, RLIMIT_AS)
                    resource.setrlimit(RLIMIT_AS, (limit, resource.getrlimit(RLIMIT_AS)[1]))
                if operation == "start":
                    sandbox.start()
                    # A worker keeps hundreds of thousands of objects: modules, and mutants of wrong
                    # answers. A full collection goes through all of them.
                    gc.set_threshold(*gc.get_threshold()[:2], FULL_COLLECTIONS)
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
                    from ..pages import feedback, formgrader  # slow, and grading doesn't need them

                    page_makers: dict[str, Callable[..., str]] = {
                        "feedback_page": feedback.feedback_page,
                        "answer_part": feedback.answer_part,
                        "formgrader_page": formgrader.formgrader_page,
                    }
                    notebook, about, plain = arguments
                    page = page_makers[operation](notebook, *about, plain=plain)
                    result = page.encode("utf-8", "replace")
                reply("done", result)
            except SandboxUnavailable as error:
                reply("no sandbox", str(error).encode())
            except Exception:
                reply("failed", traceback.format_exc().encode("utf-8", "replace"))
            request = connection.recv()


def main() -> None:
    """Run a worker process; its argument is the file descriptor of the connection."""
    with suppress(EOFError, ConnectionError):  # the coordinator has ended
        serve(Connection(int(sys.argv[1])))
