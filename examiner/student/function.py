"""Stand-ins for functions of the student's."""

from __future__ import annotations

import types
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .inside import wire

if TYPE_CHECKING:
    from .student import Student


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

        TimeoutError, ChildProcessError or WireError where the process hung, died or sent nonsense;
        TypeError where the result can't be sent.
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
    ) -> list[tuple[Any, Exception | None]]:
        """Call once per list of arguments, in one message: (value, None) or (None, error) each.

        `time_limit`: seconds for all of them (see `process`). `memory_limit`: bytes that they may
        take on top of what the process uses; they then run in a copy of it that ends with them, and
        what they change is lost. `arguments_return`: a value is (value, arguments, keywords), these
        as the call left them. When the process hangs or dies, what was ready counts,
        and the calls after it carry that error.
        """
        arguments = [tuple(each) for each in argument_lists]
        named = keywords and [dict(each) for each in keywords]
        request = ("call", self, arguments, named, memory_limit, arguments_return)
        return self._student.ask(request, time_limit, len(arguments), memory_limit)

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
