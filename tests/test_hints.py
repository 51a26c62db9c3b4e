"""Hints: they say where to look, and a program that uses all of them earns next to nothing."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import cache

import pytest

from examiner.checks import Choices
from examiner.findings import hints
from examiner.findings.diagnosis import Message
from examiner.findings.feedback_level import Level
from examiner.findings.sentences import render
from examiner.grading.record import VerdictRecord
from examiner.pages.feedback import Mark, Marks, feedback_page
from examiner.term.attempts import Attempts, chosen_in
from examiner.term.feedback_rule import FeedbackRule
from examiner.term.lateness import Due
from tests.bank_runner import COURSE, answers, verdict_on
from tests.hint_solver import ATTEMPTS, points_gained, points_of
from tests.test_pages import graded

ALLOWED = 0.1  # of the points of a set
# Problem set -> the seeds and the attempts of the quick tests. To grade guesses at the counts of
# two sets takes seconds: more seeds and all attempts are in the bench.
QUICK = dict.fromkeys(COURSE.assignments, (range(3), ATTEMPTS))
QUICK |= {"ps1_flops": (range(1), ATTEMPTS), "ps5_machines": (range(1), 2)}
NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)

gained_as_hints_are = cache(points_gained)


@pytest.mark.slow(8)
@pytest.mark.parametrize("assignment", QUICK)
def test_who_uses_every_hint_and_knows_nothing_gains_next_to_nothing(assignment: str) -> None:
    """On average: a guess may be right by luck."""
    seeds, attempts = QUICK[assignment]
    gained = [gained_as_hints_are(assignment, seed, attempts) for seed in seeds]
    assert all(len(each) > 4 for each in gained)
    mean = sum(sum(each.values()) for each in gained) / len(gained)
    assert mean < ALLOWED * points_of(assignment), gained


@pytest.mark.bench
@pytest.mark.parametrize("seed", range(1, 4))
@pytest.mark.parametrize("assignment", QUICK)
def test_nor_in_all_attempts_of_three_days(assignment: str, seed: int) -> None:
    gained = points_gained(assignment, seed, ATTEMPTS)
    got, most = sum(gained.values()), points_of(assignment)
    print(f"\n{assignment}, seed {seed}: {got:g} of {most:g} points by hints alone", end="")
    assert got < ALLOWED * most, gained


@pytest.mark.slow(8)
def test_the_same_program_earns_more_where_every_right_term_and_line_is_told(monkeypatch) -> None:
    """So the program does use the hints. Choices gain most by them."""

    def points(gained: Callable[..., dict[str, float]]) -> float:
        runs = [(name, seed) for name in ("ps2_attention", "ps3_architecture") for seed in range(3)]
        return sum(sum(gained(*run, ATTEMPTS).values()) for run in runs)

    less = points(gained_as_hints_are)
    monkeypatch.setattr(hints, "MORE_TERMS", 1000)
    monkeypatch.setattr(hints, "COUNTED_FROM", 0.0)
    assert points(points_gained) > less


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("q2_attention/partial/causal_mask", "2 of 4 terms are right"),
        ("q2_attention/partial/half_of_the_scores", "3 of 4 terms are right"),
        ("q2_attention/partial/one_token", "fewer than half"),
        ("q2_attention/wrong_answer/terms_that_nobody_can_name", "many more terms"),
        ("q2_attention/partial/multiply_accumulates", "counted by another convention"),
        ("q7_ledger/partial/a_negative_line", "these lines are wrong: dyhat"),
        ("q7_ledger/partial/all_lines_three_times", "fewer than half of the lines"),
        ("mask_scenarios/partial/loss_not_masked", "5 of 7 choices"),
    ],
)
def test_what_a_hint_says(name: str, says: str) -> None:
    (answer,) = [each for each in answers() if each.name.endswith(f"/{name}")]
    shown = verdict_on(answer).shown(Level.HINT)
    assert any(says in row.message for row in shown)
    assert not any(row.points or row.max_points for row in shown)


def test_no_hint_tells_the_points_before_they_are_rounded() -> None:
    question = Choices(dict.fromkeys("abcde", "x") | {"a": "y"}, options=["x", "y", "z"])
    verdict = question.grade(dict.fromkeys("abcde", "x"), points=1)
    assert (verdict.points, len(verdict.shown(Level.ANSWER))) == (0.75, 6)
    assert "0.8" not in "".join(row.line for row in verdict.shown(Level.HINT))


def chosen(option: str) -> VerdictRecord:
    question = Choices({"a": "x"}, options=["x", "y", "z", "u", "v"])
    verdict = question.grade({"a": option}, points=2)
    return VerdictRecord.of(verdict.points, verdict)


def told(tries: Attempts, record: VerdictRecord) -> tuple[Mark, str]:
    """The mark and the text of the page that a student reads before the due date."""
    telling = FeedbackRule(tries, 5, Due(NOW.replace(tzinfo=None) + timedelta(days=9), {}), NOW)
    marks = telling.marks_for_page(Marks("ps0", "ada", {"f_test": Mark(record.points or 0.0, 2.0)}))
    return marks.cells["f_test"], feedback_page(graded(*record.findings), marks)


def test_after_three_different_choices_a_page_says_nothing_new(tmp_path) -> None:
    tries = Attempts(tmp_path, "ps0")
    tries.begin()
    seen = []
    no_more = render(Message("hints-used-up", {"number": 3}), Level.HINT)
    for number, option in enumerate("yzzuvxy"):  # the third repeats the second
        record = chosen(option)
        now = NOW + timedelta(hours=number)
        tries.add("ada", {"f": record.points}, now, chosen=chosen_in({"f": record}))
        mark, page = told(Attempts(tmp_path, "ps0"), record)
        seen.append("late" if mark.withheld else "told")
        assert (no_more in page) == ('class="pending"' in page) == mark.withheld
        assert mark.points == 0.0  # the right one, too: it is the fifth
    assert seen == ["told", "told", "told", "told", "late", "late", "told"]


@pytest.mark.parametrize(("points", "shown"), [(0.9, 0.0), (1.0, 1.0), (1.75, 1.0), (2.0, 2.0)])
def test_before_the_due_date_a_page_shows_points_in_halves(points, shown, tmp_path) -> None:
    Attempts(tmp_path, "ps0").begin()
    tries = Attempts(tmp_path, "ps0")
    assert told(tries, VerdictRecord(points))[0].points == shown
