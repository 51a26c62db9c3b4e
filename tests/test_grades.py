"""Grades for other programs: every mark that is known, and none that isn't."""

from __future__ import annotations

import csv
import io
import unicodedata
from pathlib import Path

import pytest

from examiner import cli
from examiner.course import Course
from examiner.quoting import quoted_name
from examiner.reports.report import ClassReport, Row
from examiner.reports.tables import FORMATS, Person, grades_table

PS1 = Course(Path(__file__).parent.parent).assignments["ps1_flops"]
FULL = {name: question.points for name, question in PS1.questions.items()}
ROSTER = [
    Person("ada", "Ada", 'King, "Countess" of Lovelace', "ada@example.org", "4711"),
    Person("bob"),
    Person("cy", "Cy", "Nobody", "cy@example.org"),
]
TOTAL = f"{PS1.points - 1.75 - 3:g}"
REPORT = ClassReport(
    PS1,
    [
        Row("ada", {**FULL, "q2_attention": 2.25}, penalty=3.0),
        Row("bob", {**FULL, "q5_written": None}, penalty=100.0),
    ],
)


def table(form: str) -> list[list[str]]:
    rows = list(csv.reader(io.StringIO(grades_table(REPORT, ROSTER, form, "Set 1, costs (99)"))))
    assert len({len(row) for row in rows}) == 1
    return rows


def test_canvas_gets_its_columns_the_points_possible_and_final_totals() -> None:
    assert table("canvas") == [
        ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Set 1, costs (99)"],
        ["    Points Possible", "", "", "", "", f"{PS1.points:g}"],
        ['King, "Countess" of Lovelace, Ada', "4711", "", "ada", "", TOTAL],
        ["bob", "", "", "bob", "", ""],
        ["Nobody, Cy", "", "", "cy", "", ""],
    ]


def test_moodle_gets_its_columns_and_final_totals() -> None:
    rows = table("moodle")
    assert rows[0] == ["First name", "Last name", "ID number", "Email address", "Set 1, costs (99)"]
    assert rows[1][2:] == ["ada", "ada@example.org", TOTAL]
    assert [row[-1] for row in rows[2:]] == ["", ""]


def test_rows_by_question_add_up_to_the_total() -> None:
    head, *rows = table("rows")
    assert head[5:] == ["question", "points", "out of"]
    points = {}
    for row in rows:
        points.setdefault(row[1], []).append(row[6])
    assert sum(map(float, points["ada"])) == REPORT.rows[0].total == float(TOTAL)
    assert points["bob"].count("") == 1
    assert sum(float(each) for each in points["bob"] if each) == REPORT.rows[1].total == 0
    assert set(points["cy"]) == {""}
    assert len(rows) == 3 * len(PS1.questions) + 2


@pytest.mark.parametrize("form", FORMATS)
def test_a_class_that_nobody_is_in(form: str) -> None:
    assert grades_table(ClassReport(PS1, []), [], form)


def test_a_format_that_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["grades", "ps1_flops", "--format", "ilias"]) == 2
    assert "moodle" in capsys.readouterr().err


HOSTILE = (
    "=HYPERLINK(1)",
    " +1+1",
    "\uff1d1+1",
    "@x",
    "\t-x",
    "x\x1b[31mred",
    "\u202egnirts",
    "a;=1+1",
)


@pytest.mark.parametrize("form", FORMATS)
def test_no_name_acts_on_a_terminal_or_in_a_spreadsheet(form: str) -> None:
    roster = [Person(f"{name}{i}", name, name, name) for name in HOSTILE for i in range(2)]
    report = ClassReport(PS1, [Row(each.student, FULL) for each in roster])
    text = grades_table(report, roster, form)
    assert all(c.isprintable() or c in "\n\t" for c in text)
    for cell in (cell for row in csv.reader(io.StringIO(text)) for cell in row):
        for part in cell.split(";"):
            assert unicodedata.normalize("NFKC", part).strip()[:1] not in {"=", "+", "-", "@"}, cell


@pytest.mark.parametrize(
    "name", ["full\u3164points", "x” marked by hand “", "x❞ y", "\u05d03.ipynb", "a b", "é\u202e"]
)
def test_a_name_that_is_no_plain_word_stands_in_quotation_marks(name: str) -> None:
    shown = quoted_name(name)
    assert (shown[0], shown[-1]) == ("“", "”")
    assert not set("“”❞\u3164\u202e") & set(shown[1:-1])


def test_a_plain_word_stands_as_it_is() -> None:
    assert [quoted_name(name) for name in ("ada", "José-2", "flops.ipynb")] == [
        "ada",
        "José-2",
        "flops.ipynb",
    ]
