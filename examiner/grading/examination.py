"""Examining one notebook: student cells run in the student process, test cells run here.

A test cell is ordinary Python; its names are its own, what given cells define, then the student's.
Its visible part informs, its hidden part decides; the value of the hidden part is the verdict, and
a test without one is left for a person. (The build refuses it.)
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

from ..cell_code import bound_names, defined_by_looks, quiet, run, writes_powers_as_xor
from ..cell_kinds import grade_id_of, is_test, name_of, question_of
from ..checks import WHOLE, Finding, Verdict
from ..checks.calls import error_said, shorten
from ..checks.grading import GradingContext
from ..checks.verdict import Look
from ..digests import digest_of
from ..findings.diagnosis import Message
from ..findings.feedback_level import Level
from ..findings.sentences import say
from ..quoting import quoted
from ..regions import split
from ..student import Student
from ..student.errors import mask_addresses
from ..student.outputs import TRUNCATED, limit_lines, output, stream
from ..student.student import CellRun
from ..time_limit import TimeIsUp, alarm
from .newer_syntax import HERE, in_words, needs_newer_python
from .rebuild import is_shown_figure
from .record import VerdictRecord

CHECK_FAILED = "CheckFailed"
LEFT_FOR_A_PERSON = "This question could not be graded automatically. A person will look at it."
# Times the time of a cell: what each answer and each test has, and what all other cells together
# have, once the notebook's time is used up. What hangs takes nothing from what is right.
KEPT = KEPT_FOR_OTHERS = 1.0
KEPT_FOR_ANOTHER = 0.1  # of the time of a cell: the most that one other cell gets of that
MAX_OUTPUT = 16 * 2**20  # bytes of output of all the student's cells together
LEFT_OUT = f"[left out: the notebook had put out more than {MAX_OUTPUT // 2**20} MiB before]"
MAX_PRINTED = 100_000  # characters that a test prints
MAX_FINDINGS = 200
MAX_MESSAGE, MAX_FACTS = 3000, 200  # characters of a fact of a finding, and facts in a list
# Processor time of a test's two parts, in seconds. What a student's process takes is not in it.
VISIBLE_SECONDS, HIDDEN_SECONDS = 5.0, 60.0
GROUP_SECONDS = 10.0  # the same, of working out all groups of a notebook
_WORD = re.compile(r"\w+")
# Characters that files can't hold, or that change how the text around them looks.
_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)


@dataclass
class Result:
    """What a test cell came to.

    points: None where a person has to grade; `failure` then says why, for the log.
    needs_python: The newer Python that the answer needs, if that is why a person has to grade.
    """

    points: float | None
    outputs: list[NotebookNode]
    verdict: Verdict | None = None
    failure: str = ""
    needs_python: tuple[int, int] | None = None


@dataclass(frozen=True)
class Unjudged:
    """Why a cell of the student's says nothing of what it defines: it could not run here as it may
    have run for the student.

    needs_python: The newer Python that it needs, if that is why.
    """

    why: str
    needs_python: tuple[int, int] | None = None

    @classmethod
    def of(cls, ran: CellRun, source: str, place: int) -> Unjudged | None:
        """Of a cell that ran; None if the student answers for how it ended."""
        if ran.cut_short:
            return cls(f"In [{place}] was stopped: {ran.reason}.")
        if not ran.reason.startswith(("SyntaxError", "IndentationError", "TabError")):
            return None
        if (needed := needs_newer_python(source)) is None:
            return None
        return cls(
            f"In [{place}] has syntax of a newer Python: {in_words(HERE)} graded it, and "
            f"{in_words(needed)} or newer may accept it. {quoted(shorten(ran.reason, 300))}",
            needed,
        )


class UnjudgedNames:
    """The names that may be right although the cells that define them failed here."""

    def __init__(self) -> None:
        self._by_name: dict[str, Unjudged] = {}

    def note(self, source: str, unjudged: Unjudged | None) -> None:
        """Note a cell that ran: what it defines, and uses of others, may be unjudged now."""
        defined = defined_by_looks(source)
        if unjudged := unjudged or self.find(source, but=defined):
            self._by_name |= dict.fromkeys(defined, unjudged)
        else:
            for name in defined & self._by_name.keys():
                del self._by_name[name]

    def of(self, asked: Iterable[str]) -> Unjudged | None:
        """Return why one of the names that a test asked for is unjudged; None if none is."""
        return next((self._by_name[name] for name in asked if name in self._by_name), None)

    def find(self, source: str, but: Container[str] = ()) -> Unjudged | None:
        """Find the first unjudged name that code mentions."""
        if not self._by_name:
            return None
        words = (word for word in _WORD.findall(source) if word not in but)
        return next((self._by_name[word] for word in words if word in self._by_name), None)


def examine(
    notebook: NotebookNode,
    student: Student,
    given: Iterable[str] = (),
    *,
    key: str = "",
    common: str = "",
    level: str = Level.ANSWER,
    until: int | None = None,
    at: Callable[[int], None] = lambda place: None,
    remark: Callable[[str], object] = lambda line: None,
) -> dict[str, Result]:
    """Run the notebook's code cells; put outputs and verdicts into them; the results by test cell.

    notebook: from `rebuild`, with the named cells of the reference notebook.
    given: the source of given cells.
    key: what inputs of tests are drawn from (see `key_of_draws`). common: what those inputs are
        drawn from that all submissions share. level: how much findings say.
    until: the place among the code cells from which on nothing is run and every test is left for a
        person; where an earlier try ended.
    at: called with the place of each cell before it runs.
    remark: called with what the log should say of a cell.
    """
    results: dict[str, Result] = {}
    room = MAX_OUTPUT
    for_others = KEPT_FOR_OTHERS * student.limits.cell_seconds
    names = UnjudgedNames()
    defined, lost = run_given(given)
    marked: dict[str, Verdict] = {}
    to_look_at: list[tuple[NotebookNode, GradingContext]] = []
    ended: dict[str | None, Message | None] = {}  # answer -> how its cell ended, where it failed
    code_of = {name_of(cell): cell.source for cell in notebook.cells}
    code = [c for c in notebook.cells if c.cell_type == "code" and c.source.strip()]
    for place, cell in enumerate(code):
        if is_shown_figure(cell):
            continue
        name = name_of(cell)
        question = question_of(name or "")
        stopped = until is not None and place >= until
        if not stopped:
            at(place)
            cell.execution_count = place + 1
            if question:
                student.reserve_time(KEPT * student.limits.cell_seconds)
            else:
                kept = min(KEPT_FOR_ANOTHER * student.limits.cell_seconds, for_others)
                for_others -= student.reserve_time(kept)
        if is_test(cell):
            result = needs_manual_grading("it was not run")
            if not stopped:
                namespace = TestNamespace(dict(defined), lost, student)
                about = ended.get(question), code_of.get(question, "")
                grading = GradingContext(question, key=key, common=common, earlier=dict(marked))
                with grading.active():
                    result = examine_test(cell, namespace, level, *about)
                lost_points = result.points not in (None, cell.metadata.nbgrader.points)
                if lost_points and (unjudged := names.of(namespace.asked)):
                    result = needs_manual_grading(unjudged.why, unjudged.why)
                    result.needs_python = unjudged.needs_python
            if result.verdict is not None:
                marked[question] = result.verdict
                if result.verdict.needs_a_look is Look.UNEXPLAINED:
                    to_look_at.append((cell, grading))
            cell.outputs = limit_lines(result.outputs)
            VerdictRecord.of(result.points, result.verdict, level).write(cell)
            results[grade_id_of(cell)] = result
        elif not stopped:
            ran = student.run(cell.source, execution_count=place + 1)
            cell.outputs = ran.outputs
            ended[name] = _how_it_failed(ran)
            if ran.skipped:
                remark(f"In [{place + 1}]: {', '.join(ran.skipped)} did nothing: not known here")
            names.note(cell.source, Unjudged.of(ran, cell.source, place + 1))
            room -= len(json.dumps(cell.outputs))
            if room < 0:
                cell.outputs = [stream(LEFT_OUT)]
    if to_look_at and until is None:
        at(len(code))  # whatever happens from here on, all cells are graded
        _write_groups(to_look_at, remark)
    return results


def _write_groups(
    cells: Iterable[tuple[NotebookNode, GradingContext]], remark: Callable[[str], object]
) -> None:
    """Write into test cells which group their answers belong to.

    It calls the answers again. So it comes last: no mark may depend on it. What time is left of the
    notebook's has to do.
    """
    try:
        with alarm(GROUP_SECONDS, processor=True), quiet():
            for cell, grading in cells:
                try:
                    computed = grading.computed()
                except Exception as error:
                    remark(f"{name_of(cell)}: no group, {type(error).__name__}: {error}")
                    continue
                if computed and (record := VerdictRecord.read(cell)):
                    replace(record, group=digest_of(computed)[:32]).write(cell)
    except TimeIsUp:
        remark(f"working out groups took longer than {GROUP_SECONDS:g} s")


def examine_test(
    cell: NotebookNode,
    namespace: TestNamespace,
    level: str = Level.ANSWER,
    ended: Message | None = None,
    code: str = "",
) -> Result:
    """Run a test cell: its visible part, then its hidden part.

    level: how much findings say. ended: how the answer's own cell ended, where it failed: what it
    didn't get to define is then missing for that reason. code: that cell's.
    """
    points = float(cell.metadata.nbgrader.points)
    visible, hidden = split(cell.source, "hidden tests")
    shown = Printed()
    value, error = _in_time(visible, namespace, shown, VISIBLE_SECONDS)
    if error is not None:
        told = ended if isinstance(error, NameError) else None
        words = say(told, Level.ANSWER) if told else _in_words(error)
        shown.write(f"The visible test says: {words[:MAX_MESSAGE]}\n")
        with contextlib.suppress(SyntaxError):
            namespace.own = bound_names(visible)  # it may have ended before it bound them
    # What crashed or hung the student's process once would do it again.
    if not isinstance(error, (TimeoutError, ChildProcessError)):
        value, error = _in_time(hidden, namespace, Printed(0), HIDDEN_SECONDS)
    if error is not None:
        value = _students_doing(error, points, namespace.missing, ended)
    if isinstance(value, Verdict) and value.max_points == points:
        result = _shown(value, code, level, cell)
    elif isinstance(value, Verdict):
        why = f"the check gives {value.max_points:g} points, the cell has {points:g}"
        result = needs_manual_grading(why)
    elif error is None:  # none but a verdict decides
        result = needs_manual_grading(f"the test ends in {type(value).__name__}, not in a verdict")
    elif isinstance(error, (GivenCodeFailed, MemoryError, TestTooSlow)):
        result = needs_manual_grading(f"{type(error).__name__}: {error}")
    else:
        result = needs_manual_grading("".join(traceback.format_exception(error)))
    if shown.getvalue():
        result.outputs.insert(0, stream(storable(shown.getvalue())))
    return result


class Unavailable(Exception):
    """What the student defined under a name can't be had: it is not sendable."""


class GivenCodeFailed(Exception):
    """A test needs a name that a given cell should have defined, and that cell raised."""


def run_given(sources: Iterable[str]) -> tuple[dict[str, Any], dict[str, str]]:
    """What given cells define, and what they bind but did not define because they raised -> why: a
    student answers for neither.

    They run one after the other, each even if another one raised, and for each submission: what one
    does to a given list is gone for the next.
    """
    names: dict[str, Any] = {"__name__": "__given__", "__builtins__": builtins}
    lost: dict[str, str] = {}
    for source in sources:
        _, error = run(source, names)
        if error is not None:
            why = f"{type(error).__name__}: {error}"
            lost |= {name: why for name in bound_names(source) if name not in names}
    return names, lost


class TestNamespace(dict):
    """The namespace of one test cell. names, lost: from `run_given`."""

    __test__ = False  # not a test class, whatever pytest thinks of its name

    def __init__(self, names: dict[str, Any], lost: dict[str, str], student: Student) -> None:
        super().__init__(names, __name__="__test__")
        self._lost, self._student = lost, student
        self.own: set[str] = set()  # names that no student is asked for
        self.missing: set[str] = set()  # names that the student was asked for, and lacks
        self.asked: dict[str, None] = {}  # names that the student was asked for, in order

    def __missing__(self, name: str) -> Any:
        if why := self._lost.get(name):
            raise GivenCodeFailed(f"the given cell that defines {name} raised {why}")
        # Never the student's idea of `isinstance` or `float`, or of what the test itself defines.
        if hasattr(builtins, name) or name in self.own:
            raise KeyError(name)
        self.asked[name] = None
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


class Printed(io.StringIO):
    """What a test prints, `room` characters of it: it may print what it was answered."""

    def __init__(self, room: int = MAX_PRINTED) -> None:
        super().__init__()
        self._room = room

    def write(self, text: str) -> int:
        if self._room > 0:
            cut = len(text) > self._room
            super().write(f"{text[: self._room]}\n{TRUNCATED}\n" if cut else text)
            self._room -= len(text)
        return len(text)


class TestTooSlow(Exception):
    """A test itself took longer than any should."""

    __test__ = False


def _in_time(
    source: str, namespace: TestNamespace, out: Printed, seconds: float
) -> tuple[Any, BaseException | None]:
    """`run`, with a limit: a test may be slow because of what it was answered and prints."""
    try:
        with alarm(seconds, processor=True):
            return run(source, namespace, out)
    except TimeIsUp:
        return None, TestTooSlow(f"the test itself took longer than {seconds:g} s")


def _students_doing(
    error: BaseException, points: float, missing: Container[str], ended: Message | None
) -> Verdict | None:
    """The verdict where an exception that ended a test is the student's doing; None where it is the
    check's.

    missing: names that the student should have defined, and didn't. A name that the test itself
    lacks, or uses too early, is the test's mistake.
    """
    if isinstance(error, NameError) and error.name in missing:
        said = ended or Message("not-answered", {"why": f": {shorten(str(error))}"})
    elif isinstance(error, Unavailable):
        said = Message("unavailable", {"why": shorten(str(error), 300)})
    elif isinstance(error, (TimeoutError, ChildProcessError)) or hasattr(error, "is_students"):
        said = error_said(error)
    else:
        return None
    return Verdict.nothing(WHOLE, said, points)


def needs_manual_grading(why: str, told: str = "") -> Result:
    """The result of a question that the machine can't decide.

    Args:
        why: The reason, for the log.
        told: What the student reads of it.
    """
    words = f"{LEFT_FOR_A_PERSON} {storable(told)}".strip()
    said = {"evalue": words, "traceback": [words]}
    return Result(None, [output("error", ename=CHECK_FAILED, **said)], failure=why)


def _shown(verdict: Verdict, code: str, level: str, cell: NotebookNode) -> Result:
    """A verdict as a result, with what the answer's code says of the reason where points were lost,
    and nothing in it that can't be written or shown."""
    findings = verdict.findings
    if verdict.points != verdict.max_points and writes_powers_as_xor(code):
        findings = (Finding.of(WHOLE, Message("power-as-xor")), *findings)
    kept = [Finding.of_json(_storable(each.as_json())) for each in findings[:MAX_FINDINGS]]
    verdict = replace(verdict, findings=tuple(kept), question=question_of(grade_id_of(cell)))
    data = {"text/plain": repr(verdict), "text/html": verdict.html(level)}
    about = {"metadata": {}, "execution_count": cell.execution_count}
    return Result(verdict.points, [output("execute_result", data=data, **about)], verdict)


def _storable(facts: Any) -> Any:
    """Data with texts in it, each of them printable and no longer than a page can show."""
    match facts:
        case str():
            return storable(facts[:MAX_MESSAGE])
        case dict():
            return {key: _storable(each) for key, each in facts.items()}
        case list():
            return [_storable(each) for each in facts[:MAX_FACTS]]
    return facts


def storable(text: str) -> str:
    """`text` without control characters and halves of surrogate pairs, which students can send, and
    without addresses in memory, in which two gradings may differ."""
    return mask_addresses(_UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", text))


def _how_it_failed(ran: CellRun) -> Message | None:
    """How a student's cell ended; None where it ran to its end."""
    if ran.status in ("timeout", "died"):
        return Message("crashed", {"message": ran.reason})
    errors = [output for output in ran.outputs if output.output_type == "error"]
    if not errors:
        return None
    facts = {"type": shorten(errors[-1].ename), "message": shorten(errors[-1].evalue, 300)}
    return Message("cell-stopped", facts)


def _in_words(error: BaseException) -> str:
    """What the visible test says; of an error of the student's only the type is in our words."""
    text, name = str(error), type(error).__name__
    if hasattr(error, "is_students"):
        return f"{name}: {quoted(text)}"
    return text if isinstance(error, AssertionError) and text else f"{name}: {text}"
