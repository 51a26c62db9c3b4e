from functools import partial

import numpy as np

from .optimum import by_bisection, own_factor

WORDS = "search-too-coarse: search more finely, to 10⁻³, and far enough in every budget"
ERRORS = """
one-flop-for-weight-and-token: FLOPs are not weights times tokens: each weight costs some for each
    token :: each = 1
forward-only: a token costs its forward pass only :: each = 2
multiply-accumulates-here: a token costs multiply–accumulates, not FLOPs :: each = 3
terms-made-equal: the two terms of the loss are made equal; at the minimum their slopes are
    :: ratio = (A / B) ** (1 / (alpha + beta))
exponents-exchanged: the two exponents have changed places
    :: alpha = coefficients["beta"] && beta = coefficients["alpha"]
powers-exchanged: N grows with the power β/(α + β) of the budget, D with α/(α + β)
    :: n_params = ratio * (flops / each) ** (alpha / (alpha + beta))
power-of-factor-left-out: the factor of N is a power 1/(α + β), which is left out
    :: ratio = alpha * A / (beta * B)
factor-upside-down: the factor of N is upside down :: ratio = 1 / ratio
factor-left-out: the factor of N is left out :: ratio = 1
twenty-tokens-a-weight: 20 tokens for each weight is a rule for the paper's own models; use the
    coefficients :: n_params = (flops / 120) ** 0.5
power-one-over-one-exponent: the factor of N is a power 1/(α + β), not 1/α or 1/β
    :: ratio = (alpha * A / (beta * B)) ** (1 / [alpha ~ beta])
four-flops: the backward pass costs twice the forward pass: 6 FLOPs for each weight and token, not 4
    :: each = 4
eight-flops: 8 FLOPs for each weight and token are too many: nothing is computed again :: each = 8
n-equals-d: N = D whatever the coefficients: the minimum depends on them
    :: n_params = (flops / 6) ** 0.5
factor-of-d: the factor of D is one over that of N: with yours 6·N·D isn't `flops`
    :: return n_params, [ratio**2 ~ ratio] * flops / (each * n_params)
square-root-of-budget: the exponent of the budget is β/(α + β), not 1/2
    :: n_params = ratio * (flops / each) ** 0.5
budget-is-n-times-d: N and D together cost more than the budget: 6 N D, not N D, is what there is
    :: return n_params, flops / n_params
coefficients-of-the-paper: the coefficients are an argument; these are the paper's
    :: coefficients = CHINCHILLA
tokens-twenty-a-weight: train_tokens is 20 for each weight; it is what the budget leaves
    :: return n_params, 20 * n_params
"""


def given_factor():
    """The minimum by the student's own FLOPs for a weight and a token."""
    factor = own_factor()
    if factor is None or factor == 6:
        return {}
    return {"right, given your answer to training_cost": partial(by_bisection, each=factor)}


NEAR = 0.1  # of the right N: so far off is a step of a coarse search
RIGHT = 1e-3


def searched(verdict, answer, cases):
    """The verdict, or half of the points at least for pairs that no mistake explains, that cost
    what they should and of which all but one at most are near the minimum: a search that is too
    coarse, or too short.
    """
    if verdict.mistake or verdict.points == verdict.max_points:
        return verdict
    each, near, far = own_factor() or 6, [], []
    for outcome, case in zip(checks.ask(answer, [c.arguments for c in cases]), cases, strict=True):
        try:
            n_params, train_tokens = map(float, outcome.value)
        except (TypeError, ValueError, OverflowError):  # an error, or no pair of numbers
            return verdict
        flops, coefficients = case.arguments
        if not abs(each * n_params * train_tokens / flops - 1) <= RIGHT:
            return verdict
        off = abs(n_params / by_bisection(flops, coefficients, each)[0] - 1)
        if off <= NEAR:
            near.append(off)
        else:
            far.append(n_params)
    if len(far) > 1:
        return verdict
    detail = ": your pairs cost what they should"
    if max(near) > RIGHT:
        detail += f", and N is {100 * max(near):.2g} % off" + " at most" * bool(far)
    if far:
        detail += f"; in one budget the search stops at N = {far[0]:.3g}, far from the minimum"
    points = max(verdict.points, verdict.max_points / 2)
    return verdict.explained(
        checks.error("search-too-coarse"), points, checks.said("", diagnosis=detail)
    )


def cases(rng):
    def fitted():
        alpha, beta = rng.uniform(0.25, 0.32), rng.uniform(0.34, 0.45)
        a, b = rng.uniform(200, 900, size=2)
        return {"E": 1.8, "A": float(a), "alpha": alpha, "B": float(b), "beta": beta}

    drawn = {}
    for whose, coefficients, about in (
        ("the paper's coefficients", CHINCHILLA, 1e21),
        ("the paper's coefficients", CHINCHILLA, 1e23),
        ("other coefficients", fitted(), 3e19),
        ("other coefficients", fitted(), 1e24),
    ):
        flops = float(f"{about * rng.uniform(1, 5):.3g}")
        drawn[f"{whose}, {flops:g} FLOPs"] = checks.case(flops, coefficients, rtol=1e-3)
    return drawn


checks.words(WORDS)
verdict = checks.arrays(
    compute_optimal,
    oracle=by_bisection,
    cases=cases,
    outputs={"n_params": 1, "train_tokens": 1},
    accept=given_factor(),
    reference=checks.Reference(SOLUTION, globals()),
    mistakes=ERRORS,
    guesses={"n-equals-d", "twenty-tokens-a-weight"},
)
drawn = cases(np.random.default_rng(checks.seed(43)))
searched(verdict, compute_optimal, list(drawn.values()))
