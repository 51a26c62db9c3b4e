"""The worker process: grades submissions and makes pages within limits of memory and time.

Tests, checks and solutions run in it, and whatever they are made to choke on. The coordinator,
which holds the course folder and the grade book, hands it bytes and gets a graded notebook back.
Where it fails or ends, the same submission is graded up to that cell and the rest left to a person;
the next submission is not touched by it.
"""

from __future__ import annotations

import os
import resource
import signal
import socket
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..student import Limits, Sandbox, SandboxUnavailable
from .grade import Graded, grade, not_graded
from .master import Master
from .submission import Submission

if TYPE_CHECKING:
    from .feedback import Marks

PROJECT = Path(__file__).resolve().parents[2]
START = """
from examiner.startup import skip_slow_imports
skip_slow_imports()
from examiner.grading.worker import main
main()
"""
# What of the coordinator's environment a worker has: it is in no course folder.
ENVIRONMENT = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "LD_LIBRARY_PATH")
MAX_TRIES = 3  # at one submission; the last only puts its notebook together, and runs nothing
CLOSE_SECONDS = 2.0
START_SECONDS = 120.0  # for Python, its packages and the sandbox
MAX_REPLY = 256 * 2**20  # bytes of a graded notebook


@dataclass(frozen=True)
class Settings:
    """How a worker grades.

    limits: what a student's process may use. trusted: no sandbox.
    memory: bytes of address space that the worker may take for one submission, beyond what it has.
    seconds: for one submission, student code and marking together.
    """

    limits: Limits = field(default_factory=Limits)
    trusted: bool = False
    memory: int = 4 * 2**30
    seconds: float = 180.0


class CannotGrade(RuntimeError):
    """No submission can be graded on this machine; the message says why and what to do."""


class WorkerEnded(Exception):
    """The worker failed at a submission, or its process is gone.

    place: the place of the cell that it was at, None where at none. killed: somebody outside ended
    it, or the kernel for want of memory.
    """

    def __init__(self, why: str, place: int | None, *, killed: bool = False) -> None:
        super().__init__(why)
        self.place, self.killed = place, killed


class Worker:
    """The coordinator's side of one worker process, which starts when it is first needed."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        self._process: subprocess.Popen | None = None
        self._connection: Connection | None = None
        self._stopped = False
        self._lock = threading.Lock()  # formgrader's server may be asked twice at a time

    def grade(
        self, submission: Submission, master: Master, only: Collection[str] | None = None
    ) -> Graded:
        """`grade` in the worker process. Raises CannotGrade."""
        until, why, left, killed = None, "", MAX_TRIES, False
        while left:
            try:
                reply = self._ask("grade", submission, master, only, until if left > 1 else 0)
            except WorkerEnded as ended:
                if ended.killed and not killed:
                    killed = True  # which need not be the submission's doing: once more, all of it
                    continue
                until, why, left = ended.place, str(ended), left - 1
            else:
                graded = Graded.from_bytes(reply)
                return graded.with_remark(why) if why else graded
        return not_graded(master, why)

    def feedback_page(self, notebook: bytes, marks: Marks) -> tuple[str, str]:
        """`feedback_page` in the worker process, and "".

        Where it can't be made: a page without the notebook, and why. Raises CannotGrade.
        """
        try:
            return self._ask("feedback_page", notebook, marks).decode(), ""
        except WorkerEnded as ended:
            from .feedback import page_without_notebook

            return page_without_notebook(marks, "making the page took too much"), str(ended)

    def start(self) -> None:
        """Start the process, unless it is running. Raises CannotGrade."""
        with self._lock:
            self._be_started()

    def stop(self) -> None:
        """End the process at once, whatever another thread waits for, and start no other."""
        self._stopped = True
        if (process := self._process) is not None:
            process.kill()

    def close(self) -> None:
        """End the process, and with it its sandbox."""
        if self._process is not None:
            self._connection.close()  # it ends by itself, and cleans up, unless it is busy
            try:
                self._process.wait(CLOSE_SECONDS)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = self._connection = None

    def _ask(self, *request: Any) -> bytes:
        """The reply to a request. Raises WorkerEnded."""
        with self._lock:
            self._be_started()
            deadline = time.monotonic() + self.settings.seconds
            place = None
            try:
                self._connection.send(request)
                while True:
                    kind, content = self._receive(deadline)
                    match kind:
                        case b"at":
                            place = int(content)
                        case b"done":
                            return content
                        case b"no sandbox":
                            raise CannotGrade(content.decode())
                        case _:
                            raise WorkerEnded(f"the examiner failed: {content.decode()}", place)
            except TimeoutError:
                self.close()
                why = f"it took longer than {self.settings.seconds:g} s"
                raise WorkerEnded(why, place) from None
            except (EOFError, OSError) as error:  # OSError: a reply that is too large, as well
                process = self._process
                self.close()
                why = f"the worker process ended (status {process.returncode}; {error})"
                killed = process.returncode == -signal.SIGKILL
                raise WorkerEnded(why, place, killed=killed) from None

    def _receive(self, deadline: float) -> tuple[bytes, bytes]:
        if not self._connection.poll(max(deadline - time.monotonic(), 0.0)):
            raise TimeoutError
        kind, _, content = self._connection.recv_bytes(MAX_REPLY).partition(b"\n")
        return kind, content

    def _be_started(self) -> None:
        if self._stopped:
            raise CannotGrade("grading was stopped")
        if self._process is not None and self._process.poll() is not None:
            self.close()  # it was ended while nothing was asked of it
        if self._process is None:
            self._start()

    def _start(self) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-c", START, str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                env={name: os.environ[name] for name in ENVIRONMENT if name in os.environ}
                | {"PYTHONPATH": str(PROJECT), "OPENBLAS_NUM_THREADS": "1"},
                stdin=subprocess.DEVNULL,
                cwd="/",
                process_group=0,  # Ctrl-C is for the coordinator
            )
        self._connection = Connection(ours.detach())
        self._connection.send(self.settings)
        try:
            kind, content = self._receive(time.monotonic() + START_SECONDS)
        except (TimeoutError, EOFError, OSError):
            kind, content = b"", b"the grading process did not start: run `make setup`"
        if kind != b"ready":
            self.close()
            raise CannotGrade(content.decode())


def serve(connection: Connection) -> None:
    """Grade what arrives, until the coordinator hangs up."""
    settings = connection.recv()

    def reply(kind: str, content: bytes) -> None:
        connection.send_bytes(kind.encode() + b"\n" + content)

    with Sandbox(settings.limits, settings.trusted) as sandbox:
        try:
            sandbox.start()
        except SandboxUnavailable as error:
            reply("no sandbox", str(error).encode())
            return
        worker = Operations(sandbox, lambda place: reply("at", str(place).encode()))
        reply("ready", b"")
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

    def feedback_page(self, notebook: bytes, marks: Marks) -> bytes:
        from .feedback import feedback_page  # slow to import, and not needed to grade

        return feedback_page(notebook, marks).encode("utf-8", "replace")


def limit_memory(extra: int) -> None:
    """Let this process take `extra` bytes of address space more than it has now.

    Only the soft limit: what it starts, the sandbox above all, sets limits of its own.
    """
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + extra, hard))


def main() -> None:
    """What the worker process runs; its argument is the descriptor of its connection."""
    serve(Connection(int(sys.argv[1])))
