"""What runs in the worker process (`worker` is the coordinator's side of it)."""

from __future__ import annotations

import resource
import sys
import traceback
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..grading.grade import grade
from ..grading.master import Master
from ..grading.submission import Submission
from ..student import Sandbox, SandboxUnavailable
from ..student.cgroups import Cgroups, NoCgroups, delegated

if TYPE_CHECKING:
    from ..pages.feedback import Marks


def serve(connection: Connection) -> None:
    """Grade what arrives, until the coordinator hangs up."""
    settings = connection.recv()

    def reply(kind: str, content: bytes) -> None:
        connection.send_bytes(kind.encode() + b"\n" + content)

    cgroups, without = None, ""
    try:
        cgroups = Cgroups(delegated())
    except NoCgroups as error:
        without = str(error)
    with Sandbox(settings.limits, settings.trusted, cgroups) as sandbox:
        try:
            sandbox.start()
        except SandboxUnavailable as error:
            reply("no sandbox", str(error).encode())
            return
        worker = Operations(sandbox, lambda place: reply("at", str(place).encode()))
        if cgroups and not sandbox.cgroups:
            without = "no process can enter one"
        reply("ready", without.encode())
        while True:
            try:
                operation, *arguments = connection.recv()
            except EOFError:
                return
            limit_memory(settings.memory)
            try:
                reply("done", getattr(worker, operation)(*arguments))
            except SandboxUnavailable as error:
                reply("no sandbox", str(error).encode())
            except Exception:
                reply("failed", traceback.format_exc().encode("utf-8", "replace"))


class Operations:
    """What a worker can be asked for; each gives the bytes of its reply."""

    def __init__(self, sandbox: Sandbox, at: Callable[[int], None]) -> None:
        self._sandbox, self._at = sandbox, at

    def grade(
        self,
        submission: Submission,
        master: Master,
        only: Collection[str] | None,
        until: int | None,
    ) -> bytes:
        graded = grade(submission, master, self._sandbox, only=only, until=until, at=self._at)
        return graded.to_bytes()

    def feedback_page(self, notebook: bytes, marks: Marks, plain: bool) -> bytes:
        from ..pages.feedback import feedback_page  # slow to import, and not needed to grade

        return feedback_page(notebook, marks, plain=plain).encode("utf-8", "replace")

    def answer_part(self, notebook: bytes, about: tuple[str, str], plain: bool) -> bytes:
        from ..pages.feedback import answer_part

        return answer_part(notebook, *about, plain=plain).encode("utf-8", "replace")

    def formgrader_page(self, notebook: bytes, about: Mapping[str, Any], plain: bool) -> bytes:
        from ..pages.feedback import formgrader_page

        return formgrader_page(notebook, about, plain=plain).encode("utf-8", "replace")


def limit_memory(extra: int) -> None:
    """Let this process take `extra` bytes of address space more than it has now.

    Only the soft limit: what it starts, the sandbox above all, sets limits of its own.
    """
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + extra, hard))


def main() -> None:
    """What the worker process runs; its argument is the descriptor of its connection."""
    with suppress(EOFError, ConnectionError):  # the coordinator is gone
        serve(Connection(int(sys.argv[1])))
