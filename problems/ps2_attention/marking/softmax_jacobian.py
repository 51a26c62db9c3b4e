"""The Jacobian of the softmax by formulas."""

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
    """Combine each mutation that loses digits with both forms of the Jacobian."""
    product = returns("y[:, None] * (np.eye(len(y)) - y)")
    return [variant for each in mutations for variant in (each, each & product)]


# fmt: off
MISCONCEPTIONS = [
    missed_idea("outer-product-missing", returns("np.diag(y)"),
      "this is diag(y): the term −y yᵀ is missing"),
    misconception("number-for-outer-product", returns("np.diag(y) - y @ y"),
      "the number Σ y² is subtracted from every entry, because y @ y.T is a number for a vector "
      "y; entry i, j of y yᵀ is y_i y_j"),
    misconception("outer-product-added", returns("np.diag(y) + np.outer(y, y)"),
      "y yᵀ is added here; subtract it"),
    missed_idea("diagonal-only", returns("np.diag(y * (1 - y))"),
      "this is only the diagonal, but every output depends on every score through the sum"),
    misconception("off-diagonal-sign", returns("np.diag(y - 2 * y**2) + np.outer(y, y)"),
      "the off-diagonal entries have the wrong sign"),
    misconception("diagonal-minus-square", returns("-np.outer(y, y)"),
      "the diagonal is −y_i²: the derivative of the numerator is missing"),
    missed_idea("entry-by-entry", returns("y * (1 - y)"),
      "this is y (1 − y) entry by entry, a vector: a Jacobian has an entry for every pair"),
    misconception("one-minus-everywhere", returns("y[:, None] * (1 - y)"),
      "this is y_i (1 − y_j) everywhere; off the diagonal the entry is −y_i y_j"),
    misconception("diagonal-without-square", returns("_ + np.diag(y**2)"),
      "the diagonal is y_i here; it should be y_i − y_i²"),
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
      "computed in float32, which has no numbers below 1e-45"),
    convention("small-number-in-normaliser",
      either(*[assign("y", f"e / (e.sum() + {small})") for small in SMALL]),
      "a small number is added to the normaliser, although it is never 0"),
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
      "the outputs are rounded, or tiny ones are set to 0"),
    convention("small-number-in-one-minus-y",
      [returns(f"by_definition(z) + {small} * np.diag(outputs(z))") for small in SMALL],
      "a small number is added to 1 − y"),
    misconception("diagonal-doubled",
      [returns("_ + np.diag(np.diag(_))"),
       returns("np.diag(2 * y * (1 - y) + y**2) - np.outer(y, y)")],
      "the diagonal is counted twice"),
    misconception("one-output-in-both-places",
      [returns("y[:, None] * (np.eye(len(y)) - y[:, None])"), returns("y * (np.eye(len(y)) - y)")],
      "the entries off the diagonal contain y_i twice; they should be −y_i y_j"),
]
# fmt: on

PRINTED = np.array([-3.0, 1.0, 100.0, 5.0, -1.0])

# All outputs but two lie between 1e-50 and 1e-307, which still have all digits; many are tiny.
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
    """Round scores to few binary digits, so that float32 holds them exactly."""
    return np.round(8 * scores) / 8


def has_step_errors(answer: np.ndarray, expected: np.ndarray) -> bool:
    """Check whether tiny derivatives have the errors of numerical differentiation.

    A step that is multiplied by them costs digits, so some are too large and others too small. In
    contrast, rounding to 0 or adding a tiny number gives errors of one sign.
    """
    answered, correct = (np.append(J[0, 2:], J[2:, 0]) for J in (answer, expected))
    relative_errors = answered / correct - 1
    relative_errors = relative_errors[
        (np.abs(relative_errors) > 1e-12) & (np.abs(relative_errors) < 0.3)
    ]
    return bool((relative_errors > 0).any() and (relative_errors < 0).any())


def cases(rng: np.random.Generator) -> Mapping[str, Case]:
    return {
        "the 25 numbers at z = (−3, 1, 100, 5, −1)": case(PRINTED, weight=3, atol=PINNED),
        "three scores": case(rng.normal(size=3), weight=2),
        "six scores": case(rng.normal(size=6), weight=2),
        # Scores so far apart that only subtracting the largest prevents an overflow.
        "scores in the thousands": case(exact(THOUSANDS + rng.normal(size=4)), weight=1),
        "scores down to −707": case(
            FAR,
            weight=0,
            atol=1e-9,
            telltale="numerical differentiation, which the question excludes: a complex step,"
            " which loses digits when the derivatives are tiny",
            shows=has_step_errors,
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
