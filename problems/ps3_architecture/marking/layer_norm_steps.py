"""The derivation of a token's length after layer norm."""

from collections.abc import Callable, Collection

import numpy as np

from examiner.checks import Derivation, Fact, Problem, World, misconception

from ..architecture import LAYER_NORM, euclidean, layer_norm_symbols

Norm = Callable[[np.ndarray], float]

# fmt: off
MISCONCEPTIONS = [
    misconception("no-modulus", "gamma * sqrt(d)",
      "a norm is never negative, but gamma can be"),
    misconception("d-minus-one", "abs(gamma) * sqrt(d - 1)",
      "sigma**2 is the mean over d entries, not over d - 1"),
    misconception("sigma-times-d", "abs(gamma) * d",
      "norm(z) is sqrt(d), not d, since norm(x - mu * ones) is sigma * sqrt(d)"),
    misconception("sigma-alone", "abs(gamma)",
      "norm(z) is sqrt(d), not 1, since norm(x - mu * ones) is sigma * sqrt(d)"),
    misconception("numbers-of-the-example",
      ["1.5 * sqrt(3)", "1.5 * sqrt(d)", "abs(gamma) * sqrt(3)", "gamma * sqrt(3)"],
      "1.5 and 3 are the example's gamma and d: write the letters instead"),
    misconception("difference-of-norms",
      ["norm(y) - norm(beta * ones)", "abs(norm(y) - norm(beta * ones))",
       "abs(gamma) * (norm(x) - norm(mu * ones)) / sigma"],
      "the norm of a difference is not the difference of the norms"),
    misconception("square-of-the-norm", "gamma**2 * d",
      "this is the square of the norm"),
    misconception("factor-squared", "gamma**2 * sqrt(d)",
      "norm(c * v) is abs(c) * norm(v), not c**2 * norm(v)"),
]
# fmt: on

# With another norm, the fact "standard deviation" has three readings, and each has its own mark:
# norm(x - mu * ones) = sigma * sqrt(d), sigma**2 is the mean square, and norm(z) = sqrt(d). The
# question allows the last one, since experts could disagree on whether it is a single step.
SIGMA, MEAN_SQUARE, NORM_OF_Z = READINGS = [f"standard deviation{s}" for s in ("", "/2", "/3")]


def draw_normalised(rng: np.random.Generator) -> list[World]:
    """Draw worlds of several sizes in which gamma takes both signs."""
    worlds = [_normalised(rng, n, "sigma is that of x") for n in range(10)]
    for far in (1, 0.1, 0.01):
        worlds += _worlds_in_which_facts_are_false(rng, far)
    return worlds


def _worlds_in_which_facts_are_false(rng: np.random.Generator, far: float) -> list[World]:
    """Draw worlds in which the given facts are false; `far` is the relative error."""

    # It scales with a factor c > 0, but -v and v have different norms.
    def lopsided(v: np.ndarray) -> float:
        return euclidean(np.where(v > 0, v, (1 + far) * v))

    def powered(v: np.ndarray) -> float:
        return euclidean(v) ** (1 + far)

    def of_z(x: np.ndarray) -> float:  # powered(x / sigma) = sqrt(d)
        return euclidean(x - x.mean()) / np.sqrt(len(x)) ** (1 / (1 + far))

    def wrong(x: np.ndarray) -> float:
        return (1 + far) * x.std()

    one, other = "norm(-v) ≠ norm(v)", "norm(2 * v) ≠ 2 * norm(v)"
    return [
        _normalised(rng, 0, "sigma is not that of x", READINGS, sigma_of=wrong),
        _normalised(rng, 1, "sigma is not that of x", READINGS, sigma_of=wrong),
        _normalised(rng, 0, one, ["homogeneity", MEAN_SQUARE], lopsided),
        _normalised(rng, 1, one, ["homogeneity", MEAN_SQUARE], lopsided),
        _normalised(rng, 1, one, ["homogeneity", SIGMA, NORM_OF_Z], lopsided, np.std),
        _normalised(rng, 2, other, ["homogeneity", MEAN_SQUARE, NORM_OF_Z], powered),
        _normalised(rng, 3, other, ["homogeneity", SIGMA, NORM_OF_Z], powered, np.std),
        _normalised(rng, 4, other, ["homogeneity", SIGMA, MEAN_SQUARE], powered, of_z),
        _normalised(rng, 1, one, ["homogeneity", *READINGS], lopsided, wrong),
        _normalised(rng, 2, other, ["homogeneity", *READINGS], powered, wrong),
    ]


def _normalised(
    rng: np.random.Generator,
    number: int,
    what: str,
    false: Collection[str] = (),
    norm: Norm = euclidean,
    sigma_of: Norm | None = None,
) -> World:
    d = 3 + number % 5
    x, beta = rng.normal(1.0, 2.0, size=(d, 1)), rng.normal()
    gamma = (-1) ** number * rng.uniform(0.3, 2.5)
    sigma = sigma_of(x) if sigma_of else None
    symbols = layer_norm_symbols(x, gamma, beta, norm=norm, sigma=sigma)
    true = layer_norm_symbols(x, gamma, beta) if false else None
    return World(symbols, f"d = {d}, gamma = {gamma:.3g}, {what}", frozenset(false), true)


def layer_norm_problem() -> Problem:
    """‖y - β1‖ = |γ| √d for scalar γ and β, σ > 0 and no ε (EECS 182, 3b)."""
    says = ("norm(c * v) = abs(c) * norm(v)", "norm(x - mu * ones) = sigma * sqrt(d)")
    words = LAYER_NORM["facts"].items()
    return Problem(
        left=LAYER_NORM["left"],
        right="abs(gamma) * sqrt(d)",
        draw=draw_normalised,
        facts=tuple(Fact(name, s, others) for (name, others), s in zip(words, says, strict=True)),
        moves=LAYER_NORM["moves"],
        misconceptions=tuple(MISCONCEPTIONS),
    )


question = Derivation(layer_norm_problem())
