"""The steps for which a rule of thumb is wrong: twice the forward pass for the backward pass."""

from collections.abc import Iterator
from typing import Any

from examiner.checks import (
    Choices,
    Chosen,
    Custom,
    FormulaLike,
    GradingContext,
    Verdict,
    formula_of,
    misconception,
)

from .products import SIZES
from .q7_audit import EXCESS, carried_excess

NAMES = [str(size) for size in SIZES]
Directions = dict[str, set[str]]  # "too_high" and "too_low" -> steps


def direction_of(excess: FormulaLike) -> str | None:
    """Return the direction of an excess; "" if it is 0, and None if it depends on the sizes."""
    coefficients = formula_of(excess).polynomial(NAMES).terms.values()
    if all(each == 0 for each in coefficients):
        return ""
    if all(each >= 0 for each in coefficients):
        return "too_high"
    return "too_low" if all(each <= 0 for each in coefficients) else None


RIGHT = {step: direction_of(term.cost) for step, term in EXCESS.items()}


def steps_by_direction(directions: dict[str, str | None]) -> Directions:
    """Group steps by the direction in which the rule is wrong."""
    return {
        way: {step for step, direction in directions.items() if direction == way}
        for way in ("too_high", "too_low")
    }


# fmt: off
MISCONCEPTIONS = [
    misconception("other-way-round",
      Chosen({"too_high": {"softmax"}, "too_low": {"projections", "feed_forward", "loss"}}),
      "the other way round: the rule is too high for a step if twice its forward cost is more than "
      "its lines in the ledger"),
    misconception("gradient-of-x-computed",
      Chosen({"too_high": {"feed_forward", "loss"}, "too_low": {"softmax"}}),
      "the projections have only one gradient each, since the gradient of X is not computed (B1)"),
    misconception("dh-costs-two",
      Chosen({"too_high": {"projections", "loss"}, "too_low": {"softmax"}}),
      "in the feed-forward block, dH costs 1 per entry (B3) and the mask of ReLU nothing (B2)"),
    misconception("softmax-free",
      Chosen({"too_high": {"projections", "feed_forward", "loss"}, "too_low": set()}),
      "the softmax is free only in the forward pass (B4)"),
    misconception("loss-exact",
      Chosen({"too_high": {"projections", "feed_forward"}, "too_low": {"softmax"}}),
      "twice the cost of the loss is compared with the line dyhat alone (B6)"),
]
WHY = {
    "projections": "Each projection has one gradient, since the gradient of X is not computed (B1)",
    "products": "Each of the two products has two gradients that cost as much as the product",
    "softmax": "The softmax is free in the forward pass (P5), but not in the backward pass (B4)",
    "feed_forward": "Compare the product with w_2 with the lines dw2 and dH (B3)",
    "loss": "Compare twice the cost of the loss with the line dyhat (B6)",
}
# fmt: on


def choices(expected: Directions) -> Choices:
    """Make the check for these right sets."""
    return Choices(
        expected,
        options=[*EXCESS],
        why={"too_high": WHY, "too_low": WHY},
        misconceptions=MISCONCEPTIONS if expected == steps_by_direction(RIGHT) else (),
    )


CHOICES = choices(steps_by_direction(RIGHT))


def named_direction(answer: Any, step: str) -> str | None:
    """Return the direction in which an answer puts a step; "" if in neither, None if in both."""
    found = [way for way in ("too_high", "too_low") if step in (answer.get(way) or ())]
    return None if len(found) > 1 else "".join(found)


def carried_directions(answer: Any) -> Iterator[tuple[str, str | None]]:
    """Yield the steps that the answer puts where the student's own counts put them."""
    for step, by_questions in carried_excess().items():
        named = named_direction(answer, step)
        for formulas in by_questions.values():
            if named is not None and named in map(direction_of, formulas):
                yield step, named


def judge(grading: GradingContext, answer: Any) -> Verdict:
    """Mark the sets. A step that is right by the student's own earlier counts is right."""
    verdict = grading.mark(CHOICES, answer)
    if verdict.is_right or not isinstance(answer, dict):
        return verdict
    try:
        own = dict(carried_directions(answer))
    except TypeError:  # a value that is no set of steps
        return verdict
    if not own:
        return verdict
    return max(
        verdict,
        grading.mark(choices(steps_by_direction(RIGHT | own)), answer),
        key=lambda each: each.points,
    )


question = Custom(judge, [CHOICES])
