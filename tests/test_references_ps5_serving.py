"""Part 5 of problem set 5 against independent numbers: a decoder that runs and counts what it
computes and reads, drafts that are drawn and checked, the published sizes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.bank_runner import Notebook

COURSE = Notebook.of("ps5_machines").solved()
H100: dict[str, float] = COURSE["H100"]
LLAMA: dict[str, int] = COURSE["LLAMA3_8B"]
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
        assert COURSE["step_seconds"](batch, n, model, slow) == decoder.flops
        slow = {"peak_flops": 1e30, "bandwidth": 1.0}
        assert COURSE["step_seconds"](batch, n, model, slow) == 2 * decoder.read
        assert COURSE["step_seconds"](batch, n, model, slow, 4, 4) == decoder.read / 2


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
    assert 1e3 * COURSE["step_seconds"](batch, 8192, LLAMA, H100, **bits) == pytest.approx(
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
    sizes = COURSE[model]
    assert COURSE["largest_serving_batch"](8192, sizes, H100, *bits) == batch
    weights = sum(COURSE["parameter_ledger"](**sizes).values()) * bits[0] / 8
    heads = 2 * sizes["n_layers"] * sizes["n_kv_heads"]
    held = [weights + b * 8192 * heads * sizes["d_head"] * bits[1] / 8 for b in (batch, batch + 1)]
    assert held[1] > H100["memory"]
    assert held[0] <= H100["memory"] or batch == 0


def test_a_million_tokens_cost_what_the_hours_cost() -> None:
    for batch, dollars in ((1, 4.00), (32, 0.384), (59, 0.330)):
        price = COURSE["dollars_per_million"](batch, 8192, LLAMA, H100, 3)
        assert price == pytest.approx(dollars, abs=1e-3)
        tokens_in_an_hour = 3600 / COURSE["step_seconds"](batch, 8192, LLAMA, H100) * batch
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
        assert abs(made.mean() - COURSE["expected_tokens"](alpha, k)) < error
        assert np.abs(first - p).max() < 5 * 0.5 / number**0.5


@pytest.mark.parametrize(
    ("alpha", "best", "times"), [(0.6, 3, 1.67), (0.8, 6, 2.47), (0.9, 10, 3.43)]
)
def test_the_best_number_of_drafts(alpha: float, best: int, times: float) -> None:
    speeds = [COURSE["speedup"](alpha, k, 0.1) for k in range(40)]
    assert int(np.argmax(speeds)) == best
    assert max(speeds) == pytest.approx(times, abs=5e-3)
    assert COURSE["expected_tokens"](1, 7) == 8
    assert COURSE["expected_tokens"](0, 7) == COURSE["expected_tokens"](0.3, 0) == 1


def test_a_check_of_22_drafts_takes_no_longer_than_a_step() -> None:
    def check(k: int) -> Any:
        busier = H100 | {"peak_flops": H100["peak_flops"] / (k + 1)}
        return COURSE["step_seconds"](32, 8192, LLAMA, busier)

    assert check(22) == check(0) < check(23)


# --- the claim -----------------------------------------------------------------------------------


def test_the_amounts_are_those_of_a_hand_and_add_up() -> None:
    audit = COURSE["audit"]()
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
