"""The compute-optimal size of a model."""

from collections.abc import Mapping, Sequence

import numpy as np

from examiner.checks import (
    Arrays,
    Case,
    Custom,
    GradingContext,
    Mutation,
    Reference,
    Verdict,
    ask,
    assign,
    case,
    convention,
    draw_seed,
    message,
    misconception,
    missed_idea,
    returns,
)

from ..scale import CHINCHILLA, compute_optimal
from .optimum import by_bisection, own_factor

# fmt: off
TOO_COARSE = misconception("search-too-coarse",
  message=("your search is too coarse: search to a precision of 10⁻³, and far enough for every "
           "budget"))
MISCONCEPTIONS = [
    misconception("one-flop-for-weight-and-token", assign("each", "1"),
      "FLOPs are not weights times tokens: each weight costs several FLOPs for each token"),
    misconception("forward-only", assign("each", "2"),
      "you count the forward pass only; training also has a backward pass"),
    convention("multiply-accumulates-here", assign("each", "3"),
      "you count multiply–accumulates for a token, not FLOPs"),
    misconception("terms-made-equal", assign("ratio", "(A / B) ** (1 / (alpha + beta))"),
      "you make the two terms of the loss equal; at the minimum, their slopes are equal"),
    misconception("exponents-exchanged",
      assign("alpha", 'coefficients["beta"]') & assign("beta", 'coefficients["alpha"]'),
      "the two exponents are swapped"),
    misconception("powers-exchanged",
      assign("n_params", "ratio * (flops / each) ** (alpha / (alpha + beta))"),
      "N grows with the power β/(α + β) of the budget, M with α/(α + β)"),
    misconception("power-of-factor-left-out", assign("ratio", "alpha * A / (beta * B)"),
      "the factor of N has the exponent 1/(α + β), which you leave out"),
    misconception("factor-upside-down", assign("ratio", "1 / ratio"),
      "the factor of N is upside down"),
    misconception("factor-left-out", assign("ratio", "1"),
      "you leave out the factor of N"),
    missed_idea("twenty-tokens-a-weight", assign("n_params", "(flops / 120) ** 0.5"),
      "20 tokens for each weight is a rule for the paper's own models; use the coefficients "
      "instead"),
    misconception("power-one-over-one-exponent",
      [assign("ratio", "(alpha * A / (beta * B)) ** (1 / alpha)"),
       assign("ratio", "(alpha * A / (beta * B)) ** (1 / beta)")],
      "the exponent of the factor of N is 1/(α + β), not 1/α or 1/β"),
    misconception("four-flops", assign("each", "4"),
      "the backward pass costs twice the forward pass: 6 FLOPs for each weight and token, not 4"),
    misconception("eight-flops", assign("each", "8"),
      "8 FLOPs for each weight and token are too many: nothing is computed again"),
    missed_idea("n-equals-d", assign("n_params", "(flops / 6) ** 0.5"),
      "you use N = M for any coefficients, but the minimum depends on them"),
    misconception("factor-of-d",
      [returns("n_params, ratio**2 * flops / (each * n_params)"),
       returns("n_params, ratio * flops / (each * n_params)")],
      "the factor of M is the inverse of the factor of N: with yours, 6·N·M isn't `flops`"),
    misconception("square-root-of-budget", assign("n_params", "ratio * (flops / each) ** 0.5"),
      "the exponent of the budget is β/(α + β), not 1/2"),
    misconception("budget-is-n-times-d", returns("n_params, flops / n_params"),
      "your N and M cost more than the budget: 6 N M equals the budget, not N M"),
    misconception("coefficients-of-the-paper", assign("coefficients", "CHINCHILLA"),
      "the coefficients are an argument; you use the paper's"),
    misconception("n-and-m-exchanged", returns("flops / (each * n_params), n_params"),
      "n_params and train_tokens are swapped"),
    misconception("tokens-twenty-a-weight", returns("n_params, 20 * n_params"),
      "you use 20 tokens for each weight; train_tokens is the number that the budget allows"),
]
# fmt: on

NEAR = 0.1  # relative error of N after a coarse search
RIGHT = 1e-3


def own_cost() -> dict[str, Mutation]:
    """Return the student's own FLOPs for a weight and a token, unless they are right."""
    factor = own_factor()
    return {} if factor in (None, 6) else {"training_cost": assign("each", repr(factor))}


def cases(rng: np.random.Generator) -> Mapping[str, Case]:
    """Draw budgets with the paper's coefficients and with others."""

    def fitted() -> dict[str, float]:
        alpha, beta = rng.uniform(0.25, 0.32), rng.uniform(0.34, 0.45)
        a, b = rng.uniform(200, 900, size=2)
        return {"E": 1.8, "A": float(a), "alpha": alpha, "B": float(b), "beta": beta}

    drawn = {}
    for source, coefficients, about in (
        ("the paper's coefficients", CHINCHILLA, 1e21),
        ("the paper's coefficients", CHINCHILLA, 1e23),
        ("other coefficients", fitted(), 3e19),
        ("other coefficients", fitted(), 1e24),
    ):
        flops = float(f"{about * rng.uniform(1, 5):.3g}")
        drawn[f"{source}, {flops:g} FLOPs"] = case(flops, coefficients, rtol=1e-3)
    return drawn


OPTIMUM = Arrays(
    oracle=by_bisection,
    cases=cases,
    outputs={"n_params": 1, "train_tokens": 1},
    reference=Reference(compute_optimal, carried=own_cost),
    misconceptions=MISCONCEPTIONS,
)


def searched(verdict: Verdict, answer: object, drawn: Sequence[Case]) -> Verdict:
    """Explain pairs from a search that is too coarse.

    The pairs have to cost the right amount, and all but one have to be near the minimum. If another
    misconception explains the answer, the verdict stays.
    """
    if verdict.misconception_key or verdict.points == verdict.max_points:
        return verdict
    each, near, far = own_factor() or 6, [], []
    outcomes = ask(answer, [asked.arguments for asked in drawn])
    for outcome, asked in zip(outcomes, drawn, strict=True):
        try:
            n_params, train_tokens = map(float, outcome.value)
        except (TypeError, ValueError, OverflowError):  # an error, or not a pair of numbers
            return verdict
        flops, coefficients = asked.arguments
        if not abs(each * n_params * train_tokens / flops - 1) <= RIGHT:
            return verdict
        off = abs(n_params / by_bisection(flops, coefficients, each)[0] - 1)
        if off <= NEAR:
            near.append(off)
        else:
            far.append(n_params)
    if len(far) > 1:
        return verdict
    detail = "the cost of your pairs is right"
    if max(near) > RIGHT:
        at_most = " at most" if far else ""
        detail += f", and N is {100 * max(near):.2g} % off{at_most}"
    if far:
        detail += f"; in one budget the search stops at N = {far[0]:.3g}, far from the minimum"
    return verdict.explained_by(TOO_COARSE, message("", diagnosis=detail))


def judge(grading: GradingContext, compute_optimal: object) -> Verdict:
    """Mark the pairs, then check whether a coarse search explains them."""
    drawn = cases(np.random.default_rng(draw_seed(43)))
    verdict = grading.mark(OPTIMUM, compute_optimal)
    return searched(verdict, compute_optimal, [*drawn.values()])


question = Custom(judge, [OPTIMUM], [TOO_COARSE])
