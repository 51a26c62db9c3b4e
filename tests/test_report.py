"""The sample class, reports on a class, its grades for other programs, similar answers."""

from __future__ import annotations

import csv
import errno
import io
import json
import os
import re
import time
import unicodedata
from dataclasses import replace
from functools import partial

import nbformat
import pytest
from nbgrader.api import Gradebook
from rich.console import Console

from examiner import checks, cli
from examiner.bank import BankAnswer
from examiner.course import Course
from examiner.demo import SampleClass, SampleSpec
from examiner.findings.diagnosis import Message
from examiner.findings.feedback_level import Level
from examiner.findings.finding import SUMMARY, Finding
from examiner.findings.sentences import render
from examiner.gradebook.scores import read_marks
from examiner.grading.record import VerdictRecord
from examiner.pages.feedback import GONE, feedback_page
from examiner.pages.titles import Titles
from examiner.quoting import quoted_name
from examiner.reports import report_commands, report_reading
from examiner.reports.report import ClassReport, StudentRow
from examiner.reports.report_page import report_page
from examiner.reports.report_reading import read_report
from examiner.reports.similar import similar, similar_page
from examiner.reports.tables import FORMATS, Person, grades_table, read_roster_table, report_table
from tests import pictures
from tests.classroom import ROOT
from tests.findings import found
from tests.messages import mentions, numbers
from tests.small_class import RIGHT, SQUARE, SmallClass

COURSE, BANK = Course(ROOT), ROOT / "tests" / "bank"
SAMPLE = SampleSpec.of(COURSE)
PS1, PS2 = COURSE.assignments[SAMPLE.assignment], COURSE.assignments["ps2_attention"]
FULL = {name: question.points for name, question in PS1.questions.items()}


@pytest.mark.slow
def test_the_sample_class_is_the_same_every_time_and_says_nothing_of_the_bank():
    release = nbformat.read(PS1.release, as_version=4)
    first, second = (
        [
            *SampleClass(
                PS1, release, BANK / PS1.name, wrong_answers=SAMPLE.wrong_answers
            ).submissions()
        ]
        for _ in range(2)
    )
    assert first == second
    names = [submission.student for submission in first]
    assert len(set(names)) == len(names) == 29
    assert {"crashes", "hangs", "doubled_test", "deleted_test", "not_json"} <= set(names)
    assert sum(submission.late > 0 for submission in first) == 1
    for submission in first[:-1]:
        for cell in json.loads(submission.file)["cells"]:
            assert "points: " not in cell["source"].partition("\n")[0]
            assert "\nfinding: " not in cell["source"]
    # The pictures of README.md show this answer.
    line = BankAnswer.read(pictures.ANSWER).code.strip().splitlines()[-1].encode()
    assert any(line in submission.file for submission in first)


# --- a report ------------------------------------------------------------------------------------


def row(student="ada", **more):
    return StudentRow(student, dict(FULL), **more)


def shown(class_report, width=80):
    console = Console(width=width, file=io.StringIO())
    report_commands.report(class_report, console)
    return console.file.getvalue()


def a_class(students=300):
    """A class in which everything happens that a report can tell."""
    rows = []
    for i in range(students):
        points = {n: round(q.points * (i * 7 % 10) / 9, 2) for n, q in PS2.questions.items()}
        points["softmax_written"] = None if i % 3 else 2.0
        name = f"a_student_with_quite_a_long_name_{i:03}"
        found = {q: [f"mistake {i % 9}", f"my own {i}"] for q in ("softmax", "multi_head")}
        unnamed = {("linear_flops", ""): f"{2 + i % 4}*seq_len*d_v*r"}
        waiting = {"softmax_written": "a written answer"} if i % 3 else {}
        more = {"penalty": 2.0, "hours_late": 5.0} if i % 10 == 0 else {}
        rows.append(
            StudentRow(name, points, findings=found, unnamed=unnamed, waiting=waiting, **more)
            if i % 50
            else StudentRow(name, points, left_open=frozenset(points), remark="broken")
        )
    return ClassReport(PS2, rows, ("somebody",))


def hostile_class():
    """Return a class with names and texts that all try to act."""
    text = '"><img src=x onerror=pwned=1><script>pwned=1</script>'
    more = {"findings": {"q2_attention": [text, "x" * 10_000]}, "waiting": {"q5_written": text}}
    odd = [row(text + i, name=text, notes=(text,), remark=text, **more) for i in "ab"]
    return ClassReport(PS1, odd, (text,))


@pytest.mark.slow
def test_the_report_fits_its_place_and_names_every_question():
    """A terminal of 80 columns; a page of bounded size."""
    text, page = shown(a_class(30)), report_page(a_class())
    lines = [line for line in text.splitlines() if "an-id-for-it" not in line]  # to be copied
    assert all(len(line) <= 80 for line in lines)
    assert len(page) < 1_500_000
    assert "an-id-for-it" in page
    assert all(f" {name} " in text and name in page for name in PS2.questions)
    nobody = ClassReport(PS1, [], ("ada",))
    assert "ada" in shown(nobody)
    assert "ada" in report_page(nobody)
    assert report_table(nobody)


def test_totals_count_what_is_graded_less_what_lateness_costs():
    half = row(penalty=2.5)
    half.points["q5_written"] = None
    assert half.total == PS1.points - 10 - 2.5
    assert not half.complete
    assert row(penalty=50.0).total == 0
    text = " ".join(shown(ClassReport(PS1, [half, row("bob", hours_late=1, penalty=1)])).split())
    assert f"ada {PS1.points - 12.5:g} of {PS1.points - 10:g} " in text
    assert re.search(rf"\bbob {PS1.points - 1:g} 1\.0 h \D*\b1\b", text)  # 1.0 h late costs 1


def test_findings_are_ranked_with_whose_they_are_and_open_questions_apart():
    wrong = {"q2_attention": ["the weighted sum is missing"], "q3_activation": ["a factor 2"]}
    rows = [row(s, findings=wrong) for s in "ab"] + [row("c", findings=dict([*wrong.items()][:1]))]
    rows.append(row("d", findings=wrong, left_open=frozenset({"q2_attention", "q3_activation"})))
    report = ClassReport(PS1, rows)
    assert [(s.question, s.students) for s in report.shared["findings"]] == [
        ("q2_attention", ("a", "b", "c")),
        ("q3_activation", ("a", "b")),
    ]
    assert [s.students for s in report.shared["left_open"]] == [("d",), ("d",)]


def test_mistakes_are_counted_by_their_names_and_said_in_short_where_they_can_be():
    def record(*findings):
        return VerdictRecord(0.0, tuple(findings))

    named = found("dW_k", "transposed: you have 0.123, expected 4.5", error="transposed")
    both = record(named, replace(named, about="dW_q")).misconceptions
    assert both == [("transposed", "transposed")]
    unnamed = (found("dW_k", f"{n} at [0, {i}], shape (2, 3)") for i, n in enumerate((0.25, -1e-9)))
    assert {words for each in unnamed for _, words in record(each).misconceptions} == {
        "dW_k: … at …, shape (2, 3)"
    }
    raised = Message("raised", {"type": "KeyError", "message": "'K'"})
    crash = record(*(Finding.of(f"{n} heads", raised) for n in range(3))).misconceptions
    assert [words for _, words in crash] == [render(raised, Level.ANSWER)]
    findings = [
        replace(found(SUMMARY, "about it"), function="f"),
        replace(found("n", "about n"), function="f"),
        replace(found("n", "about n"), function="g"),
        found("d", "right", passed=True),
    ]
    assert record(*findings).wrong == ["f: about it", "g: n: about n"]


def test_the_line_that_is_offered_names_the_mistake():
    """The same wrong formula of several students, in a count and in a line of a ledger."""

    SIZES = n, d = checks.sizes("n d")
    ROWS, SUMS = checks.Term("rows", n * d), checks.Term("sums", n)

    def check(*misconceptions):
        question = checks.Count(SIZES, 2 * n * d, misconceptions=misconceptions)
        return question.grade(lambda n, d: 7 * n**2 * d + n // 1, points=2)

    def ledger(*misconceptions):
        question = checks.Ledger(SIZES, [ROWS, SUMS], misconceptions=misconceptions)
        return question.grade(lambda n, d: {"rows": 5 * n * d * d, "sums": n}, points=2)

    names = {"n": n, "d": d, "ROWS": ROWS, "misconception": checks.misconception}
    for ask, line in ((check, ""), (ledger, "rows")):
        counted = VerdictRecord.of(0.0, ask()).counted
        unnamed = {("q2_attention", at): formula for at, formula in counted.items()}
        rows = [row(s, unnamed=unnamed) for s in "ab"]
        (shared,) = ClassReport(PS1, rows).shared["unnamed"]
        assert (shared.students, shared.line) == (("a", "b"), line)
        offered = shared.suggested_entry
        assert offered in " ".join(shown(ClassReport(PS1, rows), width=200).split())
        verdict = ask(*eval(offered, names))
        assert verdict.unnamed_counts == {}
        named = {error.id for finding in verdict.findings for error in finding.errors}
        assert "an-id-for-it" in named
        assert ClassReport(PS1, rows[:1]).shared["unnamed"] == []


def test_numbers_of_a_question():
    rows = [row(str(i)) for i in range(12)]
    for i, each in enumerate(rows):
        each.points["q2_attention"] = 4.0 * (i % 2)
        each.points["q7_ledger"] = 6.0 * (i % 2)
        each.points["q1_parameters"] = None if i else 1.0
    items = {item.question: item for item in ClassReport(PS1, rows).items}
    item = items["q2_attention"]
    assert (item.mean, item.difficulty, item.full, item.none) == (2, 0.5, 6, 6)
    assert item.discrimination == pytest.approx(1, abs=1e-2)
    assert items["q3_activation"].discrimination is None, "all have the same"
    assert (items["q1_parameters"].waiting, items["q1_parameters"].discrimination) == (11, None)
    for i, each in enumerate(rows):  # of those who wrote nothing the mark is known at once
        each.points["q5_written"] = None if i else 0.0
    report = ClassReport(PS1, rows)
    (item,) = (item for item in report.items if item.question == "q5_written")
    assert (item.mean, item.difficulty, item.none, item.waiting) == (None, None, 1, 11)
    assert "q5_written – 10 – – 0 1 11" in " ".join(shown(report).split())
    assert "question,q5_written,,,1,,10,,,0,1,11," in report_table(report)
    assert ClassReport(PS1, [row()]).quartiles == [PS1.points] * 3


def test_nothing_of_a_students_is_markup_or_a_formula():
    """Names of students and files, and quotations in findings. (In a browser: test_pages.py.)"""
    page = report_page(hostile_class())
    assert not [acts for acts in ("<script", "<img", "x" * 1000) if acts in page]
    table = report_table(ClassReport(PS1, [row("=1+1", findings={"q2_attention": ["@SUM(A1)"]})]))
    rows = list(csv.reader(io.StringIO(table)))
    assert len({len(each) for each in rows}) == 1
    assert not [cell for each in rows for cell in each if cell.startswith(("=", "@"))]
    assert ["finding", "q2_attention", "", "'@SUM(A1)", "1", *[""] * 7, "“=1+1”", ""] in rows


def test_who_tried_how_often_and_what_it_gained():
    rows = [row("ada", attempts=(20.0, 31.5)), row("bob", attempts=(30.0, 29.0, 29.5)), row("cy")]
    report = ClassReport(PS1, rows)
    said = " ".join(shown(report).split())
    assert "bob 3 30 29.5 -0.5 ada 2 20 31.5 11.5" in said
    cells = re.findall("<td[^>]*>([^<]*)</td>", report_page(report).partition('id="tries"')[2])
    assert cells[:10] == ["bob", "3", "30", "29.5", "-0.5", "ada", "2", "20", "31.5", "11.5"]
    rows = [line for line in csv.reader(io.StringIO(report_table(report))) if "bob" in line]
    assert ["tries", [3, 29.5]] in [[line[0], numbers(line[3])] for line in rows]


# --- from a graded class -------------------------------------------------------------------------


ADA = "ada “Ada King, Countess”"


@pytest.fixture(scope="module")
def graded(tmp_path_factory, courses, executor):
    """Late, open, unreadable, under another name, with the same wrong formula; one by hand."""
    folder = tmp_path_factory.mktemp("class") / "course"
    late = "c.LateSubmissionPlugin.penalty_method = 'zero'"
    room = SmallClass(folder, courses, executor, late)
    same = {"q3_squares": "def squares(n):\n    return 5 * n**3 + 7 * n"}
    stub = next(c.source for c in room.room.released().cells if c.id == "q1_sum")
    for student, answers in {"ada": {}, "bob": same, "cy": same, "dan": {"q1_sum": stub}}.items():
        room.submit(student, answers)
    (room.room.submitted("dan").parent / "timestamp.txt").write_text("2026-10-31 02:00:00 UTC")
    room.submit("eve", {})
    path = room.room.submitted("eve")
    path.rename(path.with_name("sums (1).ipynb"))
    room.submit("fay", {})
    room.room.submitted("fay").write_text("no notebook")
    room.autograde()
    room.submit("gus", {})
    room.grade_by_hand("ada", "q2_written", manual_score=1.5)
    with Gradebook(room.db_url) as gradebook:
        gradebook.update_or_create_student("ada", first_name="Ada", last_name="King, Countess")
    return room, read_report(room.grading().folder)


@pytest.mark.slow
def test_who_reads_during_a_run_reports_the_same_and_reads_no_file(graded, monkeypatch):
    room, _ = graded
    grading = room.grading(students=["ada", "bob", "cy", "dan", "eve", "fay"], force=True)
    reader = report_reading.ReportReader(grading.folder)
    grading.run(on_result=reader.on_result)
    expected = read_report(grading.folder)
    monkeypatch.setattr(report_reading, "read_notebook", lambda path: None)
    assert reader.read() == expected
    assert {row.remark for row in read_report(grading.folder).rows} == {report_reading.BROKEN}


def test_marks_and_findings_come_from_the_gradebook_and_the_notebooks(graded):
    """An unreadable file is no zero in a question, because nobody has seen fay's answer."""
    report = graded[1]
    rows = {row.student: row for row in report.rows}
    assert [*rows] == ["ada", "bob", "cy", "dan", "eve", "fay"]
    assert report.ungraded == ("gus",)
    assert (report.labels["ada"], report.labels["bob"]) == (ADA, "bob")
    assert ADA in shown(report)
    assert (rows["ada"].total, rows["ada"].complete) == (7.5, True)
    assert rows["bob"].points["q2_written"] is None
    (shared,) = report.shared["unnamed"]
    assert shared[:3] == ("q3_squares", "5*n**3 + 7*n", ("bob", "cy"))
    assert [(s.question, s.students) for s in report.shared["left_open"]] == [("q1_sum", ("dan",))]
    assert not [s for s in report.shared["findings"] if s.question == "q1_sum"]
    (note,) = rows["eve"].notes
    assert mentions(note, "“sums (1).ipynb”", "sums.ipynb")
    assert "no notebook" in rows["fay"].remark
    assert (rows["fay"].findings, rows["fay"].total) == ({}, 0)
    reasons = {(s.question, s.text): s.students for s in report.shared["waiting"]}
    assert reasons["q2_written", "a written answer"] == ("bob", "cy", "dan", "eve")
    assert ("gus",) in [s.students for s in report.shared["waiting"] if not s.question]
    items = {item.question: item for item in report.items}
    assert (items["q1_sum"].none, items["q1_sum"].waiting) == (1, 0)
    assert len(report.marks("q1_sum")) == 5
    assert items["q2_written"].waiting == 4
    assert any(numbers(line)[:2] == [6, 1] for line in shown(report).splitlines())


@pytest.mark.slow
def test_an_answer_that_is_imported_from_a_file_is_not_left_blank(tmp_path, courses, executor):
    room = SmallClass(tmp_path / "course", courses, executor)
    stub = next(c.source for c in room.room.released().cells if c.id == "q1_sum")
    imports = nbformat.v4.new_code_cell("from my_answers import *")

    def add(notebook, *, keep=True):
        place = next(i for i, cell in enumerate(notebook.cells) if cell.id == "q1_sum")
        notebook.cells[place : place + 1] = [*notebook.cells[place : place + keep], imports]

    wrong = "def total(n):\n    return 9 * n**5"
    answers = {"ada": RIGHT["q1_sum"], "bob": SQUARE["q1_sum"], "cy": wrong, "dan": ""}
    for student, answer in answers.items():
        change = partial(add, keep=student != "cy")
        room.submit(student, {"q1_sum": stub}, change=change)
        room.room.submitted(student).with_name("my_answers.py").write_text(answer)
    room.autograde()
    report = read_report(room.grading().folder)
    assert [row.points["q1_sum"] for row in report.rows] == [2, 1, 0, 0]
    assert [(s.question, s.students) for s in report.shared["left_open"]] == [("q1_sum", ("dan",))]
    assert {s for each in report.shared["findings"] for s in each.students} == {"bob", "cy"}
    with Gradebook(room.db_url) as gradebook:
        for student in answers:
            marks = read_marks(gradebook, room.room.problem.name, "sums", student, Titles())
            page = feedback_page(room.room.autograded(student).read_bytes(), marks)
            assert ("not answered" in page or GONE in page) == (student == "dan"), student


def test_page_report_and_gradebook_agree_on_every_total(graded):
    """Lateness costs all points here; the points that a person gives later stay."""
    room, report = graded
    assignment = room.room.problem.name
    dan = next(row for row in report.rows if row.student == "dan")
    assert (dan.hours_late, dan.penalty, dan.total) == (pytest.approx(3.0166, abs=1e-3), 4, 0)
    with Gradebook(room.db_url) as gradebook:
        marks = {
            row.student: read_marks(gradebook, assignment, "sums", row.student, Titles())
            for row in report.rows
        }
        for row in report.rows:
            assert marks[row.student].points == row.total
            submission = gradebook.find_submission(assignment, row.student)
            assert max(submission.score - (submission.late_submission_penalty or 0), 0) == row.total
    exported: dict[str, float] = {}
    table = grades_table(report, read_roster_table(room.grading().folder), "rows")
    for line in csv.DictReader(io.StringIO(table)):
        name = line["student"]
        exported[name] = exported.get(name, 0) + float(line["points"] or 0)
    assert exported == {row.student: row.total for row in report.rows}
    page = feedback_page(room.room.autograded("ada").read_bytes(), marks["ada"])
    assert f"<p>{ADA}: <strong>7.5 of" in page
    assert f"{ADA}</title>" in page


def test_reports_and_grades_by_command(graded, tmp_path, capsys):
    room = graded[0]
    course, name = str(room.room.course.root), room.room.problem.name
    files = {kind: tmp_path / f"report.{kind}" for kind in ("html", "csv")}
    options = [word for kind, file in files.items() for word in (f"--{kind}", str(file))]
    assert cli.main(["--course", course, "report", name, *options]) == 0
    assert capsys.readouterr().out.splitlines() == [f"wrote {file}" for file in files.values()]
    assert "5*n**3 + 7*n" in files["html"].read_text()
    assert ADA in files["html"].read_text()
    rows = csv.reader(io.StringIO(files["csv"].read_text()))
    assert ["q3_squares", "", "5*n**3 + 7*n", "2"] in [line[1:5] for line in rows]
    grades = tmp_path / "grades.csv"
    words = ("grades", name, "--format", "canvas", "--out", str(grades))
    assert cli.main(["--course", course, *words]) == 0
    rows = csv.reader(io.StringIO(grades.read_text()))
    assert ["King, Countess, Ada", "", "", "ada", "", "7.5"] in rows
    assert any(numbers(line)[:2] == [5, 6] for line in capsys.readouterr().err.splitlines())
    assert cli.main(["--course", course, "report", name, "--html", str(tmp_path / "no/x")]) == 1
    assert mentions(capsys.readouterr().err, tmp_path / "no/x", os.strerror(errno.ENOENT))


@pytest.mark.parametrize(
    "words", ["report --html", "report --csv", "grades --out", "similar --html"]
)
def test_a_file_that_somebody_else_wrote_stays(graded, tmp_path, capsys, words):
    room, file = graded[0], tmp_path / "theirs"
    command, option = words.split()
    options = ["--course", str(room.room.course.root), command, room.room.problem.name]
    file.write_text("theirs")
    assert cli.main([*options, option, str(file)]) == 1
    assert mentions(capsys.readouterr().err, "theirs")
    assert file.read_text() == "theirs"
    file.unlink()
    for _ in range(2):
        assert cli.main([*options, option, str(file)]) == 0


# --- grades for other programs -------------------------------------------------------------------


ROSTER = [
    Person("ada", "Ada", 'King, "Countess" of Lovelace', "ada@example.org", "4711"),
    Person("bob"),
    Person("cy", "Cy", "Nobody", "cy@example.org"),
]
TOTAL = f"{PS1.points - 1.75 - 3:g}"
SOME = ClassReport(
    PS1,
    [
        StudentRow("ada", {**FULL, "q2_attention": 2.25}, penalty=3.0),
        StudentRow("bob", {**FULL, "q5_written": None}, penalty=100.0),
    ],
)


def test_canvas_and_moodle_get_their_columns_and_final_totals_and_rows_add_up():
    column = "Set 1, costs (99)"
    canvas, moodle, (head, *rows) = (
        list(csv.reader(io.StringIO(grades_table(SOME, ROSTER, form, column))))
        for form in ("canvas", "moodle", "rows")
    )
    assert canvas == [
        ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", column],
        ["    Points Possible", "", "", "", "", f"{PS1.points:g}"],
        ['King, "Countess" of Lovelace, Ada', "4711", "", "ada", "", TOTAL],
        ["bob", "", "", "bob", "", ""],
        ["Nobody, Cy", "", "", "cy", "", ""],
    ]
    assert moodle[0] == ["First name", "Last name", "ID number", "Email address", column]
    assert moodle[1][2:] == ["ada", "ada@example.org", TOTAL]
    assert [row[-1] for row in moodle[2:]] == ["", ""]
    assert head[5:] == ["question", "points", "out of"]
    points = {}
    for row in rows:
        points.setdefault(row[1], []).append(row[6])
    assert sum(map(float, points["ada"])) == SOME.rows[0].total == float(TOTAL)
    assert points["bob"].count("") == 1
    assert sum(float(each) for each in points["bob"] if each) == SOME.rows[1].total == 0
    assert set(points["cy"]) == {""}
    assert len(rows) == 3 * len(PS1.questions) + 2


HOSTILE = ("=HYPERLINK(1)", " +1+1", "\uff1d1+1", "@x", "\t-x", "x\x1b[31mred", "\u202egnirts")
HOSTILE += ("a;=1+1",)


@pytest.mark.parametrize("form", FORMATS)
def test_no_name_acts_on_a_terminal_or_in_a_spreadsheet(form):
    roster = [Person(f"{name}{i}", name, name, name) for name in HOSTILE for i in range(2)]
    report = ClassReport(PS1, [StudentRow(each.student, FULL) for each in roster])
    text = grades_table(report, roster, form)
    assert all(c.isprintable() or c in "\n\t" for c in text)
    for cell in (cell for row in csv.reader(io.StringIO(text)) for cell in row):
        for part in cell.split(";"):
            assert unicodedata.normalize("NFKC", part).strip()[:1] not in {"=", "+", "-", "@"}, cell
    assert grades_table(ClassReport(PS1, []), [], form)


def test_a_name_that_is_no_plain_word_stands_in_quotation_marks():
    odd = ("full\u3164points", "x” marked by hand “", "x❞ y", "\u05d03.ipynb", "a b", "é\u202e")
    for shown in map(quoted_name, odd):
        assert (shown[0], shown[-1]) == ("“", "”")
        assert not set("“”❞\u3164\u202e") & set(shown[1:-1])
    for plain in ("ada", "José-2", "flops.ipynb"):
        assert quoted_name(plain) == plain


# --- similar answers -----------------------------------------------------------------------------


ACCEPTED = {
    question: [
        answer.code
        for path in sorted((BANK / PS2.name / question / "accepted").glob("*.py"))
        if not (answer := BankAnswer.read(path)).base  # others are copies
    ]
    for question in ("masked_attention", "causal_linear", "multi_head")
}


def disguised(code: str) -> str:
    """The same code with other names, comments and spaces."""
    words = sorted(set(re.findall(r"\b(?!def\b|return\b|for\b|in\b|np\b|range\b)[a-z_]+\b", code)))
    code = re.sub(r"(?<![.\"'])\b(" + "|".join(words[:4]) + r")\b", r"my_\1", code)
    return "# my own work\n" + code.replace("\n    ", "\n    # a step\n    ", 1).replace(" * ", "*")


def test_a_copy_is_found_whatever_it_calls_things():
    answers = {q: {f"s{i}": code for i, code in enumerate(found)} for q, found in ACCEPTED.items()}
    answers["masked_attention"]["copier"] = disguised(answers["masked_attention"]["s1"])
    first, *_ = similar(answers)
    assert first.students == ("copier", "s1")
    assert [each.question for each in first.questions] == ["masked_attention"]
    for side in first.questions[0].sides:
        assert any(part.shared for part in side)
        assert "".join(part.text for part in side) in answers["masked_attention"].values()


@pytest.mark.parametrize("size", [12, 400])
@pytest.mark.slow
def test_a_ring_is_found_in_a_class_of_any_size_and_wherever_the_code_stands(size):
    """Four copies: of these one stands in another cell, and one in a file."""
    question, codes = "masked_attention", ACCEPTED["masked_attention"]
    copied = ACCEPTED["causal_linear"][0] + codes[0]
    others = (f"def own{i}(q):\n    return [{i}, q, {i} + q ** {i}]\n" for i in range(size))
    answers = {question: {f"s{i}": code for i, code in enumerate(others)}}
    answers[question] |= {"a": copied, "b": disguised(copied), "c": "from helper import *"}
    own = {"c": "import os\n" + copied, "d": "x = 1\n" + disguised(copied)}
    found = {frozenset(pair.students) for pair in similar(answers, (), own)}
    assert found == {frozenset(pair) for pair in ("ab", "ac", "ad", "bc", "bd", "cd")}


def test_own_cells_and_files_are_read_and_what_was_released_is_not(tmp_path, courses, executor):
    room = SmallClass(tmp_path / "course", courses, executor)
    copied = ACCEPTED["causal_linear"][0]

    def add(notebook):
        notebook.cells.insert(0, nbformat.v4.new_code_cell(disguised(copied)))

    room.room.submit("ada", RIGHT, change=add)
    room.submit("bob", {"q1_sum": "exec(open('notes.txt').read())\ndef total(n): return 0"})
    (room.room.submitted("bob").parent / "notes.txt").write_text(copied)
    room.submit("cy", {})
    room.autograde()
    page, found = similar_page(room.grading().folder)
    assert found == 1
    assert "ada and bob" in page


@pytest.mark.parametrize("question", ACCEPTED)
def test_common_and_released_code_is_no_similarity(question):
    code = ACCEPTED[question][0]
    assert similar({question: {f"s{i}": code for i in range(9)}}) == []
    assert similar({question: {"a": code, "b": code}}, [code]) == []
    assert len(similar({question: {"a": code, "b": code}})) == 1


def test_blank_lines_keep_nobody_waiting():
    """Pygments would take minutes."""
    ((code, *_), *_) = ACCEPTED.values()
    code, before = code + " \n" * 40_000, time.process_time()
    similar({"q1_sum": {}}, own={"ada": code, "bob": code})
    assert time.process_time() - before < 20


def test_what_is_too_long_is_named_and_keeps_nobody_waiting(tmp_path, courses, executor):
    """Four answers of a million characters each would take minutes."""
    room = SmallClass(tmp_path / "course", courses, executor)
    for student in ("ada", "of full points"):
        room.submit(student, {"q1_sum": RIGHT["q1_sum"] + "\n# " + "(" * 20_000})
    room.submit("eve", {})
    beside = room.room.submitted("eve").with_name("filler.py")
    beside.write_text("# filler\n" * 20_000)
    room.autograde()
    page, found = similar_page(room.grading().folder)
    assert found == 0
    skipped = re.findall(r"[^<>]*\blong\b[^<>]*", page)
    assert mentions(skipped, "eve")
    assert not mentions(skipped, "q1_sum", "eve")
    for student in ("ada", "“of full points”"):
        assert mentions(skipped, "q1_sum", student)
