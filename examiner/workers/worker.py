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
import time
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..grading.grade import Graded, not_graded
from ..grading.master import Master
from ..grading.submission import Submission
from ..startup import ONE_THREAD
from ..student import Limits
from ..student.cgroups import launcher
from .handed_over import NotHandedOver, received

if TYPE_CHECKING:
    from ..pages.feedback import Marks

PROJECT = Path(__file__).resolve().parents[2]
START = "from examiner.workers.worker_process import main; main()"
# What of the coordinator's environment a worker has: it is in no course folder. systemd, which
# gives it a cgroup where it can, is found by XDG_RUNTIME_DIR.
ENVIRONMENT = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "LD_LIBRARY_PATH", "XDG_RUNTIME_DIR")
MAX_STARTS = 3  # of the process, one after the other
MAX_TRIES = 3  # at one submission; the last only puts its notebook together, and runs nothing
CLOSE_SECONDS = 2.0
START_SECONDS = 120.0  # for Python, its packages and the sandbox
MAX_REPLY = 64 * 2**20  # bytes of a graded notebook, or of a page
MAX_REASON = 100_000  # bytes of what it says when it failed


@dataclass(frozen=True)
class Settings:
    """How a worker grades.

    limits: what a student's process may use. trusted: no sandbox.
    memory: bytes of address space that the worker may take for one submission, beyond what it has.
    seconds: for one submission, student code and marking together. page_seconds: for its page.
    """

    limits: Limits = field(default_factory=Limits)
    trusted: bool = False
    memory: int = 4 * 2**30
    seconds: float = 180.0
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
    """The coordinator's side of one worker process, which starts when it is first needed.

    without_cgroups: why it makes no cgroups, where it doesn't.
    """

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        self._process: subprocess.Popen | None = None
        self._connection: Connection | None = None
        self._told = self._ready = False  # whether it knows its settings, is up
        self._stopped = False
        self.without_cgroups = ""
        self._lock = threading.Lock()  # formgrader's server may be asked twice at a time

    def grade(
        self, submission: Submission, master: Master, only: Collection[str] | None = None
    ) -> Graded:
        """`grade` in the worker process. Raises CannotGrade."""
        until, why, left, killed = None, "", MAX_TRIES, False
        while left:
            try:
                reply = self._ask(
                    self.settings.seconds,
                    "grade",
                    submission,
                    master,
                    only,
                    until if left > 1 else 0,
                )
            except WorkerEnded as ended:
                if ended.killed and not killed:
                    killed = True  # which need not be the submission's doing: once more, all of it
                    continue
                until, why, left = ended.place, str(ended), left - 1
                continue
            try:
                graded = received(reply, master)
            except NotHandedOver as error:
                with self._lock:
                    self.close()
                why, left = f"what the worker handed over is no graded notebook ({error})", left - 1
            else:
                return graded.with_remark(why) if why else graded
        return not_graded(master, why)

    def feedback_page(self, notebook: bytes, marks: Marks) -> tuple[str, str]:
        """`feedback_page` in the worker process, and "".

        Where it can't be made: a page without what the student wrote as more than text, or without
        the notebook, and why. Raises CannotGrade.
        """
        page, why = self._page("feedback_page", notebook, marks)
        if page is None:
            from ..pages.feedback import page_without_notebook

            page = page_without_notebook(marks, "making the page took too much")
        return page, why

    def formgrader_page(self, notebook: bytes, about: Mapping[str, Any]) -> tuple[str, str]:
        """The page on which formgrader shows a graded notebook, and "".

        about: what its template shows beside the notebook. Where the page can't be made: one with a
        line that says so, and why. Raises CannotGrade.
        """
        page, why = self._page("formgrader_page", notebook, dict(about))
        return page or "<p>A page of this notebook can't be made. Open the file instead.</p>", why

    def answer_part(self, notebook: bytes, name: str, released: str = "") -> str:
        """The HTML that shows one answer of a graded notebook (see `feedback.answer_part`), or a
        line that it can't be shown. Raises CannotGrade."""
        part, _ = self._page("answer_part", notebook, (name, released))
        return part or "<p>This answer can't be shown here: open its notebook in autograded/.</p>"

    def _page(self, operation: str, notebook: bytes, about: Any) -> tuple[str | None, str]:
        """The page; else one on which all that a student wrote is text; else None. And why."""
        why = ""
        for plain in (False, True):
            try:
                reply = self._ask(self.settings.page_seconds, operation, notebook, about, plain)
            except WorkerEnded as ended:
                why = str(ended)
            else:
                return reply.decode("utf-8", "replace"), why
        return None, why

    def begin(self, settings: Settings) -> None:
        """Let a process that was launched begin with its sandbox; nor is that waited for."""
        with self._lock, suppress(OSError):  # it is gone: another one is started when it is needed
            if self._told and settings != self.settings:
                self.close()
            self.settings = settings
            if self._process is not None and not self._told:
                self._tell()

    def start(self) -> None:
        """Start the process, unless it is running, and wait for it. Raises CannotGrade."""
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
            self._told = self._ready = False

    def _ask(self, seconds: float, *request: Any) -> bytes:
        """The reply to a request, within so many seconds. Raises WorkerEnded."""
        with self._lock:
            self._be_started()
            deadline = time.monotonic() + seconds
            place = None
            # It could send for ever, or stop in the middle of a message.
            last = threading.Timer(seconds + CLOSE_SECONDS, self._process.kill)
            last.daemon = True
            last.start()
            try:
                self._connection.send(request)
                while True:
                    kind, content = self._receive(deadline)
                    match kind:
                        case b"at":
                            place = int(content[:20])
                        case b"done":
                            return content
                        case b"no sandbox":
                            raise CannotGrade(content[:MAX_REASON].decode("utf-8", "replace"))
                        case _:
                            failure = content[-MAX_REASON:].decode("utf-8", "replace")
                            raise WorkerEnded(f"the examiner failed: {failure}", place)
            except TimeoutError:
                self.close()
                why = f"it took longer than {seconds:g} s"
                raise WorkerEnded(why, place) from None
            except (EOFError, OSError, ValueError) as error:  # or a reply too large, or none at all
                process = self._process
                self.close()
                why = f"the worker process ended (status {process.returncode}; {error})"
                killed = process.returncode == -signal.SIGKILL
                raise WorkerEnded(why, place, killed=killed) from None
            finally:
                last.cancel()

    def _receive(self, deadline: float) -> tuple[bytes, bytes]:
        left = deadline - time.monotonic()
        if left <= 0 or not self._connection.poll(left):
            raise TimeoutError
        kind, _, content = self._connection.recv_bytes(MAX_REPLY).partition(b"\n")
        return kind, content

    def _be_started(self) -> None:
        if self._process is not None and self._process.poll() is not None:
            self.close()  # it was ended while nothing was asked of it
        for _ in range(MAX_STARTS):
            if self._stopped:
                raise CannotGrade("grading was stopped")
            if self._ready or self._start():
                return
        raise CannotGrade("the grading process is killed whenever it starts: is there memory?")

    def launch(self) -> None:
        """Start the process and don't wait for it: it loads its packages meanwhile."""
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [*launcher(), sys.executable, "-P", "-c", START, str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                env={name: os.environ[name] for name in ENVIRONMENT if name in os.environ}
                | {"PYTHONPATH": str(PROJECT), **ONE_THREAD},
                stdin=subprocess.DEVNULL,
                cwd="/",
                process_group=0,  # Ctrl-C is for the coordinator
            )
        self._connection = Connection(ours.detach())

    def _tell(self) -> None:
        self._connection.send(self.settings)
        self._told = True

    def _start(self) -> bool:
        """Start the process; whether it runs. It doesn't if somebody killed it meanwhile."""
        kind, content = b"", b"the grading process did not start: run `make setup`"
        ended = False
        try:
            if self._process is None:
                self.launch()
            if not self._told:
                self._tell()
            kind, content = self._receive(time.monotonic() + START_SECONDS)
        except TimeoutError:
            pass
        except (EOFError, OSError):
            ended = True
        if kind != b"ready":
            process = self._process
            self.close()
            if ended and process.returncode == -signal.SIGKILL:
                return False
            raise CannotGrade(content.decode())
        self.without_cgroups = content.decode("utf-8", "replace")
        self._ready = True
        return True
