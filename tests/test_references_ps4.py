"""The course's answers against independent numbers: counted operations, published sizes, searches.

Problem set 4. A decoder is run once more in loops over numbers that count (tests/counting.py), with
and without a mask and token by token with a cache; what it costs is what the formulas must give.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any

import numpy as np
import pytest

from tests.bank_runner import Notebook
from tests.counting import Tally, dot, plain, product

SCALE = Notebook.of("ps4_scale").solved()
Model = tuple[int, int, int, int]  # d_model, n_heads, n_layers, d_ff
GPT2_SMALL = (768, 12, 12, 3072)
SMALL: list[Model] = [(6, 2, 2, 5), (6, 3, 1, 4), (4, 1, 3, 7)]
each_model = pytest.mark.parametrize("model", SMALL, ids=str)


# --- a decoder, counted --------------------------------------------------------------------------


class Decoder:
    """A stack of layers over counting numbers. Only products are counted: all else is left out.

    W: for each layer, the maps W_q, W_k, W_v (d_model, d_model), cut into heads, W_o, W_1, W_2.
    """

    def __init__(self, model: Model) -> None:
        d_model, self.n_heads, n_layers, d_ff = model
        self.tally = Tally()
        draw = np.random.default_rng(7).normal
        shapes = [(d_model, d_model)] * 4 + [(d_model, d_ff), (d_ff, d_model)]
        self.plain_weights = [[draw(size=shape) for shape in shapes] for _ in range(n_layers)]
        self.W = [[self.tally.array(w) for w in layer] for layer in self.plain_weights]
        self.cache: list[list[tuple[Any, Any]]] = [[] for _ in range(n_layers)]

    @property
    def n_weights(self) -> int:
        return sum(w.size for layer in self.plain_weights for w in layer)

    def heads(self, x: np.ndarray) -> list[np.ndarray]:
        return np.split(x, self.n_heads, axis=-1)

    def sequence(self, n: int, *, causal: bool) -> np.ndarray:
        """The outputs of n tokens, each of which looks at all, or at itself and those before."""
        x = self.tally.array(tokens(n, len(self.W[0][0])))
        for W_q, W_k, W_v, W_o, W_1, W_2 in self.W:
            q, k, v = (self.heads(product(x, W)) for W in (W_q, W_k, W_v))
            rows = [
                self._attend(
                    [h[t] for h in q],
                    [h[: t + 1] if causal else h for h in k],
                    [h[: t + 1] if causal else h for h in v],
                )
                for t in range(n)
            ]
            x = self._block(product(np.array(rows), W_o), W_1, W_2)
        return plain(x)

    def step(self, x: np.ndarray) -> np.ndarray:
        """The output of the next token, whose key and value go to the cache."""
        x = self.tally.array(x)
        for (W_q, W_k, W_v, W_o, W_1, W_2), cache in zip(self.W, self.cache, strict=True):
            q, k, v = (product(x[None], W)[0] for W in (W_q, W_k, W_v))
            cache.append((k, v))
            keys, values = (self.heads(np.array(each)) for each in zip(*cache, strict=True))
            out = self._attend(self.heads(q), keys, values)
            x = self._block(product(out[None], W_o), W_1, W_2)[0]
        return plain(x)

    def _attend(self, q: list, keys: list, values: list) -> np.ndarray:
        out = []
        for query, K, V in zip(q, keys, values, strict=True):
            scores = np.array([dot(query, key).value for key in K])
            powers = np.exp(scores - scores.max())
            weights = self.tally.array(powers / powers.sum())
            out.append(product(weights[None], V)[0])
        return np.concatenate(out)

    def _block(self, x: np.ndarray, W_1: np.ndarray, W_2: np.ndarray) -> np.ndarray:
        hidden = self.tally.array(np.tanh(plain(product(x, W_1))))
        return product(hidden, W_2)

    def counted(self) -> int:
        return sum(self.tally.counts.values())


def tokens(n: int, d_model: int) -> np.ndarray:
    return np.random.default_rng(8).normal(size=(n, d_model))


@lru_cache
def run(model: Model, n: int, causal: bool) -> tuple[int, np.ndarray]:
    decoder = Decoder(model)
    outputs = decoder.sequence(n, causal=causal)
    return decoder.counted(), outputs


@each_model
def test_weights_are_the_entries_of_the_matrices(model: Model) -> None:
    assert SCALE["non_embedding_parameters"](*model) == Decoder(model).n_weights


@each_model
@pytest.mark.parametrize(("name", "causal"), [("dense_flops", False), ("causal_flops", True)])
def test_a_forward_pass_costs_what_is_counted(model: Model, name: str, causal: bool) -> None:
    for n in (1, 4):
        assert SCALE[name](n, *model) == run(model, n, causal)[0]


@each_model
def test_decoding_with_a_cache_costs_what_is_counted_and_gives_the_same(model: Model) -> None:
    decoder, before, outputs = Decoder(model), 0, []
    for t, x in enumerate(tokens(4, model[0]), 1):
        outputs.append(decoder.step(x))
        assert decoder.counted() - before == SCALE["decode_flops"](t, *model)
        before = decoder.counted()
    np.testing.assert_allclose(outputs, run(model, 4, causal=True)[1], rtol=1e-12)


@each_model
def test_training_costs_the_three_products_of_each_map(model: Model) -> None:
    """Back through every map: the gradients are those of Σ Y, and three products are counted."""
    n, decoder = 3, Decoder(model)
    tally, rng = decoder.tally, np.random.default_rng(9)
    for layer in decoder.W:
        for W in layer:
            x = rng.normal(size=(n, W.shape[0]))
            X, dY = tally.array(x), tally.array(np.ones((n, W.shape[1])))
            Y, dX, dW = product(X, W), product(dY, W.T), product(X.T, dY)
            np.testing.assert_allclose(plain(Y), x @ plain(W))
            step, V = 1e-6, rng.normal(size=W.shape)
            slope = ((x @ (plain(W) + step * V)).sum() - plain(Y).sum()) / step
            assert np.sum(plain(dW) * V) == pytest.approx(slope, rel=1e-6)
            assert plain(dX)[0] == pytest.approx(plain(W).sum(axis=1))
    assert decoder.counted() == n * SCALE["training_flops_per_token"](*model)


# --- published numbers ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("model", "published"),
    [
        (GPT2_SMALL, 124_439_808),
        ((1024, 16, 24, 4096), 354_823_168),
        ((1280, 20, 36, 5120), 774_030_080),
        ((1600, 25, 48, 6400), 1_557_611_200),
    ],
)
def test_the_released_models_have_as_many_parameters(model: Model, published: int) -> None:
    d_model, _, n_layers, d_ff = model
    embeddings = (50_257 + 1_024) * d_model
    biases = n_layers * (5 * d_model + d_ff)
    norms = (2 * n_layers + 1) * 2 * d_model
    assert SCALE["non_embedding_parameters"](*model) + biases + norms + embeddings == published


def test_the_figure_shows_published_sizes() -> None:
    (figure,) = [cell for cell in Notebook.of("ps4_scale").other if "124_439_808" in cell]
    assert "1_557_611_200" in figure
    assert SCALE["non_embedding_parameters"](**SCALE["GPT3"]) == pytest.approx(175e9, rel=0.01)


def test_the_table_of_gpt_2_small() -> None:
    n = SCALE["non_embedding_parameters"](*GPT2_SMALL)
    assert n == 84_934_656
    assert SCALE["training_flops_per_token"](*GPT2_SMALL) == 509_607_936
    assert SCALE["dense_flops"](768, *GPT2_SMALL) == 152_202_903_552
    assert SCALE["causal_flops"](768, *GPT2_SMALL) == 141_345_423_360
    assert SCALE["dense_flops"](1024, *GPT2_SMALL) == 1024 * 207_618_048
    assert SCALE["causal_flops"](1024, *GPT2_SMALL) == 1024 * 188_762_112
    assert SCALE["decode_flops"](1, *GPT2_SMALL) == 169_906_176
    # Kaplan et al. 2020, table 1: 2N + 2 n_layers n_ctx d_attn, for n_ctx keys, not n_ctx + 1.
    kaplan = 2 * n + 2 * 12 * 1024 * 768
    assert SCALE["causal_flops"](1024, *GPT2_SMALL) / 1024 == kaplan + 2 * 12 * 768


# --- the audit -----------------------------------------------------------------------------------


def printed(d: int, heads: int, layers: int, d_ff: int, **repaired: Any) -> int:
    """The calculation as printed; what is repaired: outputs, tokens, scores, values."""
    width = d // heads
    rows = repaired.get("tokens", d)
    maps = 3 * heads * 2 * rows * d * width + repaired.get("outputs", heads) * 2 * rows * d * d
    maps += 2 * rows * d * d_ff + 2 * rows * d_ff * d
    scores = repaired.get("scores", 2 * width * width * width)
    return layers * (maps + heads * (scores + repaired.get("values", 0)))


def test_the_audit_is_the_calculation_repaired_step_by_step() -> None:
    steps = [
        {},
        {"outputs": 1},
        {"outputs": 1, "tokens": 1},
        {"outputs": 1, "tokens": 1, "scores": 2 * 64 * 1024},
        {"outputs": 1, "tokens": 1, "scores": 2 * 64 * 1024, "values": 2 * 1024 * 64},
    ]
    totals = [printed(*GPT2_SMALL, **repaired) for repaired in steps]
    assert totals[0] == 250_123_124_736
    assert totals[1] == 130_535_129_088
    found = SCALE["audit"]()
    for name, before, after in zip(found, totals, totals[1:], strict=False):
        assert found[name] == before - after
    assert found["corrected"] == totals[-1] == SCALE["dense_flops"](1024, *GPT2_SMALL) // 1024


# --- budgets -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((80, 64, 64, 128, 4096, 1, 2), 10_737_418_240),
        ((80, 64, 8, 128, 4096, 1, 2), 1_342_177_280),
        ((80, 64, 1, 128, 4096, 1, 2), 167_772_160),
        ((12, 12, 12, 64, 1, 1, 2), 36_864),
        ((32, 32, 8, 128, 8192, 1, 2), 2**30),  # Llama 3 8B: a gibibyte
    ],
)
def test_caches_of_real_models(arguments: tuple[int, ...], expected: int) -> None:
    assert SCALE["kv_cache_bytes"](*arguments) == expected


def test_a_cache_is_as_large_as_its_arrays() -> None:
    keys = [np.zeros((5, 2, 7, 3), np.float32) for _ in range(4)]
    arrays = [*keys, *map(np.copy, keys)]
    assert SCALE["kv_cache_bytes"](4, 6, 2, 3, 7, 5, 4) == sum(array.nbytes for array in arrays)


@pytest.mark.parametrize("flops", [1e18, 3.14e23, 5.76e23])
@pytest.mark.parametrize(
    "coefficients",
    [SCALE["CHINCHILLA"], {"E": 2.0, "A": 300.0, "alpha": 0.27, "B": 700.0, "beta": 0.41}],
)
def test_no_other_size_has_a_smaller_loss(flops: float, coefficients: dict[str, float]) -> None:
    n_params, n_tokens = SCALE["compute_optimal"](flops, coefficients)
    assert 6 * n_params * n_tokens == pytest.approx(flops)
    sizes = np.logspace(6, 14, 400_001)
    losses = SCALE["predicted_loss"](sizes, flops / (6 * sizes), coefficients)
    assert n_params == pytest.approx(sizes[np.argmin(losses)], rel=1e-3)


def test_the_rounded_coefficients_do_not_give_twenty_tokens() -> None:
    n_params, n_tokens = SCALE["compute_optimal"](5.76e23, SCALE["CHINCHILLA"])
    assert n_params == pytest.approx(32e9, rel=0.02)
    assert n_tokens / n_params == pytest.approx(93, rel=0.02)


def test_utilisation() -> None:
    used = SCALE["model_flops_utilisation"](180_000, 1024, *GPT2_SMALL, 312e12)
    assert used == pytest.approx(0.3593, abs=5e-5)
    # As Chowdhery et al. 2022 count: 6N + 12 L H Q T for a token.
    per_token = 6 * 84_934_656 + 12 * 12 * 12 * 64 * 1024
    assert used == pytest.approx(180_000 * per_token / 312e12)


@each_model
def test_intensity_is_counted_operations_by_the_bytes_of_the_arrays(model: Model) -> None:
    decoder, t, batch = Decoder(model), 5, 3
    inputs = tokens(t, model[0])
    for x in inputs[:-1]:
        decoder.step(x)
    before = decoder.counted()
    decoder.step(inputs[-1])
    flops = batch * (decoder.counted() - before)
    cached = sum(plain(np.array(pair)).nbytes for layer in decoder.cache for pair in layer)
    read = 8 * decoder.n_weights + batch * cached
    assert SCALE["decode_intensity"](t, batch, *model, 8) == pytest.approx(flops / read)


def test_attention_alone_does_one_flop_per_byte_at_two_bytes() -> None:
    intensity = SCALE["decode_intensity"](10**9, 64, *GPT2_SMALL, 2)
    assert intensity == pytest.approx(1.0, rel=1e-3)


def test_no_batch_keeps_a_machine_busy_on_long_texts() -> None:
    """GPT-2 XL on an A100: decoding waits for memory at any batch, but for short texts."""
    ridge = 312e12 / 2e12
    intensity = partial(SCALE["decode_intensity"], **SCALE["GPT2_XL"], bytes_per_value=2)
    for t, most in ((16, 4096), (128, 0), (1024, 0)):
        batches = (2 ** np.arange(13)).tolist()
        busy = [batch for batch in batches if intensity(t, batch) > ridge]
        assert max(busy, default=0) == most


@pytest.mark.parametrize("flops", [1e18, 1e20, 1e22, 1e24])
def test_a_plan_keeps_its_limits_and_nothing_larger_does(flops: float) -> None:
    memory, n_tokens, speed = 640e9, 4096, 1e16
    plan = SCALE["budget"](flops, memory, n_tokens, speed, SCALE["CHINCHILLA"])
    best, training_tokens = SCALE["compute_optimal"](flops, SCALE["CHINCHILLA"])

    def weights(n_layers: int) -> int:
        return 196_608 * n_layers**3  # 12 · 128²

    n_layers, sequences = plan["n_layers"], plan["sequences"]
    assert weights(n_layers) <= best < weights(n_layers + 1)
    cache = n_layers * n_layers * 2 * 128 * n_tokens * 2
    left = memory - 2 * weights(n_layers)
    assert sequences * cache <= left < (sequences + 1) * cache
    seconds = 86_400 * plan["days"]
    assert seconds * speed == pytest.approx(6 * weights(n_layers) * training_tokens)
    assert seconds * speed < flops
