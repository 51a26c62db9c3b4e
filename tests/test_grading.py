"""Grading through `nbgrader autograde`: solutions, the bank, and submissions that are odd."""

from __future__ import annotations

import shutil
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from examiner.cells import Kind, is_test, kind_of, question_of
from examiner.course import Course
from tests import bank_runner
from tests.bank_runner import Answer
from tests.classroom import ROOT, Classroom
from tests.small_class import ASSIGNMENT, RIGHT, SQUARE, SmallClass

pytestmark = pytest.mark.slow(30)
COURSE = Course(ROOT)
# The set whose questions rest on each other most; a class of each in the bench.
ASSIGNMENTS = [
    pytest.param(problem.name, marks=[pytest.mark.bench] * (problem.name != "ps4_scale"))
    for problem in COURSE.problems()
]


# --- a class that submits the bank --------------------------------------------------------------

SAMPLE = 2  # answers to a question, graded through nbgrader; test_bank.py has all of the bank


def related(source: NotebookNode) -> dict[str, set[str]]:
    """Question -> those that its test names, by which it is marked, and what these rest on."""
    tests = {question_of(cell.id): cell.source for cell in source.cells if is_test(cell)}
    found = {
        question: {other for other in tests if f'"{other}"' in test and other != question}
        for question, test in tests.items()
    }
    for _ in tests:  # as long a chain as there can be
        for others in found.values():
            others |= set().union(*(found[other] for other in others))
    return found


def independent(questions: list[str], first: int, on: dict[str, set[str]]) -> set[str]:
    """As many questions as don't rest on each other, chosen in their order from the first on."""
    chosen: set[str] = set()
    for question in questions[first:] + questions[:first]:
        if not on[question] & chosen and not any(question in on[other] for other in chosen):
            chosen.add(question)
    return chosen


def students_of_the_bank(assignment: str, source: NotebookNode) -> Iterator[list[Answer]]:
    """A sample of the bank's answers that end, dealt out: to a student one for each question.

    No student gets both an answer and one that it rests on: the bank says what each gets alone.
    """
    answers, on = defaultdict(list), related(source)
    for answer in bank_runner.answers():
        if answer.assignment != assignment or answer.given:
            continue
        if answer.directory != "time_limit_exceeded":
            answers[answer.question].append(answer)
    questions = list(answers)
    for number in range(SAMPLE):
        chosen = independent(questions, number * len(questions) // SAMPLE, on)
        yield [answers[q][number * len(answers[q]) // SAMPLE] for q in questions if q in chosen]


@dataclass(frozen=True)
class BankClass:
    """A class that was graded: who answered what out of the bank, and two students more."""

    room: Classroom
    answers: dict[str, list[Answer]]


def write_sources(folder: Path) -> None:
    """A course folder without its texts, which test_release.py builds."""
    (folder / "problems").mkdir()
    for file in ("nbgrader_config.py", "problems/course.toml"):
        shutil.copy(ROOT / file, folder / file)
    for part in ("source", "release"):
        shutil.copytree(ROOT / part, folder / part)


@pytest.fixture(scope="module", params=ASSIGNMENTS)
def bank_class(request, courses, tmp_path_factory) -> BankClass:
    assignment = request.param
    built = courses.built(f"source of {assignment}", assignment, write_sources)
    table = COURSE.assignments[assignment]
    room = Classroom(tmp_path_factory.mktemp("bank") / "course", built, table)
    source = nbformat.read(room.problem.source, as_version=4)
    students = {f"s{n}": a for n, a in enumerate(students_of_the_bank(assignment, source))}
    for student, answers in students.items():
        room.submit(student, {a.question: a.code for a in answers}, figures=False)
    kinds = (Kind.ANSWER, Kind.WRITTEN)
    room.submit("solved", {c.id: c.source for c in source.cells if kind_of(c) in kinds})
    room.submit("untouched", {})
    room.grade_class()
    return BankClass(room, students)


def test_a_sample_of_the_bank_gets_the_points_it_must_get_in_a_class(bank_class):
    wrong = []
    for student, answers in bank_class.answers.items():
        marks = bank_class.room.marks(student)
        for answer in answers:
            points, manual = marks[f"{answer.question}_test"]
            expected = bank_runner.points_expected(answer)
            if manual or points != pytest.approx(expected, abs=5e-3):
                wrong.append(f"{answer.name}: expected {expected:g}, not {points}")
    assert not wrong, "\n".join(wrong)


def test_solutions_get_full_marks_and_stubs_nothing(bank_class):
    """What was released, submitted untouched and with the solutions in it."""
    questions = COURSE.assignments[bank_class.room.problem.name].questions.values()
    solved = {q.test: (None if q.written else q.points, q.written) for q in questions}
    assert bank_class.room.marks("solved") == solved
    assert bank_class.room.marks("untouched") == {q.test: (0, False) for q in questions}


# --- a class of odd submissions ------------------------------------------------------------------

ANSWERS = {**SQUARE, "q3_squares": RIGHT["q3_squares"]}
EARN = {"q1_sum_test": (1, False), "q3_squares_test": (4, False), "q2_written": (0, False)}
FIGURE = "import matplotlib.pyplot as plt\nplt.plot([1, 2]);"
GRADED = ("[x]", "with space", "ünï-ço∂é", "x" * 200, "a.b", "{brace}", "*star")
UNREADABLE = {
    "empty": b"",
    "not_json": b"PK\x03\x04",
    "no_notebook": b"[1, 2, 3]",
    "deep": b"[" * 10**6,
    "huge": b" " * (65 * 2**20),
}


def named_cell(notebook, name):
    return next(
        c for c in notebook["cells"] if c["metadata"].get("nbgrader", {}).get("grade_id") == name
    )


def make_doubled(notebook):
    notebook["cells"].append(named_cell(notebook, "q1_sum_test"))
    notebook["cells"].insert(0, named_cell(notebook, "q3_squares_test"))


def make_deleted(notebook):
    notebook["cells"].remove(named_cell(notebook, "q1_sum_test"))


def make_renamed(notebook):
    named_cell(notebook, "q1_sum_test")["metadata"]["nbgrader"]["grade_id"] = "mine"
    answer = named_cell(notebook, "q1_sum")
    answer["metadata"], answer["id"] = {}, "mine-too"


def make_retyped(notebook):
    for name in ("q1_sum", "q1_sum_test"):
        cell = named_cell(notebook, name)
        cell["cell_type"] = "raw"
        del cell["outputs"], cell["execution_count"]


def make_edited(notebook):
    test = named_cell(notebook, "q1_sum_test")
    test["source"] = "pass"
    test["metadata"]["nbgrader"] |= {"points": 100, "grade": False, "checksum": "0"}
    test["metadata"]["tags"] = ["skip-execution", "raises-exception"]


def make_repointed(notebook):
    """Test cells that trade names."""
    a, b = (named_cell(notebook, f"{name}_test") for name in ("q1_sum", "q3_squares"))
    a["metadata"], b["metadata"] = b["metadata"], a["metadata"]


def make_kernel(notebook):
    notebook["metadata"]["kernelspec"] = {"name": "bash", "display_name": "x", "language": "x"}
    notebook["nbformat_minor"] = 99


CHANGES = {
    "doubled": make_doubled,
    "deleted": make_deleted,
    "renamed": make_renamed,
    "retyped": make_retyped,
    "edited": make_edited,
    "repointed": make_repointed,
    "kernel": make_kernel,
}


BESIDE = ("other_name", "bad_timestamp")  # where something else than the notebook is odd


def drawn(notebook):
    notebook["cells"].append(nbformat.v4.new_code_cell(FIGURE))


@pytest.fixture(scope="module")
def odd_class(courses, executor, tmp_path_factory):
    """Odd submissions, all autograded in one run: the classroom, and the log."""
    folder = tmp_path_factory.mktemp("odd") / "course"
    classroom = SmallClass(folder, courses, executor).room
    for student in GRADED:
        classroom.submit(student, ANSWERS, change=drawn if student == "with space" else None)
    for name, change in CHANGES.items():
        classroom.submit(name, ANSWERS, change=change)
    for name, raw in UNREADABLE.items():
        path = classroom.submitted(name)
        path.parent.mkdir(parents=True)
        path.write_bytes(raw)
    renamed = classroom.submit("other_name", ANSWERS)
    renamed.rename(renamed.with_name("sums (1).ipynb"))
    classroom.submitted("nothing").parent.mkdir(parents=True)
    spoilt = classroom.submit("bad_timestamp", ANSWERS)
    (spoilt.parent / "timestamp.txt").write_text("yesterday evening")
    link = classroom.submitted("link")
    link.parent.mkdir(parents=True)
    link.symlink_to(classroom.problem.source)
    return classroom, classroom.nbgrader("autograde", ASSIGNMENT)


@pytest.fixture
def classroom(odd_class):
    return odd_class[0]


@pytest.fixture
def log(odd_class):
    return odd_class[1]


class TestOddSubmissions:
    """One class of odd submissions: everyone is graded, nothing is lost, nothing is stale."""

    def test_answers_are_graded_whatever_else_was_changed(self, classroom):
        found = {student: classroom.marks(student) for student in (*GRADED, *CHANGES, *BESIDE)}
        assert found == dict.fromkeys(found, EARN)

    def test_what_cannot_be_read_gets_nothing_and_a_line_in_the_log(self, classroom, log):
        for student in (*UNREADABLE, "nothing", "link"):
            assert set(classroom.marks(student).values()) == {(0, False)}, student
            assert f"{student}: nothing to grade: " in log
            first = classroom.graded(student).cells[0].source
            assert first.startswith("**No notebook could be read from this submission: "), student

    def test_the_log_says_what_was_put_right(self, log):
        for line in (
            "doubled: q1_sum_test: the cell was there 2 times; one was kept",
            "deleted: q1_sum_test: the cell was missing; it was put back",
            "edited: q1_sum_test: the cell was changed; the original was put",
            "retyped: q1_sum: a raw cell; read as code",
            "other_name: not there; “sums (1).ipynb” is read in its place",
            "bad_timestamp/ps0_warm_up/timestamp.txt holds no date; taken as submitted in time",
        ):
            assert line in log

    def test_a_regrade_leaves_no_stale_mark_and_is_the_same_to_the_byte(self, classroom, log):
        """With figures in the notebook."""
        first = classroom.autograded("with space").read_bytes()
        path = classroom.submitted("a.b")
        notebook = nbformat.read(path, as_version=4)
        notebook.cells = [c for c in notebook.cells if not c.id.startswith("q1_sum")]
        nbformat.write(notebook, path)
        classroom.nbgrader("autograde", ASSIGNMENT, "--force", "--student", "[aw]*")
        assert classroom.marks("a.b") == EARN | {"q1_sum_test": (0, False)}
        assert classroom.autograded("with space").read_bytes() == first
        assert b"image/png" in first
