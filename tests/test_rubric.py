"""Rubrics: their items and the points of each item."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import nbformat
import pytest

from examiner.authoring.marking_modules import question_object
from examiner.authoring.notebook_source import without_rubric
from examiner.authoring.rubric_tables import add_rubric_tables, rubric_table
from examiner.cell_kinds import CellKind, nbgrader_metadata
from examiner.checks.question import RubricRow
from examiner.course import Assignment, Course
from examiner.mark.answers import read_questions
from examiner.rubric import RubricItem, column_heads, read_rubric
from examiner.term.plan import ClassFolder
from tests.classroom import ROOT

TABLE = "| points | for |\n|---|---|\n"
PROBLEMS = Course(ROOT).problems()


@pytest.mark.parametrize(
    ("row", "lines"),
    [
        ("| 1 | the mean is $d$ |", [(1.0, "the mean is $d$")]),
        ("| 0.5 | a bound |", [(0.5, "a bound")]),
        ("| 1 | $|x|$ and $\\|J\\|_F$ |", [(1.0, "$|x|$ and $\\|J\\|_F$")]),
        ("| 2 × 0.5 | the price |", [(0.5, "the price (1 of 2)"), (0.5, "the price (2 of 2)")]),
        ("| 1 | one (0.5); two (0.5) |", [(0.5, "one"), (0.5, "two")]),
        (
            "| 1.5 | a task: its input (0.5), its target (1) |",
            [(0.5, "a task: its input"), (1.0, "a task: its target")],
        ),
        # these don't add up, so they say something else
        ("| 1 | one (0.5); two (1) |", [(1.0, "one (0.5); two (1)")]),
        ("| 1 | $f(1)$ and $f(0)$ |", [(1.0, "$f(1)$ and $f(0)$")]),
        ("| 2 | both (1), or (1) by halves |", [(2.0, "both (1), or (1) by halves")]),
        ("| some | what |", []),
    ],
)
def test_rows_are_lines(row: str, lines: list[tuple[float, str]]) -> None:
    assert read_rubric(TABLE + row).items == tuple(RubricItem(*line) for line in lines)


def test_cells_are_lines_where_columns_are_worth_points_and_what_stands_around_is_advice() -> None:
    scheme = read_rubric(
        "| parameter | the path, 1 point | its shape, 0.5 points |\n| --- | :-: | --- |\n"
        "| $w$ | through $H$ | a vector |\n| $W$ | through $Z$ | |"
    )
    assert [(line.points, line.text) for line in scheme.items] == [
        (1.0, "$w$: the path: through $H$"),
        (0.5, "$w$: its shape: a vector"),
        (1.0, "$W$: the path: through $Z$"),
    ]
    assert scheme.points == 2.5
    other = "| n | m |\n|---|---|\n| 1 | 2 |"
    scheme = read_rubric(f"Before.\n\n{TABLE}| 1 | a |\n\nBehind.\n\n{other}\n")
    assert (scheme.notes, scheme.points) == (f"Before.\n\nBehind.\n\n{other}", 1.0)
    no_table = "2 points for this, 1 for that."
    assert read_rubric(no_table).items == ()


def test_every_scheme_of_the_course_adds_up_and_nothing_of_a_line_is_lost() -> None:
    course = Course(ROOT)
    written = 0
    for problem in course.problems():
        for asked in read_questions(ClassFolder.of(course, problem.name)).values():
            assert asked.statement
            assert asked.solution
            if asked.question.written:
                written += 1
                assert asked.rubric.points == asked.question.points, asked.name
                assert all(line.text and line.points for line in asked.rubric.items)
                assert "|---|" not in asked.rubric.notes
    assert written >= 10


# --- the rubrics of questions that a machine grades ----------------------------------------------


def listed_points(rubric: str) -> Fraction:
    """Add up a rubric as a student can: from its text alone."""
    if "|" not in rubric:
        item, points = re.fullmatch(r"\*Rubric:\* (.*), (\S+ points?.*)\.", rubric).groups()
        return sum_of(item, re.sub(r" points?|; of a case.*", "", points))
    rows = [row.strip("| ").split(" | ") for row in rubric.split("\n")[4:]]
    found = [(row[-2], row[-1]) for row in rows if "of a case" not in row[-1]]
    return sum((sum_of(item, points) for item, points in found), Fraction(0))


def sum_of(item: str, points: str) -> Fraction:
    """The points of a row; 0 for one with shares, because the row "all shares" has these points."""
    number, _, how = points.partition(" ")
    if how.startswith("share"):
        return Fraction(0)
    if how != "each":
        assert how in ("", "in equal shares")
        return Fraction(number)
    if match := re.match(r"(?:the )?(\d+) (cases|lines|entries)", item):
        return int(match[1]) * Fraction(number)
    between = "; " if "; " in item else ", " if "right in every case" in item else "; "
    items = item.removesuffix(", right in every case").split(between)
    return len(items) * Fraction(number)


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda each: each.name)
def test_the_points_of_a_rubric_add_up_to_those_of_the_question(problem: Assignment) -> None:
    for name, asked in problem.questions.items():
        if not asked.written:
            rubric = rubric_table(question_object(name, problem).rubric(asked.points))
            assert listed_points(rubric) == Fraction(asked.points), f"{name}\n{rubric}"
            assert ", |" not in rubric
            assert "%" not in re.sub(r"\d+ % ", "", rubric)


@pytest.mark.parametrize(
    ("rows", "lines"),
    [
        ([("6 cases", 1 / 3, 6)], ["6 cases, 2 points in equal shares."]),
        ([("the 8 entries", 1 / 8, 8)], ["the 8 entries, 0.125 points each."]),
        ([("3 cases", 1 / 3, 3, "", (("a", 1 / 3), ("b", 2 / 3)))],
         ["3 cases, 1 point in equal shares; of a case, 1/3 for a; 2/3 for b."]),
        ([("a", 4 / 9), ("b", 4 / 9), ("c", 1 / 9)],
         ["| a; b | 4/9 each |", "| c | 1/9 |"]),
        ([("a", 15 / 52), ("b", 3 / 52), ("c", 0.5)],
         ["| a | 5 shares |", "| b | 1 share |", "| all shares | 9/26 |", "| c | 0.5 |"]),
        ([("a", 1.0, 1, "", (("x", 3 / 4), ("y", 1 / 8), ("z", 1 / 8))),
          ("b", 0.5, 1, "", (("x", 0.99), ("y", 0.01)))],
         ["| of a case, 3/4 for x; 1/8 each for y, z |  |", "| of a case: x 99%, y 1% |  |"]),
        ([("the terms of a", 1.0, 0), ("the terms of b", 1.0, 0)],
         ["| the terms of a | 1 in equal shares |", "| the terms of b | 1 in equal shares |"]),
        ([("a, right in every case", 1.0), ("b, right in every case", 1.0)],
         ["a; b, right in every case, 1 point each."]),
        ([("a", 1.0), ("hidden", 0.0)], ["*Rubric:* a, 1 point."]),
    ],
)  # fmt: skip
def test_points_are_exact(rows: Sequence[tuple[Any, ...]], lines: list[str]) -> None:
    rubric = rubric_table([RubricRow(*row) for row in rows])
    assert all(line in rubric for line in lines), rubric


def test_heads_of_columns_give_no_answer() -> None:
    table = (
        "| parameter | the path, 1 point | its shape, 0.5 points |\n|---|---|---|\n| w | H | v |"
    )
    heads = ("parameter", [("the path", 1.0), ("its shape", 0.5)])
    assert column_heads(f"{TABLE}| 1 | a |\n\n{table}") == heads
    assert column_heads(f"{TABLE}| 1 | a |") == ("", [])


@pytest.mark.parametrize("text", ["Prove it.", "Prove it.\n\n*Rubric:* a point for all."])
def test_a_written_question_shows_the_heads_of_its_rubric_unless_its_text_does(text: str) -> None:
    table = "| weight | path, 1 point | shape, 2 points |\n|---|---|---|\n| w | H | v |"
    scheme = f"=== BEGIN MARK SCHEME ===\n{table}\n=== END MARK SCHEME ==="
    answer = nbformat.v4.new_markdown_cell(f"### BEGIN SOLUTION\n{scheme}\n### END SOLUTION")
    answer.metadata.nbgrader = nbgrader_metadata(CellKind.WRITTEN, "why_written", 3.0)
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell(text), answer])
    assert add_rubric_tables(notebook, PROBLEMS[0]) == []
    shown = notebook.cells[0].source
    heads = "*Rubric:* for each weight: path, 1 point; shape, 2 points."
    assert shown.endswith(heads) == ("Rubric" not in text)
    assert without_rubric(shown) == text
