"""The course's answers against independent numbers: counted operations, published sizes, searches.

Problem set 4. A decoder is run once more in loops over numbers that count (tests/counting.py), with
and without a mask and token by token with a cache; what it costs is what the formulas must give.
What the tests take for the truth about caches and patterns is compared with the whole layer, the
whole softmax, explicit pairs of patches.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from functools import lru_cache, partial, reduce
from typing import Any

import numpy as np
import pytest

from tests.bank_runner import Notebook, hidden_names
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


# The lines of the calculation for a layer: rows, inner size, columns and number of products.
Shape = tuple[int, int, int, int]
PRINTED: dict[str, list[Shape]] = {
    "queries_keys_values": [(768, 768, 64, 36)],
    "output_projection": [(768, 768, 768, 12)],
    "scores": [(64, 64, 64, 12)],
    "feed_forward": [(768, 768, 3072, 1), (768, 3072, 768, 1)],
    "absent": [],
}
RIGHT: dict[str, list[Shape]] = {
    "queries_keys_values": [(1, 768, 64, 36)],
    "output_projection": [(1, 768, 768, 1)],
    "scores": [(1, 64, 1024, 12)],
    "feed_forward": [(1, 768, 3072, 1), (1, 3072, 768, 1)],
    "absent": [(1, 1024, 64, 12)],
}


def model_flops(shapes: list[Shape]) -> int:
    return 12 * sum(2 * math.prod(shape) for shape in shapes)


def test_the_audit_is_the_difference_of_two_calculations_line_by_line() -> None:
    assert sum(map(model_flops, PRINTED.values())) == 250_123_124_736
    found = SCALE["audit"]()
    for line, shapes in PRINTED.items():
        assert found[line] == model_flops(shapes) - model_flops(RIGHT[line])
    right = sum(map(model_flops, RIGHT.values()))
    assert found["corrected"] == right == SCALE["dense_flops"](1024, *GPT2_SMALL) // 1024


def test_the_wrong_numbers_are_those_in_which_two_calculations_differ() -> None:
    names = ("rows", "inner", "columns", "how many")
    wrong = dict(SCALE["wrong_numbers"])
    assert wrong.pop("absent") == {"weighted sums"}
    for line, chosen in wrong.items():
        for printed, right in zip(PRINTED[line], RIGHT[line], strict=True):
            pairs = zip(names, printed, right, strict=True)
            assert chosen == {name for name, a, b in pairs if a != b}


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


hidden = partial(hidden_names, "ps4_scale")


# --- decoding with a cache -----------------------------------------------------------------------


def whole_layer(X: np.ndarray, params: dict[str, np.ndarray]) -> np.ndarray:
    """The outputs of causal self-attention for all tokens at once."""
    Q, K, V = (X @ params[name].T for name in ("W_q", "W_k", "W_v"))
    scores = np.where(np.tri(len(X), dtype=bool), Q @ K.T / np.sqrt(X.shape[1]), -np.inf)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True) @ V


@pytest.mark.parametrize("whose", ["the solution's", "the hidden test's"])
@pytest.mark.parametrize(("n", "d"), [(2, 3), (7, 4), (4, 9)])
def test_appending_token_by_token_gives_the_whole_layer(whose: str, n: int, d: int) -> None:
    solution = whose == "the solution's"
    append = SCALE["append_token"] if solution else hidden("kv_cache")["by_definition"]
    rng = np.random.default_rng([n, d])
    X, matrices = rng.normal(size=(n, d)), rng.normal(size=(3, d, d))
    params = dict(zip(("W_q", "W_k", "W_v"), matrices, strict=True))
    K, V = np.empty((2, 0, d))
    outputs = []
    for x in X:
        out, K, V = append(x, K, V, params)
        outputs.append(out)
    np.testing.assert_allclose(outputs, whole_layer(X, params), rtol=1e-12, atol=1e-13)
    np.testing.assert_allclose(K, X @ params["W_k"].T, rtol=1e-12, atol=1e-13)
    np.testing.assert_allclose(V, X @ params["W_v"].T, rtol=1e-12, atol=1e-13)
    # What the written question asks to be shown: earlier outputs stay.
    np.testing.assert_allclose(whole_layer(X[:-1], params), outputs[:-1], rtol=1e-12, atol=1e-13)


def counted_attention(tokens: int, seen: int, d: int) -> int:
    """Operations of projections, scores and weighted sums, each dot product a loop (P2)."""
    tally = Tally()
    X = tally.array(np.ones((tokens, d)))
    W = tally.array(np.ones((d, d)))
    Q, *_ = (product(X, W) for _ in range(3))
    scores = product(Q, tally.array(np.ones((d, seen))))
    product(scores, tally.array(np.ones((seen, d))))
    return sum(tally.counts.values())


@pytest.mark.parametrize(("n", "d"), [(0, 4), (5, 3), (3, 5), (10, 4)])
def test_counts_of_a_token_and_of_the_whole_layer(n: int, d: int) -> None:
    assert SCALE["append_flops"](n, d) == counted_attention(1, n + 1, d)
    assert SCALE["recompute_flops"](n, d) == counted_attention(n + 1, n + 1, d)


def test_counts_at_known_sizes() -> None:
    append, recompute = SCALE["append_flops"], SCALE["recompute_flops"]
    known = {(0, 4): 112, (10, 4): 272, (63, 16): 5632, (1023, 768): 6_684_672}
    assert {sizes: append(*sizes) for sizes in known} == known
    assert recompute(1023, 768) == 6_845_104_128 == 1024 * append(1023, 768)


# --- states of the softmax -----------------------------------------------------------------------


@pytest.mark.parametrize("whose", ["the solution's", "the hidden test's"])
@pytest.mark.parametrize(("scale", "shift"), [(1, 0), (5, -3), (1, 2000), (2000, 0)])
def test_merged_states_give_the_softmax_of_the_whole(
    whose: str, scale: float, shift: float
) -> None:
    solution = whose == "the solution's"
    merge = SCALE["merge"] if solution else hidden("online_softmax")["by_definition"]
    rng = np.random.default_rng(7)
    scores, values = shift + scale * rng.normal(size=24), rng.normal(size=(24, 3))
    state_of = hidden("online_softmax")["state_of"]
    cuts = [0, 5, 5, 9, 16, 24]  # the second block has no keys
    blocks = [state_of(scores[a:b], values[a:b]) for a, b in itertools.pairwise(cuts)]
    weights = np.exp(scores - scores.max())
    expected = weights @ values / weights.sum()
    orders = {
        "in a row": reduce(merge, blocks),
        "backwards": reduce(merge, blocks[::-1]),
        "tree": merge(merge(blocks[0], blocks[1]), merge(merge(blocks[2], blocks[3]), blocks[4])),
    }
    for m, total, o in orders.values():
        assert m == scores.max()
        np.testing.assert_allclose(total, weights.sum(), rtol=1e-12)
        np.testing.assert_allclose(o / total, expected, rtol=1e-11, atol=1e-13)


def test_states_of_no_keys() -> None:
    none = (-np.inf, 0.0, np.zeros(2))
    some = (3.0, 1.5, np.array([1.0, -2.0]))
    for merge in (SCALE["merge"], hidden("online_softmax")["by_definition"]):
        for pair, expected in (((none, some), some), ((some, none), some), ((none, none), none)):
            for got, right in zip(merge(*pair), expected, strict=True):
                np.testing.assert_array_equal(got, right)


# --- patterns ------------------------------------------------------------------------------------


def explicit(h: int, w: int, sees: Callable[[int, int], bool]) -> np.ndarray:
    """The mask, pair of patches by pair; patches in the order of their numbers."""
    patches = list(itertools.product(range(h), range(w)))
    return np.array([[sees(a - c, b - d) for c, d in patches] for a, b in patches])


GRIDS = [(3, 5), (5, 3), (2, 7), (6, 6), (1, 4)]


@pytest.mark.parametrize(("h", "w"), GRIDS)
def test_masks_and_their_pairs(h: int, w: int) -> None:
    tests = hidden("sparse_patterns")
    for r in (0, 1, 2, 3, 9):
        expected = explicit(h, w, lambda y, x, r=r: max(abs(y), abs(x)) <= r)
        for mask in (SCALE["local_mask"], tests["by_offsets"]):
            np.testing.assert_array_equal(mask(h, w, r), expected)
        if r < min(h, w):
            assert SCALE["local_pairs"](h, w, r) == expected.sum()
    expected = explicit(h, w, lambda y, x: y == 0 or x == 0)
    for mask in (SCALE["axial_mask"], tests["by_rows_and_columns"]):
        np.testing.assert_array_equal(mask(h, w), expected)
    assert SCALE["axial_pairs"](h, w) == expected.sum()


def test_pairs_at_known_sizes() -> None:
    local, axial = SCALE["local_pairs"], SCALE["axial_pairs"]
    known = {(16, 16, 1): 2116, (16, 16, 2): 5476, (16, 16, 3): 10_000, (7, 9, 2): 1131}
    assert {sizes: local(*sizes) for sizes in known} == known
    assert (axial(16, 16), axial(7, 9)) == (7936, 945)


@pytest.mark.slow
def test_windows_and_the_layers_that_patterns_need() -> None:
    windows = SCALE["window_mask"](16, 16, 4)
    assert windows.sum() == 4096
    needed = SCALE["layers_needed"]
    local, axial = SCALE["local_mask"], SCALE["axial_mask"]
    found = [needed(local(16, 16, 1)), needed(local(16, 16, 3)), needed(axial(16, 16))]
    assert found == [15, 5, 2]
    assert needed(windows) is None
    assert needed(np.ones((4, 4), dtype=bool)) == 1


def test_layers_are_counted_one_by_one() -> None:
    """Also for masks in which the number of known pairs stays the same for a layer, or falls."""
    rng = np.random.default_rng(5)
    masks = [rng.random((size, size)) < 0.4 for size in (3, 4, 5, 6) for _ in range(100)]
    masks.append(np.array([[0, 1, 0], [1, 0, 1], [1, 1, 0]], dtype=bool))
    cycle = np.roll(np.eye(6, dtype=bool), 1, axis=1)
    cycle[0, 2] = True  # with this shortcut, 26 layers: the most that 6 patches can need
    masks.append(cycle)
    found = set()
    for mask in masks:
        known, layers = mask, 1
        while not known.all() and layers <= len(mask) ** 2:
            known, layers = known @ mask, layers + 1
        expected = layers if known.all() else None
        assert SCALE["layers_needed"](mask) == expected
        found.add(expected)
    assert {None, 4, 26} <= found


def test_patterns_of_the_written_solution() -> None:
    line = explicit(1, 16, lambda y, x: abs(x) <= 1)
    local = np.kron(line, line)
    with_global = np.ones((258, 258), dtype=bool)
    with_global[2:, 2:] = local
    assert with_global.sum() == 3144
    assert 4 * 512 * 3144 == 6_438_912
    assert SCALE["layers_needed"](with_global) == 2

    def dilated(delta: int) -> np.ndarray:
        line = explicit(1, 16, lambda y, x: abs(x) in (0, delta))
        return np.kron(line, line)

    assert dilated(4).sum() == 1600 == (3 * 16 - 2 * 4) ** 2
    assert 4 * 512 * 1600 == 3_276_800
    assert SCALE["layers_needed"](dilated(4)) is None
    reached = reduce(np.matmul, [dilated(delta).astype(float) for delta in (8, 4, 2, 1)])
    assert (reached > 0).all()
    assert 4 * 512 * 4096 == 8_388_608
    assert 4 * 512 * 256**2 == 134_217_728


# --- patches and channels ------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "d"), [(3, 5), (6, 2), (4, 7)])
def test_attention_of_patches_and_of_channels(n: int, d: int) -> None:
    for count, (tokens, length) in {
        "patch_attention_flops": (n, d),
        "channel_attention_flops": (d, n),
    }.items():
        tally = Tally()
        X = tally.array(np.ones((tokens, length)))
        product(product(X, X.T), X)
        assert SCALE[count](n, d) == sum(tally.counts.values())


def test_attention_at_known_sizes() -> None:
    patches, channels = SCALE["patch_attention_flops"], SCALE["channel_attention_flops"]
    assert (patches(256, 512), channels(256, 512)) == (134_217_728, 268_435_456)
    assert (patches(36, 20), channels(36, 20)) == (103_680, 57_600)
