"""A sample class: submissions made of the bank of answers, graded as a real class would be.

Everything lands in demo/ below the course folder, a course folder of its own, so that nothing of a
real class is touched. The class is the same on every machine.
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbgrader.api import Gradebook
from rich.console import Console

from .bank import Answer
from .course import Assignment, Course, CourseError
from .course_key import FIXED, KEY_FILE
from .reports.report import ClassReport
from .reports.report_reading import collect
from .term.autograde import Autograde
from .term.class_feedback import Feedback
from .term.plan import ClassFolder

ASSIGNMENT = "ps1_flops"
DUE = datetime(2026, 10, 30, 22, 59, tzinfo=UTC)
NAMES = (
    "ada alan barbara donald edsger emmy frances grace hedy john katherine leslie margaret maryam "
    "michele noether oscar paul radia shafi sofya tim vera yann"
)
RIGHT, PARTIAL, WRONG = "accepted", "partial", "wrong_answer"
# How a strong, an average and a weak student's answers are spread over the bank's folders.
SPREAD = {"strong": (0.95, 0.03, 0.02), "average": (0.65, 0.2, 0.15), "weak": (0.3, 0.25, 0.45)}
WRITTEN = "With $g_t = 2(\\hat y_t - y_t)$, the chain rule gives $\\nabla_{w_2} = H^\\top g$ ..."


@dataclass(frozen=True)
class SampleSubmission:
    """What one student of the sample class submits.

    file: the bytes of the notebook. late: hours after the deadline.
    """

    student: str
    file: bytes
    late: float = -3.0


class SampleClass:
    """Makes submissions from a released notebook and a bank of answers; deterministic."""

    def __init__(self, release: NotebookNode, bank: Path, seed: int = 0) -> None:
        self._release, self._bank = release, bank
        self._rng = random.Random(seed)

    def submissions(self) -> Iterator[SampleSubmission]:
        """24 honest students, then the odd ones: what goes wrong in a real class."""
        names = NAMES.split()
        kinds = ["strong"] * 8 + ["average"] * 10 + ["weak"] * 3
        for name, kind in zip(names, kinds, strict=False):
            yield SampleSubmission(name, _to_bytes(self._answered(SPREAD[kind])))
        blank, raising, tardy = names[len(kinds) :]
        yield SampleSubmission(blank, _to_bytes(self._release))
        yield SampleSubmission(raising, _to_bytes(self._raising()))
        yield SampleSubmission(tardy, _to_bytes(self._answered(SPREAD["average"])), late=20.0)
        odd: dict[str, Callable[[NotebookNode], None]] = {
            "crashes": _crash,
            "hangs": _hang,
            "doubled_test": _double_a_test,
            "deleted_test": _delete_a_test,
        }
        for name, spoil in odd.items():
            notebook = self._answered((1.0, 0.0, 0.0))
            spoil(notebook)
            yield SampleSubmission(name, _to_bytes(notebook))
        yield SampleSubmission("not_json", b"PK\x03\x04 flops.docx")

    def _answered(self, spread: tuple[float, float, float]) -> NotebookNode:
        def pick(question: str) -> str | None:
            kinds = self._rng.choices((RIGHT, PARTIAL, WRONG), spread)
            return self._from_bank(question, [*kinds, RIGHT])

        return self._filled(pick)

    def _raising(self) -> NotebookNode:
        return self._filled(lambda question: self._from_bank(question, ["run_time_error", WRONG]))

    def _from_bank(self, question: str, kinds: list[str]) -> str | None:
        """An answer from the first of the bank's folders that has one."""
        for kind in kinds:
            files = sorted((self._bank / question / kind).glob("*.py"))
            if files:
                return Answer.read(self._rng.choice(files)).code
        return None

    def _filled(self, pick: Callable[[str], str | None]) -> NotebookNode:
        notebook = nbformat.from_dict(json.loads(json.dumps(self._release)))
        for cell in notebook.cells:
            about = cell.metadata.get("nbgrader", {})
            if about.get("solution"):
                answer = WRITTEN if about.grade else pick(about.grade_id)
                cell.source = answer or cell.source
        return notebook


def _to_bytes(notebook: NotebookNode) -> bytes:
    return json.dumps(notebook).encode()


def _cell(notebook: NotebookNode, name: str) -> NotebookNode:
    return next(c for c in notebook.cells if c.metadata.get("nbgrader", {}).get("grade_id") == name)


def _crash(notebook: NotebookNode) -> None:
    _cell(
        notebook, "q2_attention"
    ).source = "import ctypes\n\n\ndef attention_flops(*sizes):\n    return ctypes.string_at(0)"


def _hang(notebook: NotebookNode) -> None:
    _cell(notebook, "q4_feedforward").source = (
        "def feedforward_flops(*sizes):\n"
        "    while True:\n        try:\n            while True:\n                pass\n"
        "        except BaseException:\n            pass"
    )


def _double_a_test(notebook: NotebookNode) -> None:
    test = _cell(notebook, "q6_forward_test")
    notebook.cells.insert(notebook.cells.index(test), test)


def _delete_a_test(notebook: NotebookNode) -> None:
    notebook.cells.remove(_cell(notebook, "q3_activation_test"))


@dataclass(frozen=True)
class Demo:
    """What the demo came to.

    seconds: how long the whole class took to autograde.
    """

    folder: Path
    report: ClassReport
    seconds: float


def run(course: Course, say: Callable[[str], None]) -> Demo:
    """Make the sample class, autograde it, make feedback, collect the marks.

    say: called with a line before each step. CourseError where nbgrader fails.
    """
    assignment = course.assignments[ASSIGNMENT]
    folder = course.root / "demo"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(course.root / "source" / ASSIGNMENT, folder / "source" / ASSIGNMENT)
    for name in ("nbgrader_config.py", "nbgrader_config.json"):
        shutil.copy(course.root / name, folder)
    (folder / KEY_FILE).write_text(f"{FIXED}\n")  # the sample class has the same marks everywhere
    (folder / "problems").mkdir()
    shutil.copy(course.root / "problems" / "course.toml", folder / "problems")
    say("entering the assignment in the grade book")
    _nbgrader(folder, "generate_assignment", ASSIGNMENT, "--create")
    db_url = f"sqlite:///{folder / 'gradebook.db'}"
    with Gradebook(db_url) as gradebook:
        gradebook.update_or_create_assignment(ASSIGNMENT, duedate=DUE.replace(tzinfo=None))
    release = nbformat.read(folder / "release" / ASSIGNMENT / f"{assignment.notebook}.ipynb", 4)
    submissions = list(
        SampleClass(release, course.root / "tests" / "bank" / ASSIGNMENT).submissions()
    )
    for submission in submissions:
        _submit(folder, assignment, submission)
    say(f"autograding {len(submissions)} submissions in the sandbox")
    classroom = ClassFolder.of(Course(folder), ASSIGNMENT)
    done = Autograde(classroom).run(lambda plan: None, lambda *_: None)
    if not done.complete:
        raise CourseError(f"not graded: {done.failures}")
    say("making feedback pages")
    pages = Feedback(classroom).run(lambda plan: None, lambda *_: None)
    if not pages.complete:
        raise CourseError(f"no pages: {pages.failures}")
    report = collect(classroom)
    if len(report.rows) != len(submissions):
        raise CourseError(f"{len(submissions)} submitted, {len(report.rows)} graded: see {folder}")
    return Demo(folder, report, done.elapsed)


def show(done: Demo, console: Console | None = None) -> None:
    """How long it took, and what to open."""
    console = console or Console()
    students = len(done.report.rows)
    console.print(
        f"{students} submissions autograded in {done.seconds:.1f} s, "
        f"{1000 * done.seconds / students:.0f} ms each. Written answers (…) wait for a person."
    )
    name, notebook = done.report.assignment.name, done.report.assignment.notebook
    student = next(row.student for row in done.report.rows)
    console.print("Look at:")
    for what, path in (
        ("what a student gets to work on", f"../release/{name}/{notebook}.ipynb"),
        ("the feedback that a student gets", f"feedback/{student}/{name}/{notebook}.html"),
        ("what a grader sees, with findings", f"autograded/{student}/{name}/{notebook}.ipynb"),
        ("the marks", "gradebook.db"),
        ("marking by hand", f"run `examiner --course {done.folder} mark {name}`"),
    ):
        where = path if " " in path else (done.folder / path).resolve()
        console.print(f"  {what}: {where}", soft_wrap=True)


def _submit(folder: Path, assignment: Assignment, submission: SampleSubmission) -> None:
    place = folder / "submitted" / submission.student / assignment.name
    place.mkdir(parents=True)
    (place / f"{assignment.notebook}.ipynb").write_bytes(submission.file)
    when = DUE + timedelta(hours=submission.late)
    (place / "timestamp.txt").write_text(f"{when:%Y-%m-%d %H:%M:%S} UTC")


def _nbgrader(folder: Path, step: str, *arguments: str) -> None:
    """Run nbgrader as an instructor does; its log goes to demo/<step>.log."""
    command = [sys.executable, "-m", "nbgrader", step, *arguments]
    log = folder / f"{step}.log"
    with log.open("w") as file:
        done = subprocess.run(command, cwd=folder, stdout=file, stderr=file)
    if done.returncode:
        raise CourseError(f"nbgrader {step} failed: see {log}")
