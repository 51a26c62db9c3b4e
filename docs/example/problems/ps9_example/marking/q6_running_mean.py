"""A running mean: its values, a property, and its limits."""

from collections.abc import Callable

import numpy as np

from examiner.checks import (
    Arrays,
    Message,
    Properties,
    Property,
    Resources,
    assign,
    case,
    misconception,
    returns,
    unequal,
)

from ..example import running_mean

Answer = Callable[[np.ndarray], np.ndarray]


def by_definition(x: np.ndarray) -> np.ndarray:
    return np.array([sum(x[: t + 1]) / (t + 1) for t in range(len(x))])


def plain_loop(x: np.ndarray) -> np.ndarray:
    means, total = np.empty(len(x)), 0.0
    for t, entry in enumerate(x):
        total += entry
        means[t] = total / (t + 1)
    return means


def is_causal(answer: Answer, rng: np.random.Generator, n: int) -> Message | str:
    x = rng.normal(size=n)
    before, later = answer(x), np.append(x[:-1], 5.0)
    if reason := unequal(answer(later)[:-1], before[:-1], "an entry changed with a later one"):
        return reason
    return "" if answer(later)[-1] != before[-1] else "the last mean ignores the last entry"


VALUES = Arrays(
    oracle=by_definition,
    cases=lambda rng: {f"{n} entries": case(rng.normal(size=n)) for n in (5, 8)},
    reference=running_mean,
    misconceptions=[
        misconception("running-sum", assign("counts", "1"), "this is the running sum"),
        misconception(
            "mean-of-all", returns("np.full(len(x), x.mean())"), "entry t knows only x_1 to x_t"
        ),
    ],
    share=1 / 2,
)
CAUSAL = Properties(
    {"no entry depends on later ones": Property(is_causal, sizes=[(2,), (5,)])},
    shape=lambda x: x.shape,
    given=VALUES,
    share=1 / 4,
)
LIMITS = Resources(
    arguments=lambda rng, n: (rng.normal(size=n),),
    shape=lambda x: x.shape,
    agrees=lambda y, arguments, mutant, rng: unequal(y, (mutant or running_mean)(*arguments)),
    large={"n": 20_000},
    lengths=(250, 300_000),
    plain_loop=plain_loop,
    quadratic="adds up all earlier entries for each entry",
    given=VALUES,
    share=1 / 4,
)
question = VALUES + CAUSAL + LIMITS
