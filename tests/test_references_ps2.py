"""What the tests of problem set 2 take for the truth, compared with something independent.

The oracles stand in the hidden tests of the notebook; they are taken from there and compared with
automatic differentiation, exact enumeration, counted operations, 60-digit arithmetic and numbers
that were computed elsewhere.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache, reduce
from operator import add
from typing import Any

import autograd
import autograd.numpy as anp
import numpy as np
import pytest

from examiner.checks.tolerances import close
from tests.bank_runner import Notebook, hidden_names
from tests.counting import Number, Tally, plain, product

PRINTED = (-3, 1, 100, 5, -1)


SOLVED = Notebook.of("ps2_attention").solved()


def oracle(question: str, name: str = "by_definition") -> Callable[..., Any]:
    """A function of the hidden test of a question, as it stands there."""
    return hidden_names("ps2_attention", question)[name]


MASKED = oracle("masked_attention", "attention_by_definition")


def solution(name: str) -> Callable[..., Any]:
    return SOLVED[name]


# --- scaling -------------------------------------------------------------------------------------


def moments_by_enumeration(
    d: int, values_q: list[Fraction], values_k: list[Fraction]
) -> tuple[Fraction, Fraction]:
    """Mean and variance of q·k over all equally likely choices of the entries, exactly."""
    scores = [
        sum((a * b for a, b in zip(q, k, strict=True)), start=Fraction(0))
        for q in itertools.product(values_q, repeat=d)
        for k in itertools.product(values_k, repeat=d)
    ]
    mean = sum(scores) / len(scores)
    return mean, sum((s - mean) ** 2 for s in scores) / len(scores)


@pytest.mark.parametrize("d", [1, 2, 3, 4])
@pytest.mark.parametrize(
    ("values_q", "values_k"), [((-1, 1), (-1, 1)), ((0, 3), (-1, 2)), ((1, 2, 5), (-2, 0))]
)
def test_moments_of_a_score(d: int, values_q: tuple, values_k: tuple) -> None:
    values = [[Fraction(v) for v in side] for side in (values_q, values_k)]
    one = [moments_by_enumeration(1, side, [Fraction(1)]) for side in values]
    expected = moments_by_enumeration(d, *values)
    for function in (oracle("scaling_moments"), solution("score_moments")):
        assert function(d, *one[0], *one[1]) == expected


@pytest.mark.parametrize("n", [2, 3, 7, 40])
def test_jacobian_norm(n: int) -> None:
    a = anp.random.RandomState(n).dirichlet(np.ones(n))
    jacobian = autograd.jacobian(softmax_for_autograd)(np.log(a))
    expected = np.linalg.norm(jacobian) ** 2
    for function in (oracle("scaling_jacobian_norm"), solution("jacobian_norm_squared")):
        np.testing.assert_allclose(function(a), expected, rtol=1e-12)


@pytest.mark.parametrize("rest", [5e-6, 2e-10])
def test_a_right_norm_of_saturated_weights_is_off_by_less_than_is_charged(rest: float) -> None:
    a = np.array([1 - rest, rest / 2, rest / 2])
    exact = np.linalg.norm(np.diag(a) - np.outer(a, a)) ** 2
    for kind in (np.float64, np.float32):
        got = np.asarray(solution("jacobian_norm_squared")(a.astype(kind)), dtype=kind)
        assert close(got, exact, float32=kind is np.float32)


@pytest.mark.parametrize("n", [2, 3, 5, 30])
@pytest.mark.parametrize("eps", [0.5, 0.2, 0.01, 1e-4])
def test_bounds_hold_and_the_adversary_comes_close(n: int, eps: float) -> None:
    adversary = oracle("scaling_bound", "saturated_weights")(np.random.default_rng(n), n, eps)
    assert all(abs(a.sum() - 1) < 1e-12 and a.max() > 1 - eps for a in adversary)
    worst = max(np.linalg.norm(np.diag(a) - np.outer(a, a)) ** 2 for a in adversary)
    bounds = [solution("jacobian_norm_bound")(n, eps), 4 * eps**2, n**2 * eps**2]
    sharp = 4 * eps**2 * (1 - eps) ** 2
    assert sharp <= worst * (1 + 1e-6)
    assert all(worst <= bound * (1 + 1e-9) for bound in [sharp, *bounds])
    assert bounds == sorted(bounds)


# --- softmax -------------------------------------------------------------------------------------


def softmax_for_autograd(z: Any) -> Any:
    e = anp.exp(z - anp.max(z))
    return e / anp.sum(e)


@cache
def printed_jacobian() -> np.ndarray:
    """The Jacobian at z = (−3, 1, 100, 5, −1) with 60 digits."""
    with localcontext() as context:
        context.prec = 60
        e = [Decimal(z).exp() for z in PRINTED]
        y = [x / sum(e) for x in e]
        exact = [[y[i] * ((i == j) - y[j]) for j in range(len(y))] for i in range(len(y))]
    return np.array(exact, dtype=float)


@pytest.mark.parametrize("question", ["softmax", "softmax_jacobian"])
@pytest.mark.parametrize("n", [2, 4, 9])
def test_softmax_and_its_jacobian_by_automatic_differentiation(question: str, n: int) -> None:
    z = np.random.default_rng(n).normal(size=n) * 3
    expected = softmax_for_autograd(z)
    if question == "softmax_jacobian":
        expected = autograd.jacobian(softmax_for_autograd)(z)
    for function in (oracle(question), solution(question)):
        np.testing.assert_allclose(function(z), expected, rtol=1e-11, atol=1e-15)


@pytest.mark.parametrize("z", [PRINTED, (1.5, -0.5, 4.0, 1.0), (-2.0, -2.5, -1.75)])
def test_the_audit_finds_where_an_output_reacts_most(z: tuple[float, ...]) -> None:
    """Against automatic differentiation: a derivative of 0 of the derivative, and none larger."""
    audit, top = solution("softmax_audit")(np.array(z, float)), int(np.argmax(z))

    def output(score: float) -> Any:
        return softmax_for_autograd(anp.array([*z[:top], score, *z[top + 1 :]]))[top]

    slope = autograd.grad(output)
    tip = audit["tipping_score"]
    assert abs(autograd.grad(slope)(tip)) < 1e-12
    assert abs(slope(tip) - audit["largest_derivative"]) < 1e-12
    assert max(map(slope, np.linspace(tip - 9, tip + 9, 40))) <= audit["largest_derivative"]
    level = sorted(z)[-2] + audit["gap"]
    assert level == max(z)
    by_bisection = oracle("softmax_audit", "audited")(np.array(z, float))
    assert audit.keys() == by_bisection.keys()
    for entry, value in by_bisection.items():
        assert abs(audit[entry] - value) < 1e-9, entry


def test_the_25_numbers_with_60_digits() -> None:
    z = np.array(PRINTED, dtype=float)
    for function in (oracle("softmax_jacobian"), solution("softmax_jacobian")):
        np.testing.assert_allclose(function(z), printed_jacobian(), rtol=1e-13, atol=0)


def test_the_naive_diagonal_is_what_the_statement_forgives() -> None:
    y = solution("softmax")(np.array(PRINTED, dtype=float))
    naive = np.diag(y) - np.outer(y, y)
    assert naive[2, 2] == 0
    assert abs(naive - printed_jacobian()).max() < 1e-30
    naive[2, 2] = printed_jacobian()[2, 2]
    np.testing.assert_allclose(naive, printed_jacobian(), rtol=1e-12, atol=0)


# --- attention -----------------------------------------------------------------------------------


def test_self_attention_in_columns_is_attention_in_rows() -> None:
    rng = np.random.default_rng(7)
    d, n = 4, 6
    X, (w_q, w_k, w_v), (b_q, b_k, b_v) = (
        rng.normal(size=(d, n)),
        rng.normal(size=(3, d, d)),
        rng.normal(size=(3, d, 1)),
    )
    q, k, v = ((b + w @ X).T[None] for w, b in [(w_q, b_q), (w_k, b_k), (w_v, b_v)])
    rows = solution("scaled_dot_product_attention")(q * np.sqrt(d), k, v)[0]
    for function in (oracle("equivariance_attention"), solution("self_attention")):
        np.testing.assert_allclose(function(X, w_q, b_q, w_k, b_k, w_v, b_v), rows.T, rtol=1e-10)


def test_given_attentions_are_what_they_are_called() -> None:
    gap, rng = oracle("equivariance_gap"), np.random.default_rng(8)
    X, permutation = rng.normal(size=(3, 5)), np.array([2, 0, 3, 4, 1])
    assert gap(solution("plain_attention"), X, permutation) < 1e-14
    assert gap(solution("causal_attention"), X, permutation) > 0.1
    assert gap(solution("attention_with_positions"), X, permutation) > 0.1


def test_masked_attention_by_adding_minus_infinity() -> None:
    """With row-wise matrices and no masks by index, which is neither the oracle's way nor ours."""
    rng = np.random.default_rng(9)
    q, k, v = rng.normal(size=(3, 4, 5)), rng.normal(size=(3, 6, 5)), rng.normal(size=(3, 6, 5))
    mask = np.array([[False] * 6, [False] * 4 + [True] * 2, [False] * 3 + [True] * 3])
    bias = np.where(mask[:, None, :], -np.inf, 0.0) + np.triu(np.full((4, 6), -np.inf), 1)
    e = np.exp(np.einsum("btd,bsd->bts", q, k) / np.sqrt(5) + bias)
    expected = np.einsum("bts,bsd->btd", e, v) / e.sum(axis=2, keepdims=True)
    for function in (
        MASKED,
        solution("scaled_dot_product_attention"),
    ):
        np.testing.assert_allclose(function(q, k, v, mask, True), expected, rtol=1e-12)


@pytest.mark.slow
def test_heads_add_up() -> None:
    """Multi-head attention is the sum over heads of attention with that head's rows of weights."""
    rng = np.random.default_rng(11)
    n_heads, e, d = 3, 2, 6
    q, k, v = rng.normal(size=(2, 4, d)), rng.normal(size=(2, 5, d)), rng.normal(size=(2, 5, d))
    W_q, W_k, W_v, W_o = rng.normal(size=(4, d, d))
    expected = np.zeros((2, 4, d))
    for h in range(n_heads):
        rows = slice(h * e, (h + 1) * e)
        head = MASKED(q @ W_q[rows].T, k @ W_k[rows].T, v @ W_v[rows].T, None, True)
        expected += head @ W_o[:, rows].T
    for function in (oracle("multi_head"), solution("multi_head_attention")):
        found = function(q, k, v, W_q, W_k, W_v, W_o, n_heads, None, True)
        np.testing.assert_allclose(found, expected)


# --- linear attention ----------------------------------------------------------------------------


def added(rows: np.ndarray) -> np.ndarray:
    """The sum of each row, from 0 on."""
    return np.array([reduce(add, row, Number(0.0, row[0].tally)) for row in rows])


def counted_linear(V: np.ndarray, G_K: np.ndarray, G_Q: np.ndarray) -> np.ndarray:
    normalisers = product(added(G_K)[None], G_Q)
    return product(product(V, G_K.T), G_Q) / normalisers


def counted_quadratic(V: np.ndarray, G_K: np.ndarray, G_Q: np.ndarray) -> np.ndarray:
    weights = product(G_Q.T, G_K)
    return product(V, (weights / added(weights)[:, None]).T)


@pytest.mark.parametrize(
    ("count", "run"),
    [
        ("linear_attention_flops", counted_linear),
        ("quadratic_attention_flops", counted_quadratic),
    ],
)
@pytest.mark.parametrize("sizes", [(4, 2, 3), (5, 3, 1), (3, 4, 2), (7, 1, 5), (2, 6, 4)])
def test_flops_are_those_of_counted_operations(
    count: str, run: Callable, sizes: tuple[int, int, int]
) -> None:
    n, d_v, r = sizes
    rng = np.random.default_rng(12)
    V, G_K, G_Q = rng.normal(size=(d_v, n)), rng.random((r, n)) + 0.1, rng.random((r, n)) + 0.1
    tally = Tally()
    values = plain(run(*map(tally.array, (V, G_K, G_Q))))
    assert tally.counts.total() == solution(count)(*sizes)
    for function in (oracle("linear_attention"), solution("linear_attention")):
        np.testing.assert_allclose(function(V, G_K, G_Q), values, rtol=1e-12)


@pytest.mark.parametrize(
    ("sizes", "linear", "quadratic"),
    [
        ((64, 8, 5), 11_712, 114_688),
        ((10, 3, 4), 630, 1_600),
        ((4096, 64, 64), 68_157_440, 4_328_521_728),
    ],
)
def test_flops_that_were_counted_elsewhere(
    sizes: tuple[int, int, int], linear: int, quadratic: int
) -> None:
    assert solution("linear_attention_flops")(*sizes) == linear
    assert solution("quadratic_attention_flops")(*sizes) == quadratic


def test_crossover() -> None:
    linear, quadratic = (solution(f"{kind}_attention_flops") for kind in ("linear", "quadratic"))
    for d_v, r in itertools.product([1, 2, 5, 8, 12, 13, 64], repeat=2):
        for function in (solution("crossover_length"), oracle("linear_crossover")):
            n = function(d_v, r)
            assert linear(n, d_v, r) < quadratic(n, d_v, r)
            assert n == 1 or linear(n - 1, d_v, r) >= quadratic(n - 1, d_v, r)
    assert solution("crossover_length")(64, 64) == 65
    # Two of the tested pairs cost the same at a whole number of tokens.
    for (d_v, r), n in {(12, 8): 10, (5, 13): 8}.items():
        assert linear(n, d_v, r) == quadratic(n, d_v, r)


def test_causal_form_is_the_masked_quadratic_form() -> None:
    rng = np.random.default_rng(13)
    V, G_K, G_Q = rng.normal(size=(3, 8)), rng.random((4, 8)), rng.random((4, 8))
    weights = np.triu(G_K.T @ G_Q)
    expected = V @ (weights / weights.sum(axis=0))
    for function in (oracle("causal_linear"), solution("causal_linear_attention")):
        np.testing.assert_allclose(function(V, G_K, G_Q), expected, rtol=1e-12)
