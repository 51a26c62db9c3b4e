"""The answers of problem set 3, and what its tests take for the truth, against independent numbers.

Reachability by trying every choice that heads have; costs by products that count themselves
(tests/counting.py); parameter counts by the published one of GPT-2 small. From layer norm on:
automatic differentiation, complex steps, simulation, explicit arrays, plain attention on the
flattened grid, numbers that were computed elsewhere.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import autograd
import autograd.numpy as anp
import numpy as np
import pytest

from examiner.checks.tolerances import SIGMAS
from tests.bank_runner import Notebook, hidden_names
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


NOTEBOOK = Notebook.of("ps3_architecture")


hidden = partial(hidden_names, "ps3_architecture")


def both(question: str, solution: str, oracle: str = "by_definition") -> list[Callable[..., Any]]:
    return [hidden(question)[oracle], SOLVED[solution]]


# --- layer norm ----------------------------------------------------------------------------------


def layer_norm_for_autograd(x: Any, gamma: Any, beta: Any, eps: float) -> Any:
    centred = x - anp.mean(x, axis=1, keepdims=True)
    return gamma * centred * (anp.mean(centred**2, axis=1, keepdims=True) + eps) ** -0.5 + beta


def arguments_of_layer_norm(n: int, d: int) -> tuple[np.ndarray, ...]:
    rng = np.random.default_rng([n, d])
    return 3 * rng.normal(size=(n, d)) + 1, *rng.normal(size=(2, d))


@pytest.mark.parametrize("d", [2, 5, 9])
@pytest.mark.parametrize("eps", [0.0, 1e-5, 2.0])
def test_layer_norm_has_its_mean_and_its_spread(d: int, eps: float) -> None:
    x, gamma, beta = arguments_of_layer_norm(6, d)
    for function in both("layer_norm", "layer_norm"):
        z = function(x, np.ones(d), np.zeros(d), eps)
        np.testing.assert_allclose(z.mean(axis=1), 0, atol=1e-12)
        np.testing.assert_allclose(z.var(axis=1), x.var(axis=1) / (x.var(axis=1) + eps))
        np.testing.assert_allclose(
            function(x, gamma, beta, eps), layer_norm_for_autograd(x, gamma, beta, eps), atol=1e-12
        )


@pytest.mark.parametrize(("norm", "training"), [("layer", True), ("batch", True), ("batch", False)])
def test_which_entries_a_norm_depends_on(norm: str, training: bool) -> None:
    """The entries of the whole Jacobian that aren't 0."""
    rng = np.random.default_rng(4)
    X, (mean, variance) = rng.normal(size=(4, 5)), rng.random(size=(2, 5))
    axis = 1 if norm == "layer" else 0

    def output(X: Any) -> Any:
        mu = anp.mean(X, axis=axis, keepdims=True) if training else mean
        sigma2 = anp.mean((X - mu) ** 2, axis=axis, keepdims=True) if training else variance
        return ((X - mu) / (sigma2 + 1e-3) ** 0.5)[1, 2]

    slopes = abs(autograd.grad(output)(X)) > 1e-12
    found = set()
    for (i, j), there in np.ndenumerate(slopes):
        if there:
            found.add({(1, 1): "i", (0, 1): "ii", (1, 0): "iii"}.get((i == 1, j == 2), "iv"))
    entry = (
        "layer norm"
        if norm == "layer"
        else f"batch norm, {'training' if training else 'evaluation'}"
    )
    assert SOLVED["dependence"][entry] == found


@pytest.mark.parametrize("gamma", [1.7, -0.4])
@pytest.mark.parametrize("eps", [0.0, 0.6])
@pytest.mark.parametrize("d", [2, 3, 50])
def test_the_length_of_a_token(gamma: float, eps: float, d: int) -> None:
    x = 2 * np.random.default_rng(d).normal(size=(1, d))
    y = layer_norm_for_autograd(x, gamma, 0.3, eps)
    for function in both("layer_norm_radius", "layer_norm_radius"):
        radius = function(gamma, x.var(), d, eps)
        assert radius == pytest.approx(np.linalg.norm(y - 0.3), rel=1e-12)
    if not eps:
        assert radius == pytest.approx(abs(gamma) * np.sqrt(d))


def test_the_numbers_of_the_model_answer_to_the_written_part() -> None:
    y = layer_norm_for_autograd(np.array([[1.0, 2, 6]]), -2, 1, 0)
    np.testing.assert_allclose(y, [[2.85, 1.93, -1.78]], atol=5e-3)
    assert np.linalg.norm(y - 1) == pytest.approx(2 * np.sqrt(3))
    radius = SOLVED["layer_norm_radius"]
    assert radius(1.5, 0.2, 7, 0.6) == pytest.approx(radius(1.5, 0.2, 7, 0) / 2)
    for token, square in (((1.0, -1, 0), 3), ((1.0, 1, -2), 9)):
        y = layer_norm_for_autograd(np.array([token]), np.array([1, 1, 2]), 0, 0)
        assert np.sum(y**2) == pytest.approx(square)
    assert np.array_equal(SOLVED["layer_norm"](np.full(3, 4.0), 2.0, 0.5, 1e-5), np.full(3, 0.5))


@pytest.mark.parametrize(("n", "d"), [(1, 2), (5, 4), (3, 7)])
@pytest.mark.parametrize("eps", [1e-5, 0.4])
def test_gradients_by_automatic_differentiation(n: int, d: int, eps: float) -> None:
    x, gamma, beta = arguments_of_layer_norm(n, d)
    dy = np.random.default_rng(n + d).normal(size=(n, d))

    def loss(x: Any, gamma: Any, beta: Any) -> Any:
        return anp.sum(dy * layer_norm_for_autograd(x, gamma, beta, eps))

    expected = autograd.grad(loss, (0, 1, 2))(x, gamma, beta)
    functions = both("layer_norm_backward", "layer_norm_backward")
    for function in functions:
        for gradient, right in zip(function(dy, x, gamma, eps), expected, strict=True):
            np.testing.assert_allclose(gradient, right, rtol=1e-9, atol=1e-12)


def test_gradients_of_tiny_numbers_by_steps_into_the_complex_plane() -> None:
    size = 1e-100  # of which the variance is nearly too small for a float
    x, gamma, beta = arguments_of_layer_norm(3, 5)
    dy, step = np.random.default_rng(5).normal(size=(3, 5)), 1e-30 * size
    expected = np.empty(x.shape)
    for place in np.ndindex(x.shape):
        moved = size * x.astype(complex)
        moved[place] += 1j * step
        y = layer_norm_for_autograd(moved, gamma, beta, 0.0)
        expected[place] = np.sum(dy * y.imag) / step
    for function in both("layer_norm_backward", "layer_norm_backward"):
        np.testing.assert_allclose(function(dy, size * x, gamma, 0.0)[0], expected, rtol=1e-9)


def test_formulas_survive_the_cases_for_complex_steps() -> None:
    """Where a step is too long, or nothing is left of it, formulas agree to ten digits."""
    drawn = hidden("layer_norm_backward")["cases"](np.random.default_rng(7))
    for case in (case for case in drawn.values() if case.telltale):
        found = [f(*case.arguments) for f in both("layer_norm_backward", "layer_norm_backward")]
        for one, other in zip(*found, strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-10, atol=0)


# --- BERT's masks --------------------------------------------------------------------------------


def test_shares_of_masks_by_simulation() -> None:
    n, vocab_size = 2_000_000, 50
    tokens = np.random.default_rng(1).integers(vocab_size, size=n)
    inputs, targets = SOLVED["bert_mask"](tokens, 7, vocab_size, 3)
    chosen = targets != -1
    assert np.array_equal(targets[chosen], tokens[chosen])
    assert np.array_equal(inputs[~chosen], tokens[~chosen])
    others = tokens != 7  # where to be masked and to stay are different things
    for event, share in (
        (chosen, 0.15),
        (chosen & (inputs == 7), 0.12 + 0.015 / vocab_size),
        (chosen & (inputs == tokens), 0.015 + 0.015 / vocab_size),
        (chosen & (inputs != tokens) & (inputs != 7), 0.015 * (1 - 2 / vocab_size)),
    ):
        count, among = np.count_nonzero(event & others), np.count_nonzero(others)
        assert abs(count - share * among) < SIGMAS * np.sqrt(among * share * (1 - share))


# A right answer is refused less than once in thousands of draws, whatever way it draws.
@pytest.mark.slow
@pytest.mark.parametrize("way", ["each by itself", "as many in every row", "exactly 15 %"])
def test_no_right_way_to_draw_is_refused(way: str) -> None:
    names, draws = hidden("bert_masking"), np.random.default_rng(10)

    def answer(tokens: np.ndarray, mask_id: int, vocab_size: int, seed: int) -> np.ndarray:
        rng = np.random.default_rng([seed, draws.integers(2**32)])
        order = rng.random(tokens.shape)
        if way == "as many in every row":
            order = order.argsort(axis=-1).argsort(axis=-1) / tokens.shape[-1]
        elif way == "exactly 15 %":
            order = order.ravel().argsort().argsort().reshape(tokens.shape) / tokens.size
        chosen, fate = order < 0.15, rng.random(tokens.shape)
        inputs = np.where(chosen & (fate < 0.8), mask_id, tokens)
        words = rng.integers(vocab_size, size=tokens.shape)
        inputs = np.where(chosen & (fate > 0.9), words, inputs)
        return np.array([inputs, np.where(chosen, tokens, -1)])

    for _ in range(4):
        for name in ("others_stay", "share_of_chosen", "three_fates", "whole_vocabulary"):
            assert names[name](answer, None) == ""


# --- attention on a grid -------------------------------------------------------------------------


def test_attention_on_a_grid_is_attention_on_its_cells() -> None:
    rng = np.random.default_rng(8)
    h = rng.normal(size=(3, 4, 6))
    W_Q, W_K, W_V = (rng.normal(size=(2, rows, 6)) for rows in (5, 5, 3))
    cells = h.reshape(12, 6)
    for function in both("spatial_attention", "spatial_self_attention"):
        h_out, alpha = function(h, W_Q, W_K, W_V)
        for k in range(2):
            scores = cells @ W_Q[k].T @ W_K[k] @ cells.T
            weights = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
            np.testing.assert_allclose(alpha[k].reshape(12, 12), weights, rtol=1e-9)
            values = (weights @ cells @ W_V[k].T).reshape(3, 4, 3)
            np.testing.assert_allclose(h_out[:, :, 3 * k : 3 * k + 3], values, rtol=1e-9)


# --- the audit -----------------------------------------------------------------------------------

PRINTED_GRIDS = {  # with the right counts beside, as they were computed elsewhere
    (16, 8): (192, 24, 16384, 128),
    (5, 7): (147, 21, 1225, 35),
    (9, 4): (48, 12, 1296, 36),
}


@pytest.mark.parametrize(("n", "d"), PRINTED_GRIDS)
def test_printed_counts_and_amounts_add_up_to_the_right_ones(n: int, d: int) -> None:
    for n_heads in (h for h in range(1, d + 1) if d % h == 0):
        printed = (3 * d**2 // n_heads, 3, d**2 * n**2, n**2)
        amounts = SOLVED["dense_audit"](n, d, n_heads).values()
        right = tuple(a + b for a, b in zip(printed, amounts, strict=True))
        assert right == PRINTED_GRIDS[n, d]


def test_the_layers_of_the_audit_have_so_many_parameters() -> None:
    n, n_heads, e = 5, 3, 2
    d = n_heads * e
    heads = [np.empty((e, d)) for _ in range(3 * n_heads)]
    biases = [np.empty(e) for _ in heads]
    dense = np.empty((n * d, n * d)).size, np.empty(n * d).size
    right = (sum(W.size for W in heads), sum(b.size for b in biases), *dense)
    printed = (3 * d * d // n_heads, 3, n * n * d * d, n * n)
    amounts = tuple(SOLVED["dense_audit"](n, d, n_heads).values())
    assert tuple(a - b for a, b in zip(right, printed, strict=True)) == amounts


@pytest.mark.parametrize(("n", "d"), [(5, 6), (4, 12), (9, 8)])
def test_a_line_that_follows_is_true_of_the_printed_numbers_alone(n: int, d: int) -> None:
    """Line 2 rests on line 1, line 6 on lines 4 and 5; what is wrong has no such excuse."""

    def page(n: int) -> dict[str, int]:
        return {"weights": n * n * d * d, "biases": n * n}

    def true(n: int) -> dict[str, int]:
        return {"weights": np.empty((n * d, n * d)).size, "biases": n * d}

    four_times = {
        name: sum(count(2 * n).values()) == 4 * sum(count(n).values())
        for name, count in {"page": page, "true": true}.items()
    }
    lines = SOLVED["audit_lines"]
    assert four_times == {"page": True, "true": False}
    assert lines["6"] == "follows"
    assert page(n)["weights"] == true(n)["weights"]
    assert lines["4"] == "right"
    for n_heads in (2, d // 2):
        e = d // n_heads
        matrix = np.empty((e, e))  # line 1
        assert (
            3 * n_heads * matrix.size == 3 * d**2 // n_heads != 3 * n_heads * np.empty((e, d)).size
        )
    assert lines["2"] == "follows"
    assert [lines[line] for line in "135"] == ["wrong"] * 3


# --- the equations of a grid ---------------------------------------------------------------------


def test_the_equations_of_a_grid_compute_attention_on_its_cells() -> None:
    """The sets of indices, made into the subscripts of einsum, give the numbers of the function."""
    rng = np.random.default_rng(9)
    h = rng.normal(size=(3, 4, 6))
    W_Q, W_K, W_V = (rng.normal(size=(2, rows, 6)) for rows in (5, 5, 3))
    letters = {"k": "k", "x": "x", "y": "y", "x1": "x", "y1": "y", "x2": "a", "y2": "b"}
    letters |= {"x'": "a", "y'": "b"}

    def subscripts(entry: str) -> str:
        return "".join(sorted(letters[index] for index in SOLVED["equations"][entry]))

    def ordered(text: str) -> str:
        return "".join(letter for letter in "kxyab" if letter in text)

    left = {entry: ordered(subscripts(entry)) for entry in SOLVED["equations"]}
    query = np.einsum(f"kuj,xyj->{left['projections']}u", W_Q, h)
    key = np.einsum(f"kuj,xyj->{left['projections']}u", W_K, h)
    value = np.einsum(f"kuj,xyj->{left['projections']}u", W_V, h)
    scores = np.einsum(f"kxyu,{left['key in alpha']}u->{left['alpha']}", query, key)
    axes = tuple(left["alpha"].index(letter) for letter in left["softmax over"])
    weights = np.exp(scores) / np.exp(scores).sum(axis=axes, keepdims=True)
    out = np.einsum(f"{left['alpha']},{left['value in out']}u->{left['out']}u", weights, value)
    assert set(left["alpha"]) - set(left["out"]) == set(left["sum over"])
    joined = np.concatenate(list(out), axis=-1)
    assert joined.ndim == len(left["h_out"]) + 1
    h_out, alpha = SOLVED["spatial_self_attention"](h, W_Q, W_K, W_V)
    np.testing.assert_allclose(alpha, weights, rtol=1e-9)
    np.testing.assert_allclose(h_out, joined, rtol=1e-9)
