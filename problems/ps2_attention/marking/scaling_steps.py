"""A derivation of the variance of a score, line by line."""

import ast
from collections.abc import Sequence, Set
from itertools import product

import numpy as np

from examiner.checks import Derivation, Fact, Problem, Together, World, misconception

from ..attention import SCALING, score_symbols

# fmt: off
MISCONCEPTIONS = [
    misconception("all-pairs", "d**2",
      "of the d**2 pairs j, l only the d pairs with j = l survive"),
    misconception("standard-deviation", "d**0.5",
      "this is the standard deviation of the score, not its variance"),
    misconception("scaled", "1",
      "each of the d terms gives 1; the variance is 1 only after dividing by sqrt(d)"),
    misconception("square-of-the-mean", "0",
      "the mean of the square is not the square of the mean; and if j = l, q_j * q_l is "
      "q_j**2, which independence does not split"),
    misconception("cross-terms-dropped", "E(sum_j((q_j * k_j)**2))",
      "the cross terms, j ≠ l, are dropped here: this needs independence and zero mean"),
    misconception("cross-terms-twice",
      "E(sum_j(q_j**2 * k_j**2) + 2 * sum_j_not_l(q_j * k_j * q_l * k_l))",
      "sum_j_not_l contains both (j, l) and (l, j), so the factor 2 is wrong; the lines are "
      "equal only because independence and zero mean make that sum 0"),
]
# fmt: on

# Given cells of the notebook define the vocabulary, `score_symbols`, and the text of the question,
# `SCALING`. "unit variance" has two readings: E(x²) = 1, or ("unit variance/2") E(x²) - E(x)² = 1.
# A student with the second reading uses the mean at that step as well.
NOTHING_FALSE: frozenset[str] = frozenset()

READINGS = {"unit variance", "unit variance/2"}

FALSE_FACTS: list[tuple[Set[str], float]] = [  # the false facts, and their distance from the truth
    *product([NOTHING_FALSE], [0] * 8),
    *product([{"independence"}], [1, 0.1, 0.01]),
    *product([{"zero mean", "unit variance"}, {"zero mean", "unit variance/2"}], [1, 0.03]),
    *product([READINGS, {"independence", *READINGS}], [1, 0.1, 0.01]),
    *product([{"independence", "zero mean", reading} for reading in sorted(READINGS)], [1, 0.1]),
    *product([{"zero mean", *READINGS}, {"independence", "zero mean", *READINGS}], [1, 0.1, 0.01]),
]


def scaling_problem() -> Problem:
    """Return the problem E((q·k)²) = d for independent entries with mean 0 and variance 1.

    Source: EECS 182, problem 1a.
    """
    statements = (
        "E(x * y) = E(x) * E(y) for different entries",
        "E(q_j) = 0 and E(k_j) = 0",
        "E(q_j**2) = 1 and E(k_j**2) = 1",
    )
    fact_synonyms = SCALING["facts"].items()
    return Problem(
        left=SCALING["left"],
        right=SCALING["right"],
        draw=draw_scores,
        facts=tuple(
            Fact(name, statement, synonyms)
            for (name, synonyms), statement in zip(fact_synonyms, statements, strict=True)
        ),
        moves=SCALING["moves"],
        together=(
            Together(
                frozenset({"independence", "zero mean"}),
                shows_cross_terms,
                "a sum of products in both j and l, such as q_j * q_l,",
            ),
        ),
        misconceptions=tuple(MISCONCEPTIONS),
    )


def shows_cross_terms(line: ast.expr) -> bool:
    """Check whether a sum contains a product that depends on both j and l."""
    for node in ast.walk(line):
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("sum"):
            for inner in ast.walk(node.args[0]):
                if isinstance(inner, ast.BinOp) and isinstance(inner.op, ast.Mult):
                    names = {part.id for part in ast.walk(inner) if isinstance(part, ast.Name)}
                    if names & {"q_j", "k_j"} and names & {"q_l", "k_l"}:
                        return True
    return False


def draw_scores(rng: np.random.Generator) -> Sequence[World]:
    """Draw worlds in which the entries of q and k have few values, so that E(...) is exact."""
    worlds = []
    for number, (false, distance) in enumerate(FALSE_FACTS):
        d = (2, 2, 2, 3, 2, 3, 2, 4)[number % 8] if distance == 0 else (2, 3)[number % 2]
        count = 3 if distance == 0 and number < 2 else 2
        worlds.append(_scores(d, count, frozenset(false), distance, rng))
    return worlds


def _scores(
    d: int, count: int, false: frozenset[str], distance: float, rng: np.random.Generator
) -> World:
    """Draw entries with `count` values each, and list every joint outcome with its probability."""
    chances = rng.uniform(0.2, 0.8, size=(2 * d, count))
    values = rng.uniform(-1, 1, size=(2 * d, count)) + 2 * np.arange(count)
    chances /= chances.sum(axis=1, keepdims=True)
    at = np.indices([count] * (2 * d)).reshape(2 * d, -1)
    entries = np.take_along_axis(values, at, axis=1)
    weights = np.take_along_axis(chances, at, axis=1).prod(axis=0)
    if "independence" in false:
        weights = weights * (1 + distance * rng.uniform(-0.9, 0.9, size=weights.shape))
        weights /= weights.sum()
    entries = entries - (entries @ weights)[:, None]
    entries = entries / np.sqrt(entries**2 @ weights)[:, None]
    means, spreads = np.zeros(2 * d), np.ones(2 * d)
    remarks: list[str] = []
    if "zero mean" in false:
        means = distance * rng.uniform(0.3, 0.7, size=2 * d) * rng.choice([-1, 1], size=2 * d)
        remarks.append(f"means such as {means[0]:.3g}")
    if "unit variance/2" in false:
        spreads = np.sqrt(1 - means**2)
    if false >= READINGS:
        spreads = 1 + distance * rng.uniform(0.3, 0.9, size=2 * d)
        remarks.append(f"variances such as {spreads[0] ** 2:.3g}")
    elif "zero mean" in false:
        remarks.append("E(x**2) = 1" if "unit variance/2" in false else "variances 1")
    if "independence" in false:
        remarks.append("entries that depend on each other")
    entries = means[:, None] + spreads[:, None] * entries
    first_values = ", ".join(f"{x:.3g}" for x in np.unique(entries[0].round(9)))
    note = f"d = {d}, {', '.join(remarks)}" if remarks else f"d = {d}, q_1 one of {first_values}"
    return World(score_symbols(entries[:d], entries[d:], weights), note, false)


question = Derivation(scaling_problem())
