import itertools
from collections.abc import Sequence

from examiner.checks import Fact, Problem, World

# The vocabulary, `score_symbols`, is that of the notebook's given cell.

# Finite distributions: values and their probabilities.
THREE = ((-(2**0.5), 0.0, 2**0.5), (0.25, 0.5, 0.25))  # mean 0, variance 1, as are the next two
COIN = ((-1.0, 1.0), (0.5, 0.5))
SKEW = ((2.0, -0.5), (0.2, 0.8))
LIFTED = ((0.0, 2**0.5), (0.5, 0.5))  # the mean is not 0, E(x²) is 1
RAISED = ((-0.2, 1.4), (0.5, 0.5))  # the mean is not 0, E(x²) is 1
SHIFTED = ((0.0, 2.0), (0.5, 0.5))  # mean 1, variance 1
TWICE = ((-2.0, 2.0), (0.5, 0.5))  # mean 0, variance 4
WIDE = ((6.0, -1.5), (0.2, 0.8))  # mean 0, variance 9
Distribution = tuple[tuple[float, ...], tuple[float, ...]]


def scaling_problem() -> Problem:
    """E((q·k)²) = d for independent entries of mean 0 and variance 1 (EECS 182, 1a)."""
    usual = (
        _independent([THREE] * 2, [THREE] * 2),
        _independent([SKEW] * 2, [THREE] * 2),
        _independent([COIN, SKEW], [SKEW, THREE]),
        _independent([THREE] * 3, [SKEW] * 3),
        _independent([SKEW] * 3, [THREE, COIN, SKEW]),
        _independent([COIN] * 4, [SKEW] * 4),
        _independent([SKEW] * 5, [COIN] * 5),
    )
    dependent = (
        _tied(2, THREE, True, "k = q"),
        _tied(3, THREE, True, "k = q"),
        _tied(2, THREE, False, "all entries of q equal, all entries of k equal"),
        _tied(3, SKEW, False, "all entries of q equal, all entries of k equal"),
    )
    # Whoever reads "unit variance" as E(x²) - E(x)² = 1 uses the mean at that step as well.
    biased = (
        tuple(_independent([LIFTED] * d, [RAISED] * d, "means not 0, E(x**2) = 1") for d in (2, 3)),
        tuple(_independent([SHIFTED] * d, [SHIFTED] * d, "means and variances 1") for d in (2, 3)),
    )
    scaled = tuple(_independent([TWICE] * d, [WIDE] * d, "variances 4 and 9") for d in (2, 3))
    return Problem(
        left="E(sum_j(q_j * k_j)**2)",
        right="d",
        worlds=usual,
        facts=(
            Fact("independence", "E(x * y) = E(x) * E(y) for different entries", (dependent,)),
            Fact("zero mean", "E(q_j) = 0 and E(k_j) = 0", biased),
            Fact("unit variance", "E(q_j**2) = 1 and E(k_j**2) = 1", (scaled,)),
        ),
        moves=("linearity", "definition", "algebra"),
        together={frozenset({"independence", "zero mean"}): frozenset({"q_l", "k_l"})},
        mistakes={
            "d**2": "of the d**2 pairs j, l only the d pairs with j = l survive",
            "d**0.5": "this is the standard deviation of the score, not its variance",
            "1": "each of the d terms gives 1; the variance is 1 only after dividing by sqrt(d)",
            "0": "the mean of the square is not the square of the mean",
        },
    )


def _independent(
    q: Sequence[Distribution], k: Sequence[Distribution], what: str = "independent entries"
) -> World:
    """Entries q_1 ... q_d, k_1 ... k_d that are all independent: every joint outcome is listed."""
    values = np.array(list(itertools.product(*(values for values, _ in (*q, *k)))))
    weights = np.array(list(itertools.product(*(weights for _, weights in (*q, *k)))))
    symbols = score_symbols(values.T[: len(q)], values.T[len(q) :], weights.prod(axis=1))
    taken = " and ".join(
        f"{name}_1 in {{{', '.join(f'{value:.3g}' for value in entries[0][0])}}}"
        for name, entries in (("q", q), ("k", k))
    )
    return World(symbols, f"d = {len(q)}, {what}, {taken}")


def _tied(d: int, distribution: Distribution, across: bool, what: str) -> World:
    """Dependent entries: k = q (across), or one value for all of q and another for all of k."""
    count = d if across else 2
    values = np.array(list(itertools.product(distribution[0], repeat=count))).T
    weights = np.array(list(itertools.product(distribution[1], repeat=count))).prod(axis=1)
    q, k = (values, values) if across else (values[[0] * d], values[[1] * d])
    return World(score_symbols(q, k, weights), f"d = {d} and {what}")
