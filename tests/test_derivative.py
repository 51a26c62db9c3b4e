"""The derivative check on a small loss whose gradients are known in closed form."""

from __future__ import annotations

import numpy as np
import pytest

from examiner import checks
from examiner.checks.derivative import complex_step

rng = np.random.default_rng(0)
CASES = [
    {"W": rng.normal(size=(3, 2)), "v": rng.normal(size=2), "y": rng.normal(size=3)},
    {"W": rng.normal(size=(4, 3)), "v": rng.normal(size=3), "y": rng.normal(size=4)},
]


def loss(W, v, y):
    return ((np.tanh(W @ v) - y) ** 2).sum()


def right(W, v, y):
    out = np.tanh(W @ v)
    flow = 2 * (out - y) * (1 - out**2)
    return {"W": flow[:, None] * v, "v": W.T @ flow}


def no_tanh(W, v, y):
    flow = 2 * (np.tanh(W @ v) - y)
    return {"W": flow[:, None] * v, "v": W.T @ flow}


def verdict(gradients):
    return checks.derivative(
        gradients,
        loss=loss,
        cases=CASES,
        arrays=("W", "v"),
        mistakes={"the slope of tanh is missing": no_tanh},
        points=4,
    )


def test_complex_step_equals_the_closed_form():
    for case in CASES:
        for name, expected in right(**case).items():
            np.testing.assert_allclose(complex_step(loss, case, name), expected, rtol=1e-13)


def changed(**arrays):
    def answer(W, v, y):
        gradients = right(W, v, y)
        return {n: arrays.get(n, lambda g: g)(g) for n, g in gradients.items()}

    return answer


@pytest.mark.parametrize(
    ("answer", "points", "finding"),
    [
        (right, 4, "gradient of W: right"),
        (lambda *a: {k: g.tolist() for k, g in right(*a).items()}, 4, "right"),
        (no_tanh, 0, "gradient of v: the slope of tanh is missing"),
        (changed(W=lambda g: g.T), 2, "it is transposed"),
        (changed(W=lambda g: -g), 2, "gradient of W: -1 times the right one"),
        (changed(v=lambda g: g / 2), 2, "gradient of v: 0.5 times the right one"),
        (changed(v=lambda g: 0 * g), 2, "nothing flows back"),
        (changed(v=lambda g: g + [0, 1e-3, 0][: g.size]), 2, "1 of 2 entries differ; first [1]"),
        (changed(v=lambda g: g * np.nan), 2, "entries differ"),
        (changed(v=lambda g: "no"), 2, "expected an array, not the str 'no'"),
        (lambda W, v, y: {"W": right(W, v, y)["W"]}, 2, "the dict has no 'v'"),
        (lambda W, v, y: None, 0, "expected a dict with the keys W, v, not None"),
        (lambda W, v, y: 1 / 0, 0, "ZeroDivisionError"),
        (None, 0, "TypeError"),
    ],
)
def test_each_array_is_graded_on_its_own_and_the_reason_named(answer, points, finding):
    found = verdict(answer)
    assert found.points == points
    assert finding in found.text
