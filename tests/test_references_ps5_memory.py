"""What problem set 5 takes for the truth of traffic, tiles, positions, caches and scans, compared
with something independent: counted reads and writes, the definition, published numbers, the loop.

Part 5: a decoder that runs and counts what it computes and reads, drafts that are drawn and
checked, the published sizes.
"""

from __future__ import annotations

import math
import tracemalloc
from collections.abc import Callable
from functools import partial
from itertools import accumulate
from typing import Any

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


H100: dict[str, float] = MODEL["H100"]
LLAMA: dict[str, int] = MODEL["LLAMA3_8B"]
MODELS = [  # V, d, L, H, G, e, f
    dict(zip(LLAMA, sizes, strict=True))
    for sizes in ((19, 10, 3, 6, 2, 4, 13), (23, 12, 2, 4, 4, 5, 9))
]


# --- a step, run ---------------------------------------------------------------------------------


class Decoder:
    """A gated decoder with grouped queries over caches of random keys and values.

    flops: of products with matrices, of scores and of weighted sums. read: numbers that are
    fetched for a step, each matrix once. tokens: in the cache of each sequence, the new one too.
    """

    def __init__(self, batch: int, n: int, **sizes: int) -> None:
        draw = np.random.default_rng(5).normal
        self.sizes, self.batch, self.n = sizes, batch, n
        d, e, f = sizes["d_model"], sizes["d_head"], sizes["d_ff"]
        heads, kv_heads = sizes["n_heads"], sizes["n_kv_heads"]
        shapes = [(d, heads * e), (d, kv_heads * e), (d, kv_heads * e), (heads * e, d)]
        shapes += [(d, f), (d, f), (f, d)]
        self.layers = [[draw(size=shape) for shape in shapes] for _ in range(sizes["n_layers"])]
        self.head = draw(size=(d, sizes["vocab_size"]))
        self.caches = draw(size=(sizes["n_layers"], 2, batch, n - 1, kv_heads, e))
        self.flops = self.read = 0

    def times(self, x: np.ndarray, W: np.ndarray) -> np.ndarray:
        self.flops += 2 * x.shape[0] * W.size
        self.read += W.size
        return x @ W

    def step(self) -> np.ndarray:
        sizes = self.sizes
        x = np.random.default_rng(6).normal(size=(self.batch, sizes["d_model"]))
        for (W_q, W_k, W_v, W_o, gate, up, down), cache in zip(
            self.layers, self.caches, strict=True
        ):
            normed = x / np.sqrt((x**2).mean(axis=1, keepdims=True))
            q, k, v = (
                self.times(normed, W).reshape(self.batch, -1, sizes["d_head"])
                for W in (W_q, W_k, W_v)
            )
            attended = [
                self.attend(q[b], np.concatenate([cache[:, b], [[k[b]], [v[b]]]], axis=1))
                for b in range(self.batch)
            ]
            x = x + self.times(np.array(attended), W_o)
            normed = x / np.sqrt((x**2).mean(axis=1, keepdims=True))
            a = self.times(normed, gate)
            x = x + self.times(a / (1 + np.exp(-a)) * self.times(normed, up), down)
        return self.times(x, self.head)

    def attend(self, q: np.ndarray, keys_and_values: np.ndarray) -> np.ndarray:
        self.read += keys_and_values.size
        keys, values = keys_and_values  # (n, kv_heads, d_head)
        group, out = len(q) // keys.shape[1], []
        for head, query in enumerate(q):
            K, V = keys[:, head // group], values[:, head // group]
            scores = K @ query / len(query) ** 0.5
            weights = np.exp(scores - scores.max())
            out.append(weights / weights.sum() @ V)
            self.flops += 2 * K.size + 2 * V.size
        return np.concatenate(out)


@pytest.mark.parametrize("model", MODELS, ids=["grouped", "plain"])
def test_a_step_computes_and_reads_what_a_decoder_does(model: dict[str, int]) -> None:
    for batch, n in ((1, 7), (3, 5)):
        decoder = Decoder(batch, n, **model)
        assert decoder.step().shape == (batch, model["vocab_size"])
        slow = {"peak_flops": 1.0, "bandwidth": 1e30}
        assert MODEL["step_seconds"](batch, n, model, slow) == decoder.flops
        slow = {"peak_flops": 1e30, "bandwidth": 1.0}
        assert MODEL["step_seconds"](batch, n, model, slow) == 2 * decoder.read
        assert MODEL["step_seconds"](batch, n, model, slow, 4, 4) == decoder.read / 2


@pytest.mark.parametrize(
    ("batch", "bits", "milliseconds"),
    [
        (1, {}, 4.801),
        (32, {}, 14.737),
        (59, {}, 23.391),
        (1, {"weight_bits": 4}, 1.441),
        (32, {"weight_bits": 4}, 11.377),
        (1, {"weight_bits": 4, "cache_bits": 8}, 1.280),
        (32, {"weight_bits": 4, "cache_bits": 8}, 6.248),
    ],
)
def test_a_step_of_llama_takes_so_long(
    batch: int, bits: dict[str, int], milliseconds: float
) -> None:
    assert 1e3 * MODEL["step_seconds"](batch, 8192, LLAMA, H100, **bits) == pytest.approx(
        milliseconds, abs=5e-4
    )


@pytest.mark.parametrize(
    ("model", "bits", "batch"),
    [
        ("LLAMA3_8B", (16, 16), 59),
        ("LLAMA3_8B", (8, 16), 67),
        ("LLAMA3_8B", (4, 16), 70),
        ("LLAMA3_8B", (16, 8), 119),
        ("LLAMA3_70B", (16, 16), 0),
        ("LLAMA3_70B", (8, 16), 3),
        ("LLAMA3_70B", (4, 16), 16),
    ],
)
def test_the_batch_fits_and_one_more_does_not(
    model: str, bits: tuple[int, int], batch: int
) -> None:
    sizes = MODEL[model]
    assert MODEL["largest_serving_batch"](8192, sizes, H100, *bits) == batch
    weights = sum(MODEL["parameter_ledger"](**sizes).values()) * bits[0] / 8
    heads = 2 * sizes["n_layers"] * sizes["n_kv_heads"]
    held = [weights + b * 8192 * heads * sizes["d_head"] * bits[1] / 8 for b in (batch, batch + 1)]
    assert held[1] > H100["memory"]
    assert held[0] <= H100["memory"] or batch == 0


def test_the_rubric_of_the_audit_names_no_line_of_the_claim() -> None:
    rows = hidden("price_audit")["question"].rubric(4)
    assert sum(row.points for row in rows) == pytest.approx(4)
    assert not [line for line in MODEL["claim_lines"] for row in rows if line in row.item]


def test_a_million_tokens_cost_what_the_hours_cost() -> None:
    for batch, dollars in ((1, 4.00), (32, 0.384), (59, 0.330)):
        price = MODEL["dollars_per_million"](batch, 8192, LLAMA, H100, 3)
        assert price == pytest.approx(dollars, abs=1e-3)
        tokens_in_an_hour = 3600 / MODEL["step_seconds"](batch, 8192, LLAMA, H100) * batch
        assert price * tokens_in_an_hour == pytest.approx(3e6)


# --- drafts, drawn -------------------------------------------------------------------------------


def rounds(p: np.ndarray, q: np.ndarray, k: int, number: int) -> tuple[np.ndarray, np.ndarray]:
    """Tokens made in each round, and how often each came first, by the published algorithm.

    p, q: the next token's distributions by the large and by the small model, whatever came before.
    """
    rng = np.random.default_rng(7)
    drafts = rng.choice(len(q), size=(number, k), p=q)
    accepted = rng.uniform(size=drafts.shape) < (p / q)[drafts]
    kept = np.cumprod(accepted, axis=1).sum(axis=1)
    rest = np.maximum(p - q, 0)
    instead = rng.choice(len(p), size=number, p=rest / rest.sum())
    first = np.where(kept > 0, drafts[:, 0], instead)
    return kept + 1, np.bincount(first, minlength=len(p)) / number


def test_drafts_that_are_drawn_make_as_many_tokens_and_follow_the_large_model() -> None:
    draw = np.random.default_rng(8)
    p, q = draw.dirichlet(np.ones(6), size=2)
    alpha, number = float(np.minimum(p, q).sum()), 60_000
    for k in (1, 4):
        made, first = rounds(p, q, k, number)
        error = 5 * made.std() / number**0.5
        assert abs(made.mean() - MODEL["expected_tokens"](alpha, k)) < error
        assert np.abs(first - p).max() < 5 * 0.5 / number**0.5


@pytest.mark.parametrize(
    ("alpha", "best", "times"), [(0.6, 3, 1.67), (0.8, 6, 2.47), (0.9, 10, 3.43)]
)
def test_the_best_number_of_drafts(alpha: float, best: int, times: float) -> None:
    speeds = [MODEL["speedup"](alpha, k, 0.1) for k in range(40)]
    assert int(np.argmax(speeds)) == best
    assert max(speeds) == pytest.approx(times, abs=5e-3)
    assert MODEL["expected_tokens"](1, 7) == 8
    assert MODEL["expected_tokens"](0, 7) == MODEL["expected_tokens"](0.3, 0) == 1


def test_a_check_of_22_drafts_takes_no_longer_than_a_step() -> None:
    def check(k: int) -> Any:
        busier = H100 | {"peak_flops": H100["peak_flops"] / (k + 1)}
        return MODEL["step_seconds"](32, 8192, LLAMA, busier)

    assert check(22) == check(0) < check(23)


# --- the claim -----------------------------------------------------------------------------------


def test_the_amounts_are_those_of_a_hand_and_add_up() -> None:
    audit = MODEL["audit"]()
    microseconds = {
        "embedding": 16.9978,
        "attention": -69.4487,
        "peak": -312.1461,
        "weights": -3856.1009,
        "cache": -10256.6383,
        "corrected": 14737.0314,
    }
    assert {name: 1e6 * seconds for name, seconds in audit.items()} == pytest.approx(
        microseconds, abs=5e-5
    )
    assert sum(audit.values()) == pytest.approx(64 * 8_030_261_248 / 1979e12, rel=1e-12)


def test_the_lines_of_the_claim_are_right_or_wrong_by_numbers() -> None:
    V, d, layers, H, G, e, f = LLAMA.values()
    maps = [(d, H * e), (d, G * e), (d, G * e), (H * e, d), (d, f), (d, f), (f, d)]
    matrices = layers * sum(rows * columns for rows, columns in maps) + d * V
    products, pairs = 32 * 2 * matrices, 32 * layers * H * 8192 * 2 * 2 * e
    arithmetic = (products + pairs) / H100["peak_flops"]
    reading = 2 * matrices / H100["bandwidth"]
    cached = 32 * 8192 * layers * 2 * G * e * 2
    holds = {
        "embedding": matrices == 8_030_261_248,
        "head": 2 * d * V == 2 * matrices - sum(2 * layers * i * j for i, j in maps),
        "attention": pairs < (products + pairs) / 100,
        "peak": H100["peak_flops"] == 1979e12,
        "overlap": max(arithmetic, reading + cached / H100["bandwidth"])
        == pytest.approx(MODEL["step_seconds"](32, 8192, LLAMA, H100)),
        "weights": reading < arithmetic,
        "cache": cached < 2 * matrices,
        "writing": cached / 8192 < cached / 1000,
    }
    assert MODEL["claim_lines"] == {
        line: "right" if is_right else "wrong" for line, is_right in holds.items()
    }
