"""A mark depends on the answer alone, not on the cases that the hidden tests of a course generate.

Here a sample of the bank is marked under another key than in `test_bank`. `python -m tests.frozen
--keys 20` marks the whole bank under many keys.
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest

from examiner import checks
from examiner.authoring.indistinguishable import raise_if_indistinguishable
from examiner.authoring.trial import KEYS
from examiner.checks.array_answers.case_generation import CaseReview
from examiner.checks.grading import GradingContext
from tests.bank_runner import (
    BankAnswer,
    answers,
    is_slow,
    points_expected,
    verdict_on,
)
from tests.messages import naming
from tests.test_bank import TIMED

SAMPLE = 24  # of so many answers one is marked
BY_QUESTION: dict[tuple[str, str], list[BankAnswer]] = defaultdict(list)
for each in answers():
    BY_QUESTION[each.assignment, each.question].append(each)


@pytest.mark.slow(5)
@pytest.mark.parametrize(
    "question", [q for q in BY_QUESTION if "/".join(q) not in TIMED], ids="/".join
)
def test_an_answer_earns_the_same_under_every_key(question: tuple[str, str]) -> None:
    for answer in [each for each in BY_QUESTION[question] if not is_slow(each)][::SAMPLE]:
        earned = verdict_on(answer, KEYS[1]).points
        assert abs(earned - points_expected(answer)) < 5e-3, (answer.name, earned)


# --- generated cases ------------------------------------------------------------------------------


def largest(values):
    return max(map(abs, values))


def largest_of(draw, **effects):
    """The question for the largest magnitude of some numbers. draw: draws them."""
    effects = effects or {"no-magnitude": max}
    return checks.Arrays(
        oracle=largest,
        cases=lambda rng: {"some": checks.case(draw(rng)), "others": checks.case(draw(rng))},
        misconceptions=[checks.misconception(*each, "Wrong.") for each in effects.items()],
    )


def points_of(answer, question, key="", differs=print):
    """Return the points of an answer under a key when a build reviews the cases."""
    review = CaseReview(check_samples=raise_if_indistinguishable, report_difference=differs)
    with GradingContext(key=key, case_review=review).active():
        return question.grade(answer, points=1).points


def test_misconceptions_show_in_all_generated_cases() -> None:
    said: list[str] = []
    question = largest_of(lambda rng: rng.normal(size=4))
    keys = [str(number) for number in range(40)]
    points = {points_of(max, question, key, said.append) for key in keys}
    # The misconception costs half, though by chance the answer would be right in both cases.
    assert points == {0.5}
    assert all(points_of(largest, question, key, said.append) == 1 for key in keys[:3])
    assert said == []


def test_two_errors_that_no_case_tells_apart_are_refused() -> None:
    def positive(rng):
        return np.abs(rng.normal(size=4))

    last = {"no-magnitude": lambda values: values[-1], "last-only": lambda values: values[3]}
    with pytest.raises(ValueError, match=naming("last-only", "no-magnitude")):
        points_of(largest, largest_of(positive, **last))
    # An error may have the same effect as another one if it can be made in a second way.
    ways = last | {"no-magnitude": [last["last-only"], min]}
    assert points_of(largest, largest_of(positive, **ways))


def test_an_error_that_shows_nowhere_or_only_raises_is_refused() -> None:
    with pytest.raises(ValueError, match=naming("no-magnitude", "no case")):
        points_of(max, largest_of(lambda rng: rng.random(size=4)))
    raises = largest_of(
        lambda rng: rng.normal(size=4), **{"no-magnitude": lambda values: values.magnitude}
    )
    with pytest.raises(ValueError, match=naming("no-magnitude", "raises", "every case")):
        points_of(max, raises)
