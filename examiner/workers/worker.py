"""The worker process: grades submissions and makes pages within limits of memory and time.

Tests, checks and solutions run in it, and whatever they are made to choke on. The coordinator,
which holds the course folder and the grade book, hands it bytes and gets a graded notebook back.
Where it fails or ends, the same submission is graded up to that cell and the rest left to a person;
the next submission is not touched by it.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..grading.grade import GradedSubmission, not_graded
from ..grading.reference_notebook import ReferenceNotebook
from ..grading.submission import Submission
from ..startup import ONE_THREAD
from ..student import Limits
from ..student.cgroups import launcher
from .worker_replies import InvalidReply, read_reply

if TYPE_CHECKING:
    from ..pages.feedback import Marks

PROJECT = Path(__file__).resolve().parents[2]
START_CODE = "from examiner.workers.worker_process import main; main()"
# What of the coordinator's environment a worker has: it is in no course folder. systemd, which
# gives it a cgroup where it can, is found by XDG_RUNTIME_DIR.
ENVIRONMENT = (
    *("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "LD_LIBRARY_PATH"),
    *("XDG_CACHE_HOME", "XDG_RUNTIME_DIR"),
)
START_REPAIR = "Give it more memory, if that is what it lacks (ulimit -v); else run `make setup`."
MAX_STARTS = 3  # of the process, one after the other
MAX_ATTEMPTS = 3  # at one submission; the last only puts its notebook together, and runs nothing
CLOSE_SECONDS = 2.0
START_SECONDS = 300.0  # for Python, its packages and the sandbox
MAX_REPLY = 64 * 2**20  # bytes of a graded notebook, or of a page
MAX_REASON = 100_000  # bytes of what it says when it failed


@dataclass(frozen=True)
class WorkerSettings:
    """The settings of a worker.

    limits: what a student's process may use. trusted: no sandbox.
    memory: bytes of address space that the worker may take for one submission, beyond what it has.
    seconds: for one submission, student code and marking together. page_seconds: for its page.
    """

    limits: Limits = field(default_factory=Limits)
    trusted: bool = False
    memory: int = 4 * 2**30
    seconds: float = 600.0
    page_seconds: float = 60.0


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
    """The coordinator's side of a worker process, which starts when it is first needed; where one
    ends, the next.

    without_cgroups: why it makes no cgroups, where it doesn't.
    """

    def __init__(self, settings: WorkerSettings | None = None) -> None:
        self.settings = settings or WorkerSettings()
        self.without_cgroups = ""
        self._process: _Process | None = None
        self._stopped = False
        self._lock = threading.RLock()  # formgrader's server may be asked twice at a time

    def grade(self, submission: Submission, reference: ReferenceNotebook) -> GradedSubmission:
        """`grade` in the worker process. Raises CannotGrade."""
        until, why, left, killed = None, "", MAX_ATTEMPTS, False
        while left:
            request = submission, reference, until if left > 1 else 0
            try:
                reply = self._ask(self.settings.seconds, "grade", *request)
                graded = read_reply(reply, reference)
                return graded.with_remark(why) if why else graded
            except WorkerEnded as ended:
                if ended.killed and not killed:
                    killed = True  # which need not be the submission's doing: once more, all of it
                    continue
                until, why = ended.place, str(ended)
            except InvalidReply as error:
                self.close()
                why = f"what the worker handed over is no graded notebook ({error})"
            left -= 1
        return not_graded(reference, why)

    def feedback_page(self, notebook: bytes, marks: Marks) -> tuple[str, str]:
        """`feedback.feedback_page` in the worker process, and "".

        Where it can't be made: a page without what the student wrote as more than text, or without
        the notebook, and why. Raises CannotGrade.
        """
        page, why = self._page("feedback_page", notebook, marks)
        if page is None:
            from ..pages.feedback import page_without_notebook

            page = page_without_notebook(marks, "making the page took too much")
        return page, why

    def formgrader_page(self, notebook: bytes, about: Mapping[str, Any]) -> tuple[str, str]:
        """The page on which formgrader shows a graded notebook, or a line that there can be none;
        and why. about: what its template shows beside the notebook. Raises CannotGrade."""
        page, why = self._page("formgrader_page", notebook, dict(about))
        return page or "<p>A page of this notebook can't be made. Open the file instead.</p>", why

    def answer_part(self, notebook: bytes, name: str, released: str = "") -> str:
        """The HTML that shows one answer of a graded notebook (see `feedback.answer_part`), or a
        line that it can't be shown. Raises CannotGrade."""
        part, _ = self._page("answer_part", notebook, name, released)
        return part or "<p>This answer can't be shown here: open its notebook in autograded/.</p>"

    def _page(self, operation: str, notebook: bytes, *about: Any) -> tuple[str | None, str]:
        """The page; else one on which all that a student wrote is text; else None. And why."""
        why = ""
        for plain in (False, True):
            try:
                reply = self._ask(self.settings.page_seconds, operation, notebook, about, plain)
                return reply.decode("utf-8", "replace"), why
            except WorkerEnded as ended:
                why = str(ended)
        return None, why

    def start(self, settings: WorkerSettings | None = None) -> None:
        """Start the process, unless one that has these settings is running, and wait for it. Raises
        CannotGrade."""
        with self._lock:
            if settings not in (None, self.settings):
                self.close()
                self.settings = settings
            self._started()

    def stop(self) -> None:
        """End the process at once, whatever another thread waits for, and start no other."""
        self._stopped = True
        if (process := self._process) is not None:
            process.kill()

    def close(self) -> None:
        """End the process, and with it its sandbox."""
        with self._lock:
            if self._process:
                self._process.close()
            self._process = None

    def _ask(self, seconds: float, *request: Any) -> bytes:
        """The reply to a request, within so many seconds. Raises WorkerEnded, CannotGrade."""
        with self._lock:
            return self._started().reply(seconds, request)

    def _started(self) -> _Process:
        if self._process and self._process.has_ended:
            self.close()
        for _ in range(MAX_STARTS):
            if self._stopped:
                raise CannotGrade("grading was stopped")
            if self._process:
                return self._process
            try:
                process = self._process = _Process()
                if self._stopped:  # just now: `stop` saw no process
                    process.kill()
                reply = process.reply(START_SECONDS, self.settings)
                self.without_cgroups = reply.decode("utf-8", "replace")
                return process
            except WorkerEnded as ended:
                self.close()
                if not ended.killed:
                    why = f"the grading process did not start: {ended}. {START_REPAIR}"
                    raise CannotGrade(why) from None
            except BaseException:  # Ctrl-C as well: one without settings would take none later
                self.close()
                raise
        raise CannotGrade("the grading process is killed whenever it starts: is there memory?")


class _Process:
    """One worker process. It is sent settings, then requests, and replies to each."""

    def __init__(self) -> None:
        self._socket, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [*launcher(), sys.executable, "-P", "-c", START_CODE, str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                env={name: os.environ[name] for name in ENVIRONMENT if name in os.environ}
                | {"PYTHONPATH": str(PROJECT), **ONE_THREAD},
                stdin=subprocess.DEVNULL,
                cwd="/",
                process_group=0,  # Ctrl-C is for the coordinator
            )
        self._connection, self.kill = Connection(os.dup(self._socket.fileno())), self._process.kill

    @property
    def has_ended(self) -> bool:
        return self._process.poll() is not None

    def reply(self, seconds: float, request: Any) -> bytes:
        """The reply to a request, within so many seconds. Raises WorkerEnded, CannotGrade."""
        place, late = None, threading.Event()

        def end() -> None:  # it could send for ever, or stop in the middle of a message
            late.set()
            self.kill()
            with suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)  # a child of it may hold the other end

        timer = threading.Timer(seconds, end)
        timer.daemon = True
        try:
            timer.start()
            self._connection.send(request)
            while True:
                kind, _, content = self._connection.recv_bytes(MAX_REPLY).partition(b"\n")
                if kind != b"at":
                    break
                place = int(content[:20])
        except (EOFError, OSError, ValueError) as error:  # or a reply too large, or none at all
            self.close()
            if late.is_set():
                raise WorkerEnded(f"it took longer than {seconds:g} s", place) from None
            status = self._process.returncode
            why = f"the worker process ended (status {status}; {error})"
            raise WorkerEnded(why, place, killed=status == -signal.SIGKILL) from None
        except BaseException:  # Ctrl-C, say: what it still replies is no reply to the next request
            self.kill()
            self.close()
            raise
        finally:
            timer.cancel()
        if kind == b"done":
            return content
        if kind == b"no sandbox":
            raise CannotGrade(content[:MAX_REASON].decode("utf-8", "replace"))
        failure = content[-MAX_REASON:].decode("utf-8", "replace")
        raise WorkerEnded(f"the examiner failed: {failure}", place)

    def close(self) -> None:
        self._connection.close()
        self._socket.close()  # it ends by itself, and cleans up, unless it is busy
        try:
            self._process.wait(CLOSE_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
            self._process.wait()
