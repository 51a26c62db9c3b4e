"""Rubrics: their items and the points of each item."""

from __future__ import annotations

import pytest

from examiner.course import Course
from examiner.mark.answers import read_questions
from examiner.rubric import RubricItem, read_rubric
from examiner.term.plan import ClassFolder
from tests.classroom import ROOT

TABLE = "| points | for |\n|---|---|\n"


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
