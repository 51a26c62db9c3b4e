"""A sample class: submissions made of the bank of answers, graded as a real class would be.

Everything lands in demo/ below the course folder, a course folder of its own, so that nothing of a
real class is touched. The class is the same on every machine.
"""

from __future__ import annotations

import itertools
import json
import os
import random
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import nbformat
from nbformat import NotebookNode
from nbgrader.api import Gradebook

from .authoring.marking_modules import modules_of
from .bank import BankAnswer
from .cell_kinds import name_of
from .course import Assignment, Course, CourseError
from .course_key import FIXED, KEY_FILE
from .course_modules import SHARED
from .regions import split
from .reports.report import ClassReport
from .reports.report_reading import collect
from .term.autograde import Autograde
from .term.class_feedback import Feedback
from .term.plan import ClassFolder

TABLE = Path("problems", "demo.toml")
DUE = datetime(2026, 10, 30, 22, 59, tzinfo=UTC)
NAMES = (
    "ada alan barbara donald edsger emmy frances grace hedy john katherine leslie margaret maryam "
    "michele noether oscar paul radia shafi sofya tim vera yann"
)
# How many of its answers are right, of a strong, an average and a weak student.
RIGHT = {"strong": 0.9, "average": 0.6, "weak": 0.3}
LEFT_OPEN = 0.3  # of the others
CRASHES = """\
import ctypes


def {function}(*sizes, **named):
    return ctypes.string_at(0)"""
LIMITS = """
# One of the class never ends. Nobody has to wait for long to see what becomes of that.
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
    """A submission of the sample class. file: the notebook's. late: hours after the deadline."""

    student: str
    file: bytes
    late: float = -3.0


class SampleSpec(NamedTuple):
    """What a course says of its sample class, in `problems/demo.toml`.

    Attributes:
        assignment: The assignment that the class hands in.
        mistakes: Question -> answers of the bank, the most common mistake first.
    """

    assignment: str
    wrong_answers: Mapping[str, Sequence[str]] = {}

    @classmethod
    def of(cls, course: Course) -> SampleSpec:
        """Read the table of a course; without one, the class hands in the first assignment.

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
    """Submissions, made from a released notebook and a bank of answers; deterministic.

    bank: the folder of the assignment's answers. mistakes: as in `SampleSpec`.
    """

    def __init__(
        self,
        assignment: Assignment,
        release: NotebookNode,
        bank: Path,
        seed: int = 0,
        mistakes: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self._mistakes = mistakes or {}
        self._assignment, self._release, self._bank = assignment, release, bank
        self._rng = random.Random(seed)
        source = nbformat.read(assignment.source, 4)
        solutions = {name_of(cell): split(cell.source, "solution")[1] for cell in source.cells}
        self._right = {name: split(text, "mark scheme")[0] for name, text in solutions.items()}
        self._more = itertools.count()

    def submissions(self) -> Iterator[SampleSubmission]:
        """24 honest students, then the odd ones: what goes wrong in a real class."""
        names = NAMES.split()
        kinds = ["strong"] * 8 + ["average"] * 10 + ["weak"] * 3
        for name, kind in zip(names, kinds, strict=False):
            yield SampleSubmission(name, _file(self._answered(RIGHT[kind])))
        blank, raising, tardy = names[len(kinds) :]
        yield SampleSubmission(blank, _file(self._release))
        raises = self._filled(lambda question: self._one_of(question, "run_time_error"))
        yield SampleSubmission(raising, _file(raises))
        yield SampleSubmission(tardy, _file(self._answered(RIGHT["average"])), late=20.0)
        # In the second to fifth question that asks for a function.
        asked = [q for q in self._assignment.questions.values() if q.functions]
        for name in ("crashes", "hangs", "doubled_test", "deleted_test"):
            notebook = self._answered(1.0)
            cells = {name_of(cell): cell for cell in notebook.cells}
            crashing, deleted, hanging, doubled = asked[1:5]
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
        """right: the share of the answers that is."""

        def pick(question: str) -> str | None:
            if self._rng.random() < right:
                return self._one_of(question, "accepted")
            if self._rng.random() < LEFT_OPEN:
                return None
            if question not in self._mistakes:
                return self._one_of(question, "partial")
            mistakes = self._mistakes[question]
            (name,) = self._rng.choices(mistakes, range(len(mistakes), 0, -1))
            return BankAnswer.read(self._bank / question / f"{name}.py").code

        return self._filled(pick)

    def _one_of(self, question: str, kind: str) -> str | None:
        """An answer from a folder of the bank, if it has any that rests on no other."""
        answers = map(BankAnswer.read, sorted((self._bank / question / kind).glob("*.py")))
        found = [answer for answer in answers if not answer.given]
        return self._rng.choice(found).code if found else None

    def _begun(self, question: str) -> str:
        """Some paragraphs of what is right, so that there is something to mark."""
        paragraphs = self._right[question].strip().split("\n\n")
        return "\n\n".join(paragraphs[: 1 + next(self._more) % len(paragraphs)])

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
    """A graded sample class. seconds: how long the whole class took to autograde."""

    folder: Path
    report: ClassReport
    seconds: float


def run(course: Course, say: Callable[[str], None], name: str | None = None) -> Demo:
    """Make the sample class, autograde it, make feedback, collect the marks.

    say: called with a line before each step. name: of the assignment; None for the one that
    `problems/demo.toml` names. CourseError for an assignment that there is not, and
    where a step fails.
    """
    told = SampleSpec.of(course)
    name = name or told.assignment
    assignment = course.assignment(name)
    folder, notebook = course.root / "demo", assignment.notebook
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(course.root / "source" / name, folder / "source" / name)
    (folder / "problems").mkdir()
    for file in ("nbgrader_config.py", "nbgrader_config.json", "problems/course.toml"):
        shutil.copy(course.root / file, folder / file)
    with (folder / "nbgrader_config.py").open("a") as config:
        config.write(LIMITS)
    (folder / KEY_FILE).write_text(f"{FIXED}\n")  # the sample class has the same marks everywhere
    say("entering the assignment in the grade book")
    log = folder / "generate_assignment.log"
    with log.open("w") as output:
        command = [sys.executable, "-m", "nbgrader", "generate_assignment", name, "--create"]
        failed = subprocess.run(command, cwd=folder, stdout=output, stderr=output).returncode
    if failed:
        raise CourseError(f"nbgrader generate_assignment failed: see {log}")
    _copy_marking(course, assignment, folder)
    with Gradebook(f"sqlite:///{folder / 'gradebook.db'}") as gradebook:
        gradebook.update_or_create_assignment(name, duedate=DUE.replace(tzinfo=None))
    release = nbformat.read(folder / "release" / name / f"{notebook}.ipynb", 4)
    bank = course.root / "tests" / "bank" / name
    sample = SampleClass(assignment, release, bank, wrong_answers=told.wrong_answers)
    submissions = list(sample.submissions())
    for submission in submissions:
        place = folder / "submitted" / submission.student / name
        place.mkdir(parents=True)
        (place / f"{notebook}.ipynb").write_bytes(submission.file)
        when = DUE + timedelta(hours=submission.late)
        (place / "timestamp.txt").write_text(f"{when:%Y-%m-%d %H:%M:%S} UTC")
    say(f"autograding {len(submissions)} submissions in the sandbox")
    classroom = ClassFolder.of(Course(folder), name)
    done = Autograde(classroom).run()
    say("making feedback pages")
    pages, report = Feedback(classroom).run(), collect(classroom)
    failures = done.failures | pages.failures
    if failures or len(report.rows) != len(submissions):
        raise CourseError(
            f"{len(submissions)} submitted, {len(report.rows)} graded: see {folder}. {failures}"
        )
    return Demo(folder, report, done.elapsed)


def _copy_marking(course: Course, assignment: Assignment, folder: Path) -> None:
    """Copy what marks the questions, with the notebook source and all that it includes.

    It is copied when the assignment has been generated: that takes the notebook as it was built.
    """
    problems = Path("problems")
    for part in (problems / assignment.name, problems / SHARED):
        if (course.root / part).is_dir():
            shutil.copytree(course.root / part, folder / part, dirs_exist_ok=True)
    for path, text in modules_of(assignment).texts.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")


def show(done: Demo) -> None:
    """How long it took, and what to open."""
    students, name = len(done.report.rows), done.report.assignment.name
    print(
        f"{students} submissions autograded in {done.seconds:.1f} s, "
        f"{1000 * done.seconds / students:.0f} ms each. Written answers wait for a person."
    )
    file = f"{done.report.rows[0].student}/{name}/{done.report.assignment.notebook}"
    release = f"../release/{name}/{done.report.assignment.notebook}.ipynb"
    program = os.path.relpath(Path(sys.executable).with_name("examiner"))
    command = shlex.join([program, "--course", os.path.relpath(done.folder), "mark", name])
    print("Look at:")
    for what, path in (
        ("what a student gets to work on", release),
        ("the feedback that a student gets", f"feedback/{file}.html"),
        ("what a grader sees, with findings", f"autograded/{file}.ipynb"),
        ("the marks", "gradebook.db"),
    ):
        print(f"  {what}: {(done.folder / path).resolve()}")
    print(f"  marking by hand: run `{command}`")
