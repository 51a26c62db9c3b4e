"""The coordinator's side of a worker process, which grades submissions and makes pages.

A worker process has limits of memory and time. Tests, checks and solutions run in it, and a hostile
answer may make them fail, hang or use up memory. The coordinator has the course folder and the
gradebook. It sends the bytes of a submission to the worker, and receives a graded notebook.

If the worker fails or dies at a cell, a new attempt grades the submission up to that cell, and the
other questions need manual grading. The failure never affects the next submission.
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

from ..startup import ONE_THREAD
from ..student import Limits
from ..student.cgroups import launcher

if TYPE_CHECKING:
    from ..grading.grade import GradedSubmission
    from ..grading.reference_notebook import ReferenceNotebook
    from ..grading.submission import Submission
    from ..pages.feedback import Marks

PROJECT = Path(__file__).resolve().parents[2]
LOADS_SANDBOX = "loads-sandbox"  # argument of a process whose settings come later
START_CODE = "from examiner.startup import worker_process; worker_process()"
# Variables of the coordinator's environment that a worker keeps; none of them names the course
# folder. The worker needs XDG_RUNTIME_DIR to reach systemd, which can give it a cgroup.
ENVIRONMENT = (
    *("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "LD_LIBRARY_PATH"),
    *("XDG_CACHE_HOME", "XDG_RUNTIME_DIR"),
)
# Settings of the C library (glibc). By default, it returns the memory of each large array to the
# kernel, and the kernel then clears the same memory for the next array. Long measured calls need
# hundreds of megabytes, and a third of a worker's time was spent on that.
KEEPS_MEMORY = {
    "MALLOC_MMAP_THRESHOLD_": str(32 * 2**20),  # the largest value that older versions accept
    "MALLOC_TRIM_THRESHOLD_": str(256 * 2**20),  # bytes that a process keeps at most
}
START_REPAIR = "If it lacks memory, give it more (ulimit -v); else run `make setup`."
MAX_STARTS = 3  # attempts to start the process
MAX_ATTEMPTS = 3  # at one submission; the last one only rebuilds the notebook and runs no cell
CLOSE_SECONDS = 2.0
START_SECONDS = 300.0  # for Python, its packages and the sandbox
MAX_REPLY = 64 * 2**20  # bytes of a graded notebook, or of a page
MAX_REASON = 100_000  # bytes of the traceback that a worker sends if it fails


@dataclass(frozen=True)
class WorkerSettings:
    """The settings of a worker.

    Attributes:
        limits: Limits on a student's process.
        trusted: Whether students' code runs without the sandbox.
        memory: Bytes of address space that the worker may add for one submission.
        seconds: Time limit for one submission: student code and marking together.
        page_seconds: Time limit for one page.
    """

    limits: Limits = field(default_factory=Limits)
    trusted: bool = False
    memory: int = 4 * 2**30
    seconds: float = 600.0
    page_seconds: float = 60.0


class CannotGrade(RuntimeError):
    """This machine can't grade any submission; the message gives the reason and the next step."""


class WorkerEnded(Exception):
    """A worker failed at a request, or its process died.

    Attributes:
        place: Index of the code cell that the worker was running; None if it was at no cell.
        killed: Whether a signal from outside killed the process: another program's, or the kernel's
            because memory ran out.
    """

    def __init__(self, why: str, place: int | None, *, killed: bool = False) -> None:
        super().__init__(why)
        self.place, self.killed = place, killed


class Worker:
    """The coordinator's side of a worker process.

    The process starts at the first request. If it dies, the next request starts a new one.

    Attributes:
        settings: The settings of the process.
        without_cgroups: The reason why the process can't create cgroups; "" if it can.
    """

    def __init__(self, settings: WorkerSettings | None = None) -> None:
        self.settings = settings or WorkerSettings()
        self.without_cgroups = ""
        self._process: _Process | None = None
        self._stopped = False
        self._lock = threading.RLock()  # formgrader's server may handle two requests at a time

    def grade(self, submission: Submission, reference: ReferenceNotebook) -> GradedSubmission:
        """Run `grade` in the worker process.

        If the worker fails at a cell, the next attempt runs only the cells before it.

        Raises:
            CannotGrade: This machine can't grade any submission.
        """
        # They load slowly. This way, the processes have started before this process loads them.
        from ..grading.grade import not_graded
        from .worker_replies import InvalidReply, read_reply

        stop_at, why, attempts_left, was_killed = None, "", MAX_ATTEMPTS, False
        while attempts_left:
            request = submission, reference, stop_at if attempts_left > 1 else 0
            try:
                reply = self._request(self.settings.seconds, "grade", *request)
                graded = read_reply(reply, reference)
                return graded.with_remark(why) if why else graded
            except WorkerEnded as ended:
                if ended.killed and not was_killed:
                    was_killed = True  # perhaps not the submission's fault: one more full attempt
                    continue
                stop_at, why = ended.place, str(ended)
            except InvalidReply as error:
                self.close()
                why = f"the worker's reply is not a valid graded notebook ({error})"
            attempts_left -= 1
        return not_graded(reference, why)

    def feedback_page(self, notebook: bytes, marks: Marks) -> tuple[str, str]:
        """Make a student's feedback page in the worker process (see `feedback.feedback_page`).

        If that fails, the page shows all that the student wrote as plain text. If that fails too,
        it shows the marks without the notebook.

        Returns:
            The page, and the reason if it is not the usual page; "" if it is.

        Raises:
            CannotGrade: This machine can't start a worker process.
        """
        page, why = self._page("feedback_page", notebook, marks)
        if page is None:
            from ..pages.feedback import page_without_notebook

            page = page_without_notebook(marks, "making the page took too much")
        return page, why

    def formgrader_page(self, notebook: bytes, about: Mapping[str, Any]) -> tuple[str, str]:
        """Make the page on which formgrader shows a graded notebook.

        Args:
            notebook: Bytes of the graded notebook.
            about: Values for formgrader's template, beside the notebook.

        Returns:
            The page, or one line of HTML if the worker can't make the page; and the reason.

        Raises:
            CannotGrade: This machine can't start a worker process.
        """
        page, why = self._page("formgrader_page", notebook, dict(about))
        return page or "<p>This notebook can't be shown here. Open its file instead.</p>", why

    def answer_part(self, notebook: bytes, name: str, released: str = "") -> str:
        """Make the HTML of one answer of a graded notebook (see `feedback.answer_part`).

        Args:
            notebook: Bytes of the graded notebook.
            name: Name of the cell that carries the points.
            released: Released text of a written answer, which the HTML leaves out.

        Returns:
            The HTML, or one line that names the file to open if the worker can't make it.

        Raises:
            CannotGrade: This machine can't start a worker process.
        """
        part, _ = self._page("answer_part", notebook, name, released)
        return part or "<p>This answer can't be shown here. Open its notebook in autograded/.</p>"

    def _page(self, operation: str, notebook: bytes, *about: Any) -> tuple[str | None, str]:
        """Make a page; if that fails, one with the student's work as plain text; else None.

        The second value is the reason of the failure.
        """
        why = ""
        for plain in (False, True):
            try:
                reply = self._request(self.settings.page_seconds, operation, notebook, about, plain)
                return reply.decode("utf-8", "replace"), why
            except WorkerEnded as ended:
                why = str(ended)
        return None, why

    def load(self) -> None:
        """Start the process, which loads its packages and the sandbox until `start` is called."""
        with self._lock:
            self._process = self._process or _Process(loads_sandbox=True)

    def start(self, settings: WorkerSettings | None = None, *, grades: bool = True) -> None:
        """Start the process and wait for it, unless one with these settings is running.

        Args:
            settings: New settings; None to keep the present ones.
            grades: Whether the process will grade. For pages, it needs no sandbox.

        Raises:
            CannotGrade: The process can't start.
        """
        with self._lock:
            if settings not in (None, self.settings):
                if self._process and self._process.is_set_up:
                    self.close()
                self.settings = settings
            self._started(grades)

    def stop(self) -> None:
        """Kill the process at once, even if another thread waits for it, and start no new one."""
        self._stopped = True
        if (process := self._process) is not None:
            process.kill()

    def close(self) -> None:
        """End the process and its sandbox."""
        with self._lock:
            if self._process:
                self._process.close()
            self._process = None

    def _request(self, seconds: float, *request: Any) -> bytes:
        """Return the reply to a request.

        Raises:
            WorkerEnded: The worker failed, or did not reply within `seconds`.
            CannotGrade: This machine can't grade any submission.
        """
        with self._lock:
            return self._started(request[0] == "grade").reply(seconds, request)

    def _started(self, grades: bool) -> _Process:
        if (process := self._process) and (
            process.has_ended or (process.is_set_up and grades and not process.grades)
        ):
            self.close()
        for _ in range(MAX_STARTS):
            if self._stopped:
                raise CannotGrade("grading was stopped")
            if self._process and self._process.is_set_up:
                return self._process
            try:
                process = self._process = self._process or _Process()
                if self._stopped:  # `stop` ran while the process started, and could not kill it
                    process.kill()
                reply = process.reply(START_SECONDS, (self.settings, grades))
                process.is_set_up, process.grades = True, grades
                self.without_cgroups = reply.decode("utf-8", "replace")
                return process
            except WorkerEnded as ended:
                self.close()
                if not ended.killed:
                    why = f"the grading process did not start: {ended}. {START_REPAIR}"
                    raise CannotGrade(why) from None
            except BaseException:  # also on Ctrl-C: the process may not have its settings yet
                self.close()
                raise
        raise CannotGrade(
            f"the grading process was killed {MAX_STARTS} times at its start. Check that this "
            "machine has enough free memory, then run the command again."
        )


class _Process:
    """One worker process. The first message to it holds the settings, each later one a request.

    Attributes:
        is_set_up: Whether it has the settings and replied to them.
        grades: Whether its sandbox has started.
    """

    def __init__(self, *, loads_sandbox: bool = False) -> None:
        self.is_set_up = self.grades = False
        self._socket, theirs = socket.socketpair()
        arguments = [str(theirs.fileno()), *([LOADS_SANDBOX] if loads_sandbox else [])]
        with theirs:
            self._process = subprocess.Popen(
                [*launcher(), sys.executable, "-P", "-c", START_CODE, *arguments],
                pass_fds=[theirs.fileno()],
                env={name: os.environ[name] for name in ENVIRONMENT if name in os.environ}
                | {"PYTHONPATH": str(PROJECT), **ONE_THREAD, **KEEPS_MEMORY},
                stdin=subprocess.DEVNULL,
                cwd="/",
                process_group=0,  # Ctrl-C must reach the coordinator only
            )
        self._connection = Connection(os.dup(self._socket.fileno()))

    @property
    def has_ended(self) -> bool:
        return self._process.poll() is not None

    def kill(self) -> None:
        """Kill the process with its group, and so the sandbox that it starts.

        If only its parent ends in the first milliseconds, bubblewrap waits for ever.
        """
        if not self.has_ended:
            os.killpg(self._process.pid, signal.SIGKILL)

    def reply(self, seconds: float, request: Any) -> bytes:
        """Send a request, and return the reply.

        Raises:
            WorkerEnded: The worker failed, or did not reply within `seconds`.
            CannotGrade: The sandbox does not work on this machine.
        """
        place, late = None, threading.Event()

        def end() -> None:  # the worker could send for ever, or stop in the middle of a message
            late.set()
            self.kill()
            with suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)  # its children may hold the other end

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
        except (EOFError, OSError, ValueError) as error:  # no reply, a broken one, or one too large
            self.close()
            if late.is_set():
                raise WorkerEnded(f"it took longer than {seconds:g} s", place) from None
            status = self._process.returncode
            why = f"the worker process ended (status {status}; {error})"
            raise WorkerEnded(why, place, killed=status == -signal.SIGKILL) from None
        except BaseException:  # such as Ctrl-C: a late reply must not answer the next request
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
        if not self.is_set_up:  # it may be loading, and reads nothing meanwhile
            self.kill()
        self._connection.close()
        self._socket.close()  # unless the process is busy, it now cleans up and ends by itself
        try:
            self._process.wait(CLOSE_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
            self._process.wait()
