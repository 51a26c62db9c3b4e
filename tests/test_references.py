"""The course's answers against independent numbers: counted operations, other derivatives, tables.

Problem set 1. The layer and its gradients are computed once more, in explicit loops over numbers
that count (tests/counting.py); the counts are what the formulas must give, and the values are what
makes sure that the right thing was counted.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import autograd
import autograd.numpy
import numpy as np
import pytest
from autograd.extend import defvjp

from examiner.checks.array_answers.cases import complex_step
from examiner.checks.counts.probe_points import exponents_up_to, interpolation_nodes
from tests.bank_runner import Notebook
from tests.counting import Tally, plain, product

FLOPS = Notebook.of("ps1_flops").solved()
ARGUMENTS = ("X", "y", *FLOPS["PARAMETERS"])
# (seq_len, d_in, d_attn, d_out, d_hidden): pairwise different, those of the hidden test, and ones.
SHAPES = [(11, 7, 3, 5, 13), (5, 3, 2, 7, 11), (17, 13, 4, 6, 9), (6, 10, 9, 4, 3)]
SHAPES += [(5, 4, 3, 2, 6), (7, 3, 5, 6, 4), (2, 2, 2, 2, 2), (1, 4, 3, 2, 6), (3, 1, 1, 1, 1)]
each_shape = pytest.mark.parametrize("sizes", SHAPES, ids=str)


# Counts are quadratic in the length and linear in each other size: two that agree here are one.
NODES = interpolation_nodes(exponents_up_to((2, 1, 1, 1, 1)))
FUNCTIONS = (
    *("n_parameters", "attention_flops", "activation_size", "feedforward_flops", "forward_flops"),
    *("backward_ledger", "backward_flops", "backward_product_flops"),
)


# --- the layer, counted --------------------------------------------------------------------------


@lru_cache
def counted(sizes: tuple[int, ...]) -> tuple[dict[str, int], dict[str, np.ndarray]]:
    """Operations by line, and the arrays, of a forward and a backward pass at these sizes."""
    tally = Tally()
    layer = dict(zip(ARGUMENTS, FLOPS["random_layer"](*sizes, seed=sum(sizes)), strict=True))
    arrays = {name: tally.array(array) for name, array in layer.items()}
    _forward(tally, arrays, sizes)
    _backward(tally, arrays, sizes)
    return dict(tally.counts), {name: plain(array) for name, array in arrays.items()}


def _forward(tally: Tally, s: dict[str, np.ndarray], sizes: tuple[int, ...]) -> None:
    with tally.line("projections"):
        s["Q"], s["K"] = product(s["X"], s["W_q"].T), product(s["X"], s["W_k"].T)
        s["V"] = product(s["X"], s["W_v"].T)
    with tally.line("products"):
        scores = product(s["Q"], s["K"].T)
        exponentials = np.exp(plain(scores) / np.sqrt(sizes[2]))  # softmax and scale: free (P5)
        s["A"] = tally.array(exponentials / exponentials.sum(axis=1, keepdims=True))
        s["V_tilde"] = product(s["A"], s["V"])
    with tally.line("feed-forward"):
        s["Z"] = product(s["V_tilde"], s["W_1"].T)
        s["H"] = np.where(s["Z"] > 0, s["Z"], tally.array(np.zeros(1)))  # ReLU: free (P5)
        s["y_hat"] = product(s["H"], s["w_2"])
    with tally.line("loss"):
        s["error"] = s["y"] - s["y_hat"]
        s["loss"] = product(s["error"][None, :], s["error"])


def _backward(tally: Tally, s: dict[str, np.ndarray], sizes: tuple[int, ...]) -> None:
    """The ledger's lines in their order; object arrays multiply entry by entry."""
    minus_two, zero, root = tally.array(np.array([-2.0, 0.0, np.sqrt(sizes[2])]))
    with tally.line("dyhat"):
        g = s["error"] * minus_two
    with tally.line("dw2"):
        s["dw_2"] = product(s["H"].T, g)
    with tally.line("dH"):
        dH = g[:, None] * s["w_2"][None, :]
    with tally.line("relu"):
        dZ = np.where(s["Z"] > 0, dH, zero)
    with tally.line("dW1"):
        s["dW_1"] = product(dZ.T, s["V_tilde"])
    with tally.line("dVt"):
        dV_tilde = product(dZ, s["W_1"])
    with tally.line("dV"):
        dV = product(s["A"].T, dV_tilde)
    with tally.line("dA"):
        dA = product(dV_tilde, s["V"].T)
    with tally.line("softmax"):
        inner = np.concatenate([product(a[None, :], d) for a, d in zip(s["A"], dA, strict=True)])
        dS = s["A"] * (dA - inner[:, None])
    with tally.line("scale"):
        dS = dS / root
    with tally.line("dQ"):
        dQ = product(dS, s["K"])
    with tally.line("dK"):
        dK = product(dS.T, s["Q"])
    for line, name, gradient in (("dWq", "dW_q", dQ), ("dWk", "dW_k", dK), ("dWv", "dW_v", dV)):
        with tally.line(line):
            s[name] = product(gradient.T, s["X"])


FORWARD = ("projections", "products", "feed-forward", "loss")
ELEMENTWISE = ("dyhat", "dH", "relu", "softmax", "scale")


def counts_of(sizes: tuple[int, ...]) -> dict[str, Any]:
    """What each of the notebook's functions must return at these sizes, by counting."""
    lines, arrays = counted(sizes)
    ledger = {line: count for line, count in lines.items() if line not in FORWARD}
    dH_as_product = 2 * sizes[0] * sizes[4]
    products = sum(count for line, count in ledger.items() if line not in ELEMENTWISE)
    return {
        "n_parameters": sum(arrays[name].size for name in FLOPS["PARAMETERS"]),
        "attention_flops": lines["projections"] + lines["products"],
        "activation_size": arrays["V_tilde"].size,
        "feedforward_flops": lines["feed-forward"],
        "forward_flops": sum(lines[line] for line in FORWARD),
        "backward_ledger": ledger,
        "backward_flops": sum(ledger.values()),
        "backward_product_flops": products + dH_as_product,
    }


@pytest.mark.parametrize("shapes", [SHAPES, NODES], ids=["shapes", "nodes"])
def test_a_formula_gives_what_is_counted(shapes: list[tuple[int, ...]]) -> None:
    for sizes in shapes:
        assert {name: FLOPS[name](*sizes) for name in FUNCTIONS} == counts_of(sizes), sizes


AUDITED = {
    "projections": ("projections", ["dWq", "dWk", "dWv"]),
    "products": ("products", ["dV", "dA", "dQ", "dK"]),
    "softmax": (None, ["softmax", "scale"]),
    "feed_forward": ("feed-forward", ["dw2", "dH", "relu", "dW1", "dVt"]),
    "loss": ("loss", ["dyhat"]),
}


@each_shape
def test_the_audit_is_twice_what_is_counted_forward_minus_what_is_backward(
    sizes: tuple[int, ...],
) -> None:
    lines, _ = counted(sizes)
    excess = {
        step: 2 * lines.get(forward, 0) - sum(lines[line] for line in backward)
        for step, (forward, backward) in AUDITED.items()
    }
    assert FLOPS["rule_excess"](*sizes) == excess
    totals = 2 * FLOPS["forward_flops"](*sizes) - FLOPS["backward_flops"](*sizes)
    assert sum(excess.values()) == totals
    assert FLOPS["rule_errors"] == {
        "too_high": {step for step, more in excess.items() if more > 0},
        "too_low": {step for step, more in excess.items() if more < 0},
    }


@each_shape
def test_what_was_counted_is_the_layer(sizes: tuple[int, ...]) -> None:
    _, arrays = counted(sizes)
    layer = [arrays[name] for name in ARGUMENTS]
    given = FLOPS["forward"](layer[0], *layer[2:])
    for name in ("Q", "K", "V", "A", "V_tilde", "Z", "H", "y_hat"):
        np.testing.assert_allclose(arrays[name], given[name], rtol=1e-12, atol=1e-14)
    np.testing.assert_allclose(arrays["loss"][0], FLOPS["squared_loss"](*layer), rtol=1e-12)
    for name, gradient in FLOPS["gradients"](*layer).items():
        np.testing.assert_allclose(arrays[f"d{name}"], gradient, rtol=1e-9, atol=1e-12)


@each_shape
def test_backward_products_are_twice_the_forward_ones_without_the_gradient_of_the_input(
    sizes: tuple[int, ...],
) -> None:
    L, d_in, d_attn, d_out, _ = sizes
    products = FLOPS["forward_flops"](*sizes) - 3 * L
    of_the_input = 4 * L * d_attn * d_in + 2 * L * d_out * d_in
    assert FLOPS["backward_product_flops"](*sizes) == 2 * products - of_the_input


TABLE = json.loads(Path(__file__).with_name("data").joinpath("ps1_flops.json").read_text())


@pytest.mark.parametrize("row", TABLE, ids=lambda row: str(row["sizes"]))
def test_values_of_the_table(row: dict[str, Any]) -> None:
    """Values worked out apart from this project's code, also at the sizes of a real layer."""
    for name in FUNCTIONS:
        assert FLOPS[name](*row["sizes"]) == row[name], name


# --- the gradients -------------------------------------------------------------------------------


# The given layer makes plain arrays of what it is given; autograd knows no derivative of that.
defvjp(autograd.numpy.ascontiguousarray, lambda result, array: lambda g: g)


@lru_cache
def loss_for_autograd() -> Callable[..., Any]:
    """`squared_loss` of the notebook, with autograd's numpy in place of numpy."""
    (source,) = (cell for cell in Notebook.of("ps1_flops").given if "def forward" in cell)
    names = {"np": autograd.numpy}
    exec(source.replace(".view(kind)", ""), names)  # of which autograd's arrays have none
    return names["squared_loss"]


def assert_close(got: np.ndarray, expected: np.ndarray) -> None:
    assert got.shape == expected.shape
    scale = np.max(np.abs(expected)) or 1.0
    assert np.max(np.abs(got - expected)) <= 1e-9 * scale


@each_shape
def test_a_gradient_is_the_derivative(sizes: tuple[int, ...]) -> None:
    layer = dict(zip(ARGUMENTS, FLOPS["random_layer"](*sizes, seed=7), strict=True))
    gradients = FLOPS["gradients"](**layer)
    for parameter in FLOPS["PARAMETERS"]:
        by_autograd = autograd.grad(loss_for_autograd(), ARGUMENTS.index(parameter))
        assert_close(gradients[parameter], by_autograd(*layer.values()))
        assert_close(gradients[parameter], complex_step(FLOPS["squared_loss"], layer, parameter))
