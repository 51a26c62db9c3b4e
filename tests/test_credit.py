"""The rule of credit, sentence by sentence, on assessments made by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from examiner.checks.credit import (
    COSTS,
    Assessment,
    cost_of,
    credited_total,
    misconception_kind,
    rounded,
)
from examiner.checks.misconceptions import MisconceptionKind
from examiner.checks.verdict import Verdict
from examiner.findings.diagnosis import Diagnosis, Message
from examiner.findings.finding import SUMMARY, Finding
from tests.findings import found

SLIP, OTHER = Diagnosis("a-slip", "a slip"), Diagnosis("another-slip", "another slip")
SAID = Message("authored", {"words": "why"})


def items(*right: bool, points: float = 1.0) -> tuple[Finding, ...]:
    return tuple(
        found(f"item {at}", "said", points * passed, points, passed=passed)
        for at, passed in enumerate(right)
    )


def assessed(*right: bool, **more: object) -> Assessment:
    return Assessment(float(len(right)), items(*right), summary=SAID, **more)  # type: ignore[arg-type]


def earned(*assessments: Assessment) -> float:
    findings, points = credited_total(assessments)
    assert points == pytest.approx(sum(finding.points for finding in findings))
    return points


def test_an_item_is_right_and_earns_its_points_or_earns_none():
    assert earned(assessed(True, True, False, False)) == 2


def test_an_extra_costs_as_much_as_one_item_and_nothing_goes_below_zero():
    extra = found("extra", "doesn't belong")
    assert earned(assessed(True, True, True, False, extras=(extra,))) == 2
    assert earned(assessed(True, False, extras=(extra,) * 5)) == 0
    # Extras of one function don't take points from another.
    bad = assessed(False, False, extras=(extra,) * 5)
    assert earned(replace(bad, function="f"), assessed(True, function="g")) == 1


@pytest.mark.parametrize(
    ("kind", "left"),
    [(MisconceptionKind.CONVENTION, 3), (MisconceptionKind.SLIP, 2), (MisconceptionKind.IDEA, 1)],
)
def test_a_named_misconception_costs_what_its_kind_costs(kind, left):
    wrong = assessed(True, False, False, False, named={SLIP: COSTS[kind]})
    assert earned(wrong) == left


def test_items_count_where_they_are_more_than_a_name_leaves():
    assert earned(assessed(True, True, True, False, named={SLIP: 1 / 2})) == 3


def test_two_named_misconceptions_cost_both():
    wrong = assessed(False, False, False, False, named={SLIP: 1 / 2, OTHER: 1 / 4})
    assert earned(wrong) == 1
    assert earned(replace(wrong, named={SLIP: 1 / 2, OTHER: 1 / 2})) == 0


def test_a_name_counts_for_two_checks_only_if_it_explains_both():
    values = assessed(False, False, named={SLIP: 1 / 2})
    explained, unexplained = assessed(False, named={SLIP: 1 / 2}), assessed(False)
    assert earned(values + explained) == 1.5
    assert earned(values + unexplained) == 0
    assert earned(values + assessed(True)) == 1.5  # half of the function


def test_what_a_condition_withholds_no_name_gives_back():
    limit = found("memory", "too much", 0.0, 2.0)
    wrong = assessed(False, False, named={SLIP: 1 / 2})
    assert earned(replace(wrong, points=4.0, withheld=(limit,))) == 1
    assert earned(assessed(True, True).without_points(SAID)) == 0
    assert earned(assessed(True, True).without_points(SAID, ["item 1"])) == 1


def test_manners_cost_a_quarter_and_no_more_than_was_earned():
    assert earned(assessed(True, True, True, True, misbehaviour=SAID)) == 3
    assert earned(assessed(False, False, misbehaviour=SAID)) == 0


def test_a_trivial_answer_earns_nothing_unless_it_is_right():
    assert earned(assessed(True, False, trivial=SAID, named={SLIP: 1 / 2})) == 0
    assert earned(assessed(True, True, trivial=SAID)) == 2


def test_the_points_of_the_findings_add_up_to_the_mark():
    thirds = Assessment(1.0, items(True, False, False, points=1 / 3))
    verdict = Verdict.of_assessments([thirds])
    assert verdict.points == 0.25
    assert sum(finding.points for finding in verdict.findings) == pytest.approx(0.25)


@pytest.mark.parametrize(
    ("points", "most", "mark"),
    [
        (2 / 3, 1, 0.75),
        (12 / 7, 2, 1.75),
        (40 / 21, 2, 1.75),  # never up to full marks
        (1 - 1e-12, 1, 1),
        (1.125, 2, 1.25),  # from the middle up
        (1 / 3, 4 / 3, 0.333333333),  # a function's share, which is added to others
        (-0.5, 2, 0),
    ],
)
def test_marks_are_quarters(points, most, mark):
    assert rounded(points, most) == pytest.approx(mark)


def test_the_kind_of_a_misconception_is_its_questions_or_the_generic_one():
    macs = Diagnosis("multiply-accumulates")
    assert misconception_kind(macs, {}) is MisconceptionKind.CONVENTION
    assert (
        misconception_kind(macs, {"multiply-accumulates": MisconceptionKind.IDEA})
        is MisconceptionKind.IDEA
    )
    assert misconception_kind(SLIP, {}) is MisconceptionKind.SLIP
    either = Diagnosis("one-of", facts={"readings": [SLIP, macs]})
    both = Diagnosis("together", facts={"errors": [SLIP, macs]})
    assert (cost_of(either, {}), cost_of(both, {})) == (1 / 4, 3 / 4)


@pytest.mark.parametrize(
    ("costs", "right", "said"),
    [
        ([1 / 2], 0, "why (a slip)"),
        ([1 / 2, 1 / 4], 0, "why (a slip and another convention)"),
        (
            [1 / 2],
            3,
            "why (a slip would leave half of the points; your right items earn at least as many)",
        ),
        (
            [1 / 4, 1 / 4],
            3,
            "two other conventions would leave half of the points; your right items",
        ),
        (
            [1 / 2, 1 / 2],
            1,
            "why (two slips would leave nothing; only your right items earn points)",
        ),
        ([1.0], 1, "it misses the idea of the question: only your right items earn points"),
    ],
)
def test_the_summary_says_which_mistake_costs_what(
    costs: list[float], right: int, said: str
) -> None:
    named = {Diagnosis(f"mistake-{at}", "why"): cost for at, cost in enumerate(costs)}
    assessment = assessed(*[at < right for at in range(4)], named=named)
    summary = assessment.credited()[0].shown("answer").message
    assert said in summary


def test_an_answer_that_computes_nothing_has_one_summary():
    """A second row would repeat in other words that the answer is 0 everywhere."""
    remarks = (Finding.of(SUMMARY, SAID), found("sizes", "n = 2 m", passed=True))
    findings, points = credited_total([assessed(False, trivial=SAID, remarks=remarks)])
    assert points == 0
    assert [finding.about for finding in findings] == [SUMMARY, "sizes", "item 0"]
