"""The bank of answers: every file gets its points and its findings.

The build checks the contents and the form of the files (tests/test_lint_bank.py).
"""

from __future__ import annotations

import re

import pytest

from examiner.checks import Verdict
from tests.bank_runner import (
    COURSE,
    BankAnswer,
    Ran,
    by_question,
    complaints,
    error_of_visible_test,
    gives_away,
    is_slow,
    verdict_on,
)

ANSWERS = by_question()
SAMPLE = 2  # of the answers to each question are marked by the quick tests
# Questions that are timed or weighed at thousands of tokens or features: of so many answers one,
# and all in the bench.
TIMED = {
    "ps2_attention/linear_attention": 10,
    "ps2_attention/causal_linear": 16,
    "ps3_architecture/layer_norm_backward": 8,
    "ps5_machines/tiled_attention": 8,
}
# To measure these takes up to half a minute: in the bench. Another answer and an attack are as
# slow.
LONG = {
    "ps2_attention/causal_linear/partial/sum_over_the_past",
    "ps2_attention/causal_linear/partial/in_sixteen_chunks",
    "ps2_attention/scaling_jacobian_norm/partial/dawdles",
}
# Their cases take half a second and more: the build searches cases that show each misconception.
DRAWN_LONG = {
    "ps1_flops/q5_gradients",
    "ps2_attention/masked_attention",
    "ps2_attention/multi_head",
    "ps2_attention/softmax_jacobian",
    "ps3_architecture/spatial_attention",
    "ps4_scale/kv_cache",
    "ps4_scale/online_softmax",
}
QUICK = [question for question in ANSWERS if question not in {*TIMED, *DRAWN_LONG}]
each_question = pytest.mark.parametrize("question", ANSWERS)


def sample(question: str) -> list[BankAnswer]:
    """Some of the answers that take no time, from all that there are to a question."""
    if question not in QUICK:
        return []
    quick = [answer for answer in ANSWERS[question] if not is_slow(answer)]
    return [quick[number * len(quick) // SAMPLE] for number in range(SAMPLE)]


def others(question: str) -> list[BankAnswer]:
    """Return the answers that the quick tests leave out; some of them for a slow question."""
    quick = sample(question)
    left = [a for a in ANSWERS[question] if a not in quick and a.name not in LONG]
    return left[:: TIMED[question]] if question in TIMED else left


def complaints_of(answer: BankAnswer) -> list[str]:
    ran = Ran.of(answer)
    verdict = verdict_on(answer, ran=ran)
    wrong = [*complaints(answer, verdict), *gives_away(verdict, answer)]
    error = error_of_visible_test(answer, ran) if verdict.points else None
    # In a plain kernel, an exception in a visible test ends the cell, and with it partial credit.
    # Text on stderr is red. It is true if it names functions that earn nothing.
    if isinstance(error, BaseException) or (error and not names_worthless(error, answer, verdict)):
        wrong.append(f"it earns points, but the visible test says {error!r}")
    return [f"{answer.name}: {answer.about}", *wrong, verdict.text] if wrong else []


def names_worthless(complaint: str, answer: BankAnswer, verdict: Verdict) -> bool:
    """Return whether a red complaint names answers of the question, and these earn nothing."""
    asked = COURSE.assignments[answer.assignment].questions[answer.question].defined
    named = [name for name in asked if re.search(rf"\b{name}\b", complaint)]
    earned = {name: sum(f.points for f in verdict.findings if f.function == name) for name in named}
    return len(asked) > 1 and bool(named) and not any(earned.values())


@pytest.mark.parametrize("question", QUICK)
def test_a_sample_of_the_answers_gets_what_it_should(question: str) -> None:
    wrong = [line for answer in sample(question) for line in complaints_of(answer)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.slow
@each_question
def test_the_other_answers_get_what_they_should(question: str) -> None:
    wrong = [line for answer in others(question) for line in complaints_of(answer)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.bench
@each_question
def test_answers_that_take_long_get_what_they_should(question: str) -> None:
    marked = [*sample(question), *others(question)]
    wrong = [line for a in ANSWERS[question] if a not in marked for line in complaints_of(a)]
    assert not wrong, "\n".join(wrong)


def test_nan_is_not_put_down_to_a_small_number_in_the_normaliser() -> None:
    """A number too small to change any weight would explain every other mistake as well."""
    answers = ANSWERS["ps2_attention/masked_attention"]
    (answer,) = [each for each in answers if each.path.stem == "nan_in_masked_rows"]
    assert "small number" not in verdict_on(answer).text
