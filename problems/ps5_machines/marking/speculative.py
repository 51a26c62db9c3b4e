"""Speculative decoding: the tokens of a round, and how much faster it is."""

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
      "the sum ends a term early: after k accepted drafts there is one token more"),
    misconception("all-accepted-left-out",
      returns("sum(alpha**i * (1 - alpha) * (i + 1) for i in range(k))"),
      "one case is left out: with probability alpha**k all k are accepted, and k + 1 tokens made"),
    misconception("bonus-forgotten", replace("range(k + 1)", "range(1, k + 1)"),
      "the token that the large model supplies itself counts, too"),
    misconception("k-alpha", [returns("k * alpha"), returns("(k + 1) * alpha")],
      "what is behind a rejected draft is dropped: draft i counts with probability alpha**i. "
      "And the large model supplies a token itself"),
    misconception("one-plus-k-alpha", returns("1 + k * alpha"),
      "what is behind a rejected draft is dropped: draft i counts with probability alpha**i"),
    misconception("endless-draft", returns("1 / np.subtract(1, alpha)"),
      "this is a draft that doesn't end: a round makes k + 1 tokens at most"),
    misconception("endless-draft-cut", returns("np.minimum(np.divide(1, 1 - alpha), k + 1)"),
      "1/(1 − alpha) is the mean of a draft that doesn't end; cut off at k + 1 it is not the "
      "mean of drafts that each end there"),
    misconception("all-or-nothing", returns("1 + k * alpha**k"),
      "drafts that were accepted before one is rejected count, too"),
    misconception("division-by-zero", returns("np.divide(1 - alpha ** (k + 1), 1 - alpha)"),
      "this is 0/0 at alpha = 1; a round makes k + 1 tokens there"),
]
OF_SPEED = [
    misconception("draft-is-free", assign("cost", "0"),
      "drafting takes time: cost for each draft token"),
    misconception("draft-costs-a-step", assign("cost", "1"),
      "a draft token takes cost steps of the large model, not one"),
    misconception("one-draft-token", replace("(k * cost + 1)", "(cost + 1)"),
      "k tokens are drafted, one after another"),
    misconception("check-costs-k-steps",
      [replace("(k * cost + 1)", "(k * cost + k + 0)"),
       replace("(k * cost + 1)", "(k * cost + k + 1)")],
      "all drafts are checked in one step of the large model"),
    misconception("verification-forgotten", replace("(k * cost + 1)", "(k * cost)"),
      "the check takes a step of the large model"),
    misconception("accepted-drafts-alone",
      replace("(k * cost + 1)", "((expected_tokens(alpha, k) - 1) * cost + 1)"),
      "drafts that are dropped have taken their time, too"),
    misconception("drafts-until-a-rejection",
      replace("(k * cost + 1)", "(cost * sum(alpha**i for i in range(k)) + 1)"),
      "all k drafts are made before the check; those behind one that is rejected have taken "
      "their time, too"),
    misconception("drafts-beside-the-check", replace("(k * cost + 1)", "max(k * cost, 1)"),
      "the check comes after the drafts: the two times add up"),
    misconception("k-plus-one-drafts", replace("(k * cost + 1)", "((k + 1) * cost + 1)"),
      "k tokens are drafted; the last one of a round is the large model's own"),
    misconception("time-for-a-token", returns("1 / _"),
      "this is upside down: time for a token"),
]
# fmt: on


def by_rejection(alpha: float, k: int) -> float:
    """Add up rounds by the draft that is rejected first, if any, with their probabilities."""
    rejected = sum(alpha**i * (1 - alpha) * (i + 1) for i in range(k))
    return rejected + alpha**k * (k + 1)


def drafts(rng: np.random.Generator, *costs: tuple[float, float]) -> Mapping[str, Case]:
    """Draw rounds: acceptance, drafts, and what else is drawn between two ends. A round in which an
    answer without a count is right earns little."""
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
    """Tokens of a round, by the time that it takes."""
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
    """Mark the tokens, then the speed, also by the student's own tokens."""
    tokens = grading.mark(TOKENS, expected_tokens)
    by_own = Reference(speedup, carried=lambda: {"expected_tokens": tokens.carried})
    speeds = grading.mark(SPEEDS.for_submission(reference=by_own), own_speedup)
    return tokens.for_function("expected_tokens") + speeds.for_function("speedup")


question = Custom(judge, {"expected_tokens": [TOKENS], "speedup": [SPEEDS]})
