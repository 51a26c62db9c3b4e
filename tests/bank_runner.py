"""Mark the bank of answers (see `examiner.bank`) without a student's process.

`verdict_on` does in this process the work that grading shares between two processes: it runs the
given cells, the answer, and the hidden part of the test cell. The value of the hidden part is the
verdict. This command prints the verdicts on some answers:

    .venv/bin/python -m tests.bank_runner q1_pairs q2_centre/partial/columns
"""

from __future__ import annotations

import ast
import contextlib
import io
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any
from unittest import mock

from examiner.startup import ONE_THREAD

os.environ.update(ONE_THREAD)  # before numpy is imported: answers are timed here, too

import matplotlib as mpl
import nbformat
from nbformat import NotebookNode

from examiner.authoring.marking_modules import modules_of, question_object
from examiner.authoring.notebook_source import instructor_notebook
from examiner.bank import EARNS, BankAnswer, Credit, read_bank_answers
from examiner.cell_code import quiet, run_code
from examiner.cell_kinds import CellKind, code_by_kind
from examiner.checks import Verdict, calls
from examiner.checks.grading import GradingContext
from examiner.course import Course
from examiner.course_modules import CourseModules, marking_path
from examiner.findings.diagnosis import Message
from examiner.findings.feedback_level import Level
from examiner.findings.finding import Unit
from examiner.findings.sentences import render
from examiner.regions import split
from examiner.time_limit import limit_time
from tests.bank_ids import ids_of

mpl.use("Agg")  # figures open no window
ROOT = Path(__file__).parent.parent
COURSE = Course(ROOT)
ASSIGNMENTS = COURSE.assignments
BANK = ROOT / "tests" / "bank"
SHORT = 0.1  # seconds for an answer that never returns; it would not in ten either


@cache
def answers() -> tuple[BankAnswer, ...]:
    """The answers that can be marked. Of the others the build tells."""
    return tuple(
        answer
        for problem in COURSE.problems()
        for question in sorted(problem.questions)
        for answer in read_bank_answers(problem.bank / question)[0]
    )


def by_question(directory: str = "") -> dict[str, list[BankAnswer]]:
    """Return "assignment/question" -> its answers, all or those of one directory."""
    found: dict[str, list[BankAnswer]] = {}
    for answer in answers():
        if directory in ("", answer.directory):
            found.setdefault(f"{answer.assignment}/{answer.question}", []).append(answer)
    return found


@cache
def built(assignment: str) -> NotebookNode:
    """The instructor's notebook of a problem set, built once: no test changes it."""
    (problem,) = COURSE.problems(assignment)
    return instructor_notebook(problem)


@dataclass(frozen=True)
class Notebook:
    """The code of a problem set: the given cells, solutions and tests by question, the rest."""

    given: tuple[str, ...]
    solutions: dict[str, str]
    tests: dict[str, str]
    other: tuple[str, ...]

    @classmethod
    @cache
    def of(cls, assignment: str) -> Notebook:
        code = code_by_kind(built(assignment))
        given, other = (tuple(code[kind].values()) for kind in (CellKind.GIVEN, None))
        return cls(given, code[CellKind.ANSWER], code[CellKind.TEST], other)

    def namespace(self, name: str = "__given__") -> dict[str, Any]:
        """A fresh namespace in which the given cells have run.

        name: its `__name__`, as where answers are marked; in a student's notebook "__main__".
        """
        names: dict[str, Any] = {"__name__": name}
        for source in self.given:
            exec(_compiled(source, "<given cell>"), names)
        return names

    def solved(self, name: str = "__given__") -> dict[str, Any]:
        """A fresh namespace in which the given cells and the solutions have run."""
        names = self.namespace(name)
        for source in self.solutions.values():
            exec(_compiled(source, "<solution>"), names)
        return names


@cache
def _compiled(source: str, where: str) -> CodeType:
    return compile(source, where, "exec", dont_inherit=True)


@dataclass(frozen=True)
class Ran:
    """A notebook in which the given cells and an answer have run.

    Attributes:
        names: Its namespace.
        error: The error that ended the answer cell.
    """

    names: dict[str, Any]
    error: BaseException | None

    @classmethod
    def of(cls, answer: BankAnswer) -> Ran:
        names = Notebook.of(answer.assignment).namespace()
        try:
            with quiet():
                exec(compile(answer.code, str(answer.path), "exec", dont_inherit=True), names)
        except BaseException as error:
            return cls(names, error)
        return cls(names, None)


def verdict_on(answer: BankAnswer, key: str = "", ran: Ran | None = None) -> Verdict:
    """Run the hidden part of the test cell on an answer, and return the verdict.

    Args:
        answer: The answer.
        key: The key for the generation of cases.
        ran: The notebook, if the answer has run.
    """
    if answer.directory != "time_limit_exceeded":
        return prepared(answer, key, ran)()

    def shorter(seconds: float, **limits: float) -> contextlib.AbstractContextManager[None]:
        return limit_time(min(seconds, SHORT), **limits)

    with mock.patch.object(calls, "limit_time", shorter):
        return prepared(answer, key, ran)()


@cache
def kinds_of_checks(assignment: str, question: str) -> frozenset[str]:
    """The kinds of check that mark a question: "Arrays", "Resources" and so on."""
    (problem,) = COURSE.problems(assignment)
    return frozenset(type(check).__name__ for check in question_object(question, problem).checks)


def is_slow(answer: BankAnswer) -> bool:
    """Check whether the verdict takes seconds.

    A verdict is slow if the answer never returns or calls itself for ever, or if the test measures
    its time and the time may grow too fast.
    """
    kinds = kinds_of_checks(answer.assignment, answer.question)
    measured = "Resources" in kinds and answer.directory == "partial"
    endless = answer.directory == "time_limit_exceeded" or "RecursionError" in str(answer.findings)
    return measured or endless


def prepared(answer: BankAnswer, key: str = "", ran: Ran | None = None) -> Callable[[], Verdict]:
    """The given cells and the answer have run: call it to mark."""
    definitions, check = hidden_test(answer.assignment, answer.question)
    earlier = [BankAnswer.read(path) for path in answer.given]
    marked = {each.question: verdict_on(each, key) for each in earlier}
    grading = GradingContext(answer.question, key=key, earlier=marked)
    ran = ran or Ran.of(answer)
    names, error = dict(ran.names), ran.error  # the visible test meets no name of the hidden one
    use_modules(answer.assignment)

    def mark() -> Verdict:
        try:
            with quiet(), grading.active():
                exec(definitions, names)  # verdicts among these are added up below
                verdict = eval(check, names)
        except NameError as missing:
            # In grading, the student's process doesn't have this name.
            reason = f": {render(calls.error_message(error), Level.ANSWER)}" if error else ""
            said = Message("authored", {"words": f"{missing.name} is not defined{reason}"})
            return Verdict.nothing("the answer cell", said, 0.0)
        assert isinstance(verdict, Verdict)
        return verdict

    return mark


def use_modules(assignment: str) -> None:
    """Make the names of the imported modules mean those of this problem set."""
    _modules(assignment).use()


@cache
def _modules(assignment: str) -> CourseModules:
    """The modules of a problem set, read once: no test changes them."""
    (problem,) = COURSE.problems(assignment)
    return modules_of(problem)


def hidden_test(assignment: str, question: str) -> tuple[CodeType, CodeType]:
    """Return the hidden part of a test cell: its definitions, and the expression of the verdict.

    From now on, the names of the modules that it imports mean those of this problem set.
    """
    use_modules(assignment)
    return _hidden_test(assignment, question)


@cache
def _hidden_test(assignment: str, question: str) -> tuple[CodeType, CodeType]:
    hidden = ast.parse(split(Notebook.of(assignment).tests[question], "hidden tests")[1])
    *statements, last = hidden.body
    assert isinstance(last, ast.Expr)
    definitions = compile(ast.Module(statements, []), "<hidden test>", "exec", dont_inherit=True)
    return definitions, compile(ast.Expression(last.value), "<hidden test>", "eval")


@cache
def hidden_names(assignment: str, question: str) -> dict[str, Any]:
    """The names in the module that marks a question, and in given cells and solutions."""
    names = Notebook.of(assignment).solved()
    (problem,) = COURSE.problems(assignment)
    question_object(question, problem)
    return names | vars(sys.modules[f"problems.{assignment}.marking.{question}"])


def error_of_visible_test(answer: BankAnswer, ran: Ran | None = None) -> BaseException | str | None:
    """Return the exception or the complaint of the visible test on an answer, as a student sees it.

    To nbgrader, both are a failed test.
    """
    ran = ran or Ran.of(answer)
    if ran.error:
        return ran.error
    complaints = io.StringIO()
    visible = split(Notebook.of(answer.assignment).tests[answer.question], "hidden tests")[0]
    _, error = run_code(visible, ran.names, errors=complaints)
    return error or complaints.getvalue() or None


def printed_by(source: str, names: dict[str, Any]) -> str:
    """Run code of a notebook, and return the printed text."""
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(out):
        exec(source, names)
    return out.getvalue()


def max_points(answer: BankAnswer) -> float:
    return COURSE.assignments[answer.assignment].questions[answer.question].points


def points_expected(answer: BankAnswer) -> float:
    """Return the points in the file; without them, all points in accepted/, and none elsewhere."""
    if answer.points is not None:
        return answer.points
    return max_points(answer) if EARNS[answer.directory] == Credit.FULL else 0.0


def complaints(answer: BankAnswer, verdict: Verdict) -> Iterator[str]:
    """Yield the differences between a verdict and the answer's file or its directory."""
    most = max_points(answer)
    expected = points_expected(answer)
    if abs(verdict.points - expected) > 5e-3:  # the files round shares such as 4/3 to 1.33
        yield f"points: expected {expected:g}; the check gives {verdict.points:g} of {most:g}"
    said = ids_of(verdict)
    for name in answer.findings:
        if name not in said:
            yield f"finding: {name!r} is not in the verdict; its ids are {', '.join(sorted(said))}"
    partial = Credit.SOME if verdict.points else Credit.NONE
    kind = Credit.FULL if verdict.points == most else partial
    if kind != EARNS[answer.directory]:
        earns = EARNS[answer.directory]
        yield f"{answer.directory}/ is for answers that earn {earns}; this one earns {kind}"
    if kind != Credit.FULL and not answer.findings:
        yield f"no `finding:` names the reason: add one of {', '.join(sorted(said))}"


# --- findings at other levels ---------------------------------------------------------------------

# "expected a dict" and "expected (dW_1, dw_2)" give the form of an answer, which is allowed; a
# number, a shape or a truth value would be the answer.
RIGHT_VALUE = re.compile(r"expected (-?\d|-?inf|nan|True|False|\((-?\d|\)))")
SHORTEST = 6  # characters of an expression that says something of how a question is answered


@cache
def expressions_of_the_solution(assignment: str, question: str) -> frozenset[str]:
    """Return the expressions with an operator in the solution and in its marking module.

    They include the formulas in quotation marks. They have no blanks, and the expressions that the
    notebook gives to students are left out.
    """
    handed_out, found = code_of_release(assignment), set[str]()
    notebook = Notebook.of(assignment)
    for source in (notebook.solutions[question], *marking_of(assignment, question)):
        trees = [ast.parse(source)]
        for node in ast.walk(trees[0]):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                with contextlib.suppress(SyntaxError, ValueError):  # it is a sentence
                    trees.append(ast.parse(node.value, mode="eval"))
        nodes = (node for tree in trees for node in ast.walk(tree))
        found |= {without_blanks(ast.unparse(n)) for n in nodes if isinstance(n, ast.BinOp)}
    # "one-token" is the id of a misconception, not a difference.
    found = {each for each in found if not re.fullmatch(r"\d+|[a-z\d]+(-[a-z\d]+)+", each)}
    return frozenset(each for each in found if len(each) >= SHORTEST and each not in handed_out)


@cache
def code_of_release(assignment: str) -> str:
    """All that students get, without blanks."""
    (problem,) = COURSE.problems(assignment)
    released = nbformat.read(problem.release, as_version=4).cells
    return without_blanks("\n".join(cell.source for cell in released))


def marking_of(assignment: str, question: str) -> list[str]:
    """The code that marks a question: its test, and the marking modules that it rests on."""
    (problem,) = COURSE.problems(assignment)
    found = {"": Notebook.of(assignment).tests[question]}
    left = [question]
    while left:
        name = left.pop()
        if name not in found:
            found[name] = (problem.root / marking_path(problem.name, name)).read_text()
            left += re.findall(r"^from \.(\w+) import", found[name], re.MULTILINE)
    return list(found.values())


def without_blanks(text: str) -> str:
    return "".join(text.split())


def gives_away(verdict: Verdict, answer: BankAnswer) -> Iterator[str]:
    """Yield the texts of a verdict that reveal too much at a level.

    A text reveals too much if it gives a right value, an expression that only the solution has, or
    the name of a misconception.
    """
    wrong = [finding for finding in verdict.findings if not finding.passed]
    for finding in wrong:
        if RIGHT_VALUE.search(line := finding.shown(Level.DIAGNOSIS).line):
            yield f"at 'diagnosis' it gives away {line!r}"
    names = {error.words for finding in wrong for error in finding.errors} - {""}
    # The name of a term of a single size, such as "n", occurs in many words.
    units = (f.about for f in verdict.findings if f.unit == Unit.TERM and isinstance(f.about, str))
    terms = {about for about in units if not about.isidentifier()}
    for shown in verdict.shown(Level.HINT):
        if shown.points or shown.max_points:
            yield f"at 'hint' it shows points: {shown.line!r}"
        if shown.sign == "✓":
            continue
        if RIGHT_VALUE.search(shown.line) or any(name in shown.line for name in names):
            yield f"at 'hint' it gives away {shown.line!r}"
        if any(term in shown.line for term in terms):
            yield f"at 'hint' it names a term: {shown.line!r}"
        # A finding names its part as the question does.
        revealed = [
            each
            for each in expressions_of_the_solution(answer.assignment, answer.question)
            if each in without_blanks(shown.message) and each not in without_blanks(answer.code)
        ]
        if revealed:
            yield f"at 'hint' it shows {revealed[0]!r} of the solution: {shown.line!r}"


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # as other programs end before `| head`
    chosen = [each for each in answers() if any(part in each.name for part in sys.argv[1:])]
    if not chosen:
        sys.exit(
            f"no answer in {BANK.relative_to(ROOT)}/ has a name with {' or '.join(sys.argv[1:])}"
        )
    for answer in chosen:
        verdict = verdict_on(answer)
        ids = ", ".join(sorted(each for each in ids_of(verdict) if not {*each} & {*":("}))
        print(f"{answer.name}\n{verdict.text}\nids: {ids}\n")
