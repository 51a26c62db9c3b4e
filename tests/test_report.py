"""The sample class, and what is reported of a class."""

from __future__ import annotations

import io
import json
from collections import Counter
from pathlib import Path

import nbformat
import pytest
from rich.console import Console

from examiner.checks import Finding
from examiner.course import Course
from examiner.grading import show
from examiner.grading.demo import ASSIGNMENT, SampleClass
from examiner.grading.record import Record
from examiner.grading.report import ClassReport, Row, collect

ROOT = Path(__file__).parent.parent
COURSE = Course(ROOT)
QUESTIONS = COURSE.assignments[ASSIGNMENT].questions


def sample():
    (problem,) = COURSE.problems(ASSIGNMENT)
    release = nbformat.read(problem.release, as_version=4)
    return list(SampleClass(release, ROOT / "tests" / "bank" / ASSIGNMENT).submissions())


def test_the_sample_class_is_the_same_every_time_and_has_everyone_in_it():
    first, second = sample(), sample()
    assert first == second
    names = [submission.student for submission in first]
    assert len(set(names)) == len(names) == 29
    assert sum(submission.late > 0 for submission in first) == 1
    odd = {"crashes", "hangs", "doubled_test", "deleted_test", "not_json"}
    assert odd <= set(names)


def test_answers_of_the_sample_class_do_not_say_what_they_are_in_the_bank():
    for submission in sample():
        if submission.student == "not_json":
            continue
        for cell in json.loads(submission.file)["cells"]:
            assert "points: " not in cell["source"].partition("\n")[0]
            assert "\nfinding: " not in cell["source"]


@pytest.mark.parametrize(
    ("findings", "wrong"),
    [
        ([Finding("n", "right", passed=True)], []),
        ([Finding("n", "about n"), Finding("d", "right", passed=True)], ["n: about n"]),
        ([Finding("in short", "about it"), Finding("n", "about n")], ["about it"]),
        (
            [
                Finding("f: in short", "about it"),
                Finding("f: n", "about n"),
                Finding("g: n", "about n"),
            ],
            ["f: about it", "g: n: about n"],
        ),
    ],
)
def test_what_is_wrong_is_said_in_short_where_it_can_be(findings, wrong):
    assert Record(0.0, tuple(findings)).wrong == wrong


def test_a_record_survives_the_notebook_it_is_written_to():
    cell = nbformat.v4.new_code_cell("f(1)")
    assert Record.read(cell) is None
    for record in (Record(None), Record(1.5, (Finding("n", "why", 1.5, 2.0),))):
        record.write(cell)
        assert Record.read(nbformat.from_dict(json.loads(json.dumps(cell)))) == record


def report(**points):
    rows = [Row("ada", {name: q.points for name, q in QUESTIONS.items()}, "late")]
    rows.append(Row("a_student_with_a_name", dict.fromkeys(QUESTIONS, 0.0) | points))
    findings = Counter({("q2_attention", "the weighted sum is missing"): 2})
    return ClassReport(COURSE.assignments[ASSIGNMENT], rows, findings)


def shown(function, class_report, width=100):
    console = Console(width=width, file=io.StringIO())
    function(class_report, console)
    return console.file.getvalue()


def test_the_table_has_everyone_their_marks_and_the_means():
    text = shown(show.marks, report(q5_written=None, q2_attention=2.5))
    ada, other = (next(x for x in text.splitlines() if n in x) for n in ("ada", "a_student"))
    assert " ".join(ada.split()) == "ada 2 4 1 2 10 10 2 6 2 2 2 43 late"
    assert " ".join(other.split()[1:]) == "0 2.5 0 0 0 … 0 0 0 0 0 2.5"
    (means,) = (line for line in text.splitlines() if "mean" in line)
    assert " ".join(means.split()) == "mean 1 3.25 0.5 1 5 … 1 3 1 1 1 22.75"


def test_the_table_fits_a_terminal_of_80_columns():
    text = shown(show.marks, report(), width=80)
    assert all(len(line) <= 80 for line in text.splitlines())
    assert " 43 " in text


def test_findings_are_ranked_and_counted():
    assert "2 q2_attention the weighted sum is missing" in " ".join(
        shown(show.findings, report()).split()
    )


@pytest.mark.slow(15)
def test_marks_and_findings_come_from_the_grade_book_and_the_notebooks(courses, tmp_path):
    classroom = courses.classroom(tmp_path / "course", ASSIGNMENT)
    answer = "def feedforward_flops(L, i, a, o, h): return 2 * L * h * o"
    classroom.submit("x", {"q4_feedforward": answer, "q5_written": "my derivation"})
    classroom.autograde()
    autograded = classroom.course.root / "autograded"
    found = collect(classroom.db_url, autograded, COURSE.assignments[ASSIGNMENT])
    (row,) = found.rows
    assert row.points["q4_feedforward"] == 1
    assert row.points["q5_written"] is None
    assert row.total == 1
    questions = {question for question, _ in found.findings}
    assert "q4_feedforward" in questions
