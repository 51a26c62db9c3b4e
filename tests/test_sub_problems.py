"""The table that says where each sub-problem of the course's sources is asked."""

from __future__ import annotations

import pytest

from examiner.authoring import build
from examiner.authoring.sources import SOURCES, source_issues
from examiner.authoring.sub_problems import TABLE, Sources
from examiner.course import Course, CourseError
from tests.bank_runner import COURSE, ROOT


@pytest.fixture(scope="module")
def sources():
    return Sources(COURSE)


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


def test_every_sub_problem_of_the_sheets_is_listed(sources):
    for sheet, numbers in NUMBERS.items():
        assert [row.number.split()[0] for row in sources.sheets[sheet]] == numbers.split()
    assert all(row.questions for rows in sources.sheets.values() for row in rows)


def test_every_sub_problem_has_a_question(sources):
    assert not sources.named - set(sources.asked)


def test_every_question_has_a_source(sources):
    assert not set(sources.asked) - sources.named


def test_the_table_is_that_of_the_problem_sets(sources):
    assert (ROOT / TABLE).read_text() == sources.table(), "run `make build`"


def test_a_row_says_how_a_question_is_graded_and_what_it_is_worth(sources):
    lines = sources.table().splitlines()
    answers = len(list((ROOT / "tests/bank/ps1_flops/q2_attention").glob("*/*.py")))
    row = (
        f"| 2 | FLOPs of self-attention | `q2_attention` of `ps1_flops` | `flops` | 4 | {answers} |"
    )
    assert row in lines
    assert "|  |  | `q5_written` of `ps1_flops` | a person | 10 |  |" in lines
    assert sources.asked["softmax_time"].check == "`growth`, `arrays`"


@pytest.mark.parametrize(
    ("questions", "messages"),
    [
        ('["q1_sum", "q2_written"]', []),
        (
            '["q1_sum"]',
            ["problems/sources.toml: q2_written of ps0_warm_up is missing; add it to th"],
        ),
        (
            '["q1_sum", "q2_written", "q1_sums"]',
            ["problems/sources.toml, sheet, 1: problems/course"],
        ),
    ],
)
def test_the_build_refuses_what_is_missing_or_misspelt(questions, messages, small_course):
    (small_course.root / SOURCES).write_text(
        f'[sheet]\n"1" = {{ asks = "a", questions = {questions} }}'
    )
    found = list(source_issues(small_course, small_course.problems()))
    assert [line[: len(message)] for line, message in zip(found, messages, strict=True)] == messages
    if not found:
        assert build.build(small_course)
        return
    assert found[0].endswith("Did you mean q1_sum?" if "q1_sums" in questions else "it asks.")
    with pytest.raises(CourseError) as raised:
        build.build(small_course)
    assert str(raised.value) == found[0]


ONE_TEXT = '[sheet]\n"1" = { asks = "a", questions = "q1" }'


@pytest.mark.parametrize(
    "text", [None, "[sheet", '[sheet]\n"1" = { asks = "a" }', "sheet = 1", ONE_TEXT]
)
def test_what_cannot_be_understood_is_named(text, tmp_path):
    (tmp_path / "problems").mkdir()
    if text is not None:
        (tmp_path / SOURCES).write_text(text)
    with pytest.raises(CourseError, match=r"problems/sources\.toml"):
        Sources(Course(tmp_path))
