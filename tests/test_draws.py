"""A mark rests on the answer alone: not on what the hidden tests of a course draw.

A sample of the bank is marked under another key than `test_bank` has; all of it, under many, by
`python -m tests.frozen --keys 20`.
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest

from examiner import checks
from examiner.authoring.senseless import raise_if_senseless
from examiner.authoring.trial import KEYS
from examiner.checks.array_answers import drawing
from examiner.checks.worth import KEY
from tests.bank_runner import (
    Answer,
    answers,
    is_slow,
    points_expected,
    verdict_on,
)
from tests.test_bank import TIMED

SAMPLE = 24  # of so many answers one is marked
BY_QUESTION: dict[tuple[str, str], list[Answer]] = defaultdict(list)
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


# --- what is drawn -------------------------------------------------------------------------------

WORDS = "no-magnitude: the magnitude is missing"


def largest(values):
    return max(map(abs, values))


def marked(answer, draw, key, mistake=max):
    """The verdict on the largest magnitude of some numbers. draw: draws them."""
    ask = checks.worth(1, {KEY: key})
    ask.words(WORDS, "last-only: only the last one is looked at")
    cases = {"cases": lambda rng: {"some": ask.case(draw(rng)), "others": ask.case(draw(rng))}}
    mistakes = mistake if isinstance(mistake, dict) else {"no-magnitude": mistake}
    return ask.arrays(answer, oracle=largest, mistakes=mistakes, **cases)


def test_known_errors_show_whatever_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(drawing, "tell", said.append)
    keys = [str(number) for number in range(40)]
    points = {marked(max, lambda rng: rng.normal(size=4), key).points for key in keys}
    assert points == {0.5}  # what a known error costs; by chance it would be right in both cases
    assert all(marked(largest, lambda rng: rng.normal(size=4), k).points == 1 for k in keys[:3])
    assert said == []


def test_two_errors_that_no_case_tells_apart_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "look", raise_if_senseless)

    def positive(rng):
        return np.abs(rng.normal(size=4))

    last = {"no-magnitude": lambda values: values[-1], "last-only": lambda values: values[3]}
    with pytest.raises(ValueError, match="last-only: its effect is that of no-magnitude in every"):
        marked(largest, positive, "", last)
    # Of which one can be made in another way as well.
    assert marked(largest, positive, "", last | {"no-magnitude": [last["last-only"], min]}).points


def test_an_error_that_shows_nowhere_or_only_raises_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(drawing, "look", raise_if_senseless)
    with pytest.raises(ValueError, match="no-magnitude: this error shows in no case"):
        marked(max, lambda rng: rng.random(size=4), "")
    with pytest.raises(ValueError, match="no-magnitude: its effect raises in every case"):
        marked(max, lambda rng: rng.normal(size=4), "", lambda values: values.magnitude)
