"""Speculative decoding: the tokens of a round, and the speed-up."""

from collections.abc import Mapping

import numpy as np

from examiner.checks import (
    Arrays,
    Case,
    Custom,
    GradingContext,
    Reference,
    Verdict,
    assign,
    case,
    misconception,
    replace,
    returns,
)

from ..machines import expected_tokens, speedup

# fmt: off
OF_TOKENS = [
    misconception("k-terms", replace("range(k + 1)", "range(k)"),
      "your sum ends a term early: after k accepted drafts, there is one more token"),
    misconception("all-accepted-left-out",
      returns("sum(alpha**i * (1 - alpha) * (i + 1) for i in range(k))"),
      "you leave out a case: with probability alpha**k, all k drafts are accepted, and the "
      "round makes k + 1 tokens"),
    misconception("bonus-forgotten", replace("range(k + 1)", "range(1, k + 1)"),
      "the large model's own token counts, too"),
    misconception("k-alpha", [returns("k * alpha"), returns("(k + 1) * alpha")],
      "the drafts after a rejected one are dropped: draft i counts with probability alpha**i. "
      "And the large model adds its own token"),
    misconception("one-plus-k-alpha", returns("1 + k * alpha"),
      "the drafts after a rejected one are dropped: draft i counts with probability alpha**i"),
    misconception("endless-draft", returns("1 / np.subtract(1, alpha)"),
      "this assumes an endless draft; a round makes at most k + 1 tokens"),
    misconception("endless-draft-cut", returns("np.minimum(np.divide(1, 1 - alpha), k + 1)"),
      "1/(1 − alpha) is the mean for an endless draft; its minimum with k + 1 is not the mean "
      "for drafts that end after k tokens"),
    misconception("all-or-nothing", returns("1 + k * alpha**k"),
      "the drafts that are accepted before a rejected one count, too"),
    misconception("division-by-zero", returns("np.divide(1 - alpha ** (k + 1), 1 - alpha)"),
      "this is 0/0 at alpha = 1; a round makes k + 1 tokens there"),
]
OF_SPEED = [
    misconception("draft-is-free", assign("cost", "0"),
      "drafting takes time: cost for each draft token"),
    misconception("draft-costs-a-step", assign("cost", "1"),
      "a draft token takes cost steps of the large model, not one"),
    misconception("one-draft-token", replace("(k * cost + 1)", "(cost + 1)"),
      "the round drafts k tokens, one after another"),
    misconception("check-costs-k-steps",
      [replace("(k * cost + 1)", "(k * cost + k + 0)"),
       replace("(k * cost + 1)", "(k * cost + k + 1)")],
      "one step of the large model checks all drafts"),
    misconception("verification-forgotten", replace("(k * cost + 1)", "(k * cost)"),
      "the check takes a step of the large model"),
    misconception("accepted-drafts-alone",
      replace("(k * cost + 1)", "((expected_tokens(alpha, k) - 1) * cost + 1)"),
      "dropped drafts take time, too"),
    misconception("drafts-until-a-rejection",
      replace("(k * cost + 1)", "(cost * sum(alpha**i for i in range(k)) + 1)"),
      "all k drafts are made before the check, so the drafts after a rejected one take time, "
      "too"),
    misconception("drafts-beside-the-check", replace("(k * cost + 1)", "max(k * cost, 1)"),
      "the check comes after the drafts: the two times add up"),
    misconception("k-plus-one-drafts", replace("(k * cost + 1)", "((k + 1) * cost + 1)"),
      "the round drafts k tokens; its last token is the large model's own"),
    misconception("time-for-a-token", returns("1 / _"),
      "this is upside down: it is the time per token"),
]
# fmt: on


def by_rejection(alpha: float, k: int) -> float:
    """Add up rounds by the first rejected draft, if any, with their probabilities."""
    rejected = sum(alpha**i * (1 - alpha) * (i + 1) for i in range(k))
    return rejected + alpha**k * (k + 1)


def drafts(rng: np.random.Generator, *costs: tuple[float, float]) -> Mapping[str, Case]:
    """Draw rounds: an acceptance, a number of drafts, and other numbers in ranges.

    A round in which an answer without a count is right has a small weight.
    """
    rounds = {
        "two drafts": (rng.uniform(0.3, 0.6), 2, 1),
        "some drafts": (rng.uniform(0.6, 0.85), int(rng.integers(4, 8)), 1),
        "many drafts": (rng.uniform(0.85, 0.95), int(rng.integers(12, 20)), 1),
        "all rejected, alpha = 0": (0.0, 5, 0.2),
    }
    if not costs:
        rounds["no draft"] = (rng.uniform(0.4, 0.9), 0, 0.2)
        rounds["all accepted, alpha = 1"] = (1.0, int(rng.integers(4, 9)), 0.2)
    return {
        name: case(alpha, k, *(rng.uniform(*ends) for ends in costs), weight=weight)
        for name, (alpha, k, weight) in rounds.items()
    }


def speed_cases(rng: np.random.Generator) -> Mapping[str, Case]:
    """Draw rounds, with the cost of a draft token."""
    return drafts(rng, (0.1, 0.3))


def speed_of(alpha: float, k: int, cost: float) -> float:
    """Divide the tokens of a round by its time."""
    return by_rejection(alpha, k) / (1 + sum(cost for _ in range(k)))


TOKENS = Arrays(
    oracle=by_rejection,
    cases=drafts,
    reference=expected_tokens,
    misconceptions=OF_TOKENS,
    share=1 / 2,
)
SPEEDS = Arrays(
    oracle=speed_of, cases=speed_cases, reference=speedup, misconceptions=OF_SPEED, share=1 / 2
)


def judge(grading: GradingContext, expected_tokens: object, own_speedup: object) -> Verdict:
    """Mark the tokens, then the speed, which may rest on the student's own tokens."""
    tokens = grading.mark(TOKENS, expected_tokens)
    by_own = Reference(speedup, carried=lambda: {"expected_tokens": tokens.carried})
    speeds = grading.mark(SPEEDS.for_submission(reference=by_own), own_speedup)
    return tokens.for_function("expected_tokens") + speeds.for_function("speedup")


question = Custom(judge, {"expected_tokens": [TOKENS], "speedup": [SPEEDS]})
