"""The time of an attention layer on unlimited processors, against a machine that carries times.

Each number knows when it is there. An operation is done one step after the later of its operands,
and a sum adds neighbours in pairs. The machine computes the layer, so that its output can be
compared with numpy's: what it times is the whole layer, and nothing else.
"""

from __future__ import annotations

import math
import operator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest

from examiner.checks import sizes
from examiner.checks.counts.cost_terms import sizes_of
from tests.bank_runner import Notebook

SIZES = [(9, 10, 2, 5), (5, 12, 3, 3), (2, 6, 2, 7), (1, 4, 4, 1), (6, 1, 1, 2), (8, 8, 1, 8)]


@dataclass(frozen=True)
class Timed:
    """A number, and the step after which it is there."""

    value: float
    at: int = 0
    operations: ClassVar[int] = 0  # done so far

    def _with(self, other: Timed, operation) -> Timed:
        Timed.operations += 1
        return Timed(operation(self.value, other.value), 1 + max(self.at, other.at))

    def __add__(self, other):
        return self._with(other, operator.add)

    def __mul__(self, other):
        return self._with(other, operator.mul)

    def __truediv__(self, other):
        return self._with(other, operator.truediv)

    def exp(self) -> Timed:
        Timed.operations += 1
        return Timed(math.exp(self.value), 1 + self.at)


def summed(terms):
    terms = list(terms)
    while len(terms) > 1:
        pairs = [a + b for a, b in zip(terms[::2], terms[1::2], strict=False)]
        terms = pairs + terms[len(terms) - len(terms) % 2 :]
    return terms[0]


def dot(a, b):
    return summed(x * y for x, y in zip(a, b, strict=True))


def softmax(scores):
    """The weights, and the sum under the fraction."""
    powers = [score.exp() for score in scores]
    total = summed(powers)
    return [power / total for power in powers], total


def timed(array):
    return np.vectorize(lambda x: Timed(float(x)), otypes=[object])(array)


def layer(h, W_Q, W_K, W_V):
    """h (T, J); W_Q and W_K (K, U, J); W_V (K, I, J) -> (T, K·I), heads side by side."""
    out = [[] for _ in h]
    for w_q, w_k, w_v in zip(W_Q, W_K, W_V, strict=True):
        queries, keys, values = ([[dot(row, x) for row in w] for x in h] for w in (w_q, w_k, w_v))
        for t, query in enumerate(queries):
            weights, _ = softmax([dot(query, key) for key in keys])
            columns = zip(*values, strict=True)
            out[t] += [dot(weights, column) for column in columns]
    return out


@pytest.fixture(scope="module")
def solved():
    return Notebook.of("ps4_scale").solved()


@pytest.mark.parametrize(("T", "J", "K", "U"), SIZES)
def test_the_depth_of_a_softmax_is_when_the_machine_has_z(T, J, K, U, solved):
    query, keys = timed(np.ones(U)), timed(np.ones((T, U)))
    _, total = softmax([dot(query, key) for key in keys])
    assert total.at == solved["softmax_depth"](T, U)


@pytest.mark.parametrize(("T", "J", "K", "U"), SIZES)
def test_the_depth_of_a_layer_is_when_the_machine_is_done(T, J, K, U, solved):
    rng = np.random.default_rng(7)
    h, *weights = (
        rng.normal(size=shape) for shape in ((T, J), (K, U, J), (K, U, J), (K, J // K, J))
    )
    Timed.operations = 0
    out = layer(timed(h), *map(timed, weights))
    assert max(x.at for row in out for x in row) == solved["layer_depth"](T, J, K, U)

    queries, keys, values = (np.einsum("kuj,tj->ktu", w, h) for w in weights)
    powers = np.exp(np.einsum("ktu,ksu->kts", queries, keys))
    alpha = powers / powers.sum(axis=2, keepdims=True)
    right = np.einsum("kts,ksi->tki", alpha, values).reshape(T, J)
    assert np.allclose([[x.value for x in row] for row in out], right)

    figure = {"layer_depth": solved["layer_depth"], "np": np}
    work = _function_of_the_figure("layer_work", figure)
    assert work(T, J, K, U) == Timed.operations


def _function_of_the_figure(name, names):
    (text,) = (cell for cell in Notebook.of("ps4_scale").other if f"def {name}(" in cell)
    exec(text.split("\n\n\n")[0], names)
    return names[name]


def test_known_depths_and_work(solved):
    depth = solved["softmax_depth"]
    assert [depth(1024, 64), depth(9, 5), depth(33, 13)] == [18, 9, 12]
    assert solved["layer_depth"](1024, 512, 8, 64) == 40
    assert _function_of_the_figure("layer_work", {})(1024, 512, 8, 64) == 3_772_768_256


@pytest.mark.parametrize(
    ("name", "names", "where", "exact"),
    [
        ("softmax_time", "B T U", {}, lambda s, B, T, U: s["softmax_depth"](T, U)),
        (
            "layer_time",
            "B T J K",
            {"J": "K*I"},
            lambda s, B, T, J, K: s["layer_depth"](T, J, K, J),
        ),
        (
            "spatial_time",
            "B X Y J K",
            {"J": "K*I"},
            lambda s, B, X, Y, J, K: s["layer_depth"](X * Y, J, K, 1 + J // K),
        ),
    ],
)
def test_growth_is_that_of_the_exact_depth(name, names, where, exact, solved):
    """Depth over growth stays between two constants wherever sizes are doubled."""
    of = {str(size): size for size in sizes(f"{names} I")}
    where = {of[name]: of["K"] * of["I"] for name in where}
    asked = sizes_of(sizes(names), where)
    rng = np.random.default_rng(1)
    ratios = []
    for _ in range(300):
        powers = rng.integers(1, 40, size=len(asked.names))
        arguments = asked.arguments_at([2 ** int(p) for p in powers])
        ratios.append(exact(solved, *arguments) / solved[name](*arguments))
    assert max(ratios) / min(ratios) < 8


def test_serial_depths_grow_in_each_size_as_the_choices_say(solved):
    exact = {
        "Z": lambda sizes: solved["softmax_depth_serial"](sizes["T"], sizes["U"]),
        "layer": lambda sizes: solved["layer_depth_serial"](sizes["T"], sizes["J"], 1, 8),
    }
    for entry, growths in solved["serial_growth"].items():
        for size, growth in growths.items():
            at = ({"T": 64, "J": 64, "U": 64} | {size: 2**power} for power in (20, 21, 22))
            first, second, third = map(exact[entry], at)
            # Each doubling adds as much as the one before, or twice as much.
            ratio = {"logarithmically": 1, "linearly": 2}[growth]
            assert third - second == ratio * (second - first) > 0, (entry, size)


def test_the_cost_of_multi_head_attention_is_of_its_class():
    """Exact cost with the softmax, over the class that the question asks for."""
    growth = Notebook.of("ps3_architecture").solved()["multi_head_growth"]
    rng = np.random.default_rng(2)
    ratios = []
    for _ in range(500):
        n_t, n_s, d_head, n_heads = (2 ** int(p) for p in rng.integers(0, 30, size=4))
        d = d_head * n_heads
        products = 4 * n_t * d**2 + 4 * n_s * d**2 + 4 * n_t * n_s * d
        ratios.append((products + 5 * n_heads * n_t * n_s) / growth(n_t, n_s, d_head, n_heads))
    assert 1 <= min(ratios) <= max(ratios) <= 10
