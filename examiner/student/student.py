"""The examiner's handle on a student's process: run cells, look names up, call functions.

A process that dies, hangs or sends nonsense ends the operation it happens in with an error. The
next operation gets a fresh process in which the cells run so far are replayed, except those that
killed or hung a process; a cell that does so in a replay is left out from then on. What calls
changed in the student process is not replayed.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from .errors import CannotJudge, Lost, describe_exit, to_exception
from .files import MAX_SIZE, collect_files
from .function import StudentFunction, refer
from .inside import wire
from .inside.wire import WireError
from .process import Process

if TYPE_CHECKING:
    from .sandbox import Sandbox

_AGAIN_SECONDS = 0.2  # of the notebook's time that another process costs


T = TypeVar("T")


@dataclass(frozen=True)
class CellRun:
    """A cell that ran: its status is "ok", "error" (it raised), "timeout" or "died"; `reason` says
    why."""

    outputs: list[Any]
    status: str
    reason: str
    execution_count: int


class Student:
    """One submission's process. Made by `Sandbox.student`.

    `skipped`: the files of the submission that were not copied in, with the reason for each.

    Every operation may raise SandboxUnavailable where no process can be started any more, and
    CannotJudge where the processors were too busy with other things, also when asked once more.
    """

    def __init__(self, sandbox: Sandbox, files: Mapping[str, bytes] | Path | None) -> None:
        self.limits = sandbox.limits
        self._sandbox = sandbox
        room = min(MAX_SIZE, self.limits.files // 2)
        self._files, self.skipped = collect_files(files, room)
        self._cells: list[tuple[str, int]] = []  # to replay: source, execution count
        self._process: Process | None = None
        self._number = itertools.count(1)
        self._count = 0
        self._spent = 0.0  # by processes that ended
        self._processor_seconds = 0.0  # the same, of the processors
        self._started = self._closed = self._asked_again = False
        self._twin: Student | None = None  # see `again`

    @property
    def time_left(self) -> float:
        """Seconds left of the notebook's time."""
        spent = self._spent + (self._process.spent if self._process else 0.0)
        return max(self.limits.notebook_seconds - spent, 0.0)

    def run(self, source: str, *, execution_count: int | None = None) -> CellRun:
        """Run a cell, with a notebook's outputs; it runs again in a fresh process."""
        from .outputs import error_output, notebook_outputs

        self._count = count = execution_count or self._count + 1
        outputs: list[Any] = []
        try:
            ok, sent = self._asked(lambda: self._run(source, count))
            try:
                outputs = notebook_outputs(sent, self.limits.output)
            except WireError as error:
                raise self._lose(error) from None
        except Lost as lost:
            with contextlib.suppress(WireError):
                outputs = notebook_outputs(lost.outputs, self.limits.output)
            if not any(output.output_type == "error" for output in outputs):
                outputs.append(error_output(type(lost.error).__name__, str(lost.error)))
            status = "timeout" if isinstance(lost.error, TimeoutError) else "died"
            return CellRun(outputs, status, str(lost.error), count)
        self._cells.append((source, count))
        errors = [f"{o.ename}: {o.evalue}" for o in outputs if o.output_type == "error"]
        return CellRun(outputs, "ok" if ok else "error", "; ".join(errors[:1]), count)

    def look_up(self, name: str) -> Any:
        """The value of `name` in the student's process, a StudentFunction or a ModuleName.

        Raises NameError, TypeError for a value that can't be sent, else as a call does.
        """
        try:
            (reply,) = self._asked(
                lambda: self._exchange(("look_up", name), self.limits.cell_seconds)
            )
        except Lost as lost:
            raise lost.error from None
        if reply[0] == "missing":
            raise NameError(f"name {name!r} is not defined")
        value, error = _answer(reply)
        if isinstance(error, WireError):
            self.restart()
        if error is not None:
            raise error
        if isinstance(value, StudentFunction):
            value.origin = name
        return value

    def again(self) -> Student:
        """Another process of the submission, with time of its own: the same cells ran there, but
        what calls here have left behind, in memory or in files, isn't there. One for all who ask.

        Raises CannotJudge where a cell that ran here hangs or crashes there.
        """
        twin = self._twin or self._sandbox.student(self._files)
        if twin._cells != self._cells[: len(twin._cells)]:
            twin.close()
            earlier, twin = twin, self._sandbox.student(self._files)
            twin._spent = earlier._spent  # one time for all of them
            twin._processor_seconds = earlier._processor_seconds
        self._twin = twin
        for source, count in self._cells[len(twin._cells) :]:
            ran = twin.run(source, execution_count=count)
            if ran.status in ("timeout", "died"):
                raise CannotJudge(f"In [{count}], run again in a fresh process: {ran.reason}")
        return twin

    @property
    def processor_seconds(self) -> float:
        """Seconds of all processors so far, for the process and all that it started, and for those
        before it."""
        seconds = self._processor_seconds
        if self._process is not None:
            self._process.look()
            seconds += self._process.processor_seconds
        return seconds

    def restart(self) -> None:
        """Give the process up; the next operation starts a fresh one and replays the cells."""
        if self._process is not None:
            self._end(self._process)

    def close(self) -> None:
        """End the submission's processes for good."""
        if self._twin is not None:
            self._twin.close()
        self.restart()
        self._closed = True
        self._sandbox.forget(self)

    def call(
        self,
        function: StudentFunction,
        argument_lists: Sequence[Sequence[Any]],
        keywords: Sequence[Mapping[str, Any]] | None,
        time_limit: float | None,
        memory_limit: int | None,
        arguments_return: bool,
    ) -> list[tuple[Any, Exception | None]]:
        """The results of `StudentFunction.map_calls`."""
        arguments = [tuple(each) for each in argument_lists]
        named = keywords and [dict(each) for each in keywords]
        request = ("call", function, arguments, named, memory_limit, arguments_return)
        seconds = self.limits.cell_seconds if time_limit is None else time_limit
        lost: Exception | None = None
        replies: Sequence[tuple] = ()

        def ask() -> Sequence[tuple]:
            watched = self._process.watched(memory_limit) if memory_limit else None
            with watched or contextlib.nullcontext():
                return self._exchange(request, seconds, len(arguments))

        try:
            replies = self._asked(ask)
        except Lost as error:
            replies, lost = error.replies, error.error
        except ChildProcessError as error:  # a stand-in for what went with an earlier process
            lost = error
        results = [_answer(reply) for reply in replies]
        if lost is None and len(results) < len(arguments):  # the request failed as a whole
            lost = results[-1][1]
        return results + [(None, lost)] * (len(arguments) - len(results))

    def _asked(self, ask: Callable[[], T]) -> T:
        """What `ask` gives, in a process that is up to date; where no processor was free, once in a
        submission's life it is asked again. Raises Lost, CannotJudge."""
        try:
            self._running()
            return ask()
        except CannotJudge:
            self.restart()
            if self._asked_again:
                raise
            self._asked_again = True
            return self._asked(ask)

    def _running(self) -> None:
        """Start a process and bring it up to date, if there is none. Raises Lost."""
        if self._closed:
            raise ValueError("this student's handle is closed")
        if not self.time_left:
            self.restart()  # what it has started may still be at work
        while self._process is None:
            if not self.time_left:
                raise Lost(self._out_of_time(0.0, 1.0), (), [])
            self._process = self._sandbox.launch()
            self._spent += _AGAIN_SECONDS if self._started else 0.0
            self._started = True
            if self._files:
                self._exchange(("files", self._files), self.limits.cell_seconds)
            for cell in list(self._cells):
                try:
                    self._run(*cell)
                except Lost:
                    self._cells.remove(cell)
                    break

    def _run(self, source: str, count: int) -> tuple[bool, Any]:
        """Run a cell: whether it went well, and its outputs, unchecked. Raises Lost."""
        wanted = self.limits.cell_seconds
        seconds = min(wanted, self.time_left)
        why = str(self._out_of_time(seconds, wanted))
        request = ("run", source, count, why, self.limits.output)
        match self._exchange(request, wanted, interrupt=True)[0]:
            case ("ran", bool() as ok, outputs):
                return ok, outputs
            case ("hung", outputs):
                raise self._lose(self._out_of_time(seconds, wanted), outputs=outputs)
            case ("failed", wire.Raised() as raised):
                error = (raised.type_name, raised.message, raised.traceback.splitlines())
            case ("unsendable", str() as why):
                error = ("TypeError", f"the outputs of this cell can't be sent: {why}", [])
            case _:
                raise self._lose(WireError("it answered a cell with something else"))
        keys = ("ename", "evalue", "traceback")
        return False, [{"output_type": "error", **dict(zip(keys, error, strict=True))}]

    def _exchange(
        self, request: tuple, wanted: float, count: int = 1, interrupt: bool = False
    ) -> list[tuple]:
        """All replies to a request, within `wanted` seconds or what is left of the notebook's.

        Raises Lost, CannotJudge, and TypeError for what can't be sent.
        """
        process, replies = self._process, []
        assert process is not None

        def function(name: str, number: int) -> StudentFunction:
            return StudentFunction(self, name, number, process.generation)

        body = wire.encode(request, partial(refer, process.generation), self.limits.message)
        seconds = min(wanted, self.time_left)
        asked = next(self._number), body, count, seconds, function, interrupt
        try:
            for reply in process.exchange(*asked):
                replies.append(reply)  # kept where the next one fails
            return replies
        except TimeoutError:
            raise self._lose(self._out_of_time(seconds, wanted), replies) from None
        except WireError as error:
            raise self._lose(error, replies) from None
        except (EOFError, OSError):
            raise self._lose(None, replies) from None
        except BaseException:
            self.restart()  # interrupted: its answer would be taken for the next one's
            raise

    def _lose(
        self, error: Exception | None, replies: Sequence[tuple] = (), outputs: Any = ()
    ) -> Lost:
        """End the process; `error` says why, None: it ended by itself."""
        status = self._process and self._end(self._process, 0 if error else 0.3)
        return Lost(error or ChildProcessError(describe_exit(status)), replies, outputs)

    def _out_of_time(self, seconds: float, wanted: float) -> TimeoutError:
        if seconds < wanted:
            return TimeoutError(f"the notebook has used its {self.limits.notebook_seconds:g} s")
        return TimeoutError(f"it was still running after {seconds:g} s")

    def _end(self, process: Process, seconds: float = 0.0) -> int | None:
        self._process = None
        status = process.end(seconds)
        self._spent += process.spent
        self._processor_seconds += process.processor_seconds
        return status


def _answer(reply: tuple) -> tuple[Any, Exception | None]:
    """The value that a reply has, or the error that it is."""
    match reply:
        case ("value", value) if wire.too_large_as_array(value):
            why = "a list that would be a huge array: of many texts, some of them long"
            return None, TypeError(why)
        case ("value", value):
            return value, None
        case ("raised" | "failed", wire.Raised() as raised):
            return None, to_exception(raised)
        case ("unsendable", str() as why):
            return None, TypeError(why)
    return None, WireError("it answered something else")
