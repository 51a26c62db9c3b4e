"""Examining one notebook: student cells run over there, test cells run here.

A test cell is ordinary Python. A name that it doesn't define is looked up in the student's process:
plain values are copied, functions become stand-ins. What locked cells define is the examiner's own.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import importlib
import io
import json
import logging
import re
import traceback
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbgrader.utils import is_grade, is_locked, is_solution

from ..checks import Verdict
from ..checks.calls import describe_error, shorten
from ..regions import split
from ..student import ModuleName, Student
from .pages import harmless_outputs

FAILED = "CheckFailed"
LEFT_FOR_A_PERSON = "This question could not be graded automatically. A person will look at it."
OUTPUT_LIMIT = 16 * 2**20  # bytes of output of all the student's cells together
LEFT_OUT = f"[left out: the notebook had put out more than {OUTPUT_LIMIT // 2**20} MiB before]"
MOST_FINDINGS = 200
# What a test's name for a module stands for. Not what the student says it does: to import a module
# is to run its code, and there are modules in every hand-in's folder.
MODULES = {"np": "numpy", "plt": "matplotlib.pyplot"} | {
    name: name for name in ("numpy", "math", "cmath", "random", "itertools", "functools")
}
# Characters that files can't hold, or that change how the text around them looks.
_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)


@dataclass
class Given:
    """What the locked cells of a notebook define: run once for all hand-ins of a grading run."""

    names: dict[str, Any]

    @classmethod
    def run(cls, sources: Iterable[str]) -> Given:
        """Run the locked cells. One that fails here needs the student's answers to do its work
        (a figure, say), so no test can rely on it; what it defined before stays."""
        names: dict[str, Any] = {"__name__": "__given__", "__builtins__": builtins}
        for number, source in enumerate(sources):
            with _quiet(), contextlib.suppress(Exception):
                exec(compile(_python(source), f"<given cell {number}>", "exec"), names)
        return cls(names)


class Unavailable(Exception):
    """What the student defined under a name can't be had: it is not sendable."""


class TestNamespace(dict):
    """The names of one test cell: its own, the given ones, then the student's."""

    __test__ = False  # not a test class, whatever pytest thinks of its name

    def __init__(self, given: Given, student: Student) -> None:
        super().__init__(given.names)
        self["__name__"] = "__test__"
        self._student = student
        self.own: set[str] = set()  # names that no student is asked for

    def __missing__(self, name: str) -> Any:
        # Never the student's idea of `isinstance` or `float`, or of what the test itself defines.
        if hasattr(builtins, name) or name in self.own:
            raise KeyError(name)
        value = self._look_up(name)
        if isinstance(value, ModuleName):
            if value.name != MODULES.get(name):
                raise Unavailable(f"{name}: a module, where an answer is expected")
            value = importlib.import_module(value.name)
        super().__setitem__(name, value)
        return value

    def _look_up(self, name: str) -> Any:
        try:
            return self._student.look_up(name)
        except NameError:
            raise KeyError(name) from None
        except (TimeoutError, ChildProcessError):
            raise
        except Exception as error:
            raise Unavailable(f"{name}: {error}") from error

    def __delitem__(self, name: str) -> None:
        """`del` of a student's name in a test cell takes it away over there as well."""
        if name in self:
            super().__delitem__(name)
        self._student.delete(name)

    def __setitem__(self, name: str, value: Any) -> None:
        """Giving back a student's function that was deleted puts it back over there."""
        super().__setitem__(name, value)
        if getattr(value, "__name__", None) == name and hasattr(type(value), "map_calls"):
            self._student.bind(name, value)


@dataclass
class Result:
    """What a test cell came to.

    points: None where the check itself failed and a person has to grade.
    """

    points: float | None
    outputs: list[NotebookNode]
    verdict: Verdict | None = None


def examine(
    notebook: NotebookNode, student: Student, given: Given, log: logging.Logger
) -> dict[str, Result]:
    """Run the notebook's cells; put the outputs into them; return the results by test cell.

    `notebook` comes from `hand_in.rebuild`: its named cells are the master's.
    """
    results, room = {}, OUTPUT_LIMIT
    for count, cell in enumerate(_code_cells(notebook), start=1):
        cell.execution_count = count
        if not is_test(cell):
            run = student.run(cell.source, execution_count=count)
            cell.outputs = harmless_outputs(run.outputs)
            room -= len(json.dumps(cell.outputs))
            if room < 0:
                cell.outputs = [_stream(LEFT_OUT)]
            continue
        name = cell.metadata.nbgrader.grade_id
        points = float(cell.metadata.nbgrader.points)
        result = examine_test(name, cell.source, points, TestNamespace(given, student), log, count)
        cell.outputs = result.outputs
        cell.metadata["examiner"] = _as_metadata(result)
        results[name] = result
    return results


def is_test(cell: NotebookNode) -> bool:
    """Whether this is an autograded test cell."""
    return cell.cell_type == "code" and is_grade(cell) and not is_solution(cell)


def is_given(cell: NotebookNode) -> bool:
    """Whether this is given code: locked, and no test."""
    return cell.cell_type == "code" and is_locked(cell) and not is_grade(cell)


def _code_cells(notebook: NotebookNode) -> list[NotebookNode]:
    return [c for c in notebook.cells if c.cell_type == "code" and c.source.strip()]


def _as_metadata(result: Result) -> dict[str, Any]:
    """What reports read: the findings, and whether a person has to grade."""
    findings = result.verdict.findings if result.verdict else ()
    return {
        "failed": result.points is None,
        "findings": [
            {"asked": f.asked, "message": f.message, "ok": f.ok, "points": f.points}
            for f in findings
        ],
    }


def examine_test(
    name: str,
    source: str,
    points: float,
    namespace: TestNamespace,
    log: logging.Logger,
    execution_count: int = 1,
) -> Result:
    """Run a test cell. Its visible part informs; its hidden part, where there is one, decides."""
    visible, hidden = split(source, "hidden tests")
    shown = io.StringIO()
    value, error = _run(visible, namespace, shown)
    if hidden.strip():
        if error is not None:
            shown.write(f"The visible test says: {_in_words(error)}\n")
            with contextlib.suppress(SyntaxError):
                namespace.own = _bound(visible)  # it may have ended before it bound them
        # What crashed or hung the student's process once would do it again.
        if not isinstance(error, (TimeoutError, ChildProcessError)):
            value, error = _run(hidden, namespace, io.StringIO())
    outputs = [_stream(shown.getvalue())] if shown.getvalue() else []
    if error is None:
        return _passed(name, value, points, outputs, log, execution_count)
    return _not_passed(name, error, points, outputs, log, execution_count, "checks." in hidden)


def _passed(
    name: str,
    value: Any,
    points: float,
    outputs: list[NotebookNode],
    log: logging.Logger,
    execution_count: int,
) -> Result:
    if isinstance(value, Verdict):
        if value.possible != points:
            message = f"the check gives {value.possible:g} points, the cell has {points:g}"
            return _left_for_a_person(name, message, outputs, log)
        verdict = _of_question(value, name)
        return Result(verdict.points, [*outputs, _shown(verdict, execution_count)], verdict)
    if value is None:
        return Result(points, outputs)
    if type(value) in (int, float) and 0 <= value <= points:
        return Result(float(value), [*outputs, _number(value, execution_count)])
    message = f"the test cell's value is {type(value).__name__}, not points from 0 to {points:g}"
    return _left_for_a_person(name, message, outputs, log)


def _not_passed(
    name: str,
    error: BaseException,
    points: float,
    outputs: list[NotebookNode],
    log: logging.Logger,
    execution_count: int,
    by_check: bool,
) -> Result:
    gone = isinstance(error, (TimeoutError, ChildProcessError))
    students_doing = gone or isinstance(error, Unavailable) or hasattr(error, "student_traceback")
    missing = isinstance(error, NameError)
    if by_check and (students_doing or missing):
        message = f"not answered: {error}" if missing else describe_error(error)
        if isinstance(error, Unavailable):
            message = shorten(str(error), 300)
        verdict = _of_question(Verdict.nothing("the answer", message, points), name)
        return Result(0.0, [*outputs, _shown(verdict, execution_count)], verdict)
    if by_check:
        details = "".join(traceback.format_exception(error))
        return _left_for_a_person(name, details, outputs, log)
    return Result(0.0, [*outputs, _error(error)])


def _of_question(verdict: Verdict, name: str) -> Verdict:
    """The verdict of the test cell `name`, with nothing in it that can't be written or shown."""
    findings = tuple(
        replace(f, asked=printable(f.asked), message=printable(f.message))
        for f in verdict.findings[:MOST_FINDINGS]
    )
    return replace(verdict, findings=findings, question=name.removesuffix("_test"))


def printable(text: str) -> str:
    """`text` without control characters and halves of surrogate pairs, which students can send."""
    return _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", text)


def _left_for_a_person(
    name: str, details: str, outputs: list[NotebookNode], log: logging.Logger
) -> Result:
    log.error("%s: the check itself failed; left for a person to grade. %s", name, details)
    return Result(None, [*outputs, _error_output(FAILED, LEFT_FOR_A_PERSON, [LEFT_FOR_A_PERSON])])


def _run(source: str, namespace: TestNamespace, out: io.StringIO) -> tuple[Any, Any]:
    """The value of the last expression, and the exception that ended the code, if one did."""
    try:
        tree = ast.parse(_python(source), "<test cell>")
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        with _quiet(out):
            exec(compile(tree, "<test cell>", "exec"), namespace)
            if last is None or (len(tree.body) == 0 and ast.get_docstring(ast.Module([last], []))):
                return None, None
            return eval(compile(ast.Expression(last.value), "<test cell>", "eval"), namespace), None
    except Exception as error:
        return None, error


def _bound(source: str) -> set[str]:
    """The names that code binds, but for those that it also deletes."""
    bound: set[str] = set()
    deleted: set[str] = set()
    for node in ast.walk(ast.parse(_python(source))):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                bound.add(name)
            case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
                bound |= {(a.asname or a.name).partition(".")[0] for a in aliases}
            case ast.Name(id=name, ctx=ast.Store()):
                bound.add(name)
            case ast.Name(id=name, ctx=ast.Del()):
                deleted.add(name)
    return bound - deleted


def _python(source: str) -> str:
    """Without IPython's magics and shell lines, which have no meaning in a test."""
    lines = ("pass" if line[:1] in ("%", "!") else line for line in source.split("\n"))
    return "\n".join(lines)


@contextlib.contextmanager
def _quiet(out: io.StringIO | None = None) -> Iterator[None]:
    out = out or io.StringIO()
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(out),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("ignore")
        yield


def _in_words(error: BaseException) -> str:
    text = str(error)
    return text if isinstance(error, AssertionError) and text else f"{type(error).__name__}: {text}"


def _stream(text: str) -> NotebookNode:
    return _output("stream", name="stdout", text=printable(text))


def _number(value: float, execution_count: int) -> NotebookNode:
    return _value({"text/plain": repr(value)}, execution_count)


def _shown(verdict: Verdict, execution_count: int) -> NotebookNode:
    data = {"text/plain": repr(verdict), "text/html": verdict._repr_html_()}
    return _value(data, execution_count)


def _error(error: BaseException) -> NotebookNode:
    """An error output with the student's own traceback, never the test's source."""
    name = getattr(error, "name_over_there", None) or type(error).__name__
    lines = getattr(error, "student_traceback", "")
    shown = [printable(str(lines))] if lines else []
    message = printable(str(error))
    return _error_output(name, message, [*shown, f"{name}: {message}"])


def _value(data: dict[str, str], execution_count: int) -> NotebookNode:
    return _output("execute_result", data=data, metadata={}, execution_count=execution_count)


def _error_output(name: str, message: str, lines: list[str]) -> NotebookNode:
    return _output("error", ename=name, evalue=message, traceback=lines)


def _output(output_type: str, **parts: Any) -> NotebookNode:
    """nbformat's own `new_output` validates each, which nbconvert does for the whole notebook."""
    return nbformat.from_dict({"output_type": output_type, **parts})
