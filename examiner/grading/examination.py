"""Examination of one notebook: the student's cells run in a student process, test cells run here.

A test cell is ordinary Python. It looks up a name first among its own, then among the names that
given cells define, then in the student's process. The visible part of a test only informs the
student; the hidden part decides on the points. The value of the hidden part is the verdict. If it
has none, the question needs manual grading. (The build refuses such a test.)
"""

from __future__ import annotations

import builtins
import contextlib
import io
import json
import re
import traceback
from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass, replace
from typing import Any

from nbformat import NotebookNode

from ..cell_code import bound_names, guessed_definitions, quiet, run_code, writes_powers_as_xor
from ..cell_kinds import grade_id_of, is_test, name_of, question_of
from ..checks import WHOLE, Finding, Verdict
from ..checks.calls import error_message, shorten
from ..checks.grading import GradingContext
from ..checks.verdict import ReviewReason
from ..digests import digest_of
from ..findings.diagnosis import Message
from ..findings.feedback_level import Level
from ..findings.sentences import render
from ..quoting import quoted
from ..regions import split
from ..student import Student
from ..student.errors import mask_addresses
from ..student.outputs import TRUNCATED, limit_lines, output, stream
from ..student.student import CellRun
from ..time_limit import TimeIsUp, limit_time
from .newer_syntax import HERE, needs_newer_python, version_name
from .rebuild import is_shown_figure
from .record import VerdictRecord

CHECK_FAILED = "CheckFailed"
NEEDS_MANUAL_GRADING = "This question could not be graded automatically. A person will look at it."
# Time that stays available when a notebook's time is used up, as a multiple of the limit of a cell.
# So a cell that hangs takes no time from a correct answer. Each answer and each test has its own
# reserved time. All other cells share one reserve, and each gets at most a tenth. Replays use up
# this reserve, too: else each cell that ends its process would bring another replay.
RESERVED_FOR_QUESTION = RESERVED_FOR_OTHERS = 1.0
MAX_RESERVED_FOR_OTHER = 0.1
MAX_OUTPUT = 16 * 2**20  # bytes of output of all the student's cells together
OUTPUT_DISCARDED = (
    f"[not kept: the notebook's earlier outputs had more than {MAX_OUTPUT // 2**20} MiB]"
)
MAX_PRINTED = 100_000  # characters that a test prints
MAX_FINDINGS = 200
MAX_MESSAGE, MAX_FACTS = 3000, 200  # characters of one fact of a finding; items in a list of facts
# Seconds of processor time of a test's two parts, without the student's process.
VISIBLE_SECONDS, HIDDEN_SECONDS = 10.0, 60.0
GROUP_SECONDS = 10.0  # seconds of processor time to group all answers of a notebook
_WORD = re.compile(r"\w+")
# Characters that a file can't hold, or that change the look of the text around them.
_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)


@dataclass
class Result:
    """The result of a test cell.

    Attributes:
        points: The points of the question; None if it needs manual grading.
        outputs: The outputs that the test cell gets.
        verdict: The verdict; None if the question needs manual grading.
        failure: The reason for manual grading, for the log.
        needs_python: The newer Python that the answer needs, if that is the reason.
    """

    points: float | None
    outputs: list[NotebookNode]
    verdict: Verdict | None = None
    failure: str = ""
    needs_python: tuple[int, int] | None = None


@dataclass(frozen=True)
class ExcusedFailure:
    """A failure that is not the student's fault: the cell may run on the student's machine.

    Attributes:
        why: The reason, for the log and the student.
        needs_python: The newer Python that the cell needs, if that is the reason.
    """

    why: str
    needs_python: tuple[int, int] | None = None

    @classmethod
    def of(cls, ran: CellRun, source: str, place: int) -> ExcusedFailure | None:
        """Return the excused failure of a cell that ran; None if the cell has no excuse.

        Args:
            ran: The cell's run.
            source: Its code.
            place: Its number in the notebook, as in "In [3]".
        """
        if ran.cut_short:
            return cls(f"In [{place}] was stopped: {ran.reason}.")
        if not ran.reason.startswith(("SyntaxError", "IndentationError", "TabError")):
            return None
        if (needed := needs_newer_python(source)) is None:
            return None
        return cls(
            f"In [{place}] uses syntax of a newer Python. {version_name(HERE)} graded it, but it "
            f"may need {version_name(needed)} or newer. {quoted(shorten(ran.reason, 300))}",
            needed,
        )


class ExcusedNames:
    """The names that may be right, although the cells that define them failed here."""

    def __init__(self) -> None:
        self._by_name: dict[str, ExcusedFailure] = {}

    def update(self, source: str, excuse: ExcusedFailure | None) -> None:
        """Update the names after a cell has run.

        The names that the cell defines are excused if the cell has an excuse or uses an excused
        name. Otherwise its definitions count, and the names lose an earlier excuse.

        Args:
            source: The code of the cell.
            excuse: The excused failure of the cell itself, if any.
        """
        defined = guessed_definitions(source)
        if excuse := excuse or self._excuse_in(source, ignored=defined):
            self._by_name |= dict.fromkeys(defined, excuse)
        else:
            for name in defined & self._by_name.keys():
                del self._by_name[name]

    def first_excuse(self, names: Iterable[str]) -> ExcusedFailure | None:
        """Return the excuse of the first excused name; None if no name is excused."""
        return next((self._by_name[name] for name in names if name in self._by_name), None)

    def _excuse_in(self, source: str, ignored: Container[str]) -> ExcusedFailure | None:
        if not self._by_name:
            return None
        return self.first_excuse(word for word in _WORD.findall(source) if word not in ignored)


def _do_nothing(_: object) -> None:
    pass


@dataclass(frozen=True)
class ExaminationOptions:
    """Options of an examination.

    Attributes:
        key: Source of randomness for the inputs of tests (see `case_generation_key`).
        case_key: Source of randomness for the cases that many submissions share; "" if the
            submission has cases of its own.
        common: Source of randomness for the inputs that all submissions share.
        level: The feedback level of the course.
        stop_at: Index of the code cell at which the examination stops: an earlier attempt failed
            there. This cell and all later ones don't run, and their tests need manual grading.
        on_cell: Called with the index of each code cell before the cell runs.
        on_remark: Called with each remark about a cell, for the log.
    """

    key: str = ""
    case_key: str = ""
    common: str = ""
    level: str = Level.ANSWER
    stop_at: int | None = None
    on_cell: Callable[[int], object] = _do_nothing
    on_remark: Callable[[str], object] = _do_nothing


def examine(
    notebook: NotebookNode,
    student: Student,
    given: Iterable[str] = (),
    options: ExaminationOptions | None = None,
) -> dict[str, Result]:
    """Run the code cells of a notebook, and write outputs and verdicts into them.

    Args:
        notebook: A notebook that `rebuild` made. Its cells change.
        student: The student's process.
        given: The source of the given cells.
        options: The options; None for the defaults.

    Returns:
        Name of a test cell -> its result.
    """
    options = options or ExaminationOptions()
    results: dict[str, Result] = {}
    output_budget = MAX_OUTPUT
    seconds_for_others = RESERVED_FOR_OTHERS * student.limits.cell_seconds
    excused = ExcusedNames()
    defined, undefined = run_given(given)
    verdicts: dict[str, Verdict] = {}
    unexplained: list[tuple[NotebookNode, GradingContext]] = []
    failures: dict[str | None, Message | None] = {}  # name of an answer cell -> its failure, if any
    code_of = {name_of(cell): cell.source for cell in notebook.cells}
    code = [c for c in notebook.cells if c.cell_type == "code" and c.source.strip()]
    for place, cell in enumerate(code):
        if is_shown_figure(cell):
            continue
        name = name_of(cell)
        question = question_of(name or "")
        is_stopped = options.stop_at is not None and place >= options.stop_at
        if not is_stopped:
            options.on_cell(place)
            cell.execution_count = place + 1
            if question:
                student.reserve_time(RESERVED_FOR_QUESTION * student.limits.cell_seconds)
            elif seconds_for_others > 0:
                most = MAX_RESERVED_FOR_OTHER * student.limits.cell_seconds
                seconds_for_others -= student.reserve_time(min(most, seconds_for_others))
        if is_test(cell):
            result = needs_manual_grading("it was not run")
            if not is_stopped:
                namespace = TestNamespace(dict(defined), undefined, student)
                grading = GradingContext(
                    question,
                    key=options.key,
                    case_key=options.case_key,
                    common=options.common,
                    earlier=dict(verdicts),
                )
                with grading.active():
                    result = examine_test(
                        cell,
                        namespace,
                        options.level,
                        failures.get(question),
                        code_of.get(question, ""),
                    )
                loses_points = result.points not in (None, cell.metadata.nbgrader.points)
                if loses_points and (excuse := excused.first_excuse(namespace.looked_up)):
                    result = needs_manual_grading(excuse.why, excuse.why)
                    result.needs_python = excuse.needs_python
            if result.verdict is not None:
                verdicts[question] = result.verdict
                if result.verdict.review_reason is ReviewReason.UNEXPLAINED:
                    unexplained.append((cell, grading))
            cell.outputs = limit_lines(result.outputs)
            VerdictRecord.of(result.points, result.verdict, options.level).write(cell)
            results[grade_id_of(cell)] = result
        elif not is_stopped:
            ran = student.run(cell.source, execution_count=place + 1)
            cell.outputs = ran.outputs
            failures[name] = _failure_of(ran)
            if ran.skipped:
                ignored = ", ".join(ran.skipped)
                options.on_remark(f"In [{place + 1}]: unknown here, so ignored: {ignored}")
            excused.update(cell.source, ExcusedFailure.of(ran, cell.source, place + 1))
            output_budget -= len(json.dumps(cell.outputs))
            if output_budget < 0:
                cell.outputs = [stream(OUTPUT_DISCARDED)]
    if unexplained and options.stop_at is None:
        # All cells have run: if the worker fails from here on, the next attempt must run them all
        # again, and makes no groups.
        options.on_cell(len(code))
        _write_groups(unexplained, options.on_remark)
    return results


def _write_groups(
    cells: Iterable[tuple[NotebookNode, GradingContext]], on_remark: Callable[[str], object]
) -> None:
    """Write into each test cell the group of its answer: equal answers have an equal group.

    The function calls the answers again, in the remaining time of the notebook. It runs after all
    cells, because no mark may depend on those calls.

    Args:
        cells: Test cells with the grading contexts in which they ran.
        on_remark: Called with each remark for the log.
    """
    try:
        with limit_time(GROUP_SECONDS, processor=True), quiet():
            for cell, grading in cells:
                try:
                    computed = grading.describe_answers()
                except Exception as error:
                    on_remark(f"{name_of(cell)}: no group, {type(error).__name__}: {error}")
                    continue
                if computed and (record := VerdictRecord.read(cell)):
                    replace(record, group=digest_of(computed)[:32]).write(cell)
    except TimeIsUp:
        on_remark(f"computing the groups of answers took longer than {GROUP_SECONDS:g} s")


def examine_test(
    cell: NotebookNode,
    namespace: TestNamespace,
    level: str = Level.ANSWER,
    failure: Message | None = None,
    code: str = "",
) -> Result:
    """Run a test cell: its visible part, then its hidden part.

    Args:
        cell: The test cell.
        namespace: The names that the test can use.
        level: The feedback level of the course.
        failure: The failure of the answer's own cell, if any. It explains to the student why a
            name is missing.
        code: The source of the answer's own cell.
    """
    points = float(cell.metadata.nbgrader.points)
    visible, hidden = split(cell.source, "hidden tests")
    printed = BoundedOutput()
    value, error = _run_within(visible, namespace, printed, VISIBLE_SECONDS)
    if error is not None:
        explanation = failure if isinstance(error, NameError) else None
        text = render(explanation, Level.ANSWER) if explanation else _error_text(error)
        printed.write(f"The visible test failed: {text[:MAX_MESSAGE]}\n")
        with contextlib.suppress(SyntaxError):
            # The visible part may have ended before it bound all its names.
            namespace.own = bound_names(visible)
    # Code that crashed or hung the student's process would do so again.
    if not isinstance(error, (TimeoutError, ChildProcessError)):
        value, error = _run_within(hidden, namespace, BoundedOutput(0), HIDDEN_SECONDS)
    if error is not None:
        value = _verdict_on_students_error(error, points, namespace.missing, failure)
    if isinstance(value, Verdict) and value.max_points == points:
        result = _result_of(value, code, level, cell)
    elif isinstance(value, Verdict):
        why = f"the check gives {value.max_points:g} points, the cell has {points:g}"
        result = needs_manual_grading(why)
    elif error is None:  # any value but a verdict is a mistake of the test
        result = needs_manual_grading(f"the test ends in {type(value).__name__}, not in a verdict")
    elif isinstance(error, (GivenCodeFailed, MemoryError, TestTooSlow)):
        result = needs_manual_grading(f"{type(error).__name__}: {error}")
    else:
        result = needs_manual_grading("".join(traceback.format_exception(error)))
    if printed.getvalue():
        result.outputs.insert(0, stream(clean_text(printed.getvalue())))
    return result


class Unavailable(Exception):
    """The student's process can't send the value of a name."""


class GivenCodeFailed(Exception):
    """A test needs a name that a given cell should have defined, but that cell raised."""


def run_given(sources: Iterable[str]) -> tuple[dict[str, Any], dict[str, str]]:
    """Run the given cells of a notebook.

    Each cell runs, even if an earlier one raised. They run again for each submission, because a
    test may change a given list.

    Args:
        sources: The source of the given cells, in order.

    Returns:
        The namespace of the given cells; and each name that they bind but failed to define, with
        the reason. Neither is the student's responsibility.
    """
    names: dict[str, Any] = {"__name__": "__given__", "__builtins__": builtins}
    undefined: dict[str, str] = {}
    for source in sources:
        _, error = run_code(source, names)
        if error is not None:
            why = f"{type(error).__name__}: {error}"
            undefined |= {name: why for name in bound_names(source) if name not in names}
    return names, undefined


class TestNamespace(dict):
    """The namespace of one test cell.

    Attributes:
        own: Names that the test defines itself; they are never looked up in the student's process.
        missing: Names that the test looked up and the student did not define.
        looked_up: Names that the test looked up in the student's process, in order.
    """

    __test__ = False  # pytest must not collect this class as tests

    def __init__(self, names: dict[str, Any], undefined: dict[str, str], student: Student) -> None:
        super().__init__(names, __name__="__test__")
        self._undefined, self._student = undefined, student
        self.own: set[str] = set()
        self.missing: set[str] = set()
        self.looked_up: dict[str, None] = {}

    def __missing__(self, name: str) -> Any:
        if why := self._undefined.get(name):
            raise GivenCodeFailed(f"the given cell that defines {name} raised {why}")
        # A student must not replace `isinstance`, `float` or the test's own functions.
        if hasattr(builtins, name) or name in self.own:
            raise KeyError(name)
        self.looked_up[name] = None
        try:
            value = self._student.look_up(name)
        except NameError:
            self.missing.add(name)
            raise KeyError(name) from None
        except (TimeoutError, ChildProcessError):
            raise
        except Exception as error:
            raise Unavailable(f"{name}: {error}") from error
        super().__setitem__(name, value)
        return value


class BoundedOutput(io.StringIO):
    """The first `limit` characters that a test prints: it may print a student's huge values."""

    def __init__(self, limit: int = MAX_PRINTED) -> None:
        super().__init__()
        self._remaining = limit

    def write(self, text: str) -> int:
        if self._remaining > 0:
            is_cut = len(text) > self._remaining
            super().write(f"{text[: self._remaining]}\n{TRUNCATED}\n" if is_cut else text)
            self._remaining -= len(text)
        return len(text)


class TestTooSlow(Exception):
    """A test itself, without the student's process, exceeded its time limit."""

    __test__ = False


def _run_within(
    source: str, namespace: TestNamespace, out: BoundedOutput, seconds: float
) -> tuple[Any, BaseException | None]:
    """Run code with a time limit: a student's huge values can make a test slow."""
    try:
        with limit_time(seconds, processor=True):
            return run_code(source, namespace, out)
    except TimeIsUp:
        return None, TestTooSlow(f"the test itself took longer than {seconds:g} s")


def _verdict_on_students_error(
    error: BaseException, points: float, missing: Container[str], failure: Message | None
) -> Verdict | None:
    """Return the verdict on an exception that ended a test; None if the check itself caused it.

    Args:
        error: The exception.
        points: The points of the question.
        missing: Names that the student should have defined but did not. If the test lacks any
            other name, the test itself is wrong.
        failure: The failure of the answer's own cell, if any.
    """
    if isinstance(error, NameError) and error.name in missing:
        message = failure or Message("not-answered", {"why": f": {shorten(str(error))}"})
    elif isinstance(error, Unavailable):
        message = Message("unavailable", {"why": shorten(str(error), 300)})
    elif isinstance(error, (TimeoutError, ChildProcessError)) or hasattr(error, "is_students"):
        message = error_message(error)
    else:
        return None
    return Verdict.nothing(WHOLE, message, points)


def needs_manual_grading(why: str, message: str = "") -> Result:
    """Return the result of a question that needs manual grading.

    Args:
        why: The reason, for the log.
        message: The reason in a form that the student may read; "" for none.
    """
    text = f"{NEEDS_MANUAL_GRADING} {clean_text(message)}".strip()
    error = output("error", ename=CHECK_FAILED, evalue=text, traceback=[text])
    return Result(None, [error], failure=why)


def _result_of(verdict: Verdict, code: str, level: str, cell: NotebookNode) -> Result:
    """Make a result of a verdict, with only texts that a file can hold and a page can show.

    If the answer lost points and its code writes `^` for a power, the result has a finding on that.
    """
    findings = verdict.findings
    if verdict.points != verdict.max_points and writes_powers_as_xor(code):
        findings = (Finding.of(WHOLE, Message("power-as-xor")), *findings)
    kept = [Finding.of_json(_clean_facts(each.as_json())) for each in findings[:MAX_FINDINGS]]
    verdict = replace(verdict, findings=tuple(kept), question=question_of(grade_id_of(cell)))
    data = {"text/plain": repr(verdict), "text/html": verdict.html(level)}
    about = {"metadata": {}, "execution_count": cell.execution_count}
    return Result(verdict.points, [output("execute_result", data=data, **about)], verdict)


def _clean_facts(facts: Any) -> Any:
    """Return JSON data with clean texts and lists, shortened to the lengths that a page shows."""
    match facts:
        case str():
            return clean_text(facts[:MAX_MESSAGE])
        case dict():
            return {key: _clean_facts(each) for key, each in facts.items()}
        case list():
            return [_clean_facts(each) for each in facts[:MAX_FACTS]]
    return facts


def clean_text(text: str) -> str:
    """Replace characters that a file can't hold, and addresses in memory.

    Students can send control characters and halves of surrogate pairs. Addresses differ between two
    gradings of the same submission.
    """
    return mask_addresses(_UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", text))


def _failure_of(ran: CellRun) -> Message | None:
    """Return a message on the failure of a student's cell; None if the cell ran to its end."""
    if ran.status in ("timeout", "died"):
        return Message("crashed", {"message": ran.reason})
    errors = [output for output in ran.outputs if output.output_type == "error"]
    if not errors:
        return None
    facts = {"type": shorten(errors[-1].ename), "message": shorten(errors[-1].evalue, 300)}
    return Message("cell-stopped", facts)


def _error_text(error: BaseException) -> str:
    """Return the text of an exception in a visible test.

    The text of an exception from the student's process is quoted, because the student wrote it.
    """
    text, name = str(error), type(error).__name__
    if hasattr(error, "is_students"):
        return f"{name}: {quoted(text)}"
    return text if isinstance(error, AssertionError) and text else f"{name}: {text}"
