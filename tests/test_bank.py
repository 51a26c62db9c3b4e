"""The bank of answers: every file gets the points and the findings that it says."""

from __future__ import annotations

from collections import Counter

import pytest

from examiner.course import Course
from tests.bank_runner import (
    EARNS,
    FULL,
    ROOT,
    Answer,
    answers,
    complaints,
    error_of_visible_test,
    verdict_on,
)

ANSWERS = answers()
each_answer = pytest.mark.parametrize("answer", ANSWERS, ids=[answer.name for answer in ANSWERS])


@each_answer
def test_an_answer_gets_what_it_should(answer: Answer) -> None:
    verdict = verdict_on(answer)
    wrong = list(complaints(answer, verdict))
    assert not wrong, "\n".join([f"{answer.name}: {answer.about}", *wrong, verdict.text])


@each_answer
def test_a_visible_test_fails_only_what_earns_nothing(answer: Answer) -> None:
    """In a plain kernel a failing visible test ends the cell, and partial credit with it."""
    if answer.directory == "time_limit_exceeded":
        return
    error = error_of_visible_test(answer)
    if error is not None and verdict_on(answer).points:
        pytest.fail(f"{answer.name}: it earns points, but the visible test raises {error!r}")


QUESTIONS = [
    (assignment, question.name)
    for assignment in sorted({answer.assignment for answer in ANSWERS})
    for question in Course(ROOT).assignments[assignment].questions.values()
    if not question.written
]


@pytest.mark.parametrize(("assignment", "question"), QUESTIONS)
def test_a_question_has_right_and_wrong_answers(assignment: str, question: str) -> None:
    kinds = Counter(
        EARNS[answer.directory]
        for answer in ANSWERS
        if (answer.assignment, answer.question) == (assignment, question)
    )
    assert kinds[FULL] >= 3, "fewer than three right answers, written differently"
    assert kinds.total() > kinds[FULL], "no wrong answer"
