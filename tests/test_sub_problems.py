"""The sources of questions: all sub-problems of the sheets, and no question without one."""

from __future__ import annotations

import pytest

from examiner.authoring import build
from examiner.authoring.docs_pages import SOURCES, read_sources, with_points
from examiner.course import Course, CourseError
from tests.bank_runner import COURSE

# The sub-problems of the five sheets, counted by hand.
NUMBERS = {
    "EECE695D, assignment 1": "1 2 3 4 5 6 7",
    "TTIC 31230, transformer problems": "1a 1b 2a 2b",
    "WS2023, Machine Learning & Optimization": "1 2 3",
    "EECS 182, final review": "1 1a 2 2a 2b 2c 2d 3a 3b",
    "Understanding Deep Learning, chapter 12": (
        "12.1 12.2 12.3 12.4 12.5 12.6 12.7 12.8 12.9 12.10"
    ),
}


def test_every_sub_problem_of_the_sheets_is_listed() -> None:
    found = read_sources(COURSE)
    for sheet, numbers in NUMBERS.items():
        assert [row.number.split()[0] for row in found if row.sheet == sheet] == numbers.split()
    assert all(row.questions for row in found)


@pytest.mark.parametrize(
    ("questions", "message"),
    [
        ('["q1_sum", "q2_written"]', ""),
        ("[]", "sources.toml: no source of q1_sum, q2_written; "),
        ('["q1_sum"]', 'below ["Added by the course"]: "Warm-up" = { asks = "…", questions = ["q2'),
        (
            '["q1_sum", "q2_written", "q1_sums"]',
            "sheet, 1: problems/course.toml has no question q1",
        ),
        ('["q1_sum", "q2_written", "q1_sums"]', "correct it. Did you mean q1_sum?"),
        ('"q1"', "each sub-problem needs `asks` and `questions`"),
        ("[", "each sub-problem needs `asks` and `questions`"),
    ],
)
def test_the_build_refuses_what_is_missing_or_misspelt(
    questions: str, message: str, small_course: Course
) -> None:
    text = f'[sheet]\n"1" = {{ asks = "a", questions = {questions} }}'
    (small_course.root / SOURCES).write_text(text)
    if not message:
        page = small_course.root / "docs" / "sub-problems.md"
        assert page in build.build(small_course, "ps0_warm_up")  # of one set, too
        assert "| `ps0_warm_up` 1: `q1_sum` | core | `Count` | 2 | 0 |" in page.read_text()
        return
    with pytest.raises(CourseError) as raised:
        build.build(small_course)
    (line,) = str(raised.value).splitlines()
    assert line.startswith("problems/sources.toml")
    assert message in line


def test_the_points_of_the_readme_are_those_of_the_problem_sets(small_course: Course) -> None:
    readme = "# Course\n\n| `ps0_warm_up` | sums | 9 |\n| `ps_gone` | old | 3 |\n\nMore.\n"
    made = with_points(readme, small_course.problems())
    assert made == "# Course\n\n| `ps0_warm_up` | sums | 5 |\n\nMore.\n"
    two_columns = with_points("| `ps0_warm_up` | sums | 9 | 1 |\n", small_course.problems())
    assert two_columns == "| `ps0_warm_up` | sums | 5 | 0 |\n"
    assert with_points("No table.\n", []) == "No table.\n"


def test_the_page_counts_each_question_once_and_says_how_it_is_graded() -> None:
    page = (COURSE.root / "docs" / "sub-problems.md").read_text()
    rows = [line.split("|")[3:-1] for line in page.splitlines() if "| `ps" in line]
    assert all(grading.strip() for _, _, grading, *_ in rows)
    assert {core.strip() for _, core, *_ in rows} == {"core", "★"}
    points = [float(row[3]) for row in rows if "see" not in row[3]]
    assert sum(points) == sum(problem.points for problem in COURSE.problems())
