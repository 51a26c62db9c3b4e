"""The answers of problem set 3, heads and layers, against independent numbers.

Reachability by trying every choice that heads have; costs by products that count themselves
(tests/counting.py); parameter counts by the published one of GPT-2 small.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence

import numpy as np
import pytest

from tests.bank_runner import Notebook
from tests.counting import Tally, plain, product

SOLVED = Notebook.of("ps3_architecture").solved()
Layer = Sequence[Sequence[int]]  # for each position those that its heads look at


# --- receptive field -----------------------------------------------------------------------------


def reached(layers: Sequence[Layer], node: int) -> int:
    """How many positions of the input reach a node: residual connections keep its own."""
    positions = {node}
    for layer in layers:
        positions |= {other for at in positions for other in layer[at]}
    return len(positions)


def every_layer(n_heads: int, seq_len: int) -> Iterator[Layer]:
    """Every choice of heads for every position, of different positions other than its own."""
    each = [
        list(itertools.combinations([p for p in range(seq_len) if p != at], n_heads))
        for at in range(seq_len)
    ]
    return itertools.product(*each)


@pytest.mark.parametrize(
    ("n_heads", "n_layers", "seq_len"), [(1, 1, 4), (1, 2, 4), (2, 1, 4), (2, 2, 4), (1, 2, 3)]
)
def test_the_field_is_the_largest_of_all_choices(n_heads: int, n_layers: int, seq_len: int) -> None:
    layers = list(every_layer(n_heads, seq_len))
    most = max(reached(chosen, 0) for chosen in itertools.product(layers, repeat=n_layers))
    assert SOLVED["receptive_field"](n_heads, n_layers, seq_len) == most


@pytest.mark.parametrize(("n_heads", "n_layers"), [(1, 3), (2, 3), (3, 3), (5, 2)])
def test_no_random_choice_reaches_more_and_one_reaches_all(n_heads: int, n_layers: int) -> None:
    seq_len, draw = 400, random.Random(3)
    field = SOLVED["receptive_field"](n_heads, n_layers)
    for _ in range(10):
        layers = [
            [draw.sample(range(seq_len), n_heads) for _ in range(seq_len)] for _ in range(n_layers)
        ]
        assert reached(layers, draw.randrange(seq_len)) <= field
    steps = [(n_heads + 1) ** depth for depth in range(n_layers)]
    best = [
        [[(at + head * step) % seq_len for head in range(1, n_heads + 1)] for at in range(seq_len)]
        for step in steps
    ]
    assert reached(best, 7) == field


def test_published_fields() -> None:
    """2ⁿ with one head, 3ⁿ with two, (k + 1)ⁿ with k (EECS 182, 2a)."""
    field = SOLVED["receptive_field"]
    assert [field(1, n) for n in (1, 2, 5)] == [2, 4, 32]
    assert [field(2, n) for n in (1, 2, 5)] == [3, 9, 243]
    assert field(12, 12) == 13**12


# --- counts --------------------------------------------------------------------------------------

# (N, D) -> weights, biases, attention weights, dense weights, dense biases
PRINTED = {
    (16, 8): (192, 24, 256, 16384, 128),
    (5, 7): (147, 21, 25, 1225, 35),
    (9, 4): (48, 12, 81, 1296, 36),
}


@pytest.mark.parametrize(("sizes", "counts"), PRINTED.items(), ids=str)
def test_counts_are_those_of_arrays(sizes: tuple[int, int], counts: tuple[int, ...]) -> None:
    n, d = sizes
    answer = SOLVED["attention_counts"](n, d)
    assert tuple(answer.values()) == counts
    X = np.ones((n, d))
    maps = {letter: (np.ones((d, d)), np.ones(d)) for letter in "qkv"}
    Q, K, _ = (X @ W.T + b for W, b in maps.values())
    assert answer["qkv_weights"] == sum(W.size for W, _ in maps.values())
    assert answer["qkv_biases"] == sum(b.size for _, b in maps.values())
    assert answer["attention_weights"] == (Q @ K.T).size
    joined = [(i, o) for i in np.ndindex(n, d) for o in np.ndindex(n, d)]
    assert answer["dense_weights"] == len(joined)
    assert answer["dense_biases"] == len({o for _, o in joined})


def test_the_weights_of_gpt2_small_are_the_published_ones() -> None:
    d, hidden, layers, heads = 768, 3072, 12, 12
    counts = SOLVED["attention_counts"](1024, d)
    attention = SOLVED["head_weights"](1024, d, heads, d // heads)
    assert counts["qkv_weights"] + counts["qkv_biases"] == 768 * 2304 + 2304  # its c_attn
    matrices = layers * (attention + 2 * d * hidden)
    assert matrices == 84_934_656
    biases = layers * (counts["qkv_biases"] + d + hidden + d)
    norms = (2 * layers + 1) * 2 * d
    embeddings = (50_257 + 1_024) * d
    assert matrices + biases + norms + embeddings == 124_439_808


# --- costs ---------------------------------------------------------------------------------------


def multi_head(
    tally: Tally, X: np.ndarray, Y: np.ndarray, weights: Sequence[np.ndarray], n_heads: int
) -> np.ndarray:
    """Tokens X ask, tokens Y are asked. weights: W_q, W_k, W_v (H e, D) and W_o (D, H e)."""
    W_q, W_k, W_v, W_o = weights
    with tally.line("with weights"):
        Q, K, V = product(X, W_q.T), product(Y, W_k.T), product(Y, W_v.T)
    outputs = []
    for q, k, v in zip(*(np.split(each, n_heads, axis=1) for each in (Q, K, V)), strict=True):
        with tally.line("of pairs"):
            scores = plain(product(q, k.T)) / np.sqrt(q.shape[1])
        e = np.exp(scores)  # softmax and scale: free (P5)
        with tally.line("of pairs"):
            outputs.append(product(tally.array(e / e.sum(axis=1, keepdims=True)), v))
    with tally.line("with weights"):
        return product(np.concatenate(outputs, axis=1), W_o.T)


def counted(n_t: int, n_s: int, d: int, n_heads: int, d_head: int) -> tuple[int, int, int]:
    """FLOPs with weights and of pairs, and the number of weights."""
    tally, rng = Tally(), np.random.default_rng(n_t + n_s)
    both = n_heads * d_head
    weights = [tally.array(rng.normal(size=s)) for s in [(both, d)] * 3 + [(d, both)]]
    X, Y = (tally.array(rng.normal(size=(n, d))) for n in (n_t, n_s))
    multi_head(tally, X, Y, weights, n_heads)
    return tally.counts["with weights"], tally.counts["of pairs"], sum(W.size for W in weights)


@pytest.mark.parametrize("sizes", [(3, 5, 2, 4), (4, 3, 3, 2), (2, 6, 2, 3), (5, 2, 1, 7)], ids=str)
def test_costs_of_heads_are_those_counted(sizes: tuple[int, ...]) -> None:
    n, d, n_heads, d_head = sizes
    with_weights, of_pairs, weights = counted(n, n, d, n_heads, d_head)
    assert SOLVED["head_weights"](n, d, n_heads, d_head) == weights
    assert SOLVED["head_flops"](n, d, n_heads, d_head) == with_weights + of_pairs


@pytest.mark.parametrize("sizes", [(3, 5, 4, 2), (2, 3, 3, 2), (4, 1, 2, 3)], ids=str)
def test_costs_of_attention_to_others_are_those_counted(sizes: tuple[int, ...]) -> None:
    n_t, n_s, d_head, n_heads = sizes
    with_weights, of_pairs, _ = counted(n_t, n_s, n_heads * d_head, n_heads, d_head)
    assert SOLVED["multi_head_flops"](n_t, n_s, d_head, n_heads) == with_weights + of_pairs


def test_costs_by_hand() -> None:
    weights, flops = SOLVED["head_weights"], SOLVED["head_flops"]
    for n, d, heads, w, f in [
        (16, 12, 3, 576, 30_720),
        (5, 20, 4, 1_600, 18_000),
        (64, 512, 8, 1_048_576, 142_606_336),
    ]:
        assert weights(n, d, heads, d // heads) == w == weights(n, d, 1, d)
        assert flops(n, d, heads, d // heads) == f == flops(n, d, 1, d)
        assert (weights(n, d, heads, d), flops(n, d, heads, d)) == (heads * w, heads * f)
    others = SOLVED["multi_head_flops"]
    assert [others(3, 5, 4, 2), others(7, 2, 3, 5)] == [2_528, 8_940]
    assert others(128, 256, 64, 12) == 1_006_632_960
    assert others(64, 64, 64, 8) == flops(64, 512, 8, 64)


@pytest.mark.parametrize(("d", "ffn_mult"), [(2, 0), (4, 1), (2, 3)])
def test_at_the_crossover_both_sides_cost_the_same(d: int, ffn_mult: int) -> None:
    n = SOLVED["crossover_seq_len"](d, ffn_mult)
    with_weights, of_pairs, _ = counted(n, n, d, 2, d // 2)
    tally = Tally()
    if ffn_mult:
        hidden = ffn_mult * d
        X, up, down = (tally.array(np.ones(s)) for s in [(n, d), (hidden, d), (d, hidden)])
        with tally.line("feed-forward"):
            product(product(X, up.T), down.T)
    assert of_pairs == with_weights + tally.counts["feed-forward"]
