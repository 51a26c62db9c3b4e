"""A sample class: its submissions come from the bank of answers and are graded like a real class.

Everything is written to demo/ in the course folder. That is a course folder of its own, so the
sample class can't change anything of a real class. The class is the same on every machine.
"""

from __future__ import annotations

import itertools
import json
import os
import random
import shlex
import shutil
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import nbformat
from nbformat import NotebookNode
from nbgrader.api import Gradebook
from nbgrader.apps.api import NbGraderAPI

from .authoring.marking_modules import modules_of
from .bank import BankAnswer
from .cell_kinds import name_of
from .course import Assignment, Course, CourseError
from .course_key import FIXED, KEY_FILE
from .course_modules import SHARED
from .regions import split
from .reports.report import ClassReport
from .reports.report_reading import ReportReader
from .term.autograde import Autograde
from .term.class_feedback import Feedback
from .term.class_runner import OpenPool
from .term.plan import ClassFolder
from .workers import executors

TABLE = Path("problems", "demo.toml")
DUE = datetime(2026, 10, 30, 22, 59, tzinfo=UTC)
NAMES = (
    "ada alan barbara donald edsger emmy frances grace hedy john katherine leslie margaret maryam "
    "michele noether oscar paul radia shafi sofya tim vera yann"
)
# Share of right answers of a strong, an average and a weak student.
RIGHT = {"strong": 0.9, "average": 0.6, "weak": 0.3}
LEFT_OPEN = 0.3  # share of stubs among the other answers
CRASHES = """\
import ctypes


def {function}(*sizes, **named):
    return ctypes.string_at(0)"""
LIMITS = """
# One submission never ends; with a short limit, the demo is quick all the same.
c.Examine.cell_seconds = 2
"""
HANGS = """\
def {function}(*sizes, **named):
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass"""


class SampleSubmission(NamedTuple):
    """A submission of the sample class.

    Attributes:
        student: The student's id.
        file: The content of the notebook's file.
        late: The time of submission, in hours after the due date.
    """

    student: str
    file: bytes
    late: float = -3.0


class SampleSpec(NamedTuple):
    """The sample class that a course describes in `problems/demo.toml`.

    Attributes:
        assignment: The assignment that the class submits.
        wrong_answers: Question -> names of wrong answers in the bank, the most common one first.
    """

    assignment: str
    wrong_answers: Mapping[str, Sequence[str]] = {}

    @classmethod
    def of(cls, course: Course) -> SampleSpec:
        """Read the table of a course; without one, the class submits the first assignment.

        Raises:
            CourseError: The table can't be read.
        """
        path = course.root / TABLE
        if not path.is_file():
            return cls(next(iter(course.assignments)))
        try:
            table = tomllib.loads(path.read_text("utf-8"))
            return cls(table["assignment"], table.get("mistakes", {}))
        except (tomllib.TOMLDecodeError, KeyError) as error:
            raise CourseError(
                f'{TABLE.as_posix()}: {error}; write assignment = "…" and a table [mistakes].'
            ) from None


class SampleClass:
    """The submissions of a sample class, made from a released notebook and a bank of answers."""

    def __init__(
        self,
        assignment: Assignment,
        release: NotebookNode,
        bank: Path,
        seed: int = 0,
        wrong_answers: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        """Prepare the class.

        Args:
            assignment: The assignment.
            release: The students' notebook.
            bank: The folder with the assignment's answers.
            seed: The seed of all random choices.
            wrong_answers: See `SampleSpec`.
        """
        self._wrong_answers = wrong_answers or {}
        self._assignment, self._release, self._bank = assignment, release, bank
        self._rng = random.Random(seed)
        source = nbformat.read(assignment.source, 4)
        solutions = {name_of(cell): split(cell.source, "solution")[1] for cell in source.cells}
        self._solutions = {name: split(text, "mark scheme")[0] for name, text in solutions.items()}
        self._begun_answers = itertools.count()

    def submissions(self) -> Iterator[SampleSubmission]:
        """Yield 24 honest students, then the odd cases of a real class."""
        names = NAMES.split()
        kinds = ["strong"] * 8 + ["average"] * 10 + ["weak"] * 3
        for name, kind in zip(names, kinds, strict=False):
            yield SampleSubmission(name, _file(self._answered(RIGHT[kind])))
        blank, raising, late = names[len(kinds) :]
        yield SampleSubmission(blank, _file(self._release))
        raises = self._filled(lambda question: self._one_of(question, "run_time_error"))
        yield SampleSubmission(raising, _file(raises))
        yield SampleSubmission(late, _file(self._answered(RIGHT["average"])), late=20.0)
        # The odd cases concern the second to fifth question that asks for a function.
        functions = [q for q in self._assignment.questions.values() if q.functions]
        for name in ("crashes", "hangs", "doubled_test", "deleted_test"):
            notebook = self._answered(1.0)
            cells = {name_of(cell): cell for cell in notebook.cells}
            crashing, deleted, hanging, doubled = functions[1:5]
            if name == "crashes":
                cells[crashing.name].source = CRASHES.format(function=crashing.functions[0])
            elif name == "hangs":
                cells[hanging.name].source = HANGS.format(function=hanging.functions[0])
            elif name == "doubled_test":
                test = cells[doubled.test]
                notebook.cells.insert(notebook.cells.index(test), test)
            else:
                notebook.cells.remove(cells[deleted.test])
            yield SampleSubmission(name, _file(notebook))
        yield SampleSubmission("not_json", b"PK\x03\x04 flops.docx")

    def _answered(self, right: float) -> NotebookNode:
        """Answer the notebook with this share of right answers."""

        def pick(question: str) -> str | None:
            if self._rng.random() < right:
                return self._one_of(question, "accepted")
            if self._rng.random() < LEFT_OPEN:
                return None
            if question not in self._wrong_answers:
                return self._one_of(question, "partial")
            wrong = self._wrong_answers[question]
            (name,) = self._rng.choices(wrong, range(len(wrong), 0, -1))
            return BankAnswer.read(self._bank / question / f"{name}.py").code

        return self._filled(pick)

    def _one_of(self, question: str, kind: str) -> str | None:
        """Return an answer from a folder of the bank; None if all build on other answers."""
        answers = map(BankAnswer.read, sorted((self._bank / question / kind).glob("*.py")))
        found = [answer for answer in answers if not answer.given]
        return self._rng.choice(found).code if found else None

    def _begun(self, question: str) -> str:
        """Return the first paragraphs of a written solution, as an answer to mark by hand."""
        paragraphs = self._solutions[question].strip().split("\n\n")
        return "\n\n".join(paragraphs[: 1 + next(self._begun_answers) % len(paragraphs)])

    def _filled(self, pick: Callable[[str], str | None]) -> NotebookNode:
        notebook = nbformat.from_dict(json.loads(json.dumps(self._release)))
        for cell in notebook.cells:
            about = cell.metadata.get("nbgrader", {})
            if about.get("solution"):
                answer = (self._begun if about.grade else pick)(about.grade_id)
                cell.source = answer or cell.source
        return notebook


def _file(notebook: NotebookNode) -> bytes:
    return json.dumps(notebook).encode()


class Demo(NamedTuple):
    """A graded sample class.

    Attributes:
        folder: The course folder of the sample class.
        report: The report on the class.
        seconds: How long it took to autograde the class.
    """

    folder: Path
    report: ClassReport
    seconds: float


def run_demo(course: Course, log: Callable[[str], None], name: str | None = None) -> Demo:
    """Make the sample class, autograde it, make its feedback pages, and collect the marks.

    Args:
        course: The course.
        log: Called with a line before each step.
        name: The name of the assignment; None for the assignment in `problems/demo.toml`.

    Raises:
        CourseError: There is no such assignment, or a step failed.
    """
    spec = SampleSpec.of(course)
    assignment = course.assignment(name or spec.assignment)
    with executors.local() as pool:
        executors.load_workers(executors.processors())  # while this process makes the class
        return _run_demo(course, log, assignment, spec, lambda: nullcontext(pool))


def _run_demo(
    course: Course,
    log: Callable[[str], None],
    assignment: Assignment,
    spec: SampleSpec,
    open_pool: OpenPool,
) -> Demo:
    name, notebook, folder = assignment.name, assignment.notebook, course.root / "demo"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(course.root / "source" / name, folder / "source" / name)
    (folder / "problems").mkdir()
    for file in ("nbgrader_config.py", "nbgrader_config.json", "problems/course.toml"):
        shutil.copy(course.root / file, folder / file)
    with (folder / "nbgrader_config.py").open("a") as config:
        config.write(LIMITS)
    # The sample class has the same marks everywhere.
    (folder / KEY_FILE).write_text(f"{FIXED}\n", "utf-8")
    log("adding the assignment to the gradebook")
    coursedir = ClassFolder.of(Course(folder), name).coursedir
    generated = NbGraderAPI(coursedir, config=coursedir.config).generate_assignment(name)
    if not generated["success"]:
        log_file = folder / "generate_assignment.log"
        log_file.write_text(generated["log"], "utf-8")
        raise CourseError(f"`nbgrader generate_assignment` failed: {log_file} says why.")
    _copy_marking(course, assignment, folder)
    with Gradebook(f"sqlite:///{folder / 'gradebook.db'}") as gradebook:
        gradebook.update_or_create_assignment(name, duedate=DUE.replace(tzinfo=None))
    release = nbformat.read(folder / "release" / name / f"{notebook}.ipynb", 4)
    bank = course.root / "tests" / "bank" / name
    sample = SampleClass(assignment, release, bank, wrong_answers=spec.wrong_answers)
    submissions = list(sample.submissions())
    for submission in submissions:
        submitted = folder / "submitted" / submission.student / name
        submitted.mkdir(parents=True)
        (submitted / f"{notebook}.ipynb").write_bytes(submission.file)
        when = DUE + timedelta(hours=submission.late)
        (submitted / "timestamp.txt").write_text(f"{when:%Y-%m-%d %H:%M:%S} UTC", "utf-8")
    log(f"autograding {len(submissions)} submissions in the sandbox")
    classroom = ClassFolder.of(Course(folder), name)
    report = ReportReader(classroom)
    done = Autograde(classroom, open_pool=open_pool).run(on_result=report.on_result)
    log("making feedback pages")
    pages = Feedback(classroom, open_pool=open_pool).run()
    found = report.read()
    failures = done.failures | pages.failures
    if failures or len(found.rows) != len(submissions):
        raise CourseError(
            f"{len(found.rows)} of {len(submissions)} submissions were graded: see {folder}. "
            f"Failures: {failures or 'none'}"
        )
    return Demo(folder, found, done.elapsed)


def _copy_marking(course: Course, assignment: Assignment, folder: Path) -> None:
    """Copy the marking modules, and the notebook source with all files that it includes.

    Call it after `nbgrader generate_assignment`, which would build the notebook again if it found
    the notebook source.
    """
    problems = Path("problems")
    for part in (problems / assignment.name, problems / SHARED):
        if (course.root / part).is_dir():
            shutil.copytree(course.root / part, folder / part, dirs_exist_ok=True)
    for path, text in modules_of(assignment).texts.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")


def show(done: Demo) -> None:
    """Print how long grading took, and which files to open."""
    students, name = len(done.report.rows), done.report.assignment.name
    print(
        f"{students} submissions autograded in {done.seconds:.1f} s, "
        f"{1000 * done.seconds / students:.0f} ms each. Written answers need manual grading."
    )
    file = f"{done.report.rows[0].student}/{name}/{done.report.assignment.notebook}"
    release = f"../release/{name}/{done.report.assignment.notebook}.ipynb"
    program = os.path.relpath(Path(sys.executable).with_name("examiner"))
    command = shlex.join([program, "--course", os.path.relpath(done.folder)])
    print("Look at:")
    for content, path in (
        ("a student's notebook", release),
        ("a student's feedback page", f"feedback/{file}.html"),
        ("a graded notebook, with findings", f"autograded/{file}.ipynb"),
        ("the gradebook", "gradebook.db"),
    ):
        print(f"  {content}: {(done.folder / path).resolve()}")
    print(f"  the instructor's report: run `{command} report {name} --html report.html`")
    print(f"  the pages for marking by hand: run `{command} mark {name}`")
