"""The squared Frobenius norm of the Jacobian of a softmax."""

from collections.abc import Callable, Mapping

import numpy as np

from examiner.checks import (
    Arrays,
    Case,
    Message,
    Resources,
    case,
    misconception,
    missed_idea,
    remove,
    replace,
    returns,
    unequal,
)

from ..attention import jacobian_norm_squared

# fmt: off
MISCONCEPTIONS = [
    misconception("norm-of-diagonal", returns("square"),
      "this is the norm of diag(a) alone"),
    misconception("norm-not-squared", returns("_**0.5"),
      "this is the norm, not its square"),
    misconception("diagonal-only", returns("np.sum((a * (1 - a)) ** 2)"),
      "only the diagonal of J is summed"),
    missed_idea("trace", returns("np.sum(a * (1 - a))"),
      "this is the trace"),
    misconception("diagonal-of-outer-product-again",
      returns("np.sum((a * (1 - a)) ** 2) + square**2"),
      "the diagonal of a aᵀ is counted again: −a_i a_j are the entries with i ≠ j only"),
    misconception("pairs-counted-once",
      returns("np.sum((a * (1 - a)) ** 2) + (square**2 - np.sum(a**4)) / 2"),
      "each pair i ≠ j occurs twice in J; you count it once"),
    misconception("cross-term-missing", remove("- 2 * cube"),
      "the cross term of the square, −2 Σ a³, is missing"),
    misconception("cross-term-without-two", replace("2 * cube", "cube"),
      "the cross term of the square is −2 Σ a³; here its factor 2 is missing"),
    misconception("cross-term-sign", replace("- 2 * cube", "+ 2 * cube"),
      "the cross term of the square is −2 Σ a³; here its sign is reversed"),
    misconception("off-diagonal-only", returns("square**2 - np.sum(a**4)"),
      "only the entries off the diagonal of J are summed"),
    misconception("norm-of-outer-product", returns("square**2"),
      "this is the norm of a aᵀ alone"),
    misconception("difference-of-norms", returns("square - square**2"),
      "this is a difference of two squared norms; J is squared entry by entry"),
    missed_idea("trace-squared", returns("np.sum(a * (1 - a)) ** 2"),
      "this is the square of the trace"),
    misconception("pairs-not-squared", returns("np.sum((a * (1 - a)) ** 2) + 1 - square"),
      "off the diagonal −a_i a_j is squared, too; you add a_i a_j itself"),
]
# fmt: on


def by_definition(a: np.ndarray) -> float:
    pairs = [(i, j) for i in range(len(a)) for j in range(len(a))]
    return sum(((i == j) * a[i] - a[i] * a[j]) ** 2 for i, j in pairs)


def softmax_of_normal(rng: np.random.Generator, n: int, spread: float = 1.0) -> np.ndarray:
    a = np.exp(spread * rng.normal(size=n))
    return a / a.sum()


def cases(rng: np.random.Generator) -> Mapping[str, Case]:
    return {
        "two weights": case(softmax_of_normal(rng, 2)),
        "five weights": case(softmax_of_normal(rng, 5), weight=2),
        "nine weights, one of them large": case(softmax_of_normal(rng, 9, spread=2.0), weight=2),
    }


def plain_loop(a: np.ndarray) -> float:
    squares = sum(x**2 for x in a)
    return squares**2 + sum((x * (1 - x)) ** 2 - x**4 for x in a)


def agrees(
    answer: np.ndarray,
    arguments: tuple[np.ndarray],
    wrong_norm: Callable[[np.ndarray], float] | None,
    rng: np.random.Generator,
) -> Message | None:
    return unequal(answer, (wrong_norm or plain_loop)(*arguments))


VALUES = Arrays(
    oracle=by_definition,
    cases=cases,
    float32=True,
    reference=jacobian_norm_squared,
    misconceptions=MISCONCEPTIONS,
    share=1 / 2,
)

question = VALUES + Resources(
    arguments=lambda rng, n: (softmax_of_normal(rng, n),),
    shape=lambda a: (),
    agrees=agrees,
    large={"n": 5_000},
    lengths=(250, 60_000),
    longer=300_000,
    plain_loop=plain_loop,
    quadratic="forms the n × n Jacobian",
    given=VALUES,
    share=1 / 2,
)
