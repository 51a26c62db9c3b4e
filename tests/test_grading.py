"""Grading through `nbgrader autograde`: solutions, the bank, and submissions that are odd."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import nbformat
import pytest
from nbformat import NotebookNode

from examiner.cell_kinds import CellKind, cell_kind
from examiner.course import Assignment, Course
from examiner.grading import rebuild
from tests import bank_runner
from tests.bank_runner import BankAnswer
from tests.classroom import ROOT, Classroom
from tests.small_class import ASSIGNMENT, RIGHT, SQUARE, SmallClass

pytestmark = pytest.mark.slow(30)
COURSE = Course(ROOT)
# This set has the questions that depend on each other most; the bench has a class of each set.
ASSIGNMENTS = [
    pytest.param(problem.name, marks=[pytest.mark.bench] * (problem.name != "ps4_scale"))
    for problem in COURSE.problems()
]


# --- a class that submits the bank --------------------------------------------------------------

SAMPLE = 2  # answers to a question, graded through nbgrader; test_bank.py has all of the bank


def marked_by(question: str, problem: Assignment) -> str:
    """The text of the file that marks a question, and of those beside it that it imports from."""
    texts: dict[str, str] = {}
    left = [question]
    while left:
        path = problem.notebook_source.parent / "marking" / f"{left.pop()}.py"
        if path.stem not in texts and path.is_file():
            texts[path.stem] = path.read_text()
            left += re.findall(r"^from \.(\w+) import", texts[path.stem], re.MULTILINE)
    return "\n".join(texts.values())


def students_of_the_bank(assignment: str) -> Iterator[list[BankAnswer]]:
    """Deal out a sample of the bank's answers that end, each to a student.

    A student gets one answer for each question that is marked alone, because the bank gives the
    points of each answer alone.
    """
    (problem,) = COURSE.problems(assignment)
    texts = {q: marked_by(q, problem) for q in problem.questions}
    alone = {q for q, t in texts.items() if not any(f'"{o}"' in t for o in texts.keys() - {q})}
    answers = defaultdict(list)
    for answer in bank_runner.answers():
        ends = answer.directory != "time_limit_exceeded" and not answer.given
        if ends and answer.assignment == assignment and answer.question in alone:
            answers[answer.question].append(answer)
    for number in range(SAMPLE):
        yield [found[number * len(found) // SAMPLE] for found in answers.values()]


@dataclass(frozen=True)
class BankClass:
    """A graded class: the bank's answer of each student to each question, and two more students."""

    room: Classroom
    answers: dict[str, list[BankAnswer]]


@pytest.fixture(scope="module", params=ASSIGNMENTS)
def bank_class(request, courses, tmp_path_factory) -> BankClass:
    assignment = request.param
    room = courses.classroom(tmp_path_factory.mktemp("bank") / "course", assignment)
    source = nbformat.read(room.problem.source, as_version=4)
    students = {f"s{n}": a for n, a in enumerate(students_of_the_bank(assignment))}
    for student, answers in students.items():
        room.submit(student, {a.question: a.code for a in answers}, figures=False)
    kinds = (CellKind.ANSWER, CellKind.WRITTEN)
    room.submit("solved", {c.id: c.source for c in source.cells if cell_kind(c) in kinds})
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
    """The class has the released notebook, both untouched and with its solutions."""
    questions = COURSE.assignments[bank_class.room.problem.name].questions.values()
    solved = {q.test: (None if q.written else q.points, q.written) for q in questions}
    assert bank_class.room.marks("solved") == solved
    assert bank_class.room.marks("untouched") == {q.test: (0, False) for q in questions}


# --- a class of odd submissions ------------------------------------------------------------------

ANSWERS = {**SQUARE, "q3_squares": RIGHT["q3_squares"]}
EARN = {"q1_sum_test": (1, False), "q3_squares_test": (4, False), "q2_written": (0, False)}
FIGURE = "import matplotlib.pyplot as plt\nplt.plot([1, 2]);"
NAMES = ("[x]", "with space", "ünï-ço∂é", "x" * 200, "a.b", "{brace}", "*star")
UNREADABLE = {
    "empty": b"",
    "not_json": b"PK\x03\x04",
    "no_notebook": b"[1, 2, 3]",
    "deep": b"[" * 10**6,
    "huge": b" " * (65 * 2**20),
}
PUT_RIGHT = """
doubled: q1_sum_test: the cell was there 2 times; one was kept
deleted: q1_sum_test: the cell was missing; it was put back
edited: q1_sum_test: the cell was changed; the original was put
retyped: q1_sum: a raw cell; read as code
other_name: “sums (1).ipynb” was graded instead of sums.ipynb, which was not submitted
bad_timestamp/ps0_warm_up/timestamp.txt holds no date, so the submission counts as on time
"""


def changed(notebook: NotebookNode, student: str) -> None:
    """Change the notebook of a student as the student's name says."""
    cells = notebook["cells"]
    named = {cell["metadata"].get("nbgrader", {}).get("grade_id"): cell for cell in cells}
    answer, test, other = (named[name] for name in ("q1_sum", "q1_sum_test", "q3_squares_test"))
    match student:
        case "doubled":
            cells.append(test)
            cells.insert(0, other)
        case "deleted":
            cells.remove(test)
        case "renamed":
            test["metadata"]["nbgrader"]["grade_id"] = "mine"
            answer["metadata"], answer["id"] = {}, "mine-too"
        case "retyped":
            for cell in (answer, test):
                cell["cell_type"] = "raw"
                del cell["outputs"], cell["execution_count"]
        case "edited":
            test["source"] = "pass"
            test["metadata"]["nbgrader"] |= {"points": 100, "grade": False, "checksum": "0"}
            test["metadata"]["tags"] = ["skip-execution", "raises-exception"]
        case "repointed":
            test["metadata"], other["metadata"] = other["metadata"], test["metadata"]
        case "kernel":
            notebook["metadata"]["kernelspec"] = {"name": "bash", "display_name": "x"}
            notebook["nbformat_minor"] = 99
        case "with space":
            cells.append(nbformat.v4.new_code_cell(FIGURE))


CHANGED = ("doubled", "deleted", "renamed", "retyped", "edited", "repointed", "kernel")


def test_of_odd_submissions_everyone_is_graded_nothing_is_lost_and_nothing_is_stale(
    courses, executor, tmp_path, one_worker
):
    room = SmallClass(tmp_path / "course", courses, executor).room
    readable = (*NAMES, *CHANGED, "other_name", "bad_timestamp")
    for student in readable:
        path = room.submit(student, ANSWERS, change=partial(changed, student=student))
        if student == "other_name":
            path.rename(path.with_name("sums (1).ipynb"))
        elif student == "bad_timestamp":
            (path.parent / "timestamp.txt").write_text("yesterday evening")
    for student in (*UNREADABLE, "nothing", "link"):
        path = room.submitted(student)
        path.parent.mkdir(parents=True)
        if student == "link":
            path.symlink_to(room.problem.source)
        elif student in UNREADABLE:
            path.write_bytes(UNREADABLE[student])
    log = room.nbgrader("autograde", ASSIGNMENT)
    added_text = ("edited", "with space")  # a person looks for an answer in it
    waits = {"q2_written": (None, True)}
    earned = {name: EARN | (waits if name in added_text else {}) for name in readable}
    assert {name: room.marks(name) for name in readable} == earned
    for student in (*UNREADABLE, "nothing", "link"):
        marks = room.marks(student)
        # A person reads the submission, though no machine can read it.
        by_hand = (0, False) if student in ("empty", "nothing") else (None, True)
        assert marks.pop("q2_written") == by_hand, student
        assert {*marks.values()} == {(0, False)}, student
        assert f"{student}: nothing to grade: " in log
        assert room.graded(student).cells[0].id == rebuild.UNREADABLE, student
    assert [line for line in PUT_RIGHT.strip().splitlines() if line not in log] == []

    # A regrade leaves no stale mark, and is the same to the byte, with figures in the notebook.
    first = room.autograded("with space").read_bytes()
    notebook = nbformat.read(room.submitted("a.b"), as_version=4)
    notebook.cells = [c for c in notebook.cells if not c.id.startswith("q1_sum")]
    nbformat.write(notebook, room.submitted("a.b"))
    room.nbgrader("autograde", ASSIGNMENT, "--force", "--student", "[aw]*")
    assert room.marks("a.b") == EARN | {"q1_sum_test": (0, False)}
    assert room.autograded("with space").read_bytes() == first
    assert b"image/png" in first
