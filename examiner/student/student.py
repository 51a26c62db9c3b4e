"""The examiner's handle on a student's process: run cells, look names up, call functions.

A process that dies, hangs or sends nonsense ends the operation it happens in with an error. The
next operation gets a fresh process in which the cells run so far are replayed, except those that
killed or hung a process; a cell that does so in a replay is left out from then on. What calls
changed in the student process is not replayed.

A replay takes nothing from the notebook's time: an answer that hung must cost no other answer
anything. Replays have a budget of their own, of the same size.
"""

from __future__ import annotations

import re
import types
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from signal import SIGKILL
from typing import TYPE_CHECKING, Any

from .errors import CannotJudge, describe_exit, to_exception
from .files import MAX_SIZE, collect_files
from .inside import wire
from .inside.wire import WireError
from .outputs import error_output, notebook_outputs

if TYPE_CHECKING:
    from .sandbox import Process, Sandbox

_AGAIN_SECONDS = 0.2  # of the budget of replays that another process costs
# Seconds of a cell in a replay, for each second it may take at first: a busy machine slows it down.
_REPLAY_FACTOR = 2.0
_MAX_SKIPPED = 20
_MAGIC = re.compile(r"%{1,2}[A-Za-z_][\w.]{0,40}(?: [\w.:/-]{1,40})?", re.ASCII)
NONSENSE = "it answered something else"
_ERRORS_SIZE = 2**22  # bytes of a cell's outputs beside what is limited: errors, names of fields

Answer = tuple[Any, Exception | None]  # (value, None) or (None, error)
# The replies to a request, and why its process is gone, killed if need be, where it is.
Replies = tuple[list[tuple], Exception | None]


class OutOfTime(TimeoutError):
    """Other cells and calls had used up the notebook's time; this one may have needed little."""


@dataclass(frozen=True)
class CellRun:
    """A cell that ran: its status is "ok", "error" (it raised), "timeout" or "died"; `reason` says
    why.

    skipped: Magics that did nothing, since the kernel here lacks them.
    cut_short: The cell had less time than a cell may take, since others had used it up.
    """

    outputs: list[Any]
    status: str
    reason: str
    execution_count: int
    skipped: tuple[str, ...] = ()
    cut_short: bool = False


class Student:
    """One submission's process. Made by `Sandbox.student`.

    `skipped`: the files of the submission for which there is no room, with the reason for each.

    Every operation may raise SandboxUnavailable where no process can be started any more, and
    CannotJudge where the processors were too busy with other things, also when asked once more.
    Look-ups and calls raise CannotJudge, too, if others had used up the notebook's time.
    """

    def __init__(self, sandbox: Sandbox, files: Mapping[str, bytes]) -> None:
        self.limits, self._sandbox = sandbox.limits, sandbox
        self._files, self.skipped = collect_files(files, min(MAX_SIZE, self.limits.files // 2))
        self._cells: list[tuple[str, int]] = []  # to replay: source, execution count
        self._process: Process | None = None
        self._count = 0
        self._spent = 0.0  # by processes that ended, of the notebook's time
        self._replayed = 0.0  # the same, of the budget of replays
        # What the process had spent when it was up to date; None: it isn't yet.
        self._fresh: float | None = None
        self._cells_cost = 0.0  # seconds that the cells to replay took at first
        self._processor_seconds = 0.0  # the same, of the processors
        self._started = self._closed = self._asked_again = False
        self._twin: Student | None = None  # see `again`

    @property
    def time_left(self) -> float:
        """Seconds left of the notebook's time."""
        return max(self.limits.notebook_seconds - self._used, 0.0)

    @property
    def _used(self) -> float:
        if self._process is None or self._fresh is None:
            return self._spent
        return self._spent + self._process.spent - self._fresh

    @property
    def _replay_left(self) -> float:
        """Seconds left of the budget of replays."""
        now = self._process.spent if self._process and self._fresh is None else 0.0
        return max(self.limits.notebook_seconds - self._replayed - now, 0.0)

    def keep(self, seconds: float) -> float:
        """Let at least so many seconds be left, and another replay, whatever was used before.

        Returns:
            The seconds that the notebook got beyond its time.
        """
        more = max(seconds - (self.limits.notebook_seconds - self._used), 0.0)
        self._spent -= more
        replay = seconds + _REPLAY_FACTOR * self._cells_cost
        self._replayed = min(self._replayed, self.limits.notebook_seconds - replay)
        if self._twin is not None:
            self._twin.keep(seconds)
        return more

    def run(self, source: str, *, execution_count: int | None = None) -> CellRun:
        """Run a cell, with a notebook's outputs; it runs again in a fresh process."""
        self._count = count = execution_count or self._count + 1
        before = self._used
        replies, lost = self._replies(("run", source, count, self.limits.output))
        outputs, skipped = [], ()
        match replies:
            case [("ran" | "hung", sent, list() as magics)]:
                outputs = notebook_outputs(sent, count)
                skipped = tuple(filter(_is_magic, magics[:_MAX_SKIPPED]))
            case [("failed" | "unsendable", _) as reply]:
                outputs = [error_output(_error(reply))]
            case [_]:
                self.restart()
                lost = WireError(NONSENSE)
        errors = [f"{o.ename}: {o.evalue}" for o in outputs if o.output_type == "error"]
        if lost is None:
            self._cells.append((source, count))
            self._cells_cost += max(self._used - before, 0.0)
            status, reason = "error" if errors else "ok", "; ".join(errors[:1])
            return CellRun(outputs, status, reason, count, skipped=skipped)
        if not errors:
            outputs.append(error_output(lost))
        status = "timeout" if isinstance(lost, TimeoutError) else "died"
        cut_short = isinstance(lost, OutOfTime)
        return CellRun(outputs, status, str(lost), count, skipped, cut_short)

    def look_up(self, name: str) -> Any:
        """The value of `name` in the student's process, or a StudentFunction.

        Raises NameError, TypeError for a value that can't be sent, else as a call does.
        """
        ((value, error),) = self.ask(("look_up", name))
        if error is not None:
            raise error
        if isinstance(value, wire.Unsent):
            raise wire.NotSerializable(value.unsent)
        if isinstance(value, StudentFunction):
            value.origin = name
        return value

    def ask(self, request: tuple, count: int = 1, **limits: Any) -> list[Answer]:
        """What a request is answered, `count` times.

        limits: `seconds` and `memory`, for all of it. When the process hangs or dies, what was
        ready counts, and the answers after it are that error. Raises CannotJudge if others had used
        up the notebook's time: what was asked may be right.
        """
        replies, lost = self._replies(request, count=count, **limits)
        if isinstance(lost, OutOfTime):
            raise CannotJudge(str(lost))
        answers = [_answer(reply) for reply in replies]
        if any(isinstance(error, WireError) for _, error in answers):
            self.restart()
        if lost is None and len(answers) < count:  # the request failed as a whole
            lost = answers[-1][1]
        return answers + [(None, lost)] * (count - len(answers))

    def again(self) -> Student:
        """Another process of the submission, with time of its own: the same cells ran there, but
        what calls here have left behind, in memory or in files, isn't there. One for all who ask.

        Raises CannotJudge where a cell that ran here hangs or crashes there.
        """
        twin = self._twin = self._twin or self._sandbox.student(self._files)
        if twin._cells != self._cells[: len(twin._cells)]:
            twin.restart()
            twin._cells.clear()
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

    def restart(self, seconds: float = 0.0) -> int | None:
        """Give the process up; the next operation starts a fresh one and replays the cells.

        Its exit status, where it ended within so many seconds.
        """
        process, self._process = self._process, None
        if process is None:
            return None
        status = process.end(seconds)
        fresh = process.spent if self._fresh is None else self._fresh
        self._replayed += fresh
        self._spent += process.spent - fresh
        self._fresh = None
        self._processor_seconds += process.processor_seconds
        return status

    def close(self) -> None:
        """End the submission's processes for good."""
        if self._twin is not None:
            self._twin.close()
        self.restart()
        self._closed = True

    def _replies(self, request: tuple, **how: Any) -> Replies:
        """The replies of a process that is up to date (`how`: see `_exchange`); where no processor
        was free, once in a submission's life it is asked again."""
        try:
            lost = self._bring_up_to_date()
            return ([], lost) if lost else self._exchange(request, self.time_left, **how)
        except CannotJudge:
            self.restart()
            if self._asked_again:
                raise
            self._asked_again = True
            return self._replies(request, **how)

    def _bring_up_to_date(self) -> Exception | None:
        """Start a process in which the cells have run, if there is none; why there can be none."""
        if self._closed:
            raise ValueError("this student's handle is closed")
        while self.time_left and self._process is None:
            if not self._replay_left:
                return self._out_of_time(0.0, 1.0)
            self._process = self._sandbox.launch()
            self._replayed += _AGAIN_SECONDS if self._started else 0.0
            self._started = True
            if (lost := self._replay()) is not None:
                return lost
        if self.time_left:
            return None
        self.restart()  # what it has started may still be at work
        return self._out_of_time(0.0, 1.0)

    def _replay(self) -> Exception | None:
        """Bring a new process up to date; why that can't be done.

        If a cell hangs or crashes, it is left out from then on, and the process is gone.
        """
        process = self._process
        assert process is not None
        if self._files:
            _, lost = self._exchange(("files", self._files), self._replay_left)
            if lost is not None:
                return lost
        for cell in list(self._cells):
            request = ("run", *cell, self.limits.output)
            most = _REPLAY_FACTOR * self.limits.cell_seconds
            _, lost = self._exchange(request, self._replay_left, seconds=most)
            if isinstance(lost, OutOfTime):
                return lost
            if lost is not None:
                self._cells.remove(cell)
                return None
        process.look()
        self._fresh = process.spent
        return None

    def _exchange(
        self,
        request: tuple,
        left: float,
        count: int = 1,
        seconds: float | None = None,
        memory: int | None = None,
    ) -> Replies:
        """The replies within so many seconds (`cell_seconds`), or what is left of a budget.

        Raises CannotJudge, and TypeError for what can't be sent.
        """
        process, replies = self._process, list[tuple]()
        assert process is not None

        def function(name: str, number: int) -> StudentFunction:
            return StudentFunction(self, name, number, process.generation)

        wanted = self.limits.cell_seconds if seconds is None else seconds
        seconds = min(wanted, left)
        is_cell, most = request[0] == "run", self.limits.message
        if is_cell:  # the process says it, in a traceback
            request = (*request, str(self._out_of_time(seconds, wanted)))
            most = 2 * self.limits.output + _ERRORS_SIZE
        error: Exception | None = None
        try:
            body = wire.encode(request, partial(refer, process.generation), self.limits.message)
        except ChildProcessError as gone:  # a stand-in for what went with an earlier process
            return [], gone
        try:
            with process.watched(memory, len(body)) if memory else nullcontext():
                for reply in process.exchange(body, count, seconds, function, most, is_cell):
                    replies.append(reply)
                    if reply[0] == "hung":  # it has sent what it put out
                        raise TimeoutError
            return replies, None
        except TimeoutError:
            error = self._out_of_time(seconds, wanted)
        except WireError as nonsense:
            error = nonsense
        except (OSError, EOFError):
            pass  # it ended by itself
        except BaseException:
            self.restart()  # interrupted: its answer would be taken for the next one's
            raise
        status = self.restart(0.0 if error else 0.3)
        if memory and not error and status == 128 + SIGKILL:
            error = MemoryError()  # whoever sees it first, its own limit or what looks on
        return replies, error or ChildProcessError(describe_exit(status))

    def _out_of_time(self, seconds: float, wanted: float) -> TimeoutError:
        if seconds < wanted:
            return OutOfTime(f"the notebook has used its {self.limits.notebook_seconds:g} s")
        return TimeoutError(f"it was still running after {seconds:g} s")


def _is_magic(name: Any) -> bool:
    return isinstance(name, str) and re.fullmatch(_MAGIC, name) is not None


def _answer(reply: tuple) -> Answer:
    """The value that a reply has, or the error that it is."""
    match reply:
        case ("value", value) if wire.too_large_as_array(value):
            return wire.Unsent(f"a {type(value).__name__} of many texts, some of them long"), None
        case ("value", value):
            return value, None
    return None, _error(reply)


def _error(reply: tuple) -> Exception:
    """Return the error that a reply without a value is."""
    match reply:
        case ("raised" | "failed", wire.Raised() as raised):
            return to_exception(raised)
        case ("unsendable", str() as why):
            return TypeError(why)
    return WireError(NONSENSE)


class StudentFunction:
    """A stand-in for a function in a student's process; calling it calls that one.

    Arguments and results are wire values. A function given as an argument (another stand-in, or one
    of the examiner's own with a `__name__`) arrives as the student's function of that name.
    """

    def __init__(self, student: Student, name: str, number: int, generation: int) -> None:
        self.__name__ = name[:200]
        self._student, self._number, self._generation = student, number, generation
        self.origin: str | None = None  # the name it was looked up by

    def __repr__(self) -> str:
        return f"<student's function {self.__name__}>"

    def __deepcopy__(self, memo: dict[int, Any]) -> StudentFunction:
        return self

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Raises what the student's function raised: the same builtin type, else StudentError.

        TimeoutError, ChildProcessError or WireError where the process hung, died or sent nonsense.
        What can't be sent of the result is a `wire.Unsent`.
        """
        value, error = self.map_calls([arguments], [named] if named else None)[0]
        if error is not None:
            raise error
        return value

    def map_calls(
        self,
        argument_lists: Sequence[Sequence[Any]],
        keywords: Sequence[Mapping[str, Any]] | None = None,
        time_limit: float | None = None,
        memory_limit: int | None = None,
        arguments_return: bool = False,
    ) -> list[Answer]:
        """Call once per list of arguments, in one message.

        `time_limit`: seconds for all of them (see `sandbox`). `memory_limit`: bytes that they may
        take on top of what the process uses; they then run in a copy of it that ends with them, and
        what they change is lost. `arguments_return`: a value is (value, arguments, keywords), these
        as the call left them. When the process hangs or dies, what was ready counts,
        and the calls after it carry that error.
        """
        arguments = [tuple(each) for each in argument_lists]
        named = keywords and [dict(each) for each in keywords]
        request = ("call", self, arguments, named, memory_limit, arguments_return)
        limits = {"seconds": time_limit, "memory": memory_limit}
        return self._student.ask(request, len(arguments), **limits)

    def processor_seconds(self) -> float:
        """Seconds that the processors have worked so far for the process that this function is in
        and all that it started, threads and what has ended included. It never falls.

        Exact to microseconds, but for what a child process did that has ended: that is known to a
        fiftieth of a second. Raises SandboxUnavailable.
        """
        return self._student.processor_seconds

    def in_fresh_process(self) -> StudentFunction:
        """The function of the same name where none was called yet (see `Student.again`); itself, if
        no name led to it. Raises CannotJudge.
        """
        if self.origin is None:
            return self
        fresh = StudentFunction(self._student.again(), self.__name__, 0, 0)
        fresh.origin = self.origin
        return fresh


def refer(generation: int, value: Any) -> wire.FunctionRef | None:
    """The reference that is sent for a function to the process of this generation; None for other
    values. ChildProcessError for a function that has gone with an earlier process."""
    if isinstance(value, types.FunctionType):
        return wire.FunctionRef(value.__name__)
    if not isinstance(value, StudentFunction):
        return None
    if generation == value._generation:
        return wire.FunctionRef(value.__name__, value._number)
    if value.origin is None:
        raise ChildProcessError(f"{value!r} was made by a process that has ended")
    return wire.FunctionRef(value.origin)
