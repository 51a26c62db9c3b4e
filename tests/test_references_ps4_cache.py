"""What problem set 4 takes for the truth about caches and patterns, compared with something
independent: the whole layer, the whole softmax, explicit pairs of patches, counted operations.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import partial, reduce

import numpy as np
import pytest

from tests.bank_runner import Notebook, hidden_names
from tests.counting import Tally, product

MODEL = Notebook.of("ps4_scale").solved()


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
    append = MODEL["append_token"] if solution else hidden("kv_cache")["by_definition"]
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
    assert MODEL["append_flops"](n, d) == counted_attention(1, n + 1, d)
    assert MODEL["recompute_flops"](n, d) == counted_attention(n + 1, n + 1, d)


def test_counts_at_known_sizes() -> None:
    append, recompute = MODEL["append_flops"], MODEL["recompute_flops"]
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
    merge = MODEL["merge"] if solution else hidden("online_softmax")["by_definition"]
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
    for merge in (MODEL["merge"], hidden("online_softmax")["by_definition"]):
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
        for mask in (MODEL["local_mask"], tests["by_offsets"]):
            np.testing.assert_array_equal(mask(h, w, r), expected)
        if r < min(h, w):
            assert MODEL["local_pairs"](h, w, r) == expected.sum()
    expected = explicit(h, w, lambda y, x: y == 0 or x == 0)
    for mask in (MODEL["axial_mask"], tests["by_rows_and_columns"]):
        np.testing.assert_array_equal(mask(h, w), expected)
    assert MODEL["axial_pairs"](h, w) == expected.sum()


def test_pairs_at_known_sizes() -> None:
    local, axial = MODEL["local_pairs"], MODEL["axial_pairs"]
    known = {(16, 16, 1): 2116, (16, 16, 2): 5476, (16, 16, 3): 10_000, (7, 9, 2): 1131}
    assert {sizes: local(*sizes) for sizes in known} == known
    assert (axial(16, 16), axial(7, 9)) == (7936, 945)


def test_windows_and_the_layers_that_patterns_need() -> None:
    windows = MODEL["window_mask"](16, 16, 4)
    assert windows.sum() == 4096
    needed = MODEL["layers_needed"]
    local, axial = MODEL["local_mask"], MODEL["axial_mask"]
    found = [needed(local(16, 16, 1)), needed(local(16, 16, 3)), needed(axial(16, 16))]
    assert found == [15, 5, 2]
    assert needed(windows) is None
    assert needed(np.ones((4, 4), dtype=bool)) == 1


def test_patterns_of_the_written_solution() -> None:
    line = explicit(1, 16, lambda y, x: abs(x) <= 1)
    local = np.kron(line, line)
    with_global = np.ones((258, 258), dtype=bool)
    with_global[2:, 2:] = local
    assert with_global.sum() == 3144
    assert 4 * 512 * 3144 == 6_438_912
    assert MODEL["layers_needed"](with_global) == 2

    def dilated(delta: int) -> np.ndarray:
        line = explicit(1, 16, lambda y, x: abs(x) in (0, delta))
        return np.kron(line, line)

    assert dilated(4).sum() == 1600 == (3 * 16 - 2 * 4) ** 2
    assert 4 * 512 * 1600 == 3_276_800
    assert MODEL["layers_needed"](dilated(4)) is None
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
        assert MODEL[count](n, d) == sum(tally.counts.values())


def test_attention_at_known_sizes() -> None:
    patches, channels = MODEL["patch_attention_flops"], MODEL["channel_attention_flops"]
    assert (patches(256, 512), channels(256, 512)) == (134_217_728, 268_435_456)
    assert (patches(36, 20), channels(36, 20)) == (103_680, 57_600)
