"""What problem set 5 takes for the truth of traffic, tiles, positions, caches and scans, compared
with something independent: counted reads and writes, the definition, published numbers, the loop.
"""

from __future__ import annotations

import math
import tracemalloc
from collections.abc import Callable
from functools import partial
from itertools import accumulate

import numpy as np
import pytest

from tests.bank_runner import Notebook, hidden_names

MODEL = Notebook.of("ps5_machines").solved()


hidden = partial(hidden_names, "ps5_machines")


# --- traffic -------------------------------------------------------------------------------------


class Slow:
    """An array in slow memory, which counts the numbers that are read and written."""

    moved = 0

    def __init__(self, numbers: np.ndarray) -> None:
        self.numbers = numbers

    def read(self, rows: slice = slice(None)) -> np.ndarray:
        Slow.moved += self.numbers[rows].size
        return self.numbers[rows]

    def write(self, rows: slice, numbers: np.ndarray) -> None:
        Slow.moved += numbers.size
        self.numbers[rows] = numbers


ALL = slice(None)


def in_three_steps(Q: Slow, K: Slow, V: Slow) -> Slow:
    n, d = Q.numbers.shape
    S, P, O = (Slow(np.empty((n, width))) for width in (n, n, d))  # noqa: E741
    S.write(ALL, Q.read() @ K.read().T)
    powers = np.exp(S.read())
    P.write(ALL, powers / powers.sum(axis=1, keepdims=True))
    O.write(ALL, P.read() @ V.read())
    return O


def in_tiles(Q: Slow, K: Slow, V: Slow, block: int) -> Slow:
    n, d = Q.numbers.shape
    out, logarithms = Slow(np.empty((n, d))), Slow(np.empty(n))
    for i in range(0, n, block):
        rows = slice(i, i + block)
        q, total, sums = Q.read(rows), np.zeros(block), np.zeros((block, d))
        for j in range(0, n, block):
            powers = np.exp(q @ K.read(slice(j, j + block)).T)
            total += powers.sum(axis=1)
            sums += powers @ V.read(slice(j, j + block))
        out.write(rows, sums / total[:, None])
        logarithms.write(rows, np.log(total))
    return out


@pytest.mark.parametrize(("n", "d", "block"), [(6, 4, 2), (6, 5, 3), (12, 2, 4), (8, 3, 8)])
def test_traffic_of_attention_that_counts_it(n: int, d: int, block: int) -> None:
    arrays = np.random.default_rng(5).normal(size=(3, n, d))
    outputs, counts = [], []
    for attend, more in ((in_three_steps, ()), (in_tiles, (block,))):
        Slow.moved = 0
        outputs.append(attend(*map(Slow, arrays), *more).numbers)
        counts.append(Slow.moved)
    np.testing.assert_allclose(*outputs, rtol=1e-12)
    assert counts == [MODEL["naive_traffic"](n, d), MODEL["tiled_traffic"](n, d, block)]


def test_traffic_at_known_sizes() -> None:
    assert MODEL["naive_traffic"](4096, 64) == 68_157_440
    assert MODEL["tiled_traffic"](4096, 64, 128) == 17_305_600
    n, d, heads, card = 16_384, 128, 32, MODEL["H100"]

    def milliseconds(numbers: float) -> float:
        flops, n_bytes = heads * 4 * n**2 * d, 2 * heads * numbers
        seconds = MODEL["roofline_seconds"](flops, n_bytes, card["peak_flops"], card["bandwidth"])
        return round(1e3 * seconds, 1)

    counts = MODEL["naive_traffic"](n, d), *(MODEL["tiled_traffic"](n, d, b) for b in (128, 512))
    assert list(map(milliseconds, counts)) == [20.7, 10.3, 4.4]
    assert milliseconds(0) == 4.4
    assert round(card["peak_flops"] / card["bandwidth"]) == 295


# --- tiled attention -----------------------------------------------------------------------------


def whole(Q: np.ndarray, K: np.ndarray, V: np.ndarray) -> np.ndarray:
    """Causal attention with all scores at once."""
    scores = np.where(np.tri(len(Q), dtype=bool), Q @ K.T / math.sqrt(Q.shape[1]), -np.inf)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return weights @ V / weights.sum(axis=1, keepdims=True)


@pytest.mark.parametrize(
    "attend", [MODEL["tiled_attention"], hidden("tiled_attention")["by_definition"]]
)
@pytest.mark.parametrize(
    ("n", "d", "block"), [(1, 3, 4), (7, 2, 3), (10, 5, 1), (9, 4, 9), (9, 3, 20)]
)
@pytest.mark.parametrize("scale", [1.0, 3000.0])
def test_tiled_attention_is_attention(
    attend: Callable, n: int, d: int, block: int, scale: float
) -> None:
    Q, K, V = np.random.default_rng(6).normal(size=(3, n, d))
    expected = whole(scale * Q, K, V)
    np.testing.assert_allclose(attend(scale * Q, K, V, block), expected, rtol=1e-9, atol=1e-12)


def test_memory_of_tiles_does_not_grow_with_the_length() -> None:
    def peak(n: int, attend: Callable) -> float:
        given = np.random.default_rng(7).normal(size=(3, n, 8))
        tracemalloc.start()
        try:
            attend(*given)
            return tracemalloc.get_traced_memory()[1] - given[0].nbytes  # beside the result
        finally:
            tracemalloc.stop()

    short, long = (peak(n, lambda *qkv: MODEL["tiled_attention"](*qkv, 32)) for n in (256, 1024))
    assert long < 1.2 * short < 2**18
    assert peak(1024, whole) > 2**23


# --- rotary positions ----------------------------------------------------------------------------


@pytest.mark.parametrize("rope", [MODEL["rope"], hidden("rope")["by_complex_numbers"]])
@pytest.mark.parametrize(("n", "d"), [(3, 2), (4, 6), (5, 8)])
def test_turned_pairs(rope: Callable, n: int, d: int) -> None:
    rng = np.random.default_rng(8)
    q, k = rng.normal(size=(2, n, d))
    places, base = rng.integers(0, 3000, size=n), rng.uniform(5, 900)
    frequencies = base ** (-np.arange(d // 2) / (d // 2))
    numbers = q[:, 0::2] + 1j * q[:, 1::2]
    turned = numbers * np.exp(1j * np.multiply.outer(places, frequencies))
    expected = np.stack([turned.real, turned.imag], axis=2).reshape(n, d)
    np.testing.assert_allclose(rope(q, places, base), expected, rtol=1e-9, atol=1e-11)
    scores, shifted = (
        rope(q, places + shift, base) @ rope(k, places + shift, base).T for shift in (0, 977)
    )
    np.testing.assert_allclose(shifted, scores, rtol=1e-9, atol=1e-9)


def test_pairs_of_halves_have_the_same_scores() -> None:
    """As many programs pair them: the numbers in another order, so the same scores."""
    rng = np.random.default_rng(9)
    q, k = rng.normal(size=(2, 4, 6))
    places, order = np.array([3, 0, 8, 5]), np.array([0, 3, 1, 4, 2, 5])  # pairs (i, i + 3)
    halves = [MODEL["rope"](x[:, order], places, 50.0)[:, np.argsort(order)] for x in (q, k)]
    angles = np.multiply.outer(places, 50.0 ** (-np.arange(3) / 3))
    for x, turned in zip((q, k), halves, strict=True):
        expected = (x[:, :3] + 1j * x[:, 3:]) * np.exp(1j * angles)
        np.testing.assert_allclose(turned[:, :3] + 1j * turned[:, 3:], expected)
    in_order = [MODEL["rope"](x[:, order], places, 50.0) for x in (q, k)]
    np.testing.assert_allclose(halves[0] @ halves[1].T, in_order[0] @ in_order[1].T)


@pytest.mark.parametrize(("base", "expected"), [(10_000, 54_410.1), (500_000, 2_559_195.5)])
def test_longest_wavelengths_of_llama(base: int, expected: float) -> None:
    for longest in (MODEL["longest_wavelength"], hidden("rope")["slowest"]):
        assert round(longest(128, base), 1) == expected


def test_what_is_true_of_rotary_positions() -> None:
    rope, rng = MODEL["rope"], np.random.default_rng(10)
    q, k, v = rng.normal(size=(3, 4, 6))
    places = np.array([2, 5, 11, 12])

    def keys_only(shift: int) -> np.ndarray:
        return q @ rope(k, places + shift, 30.0).T

    assert not np.isclose(keys_only(0), keys_only(1)).any()  # "keys_only" is false
    weights = rng.dirichlet(np.ones(4), size=4)
    assert not np.isclose(weights @ rope(v, places, 30.0), weights @ v).any()  # so is "values"
    one, other = (rope(np.ones((1, 6)), np.array([1]), base)[0, :2] for base in (10.0, 1e6))
    np.testing.assert_array_equal(one, other)  # and "faster": pair 0


# --- caches --------------------------------------------------------------------------------------


def test_bytes_of_published_caches() -> None:
    mla, mixed = MODEL["mla_cache_bytes"], MODEL["mixed_cache_bytes"]
    assert mla(1, 61, 512, 64, 2) == 70_272  # DeepSeek-V3
    assert mixed(1, 80, 1, 1, 8, 128, 2) == 327_680  # Qwen2.5 72B
    model = MODEL["LLAMA3_405B"]
    sizes = model["n_kv_heads"], model["d_head"], 2
    assert mixed(1, model["n_layers"], 1, 1, *sizes) == 516_096
    assert mla(131_072, 61, 512, 64, 2) == 9_210_691_584
    gemma = 62, 6, 1024, 16, 128, 2
    assert (mixed(1, *gemma), mixed(131_072, *gemma)) == (507_904, 11_173_625_856)
    assert mixed(131_072, 62, 1, 1024, 16, 128, 2) == 66_571_993_088


def test_caches_that_are_kept_token_by_token() -> None:
    rng = np.random.default_rng(11)
    for _ in range(40):
        n, layers, period, window, heads, width, each = rng.integers(1, 9, size=7).tolist()
        kept: list[list[int]] = [[] for _ in range(layers)]
        for token in range(n):
            for number, tokens in enumerate(kept, 1):
                tokens.append(token)
                if number % period and len(tokens) > window:
                    del tokens[0]
        expected = sum(map(len, kept)) * 2 * heads * width * each
        sizes = n, layers, period, window, heads, width, each
        assert MODEL["mixed_cache_bytes"](*sizes) == expected
        assert hidden("caches")["by_layers"](*sizes) == expected


# --- scan ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("T", [*range(1, 20), 64, 65, 1000])
def test_the_scan_is_the_loop(T: int) -> None:
    a, b = np.random.default_rng(T).normal(size=(2, T, 3))
    merges, depths = 0, [0] * T

    def counted(first: tuple, second: tuple) -> tuple:
        nonlocal merges
        merges += 1
        (*pair_1, depth_1), (*pair_2, depth_2) = first, second
        return *MODEL["combine"](pair_1, pair_2), max(depth_1, depth_2) + 1

    prefixes = MODEL["scan"](counted, list(zip(a, b, depths, strict=True)))
    states = list(accumulate(zip(a, b, strict=True), lambda h, ab: ab[0] * h + ab[1], initial=0.0))
    np.testing.assert_allclose([h for _, h, _ in prefixes], states[1:], rtol=1e-9, atol=1e-12)
    rounds = MODEL["scan_depth"](T)
    assert rounds == max(depth for *_, depth in prefixes) == hidden("scan")["rounds_of"](T)
    assert merges == T * rounds - 2**rounds + 1


def test_merges_in_and_out_of_order() -> None:
    rng = np.random.default_rng(12)
    x, y, z = (tuple(rng.normal(size=(2, 5))) for _ in range(3))
    for merge in (MODEL["combine"], hidden("scan")["by_states"]):
        np.testing.assert_allclose(merge(merge(x, y), z), merge(x, merge(y, z)))
        assert not np.isclose(merge(x, y)[1], merge(y, x)[1]).any()
