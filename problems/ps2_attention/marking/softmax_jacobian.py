"""The Jacobian of the softmax, by formulas."""

from collections.abc import Mapping

import numpy as np

from examiner.checks import (
    Arrays,
    Case,
    Mutation,
    assign,
    case,
    convention,
    misconception,
    missed_idea,
    returns,
)

SMALL = [f"1e-{power}" for power in range(4, 17)]


def either(*mutations: Mutation) -> list[Mutation]:
    """Join mutations that lose digits with each way to write the Jacobian."""
    product = returns("y[:, None] * (np.eye(len(y)) - y)")
    return [way for each in mutations for way in (each, each & product)]


# fmt: off
MISCONCEPTIONS = [
    missed_idea("outer-product-missing", returns("np.diag(y)"),
      "this is diag(y): the term −y yᵀ is missing"),
    misconception("number-for-outer-product", returns("np.diag(y) - y @ y"),
      "one number, Σ y², is taken from every entry, as y @ y.T is for a vector y; entry i, j "
      "of y yᵀ is y_i y_j"),
    misconception("outer-product-added", returns("np.diag(y) + np.outer(y, y)"),
      "y yᵀ is added here; it is subtracted"),
    missed_idea("diagonal-only", returns("np.diag(y * (1 - y))"),
      "only the diagonal: every output depends on every score, through the sum"),
    misconception("off-diagonal-sign", returns("np.diag(y - 2 * y**2) + np.outer(y, y)"),
      "the off-diagonal entries have the wrong sign"),
    misconception("diagonal-minus-square", returns("-np.outer(y, y)"),
      "the diagonal is −y_i²: the derivative of the numerator is missing"),
    missed_idea("entry-by-entry", returns("y * (1 - y)"),
      "this is y (1 − y) entry by entry, a vector: a Jacobian has an entry for every pair"),
    misconception("one-minus-everywhere", returns("y[:, None] * (1 - y)"),
      "this is y_i (1 − y_j) everywhere; off the diagonal it is −y_i y_j"),
    misconception("diagonal-without-square", returns("_ + np.diag(y**2)"),
      "the diagonal is y_i here; it is y_i − y_i²"),
    misconception("square-subtracted-twice", returns("_ - np.diag(y**2)"),
      "y_i² is subtracted twice on the diagonal"),
    misconception("mean-in-place-of-outer-product", returns("np.diag(y) - y[:, None] / len(y)"),
      "this is diag(y) − y 1ᵀ/n; subtract y yᵀ"),
    misconception("log-softmax", returns("np.eye(len(y)) - y"),
      "this is the Jacobian of log softmax"),
    misconception("sign-reversed", returns("-_"),
      "the sign is reversed"),
    misconception("overflow", assign("e", "np.exp(z)"),
      "the exponentials overflow: subtract the largest score first"),
    misconception("float32-overflow", assign("e", "np.exp(np.float32(z))"),
      "computed in float32, where even exp(100) overflows"),
    misconception("float32-underflow",
      either(assign("e", "np.exp(np.float32(z) - np.float32(z.max()))"),
             assign("e", "np.exp(np.float32(z - z.max()))")),
      "computed in float32, which has nothing below 1e-45"),
    convention("small-number-in-normaliser",
      either(*[assign("y", f"e / (e.sum() + {small})") for small in SMALL]),
      "a small number is added to the normaliser, which is never 0"),
    convention("small-number-in-outputs",
      either(*[assign("y", f"y + {small}") for small in SMALL],
             *[assign("y", f"(y := y + {small}) / y.sum()") for small in SMALL]),
      "a small number is added to the outputs"),
    misconception("small-outputs-clipped",
      either(*[assign("y", f"np.clip(y, {small}, 1 - {small})") for small in SMALL],
             *[assign("y", f"np.clip(y, {small}, None)") for small in SMALL]),
      "small outputs are clipped"),
    misconception("outputs-rounded",
      either(*[assign("y", f"np.round(y, {digits})") for digits in range(3, 13)]),
      "the outputs are rounded, or the tiny ones cut to 0"),
    convention("small-number-in-one-minus-y",
      [returns(f"by_definition(z) + {small} * np.diag(outputs(z))") for small in SMALL],
      "a small number is added to 1 − y"),
    misconception("diagonal-doubled",
      [returns("_ + np.diag(np.diag(_))"),
       returns("np.diag(2 * y * (1 - y) + y**2) - np.outer(y, y)")],
      "the diagonal is there twice"),
    misconception("one-output-in-both-places",
      [returns("y[:, None] * (np.eye(len(y)) - y[:, None])"), returns("y * (np.eye(len(y)) - y)")],
      "off the diagonal stands y_i twice; it is −y_i y_j"),
]
# fmt: on

PRINTED = np.array([-3.0, 1.0, 100.0, 5.0, -1.0])

# All outputs but two are 1e-50 to 1e-307, just a float with all its digits, many near the end.
FAR = -np.concatenate([[0.0, 1.0], np.linspace(115, 700, 220), np.linspace(700, 707, 40)])

PINNED = np.where(np.outer(PRINTED == 100, PRINTED == 100), 1e-30, 0.0)


def outputs(z: np.ndarray) -> np.ndarray:
    largest = max(z)
    powers = [np.exp(score - largest) for score in z]
    return np.array(powers) / sum(powers)


def by_definition(z: np.ndarray) -> np.ndarray:
    y = outputs(z)
    J = -np.outer(y, y)
    for i in range(len(z)):
        J[i, i] = y[i] * np.delete(y, i).sum()
    return J


def by_formula(z: np.ndarray) -> np.ndarray:
    e = np.exp(z - z.max())
    y = e / e.sum()
    return np.diag(y) - np.outer(y, y)


THOUSANDS = np.array([1000.0, 2000.0, -3000.0, 1999.0])


def exact(scores: np.ndarray) -> np.ndarray:
    """Round scores to few binary digits, which float32 holds, too."""
    return np.round(8 * scores) / 8


def by_steps(answer: np.ndarray, expected: np.ndarray) -> bool:
    """Return whether tiny derivatives lack digits, as if a step were multiplied by them: some are
    too large, others too small. What rounds them to 0, or adds a tiny number, errs to one side.
    """
    got, right = (np.append(J[0, 2:], J[2:, 0]) for J in (answer, expected))
    off = got / right - 1
    off = off[(np.abs(off) > 1e-12) & (np.abs(off) < 0.3)]
    return bool((off > 0).any() and (off < 0).any())


def cases(rng: np.random.Generator) -> Mapping[str, Case]:
    return {
        "the 25 numbers at z = (−3, 1, 100, 5, −1)": case(PRINTED, weight=3, atol=PINNED),
        "three scores": case(rng.normal(size=3), weight=2),
        "six scores": case(rng.normal(size=6), weight=2),
        # So far apart that it has to be the largest which is subtracted.
        "scores in the thousands": case(exact(THOUSANDS + rng.normal(size=4)), weight=1),
        "scores down to −707": case(
            FAR,
            weight=0,
            atol=1e-9,
            telltale="numerical differentiation, which the question excludes: a step into the"
            " complex plane, of which too little is left where the derivatives are tiny",
            shows=by_steps,
        ),
    }


question = Arrays(
    oracle=by_definition,
    cases=cases,
    float32=True,
    reference=by_formula,
    misconceptions=MISCONCEPTIONS,
    excludes_numerical_differentiation=True,
)
