"""The examiner's handle on a student's process, which runs cells and calls functions.

If the process dies, hangs or sends a malformed reply, the current operation ends with an error. The
next operation starts a fresh process and replays the earlier cells in it. Cells that killed or hung
a process are not replayed. Changes that calls made in the earlier process are lost.

A replay does not count against the notebook's time, so that an answer that hangs costs other
answers nothing. Replays have a separate budget of the same size.
"""

from __future__ import annotations

import re
import types
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from signal import SIGKILL
from typing import TYPE_CHECKING, Any

from .errors import CannotJudge, MemoryExceeded, describe_exit, to_exception
from .files import MAX_SIZE, collect_files
from .inside import wire
from .inside.wire import WireError
from .outputs import error_output, notebook_outputs

if TYPE_CHECKING:
    from .sandbox import Process, Sandbox

_RESTART_SECONDS = 0.2  # another process costs this much of the replay budget
# A replayed cell may take this multiple of its time limit, since a busy machine slows it down.
_REPLAY_FACTOR = 2.0
_MAX_SKIPPED = 20
_MAGIC = re.compile(r"%{1,2}[A-Za-z_][\w.]{0,40}(?: [\w.:/-]{1,40})?", re.ASCII)
MALFORMED_REPLY = "it answered something else"
_UNLIMITED_OUTPUT = 2**22  # bytes of errors and field names, which the limit on outputs excludes

CallResult = tuple[Any, Exception | None]  # (value, None) or (None, error)
# The replies to a request, and an error if its process is gone.
_Replies = tuple[list[tuple], Exception | None]


class OutOfTime(TimeoutError):
    """Other cells and calls have used up the notebook's time, and left too little for this one."""


class CellStatus(StrEnum):
    """The way in which the run of a cell ended."""

    OK = "ok"
    ERROR = "error"  # the cell raised an exception
    TIMEOUT = "timeout"
    DIED = "died"  # its process ended


@dataclass(frozen=True)
class CellRun:
    """The result of running a cell.

    Attributes:
        outputs: The outputs, as nbformat 4 stores them.
        status: The way in which the run ended.
        reason: The error if the status is not OK, else "".
        execution_count: The number of the cell.
        skipped: Magics that did nothing, because the shell here doesn't have them.
        cut_short: True if the cell had less than the normal time, because others had used it up.
    """

    outputs: list[Any]
    status: CellStatus
    reason: str
    execution_count: int
    skipped: tuple[str, ...] = ()
    cut_short: bool = False


class Student:
    """A handle on one submission's process; `Sandbox.student` creates it.

    Every operation may raise SandboxUnavailable if no process can be started any more. It raises
    CannotJudge if the machine was too busy in two attempts. Look-ups and calls also raise
    CannotJudge if other cells and calls have used up the notebook's time.

    Attributes:
        limits: The limits of the submission.
        skipped: The files of the submission that are left out, each with the reason.
    """

    def __init__(self, sandbox: Sandbox, files: Mapping[str, bytes]) -> None:
        self.limits, self._sandbox = sandbox.limits, sandbox
        self._files, self.skipped = collect_files(files, min(MAX_SIZE, self.limits.files // 2))
        self._cells: list[tuple[str, int]] = []  # to replay: source, execution count
        self._process: Process | None = None
        self._execution_count = 0
        self._spent = 0.0  # seconds of the notebook's time that ended processes took
        self._replay_spent = 0.0  # seconds of the replay budget that ended processes took
        # Seconds that the process had spent when its replay was complete; None before that.
        self._replay_end: float | None = None
        # Seconds that the first run of each cell took.
        self._cell_seconds: dict[tuple[str, int], float] = {}
        self._processor_seconds = 0.0  # processor time of ended processes
        self._started = self._closed = self._has_retried = False
        self._twin: Student | None = None  # see `fresh_twin`

    @property
    def time_left(self) -> float:
        """Seconds that are left of the notebook's time."""
        return max(self.limits.notebook_seconds - self._time_used, 0.0)

    @property
    def _time_used(self) -> float:
        if self._process is None or self._replay_end is None:
            return self._spent
        return self._spent + self._process.seconds_spent - self._replay_end

    @property
    def _replay_left(self) -> float:
        """Seconds that are left of the replay budget."""
        now = self._process.seconds_spent if self._process and self._replay_end is None else 0.0
        return max(self.limits.notebook_seconds - self._replay_spent - now, 0.0)

    def reserve_time(self, seconds: float) -> float:
        """Extend the notebook's time until `seconds` are left, and allow another replay.

        Returns:
            The seconds by which the notebook's time and the replay budget were extended together.
        """
        extra = max(seconds - (self.limits.notebook_seconds - self._time_used), 0.0)
        self._spent -= extra
        replay = seconds + _REPLAY_FACTOR * sum(self._cell_seconds.values())
        extra_replay = max(replay - (self.limits.notebook_seconds - self._replay_spent), 0.0)
        self._replay_spent -= extra_replay
        if self._twin is not None:
            self._twin.reserve_time(seconds)
        return extra + extra_replay

    def run(self, source: str, *, execution_count: int | None = None) -> CellRun:
        """Run a cell, record its outputs, and replay it in later processes.

        Args:
            source: The source of the cell.
            execution_count: The number of the cell; the next number by default.
        """
        self._execution_count = count = execution_count or self._execution_count + 1
        used_before = self._time_used
        replies, lost = self._replies(("run", source, count, self.limits.output))
        outputs, skipped = [], ()
        match replies:
            case [("ran" | "hung", sent, list() as magics)]:
                outputs = notebook_outputs(sent, count)
                skipped = tuple(filter(_is_magic, magics[:_MAX_SKIPPED]))
            case [("failed" | "unsendable", _) as reply]:
                outputs = [error_output(_reply_error(reply))]
            case [_]:
                self.restart()
                lost = WireError(MALFORMED_REPLY)
        errors = [f"{o.ename}: {o.evalue}" for o in outputs if o.output_type == "error"]
        if lost is None:
            self._cells.append((source, count))
            self._cell_seconds[source, count] = max(self._time_used - used_before, 0.0)
            status = CellStatus.ERROR if errors else CellStatus.OK
            reason = "; ".join(errors[:1])
            return CellRun(outputs, status, reason, count, skipped=skipped)
        if not errors:
            outputs.append(error_output(lost))
        status = CellStatus.TIMEOUT if isinstance(lost, TimeoutError) else CellStatus.DIED
        cut_short = isinstance(lost, OutOfTime)
        return CellRun(outputs, status, str(lost), count, skipped, cut_short)

    def look_up(self, name: str) -> Any:
        """Return the value of `name` in the student's process, or a StudentFunction for a function.

        Raises:
            NameError: The name is not defined.
            TypeError: The value can't be sent.
            Exception: Any error that a call may raise (see `StudentFunction.__call__`).
        """
        ((value, error),) = self.ask(("look_up", name))
        if error is not None:
            raise error
        if isinstance(value, wire.Unsent):
            raise wire.NotSerializable(value.unsent)
        if isinstance(value, StudentFunction):
            value.origin = name
        return value

    def ask(self, request: tuple, count: int = 1, **limits: Any) -> list[CallResult]:
        """Send a request, and return its results.

        If the process hangs or dies, the results that arrived before count, and each later result
        is that error.

        Args:
            request: The request (see `inside.session`).
            count: The number of results.
            limits: `seconds` and `memory` for all results together.

        Raises:
            CannotJudge: Other cells and calls have used up the notebook's time. The code may be
                right.
        """
        replies, lost = self._replies(request, count=count, **limits)
        if isinstance(lost, OutOfTime):
            raise CannotJudge(str(lost))
        results = [_call_result(reply) for reply in replies]
        if any(isinstance(error, WireError) for _, error in results):
            self.restart()
        if lost is None and len(results) < count:  # the request failed as a whole
            lost = results[-1][1]
        return results + [(None, lost)] * (count - len(results))

    def fresh_twin(self) -> Student:
        """Return a second process that ran the same cells, with its own time limits.

        Calls in this process can't affect the second one through memory or files. All callers share
        the second process, so calls that earlier callers made in it can affect later ones.

        Raises:
            CannotJudge: A cell that ran here hangs or crashes there.
        """
        twin = self._twin = self._twin or self._sandbox.student(self._files)
        if twin._cells != self._cells[: len(twin._cells)]:
            twin.restart()
            twin._cells.clear()
        new_cells = self._cells[len(twin._cells) :]
        if new_cells:  # they may have had more time here than one process has from the start
            seconds = sum(self._cell_seconds[cell] for cell in new_cells)
            twin.reserve_time(_REPLAY_FACTOR * seconds + self.limits.cell_seconds)
        for source, count in new_cells:
            ran = twin.run(source, execution_count=count)
            if ran.status in (CellStatus.TIMEOUT, CellStatus.DIED):
                raise CannotJudge(f"In [{count}], run again in a fresh process: {ran.reason}")
        return twin

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Stop the submission's processes, this one and the twin, during a `with` block."""
        with ExitStack() as stack:
            for student in filter(None, (self, self._twin)):
                if student._process is not None:
                    stack.enter_context(student._process.paused())
            yield

    @property
    def processor_seconds(self) -> float:
        """Seconds of processor time that the submission's processes took so far, twin excluded."""
        seconds = self._processor_seconds
        if self._process is not None:
            self._process.update_times()
            seconds += self._process.processor_seconds
        return seconds

    @property
    def hidden_seconds(self) -> float:
        """Further seconds that the processes may have taken, at the last measurement."""
        return self._process.hidden_seconds if self._process is not None else 0.0

    def restart(self, seconds: float = 0.0) -> int | None:
        """End the process; the next operation starts a fresh one and replays the cells.

        Args:
            seconds: Time in which the process may end by itself before it is killed.

        Returns:
            The exit status of the process; None if there was none or its status is unknown.
        """
        process, self._process = self._process, None
        if process is None:
            return None
        status = process.end(seconds)
        fresh = process.seconds_spent if self._replay_end is None else self._replay_end
        self._replay_spent += fresh
        self._spent += process.seconds_spent - fresh
        self._replay_end = None
        self._processor_seconds += process.processor_seconds
        return status

    def close(self) -> None:
        """End the submission's processes; no operation may follow."""
        if self._twin is not None:
            self._twin.close()
        self.restart()
        self._closed = True

    def _replies(self, request: tuple, **limits: Any) -> _Replies:
        """Send a request to a process that ran all cells, and return the replies.

        Once in a submission's life, the request is sent again if the machine was too busy.
        `limits`: see `_exchange`.
        """
        try:
            lost = self._bring_up_to_date()
            return ([], lost) if lost else self._exchange(request, self.time_left, **limits)
        except CannotJudge:
            self.restart()
            if self._has_retried:
                raise
            self._has_retried = True
            return self._replies(request, **limits)

    def _bring_up_to_date(self) -> Exception | None:
        """Ensure that there is a process that ran all cells; return the error if that fails."""
        if self._closed:
            raise ValueError("this student's handle is closed")
        while self.time_left and self._process is None:
            if not self._replay_left:
                return self._timeout_error(0.0, 1.0)
            self._process = self._sandbox.launch()
            self._replay_spent += _RESTART_SECONDS if self._started else 0.0
            self._started = True
            if (lost := self._replay()) is not None:
                return lost
        if self.time_left:
            return None
        self.restart()  # its descendants may still be running
        return self._timeout_error(0.0, 1.0)

    def _replay(self) -> Exception | None:
        """Replay the cells in a new process; return the error if that fails.

        A cell that hangs or crashes is removed from the cells to replay, and ends the process.
        """
        process = self._process
        assert process is not None
        if self._files:
            _, lost = self._exchange(("files", self._files), self._replay_left)
            if lost is not None:
                return lost
        for cell in list(self._cells):
            request = ("run", *cell, self.limits.output)
            seconds = _REPLAY_FACTOR * self.limits.cell_seconds
            _, lost = self._exchange(request, self._replay_left, seconds=seconds)
            if isinstance(lost, OutOfTime):
                return lost
            if lost is not None:
                self._cells.remove(cell)
                return None
        process.update_times()
        self._replay_end = process.seconds_spent
        return None

    def _exchange(
        self,
        request: tuple,
        left: float,
        count: int = 1,
        seconds: float | None = None,
        memory: int | None = None,
    ) -> _Replies:
        """Send a request to the present process, and return its replies.

        Args:
            request: The request (see `inside.session`).
            left: Seconds that are left of the notebook's time or of the replay budget.
            count: The maximum number of replies.
            seconds: The time limit, `cell_seconds` by default.
            memory: Bytes that the calls may take, if the supervisor watches them.

        Raises:
            CannotJudge: The machine was too busy to run the process.
            TypeError: The request contains a value that can't be sent.
        """
        process, replies = self._process, list[tuple]()
        assert process is not None

        def function(name: str, number: int) -> StudentFunction:
            return StudentFunction(self, name, number, process.generation)

        requested = self.limits.cell_seconds if seconds is None else seconds
        seconds = min(requested, left)
        is_cell, max_bytes = request[0] == "run", self.limits.message
        if is_cell:  # the process shows this message in a traceback
            request = (*request, str(self._timeout_error(seconds, requested)))
            max_bytes = 2 * self.limits.output + _UNLIMITED_OUTPUT
        error: Exception | None = None
        try:
            pieces = wire.encode_pieces(
                request, partial(reference_for, process.generation), self.limits.message
            )
        except ChildProcessError as outdated:  # a function of an earlier process
            return [], outdated
        try:
            arguments = sum(map(len, pieces))
            with process.memory_watched(memory, arguments) if memory else nullcontext():
                for reply in process.exchange(pieces, count, seconds, function, max_bytes, is_cell):
                    replies.append(reply)
                    if reply[0] == "hung":  # the cell was interrupted, and its outputs have arrived
                        raise TimeoutError
            return replies, None
        except MemoryExceeded:  # perhaps after the last reply, which took too much
            self.restart()
            return replies[: count - 1], MemoryError()
        except TimeoutError:
            error = self._timeout_error(seconds, requested)
        except WireError as malformed:
            error = malformed
        except (OSError, EOFError):
            pass  # the process ended by itself
        except BaseException:
            self.restart()  # its late reply would be taken for the reply to the next request
            raise
        status = self.restart(0.0 if error else 0.3)
        if memory and not error and status == 128 + SIGKILL:
            error = MemoryError()  # the supervisor may notice before the limit in the process does
        return replies, error or ChildProcessError(describe_exit(status))

    def _timeout_error(self, seconds: float, requested: float) -> TimeoutError:
        if seconds < requested:
            return OutOfTime(f"the notebook has used its {self.limits.notebook_seconds:g} s")
        return TimeoutError(f"it was still running after {seconds:g} s")


def _is_magic(name: Any) -> bool:
    return isinstance(name, str) and re.fullmatch(_MAGIC, name) is not None


def _call_result(reply: tuple) -> CallResult:
    """Return the value or the error that a reply contains."""
    match reply:
        case ("value", value) if wire.too_large_as_array(value):
            return wire.Unsent(f"a {type(value).__name__} of many strings, some of them long"), None
        case ("value", value):
            return value, None
    return None, _reply_error(reply)


def _reply_error(reply: tuple) -> Exception:
    """Return the error for a reply without a value."""
    match reply:
        case ("raised" | "failed", wire.Raised() as raised):
            return to_exception(raised)
        case ("unsendable", str() as why):
            return TypeError(why)
    return WireError(MALFORMED_REPLY)


class StudentFunction:
    """A proxy for a function in a student's process.

    Arguments and results are wire values. A function among the arguments, another proxy or a
    function of the examiner's, arrives as the student's function of the same name.

    Attributes:
        origin: The name by which the function was looked up; None for a function in a result.
    """

    def __init__(self, student: Student, name: str, number: int, generation: int) -> None:
        self.__name__ = name[:200]
        self._student, self._number, self._generation = student, number, generation
        self.origin: str | None = None

    def __repr__(self) -> str:
        return f"<student's function {self.__name__}>"

    def __deepcopy__(self, memo: dict[int, Any]) -> StudentFunction:
        return self

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        """Call the student's function; a `wire.Unsent` stands for each value that can't be sent.

        Raises:
            Exception: The exception of the student's function, with its type if that is builtin.
            StudentError: The student's function raised an exception of another type.
            TimeoutError: The process hung.
            ChildProcessError: The process died.
            WireError: The process sent a malformed reply.
        """
        value, error = self.map_calls([arguments], [keywords] if keywords else None)[0]
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
    ) -> list[CallResult]:
        """Call the function once for each list of arguments, with a single request.

        If the process hangs or dies, the results that arrived before count, and each later result
        is that error.

        Args:
            argument_lists: The positional arguments of each call.
            keywords: The keyword arguments of each call.
            time_limit: Seconds for all calls together (see `sandbox`).
            memory_limit: Bytes that the calls may take in addition to those that the process holds.
                If given, the calls run in a copy of the process, and their changes are lost. The
                supervisor kills the process if all its descendants together exceed the limit, or if
                others than the copy work for the call.
            arguments_return: True if each value is a tuple (value, arguments, keywords), with the
                arguments as they are after the call.
        """
        argument_tuples = [tuple(arguments) for arguments in argument_lists]
        keyword_dicts = keywords and [dict(each) for each in keywords]
        request = ("call", self, argument_tuples, keyword_dicts, memory_limit, arguments_return)
        limits = {"seconds": time_limit, "memory": memory_limit}
        return self._student.ask(request, len(argument_tuples), **limits)

    def processor_seconds(self) -> float:
        """Return the seconds of processor time that the function's process has taken so far.

        The time includes threads, descendants and ended processes, and never decreases. It is exact
        to microseconds, except for what descendants hide (see `hidden_seconds`).

        Raises:
            SandboxUnavailable: The supervisor does not answer.
        """
        return self._student.processor_seconds

    def hidden_seconds(self) -> float:
        """Return the most processor time that `processor_seconds` may lack at its last measurement.

        Each descendant may hide 1/50 s: the time of the children that it has waited for is rounded.
        """
        return self._student.hidden_seconds

    def paused(self) -> AbstractContextManager[None]:
        """Stop the processes of the function's submission during a `with` block."""
        return self._student.paused()

    def in_fresh_process(self) -> StudentFunction:
        """Return the function of the same name in the second process (`Student.fresh_twin`).

        No call in this process affects it. A function that was not looked up by name is returned
        itself.

        Raises:
            CannotJudge: The cells do not run again (see `Student.fresh_twin`).
        """
        if self.origin is None:
            return self
        fresh = StudentFunction(self._student.fresh_twin(), self.__name__, 0, 0)
        fresh.origin = self.origin
        return fresh


def reference_for(generation: int, value: Any) -> wire.FunctionRef | None:
    """Return the reference to a function that is sent to a process; None for other values.

    Args:
        generation: The number of the process that gets the reference.
        value: Any value.

    Raises:
        ChildProcessError: The function existed only in an earlier process.
    """
    if isinstance(value, types.FunctionType):
        return wire.FunctionRef(value.__name__)
    if not isinstance(value, StudentFunction):
        return None
    if generation == value._generation:
        return wire.FunctionRef(value.__name__, value._number)
    if value.origin is None:
        raise ChildProcessError(f"{value!r} was made by a process that has ended")
    return wire.FunctionRef(value.origin)
