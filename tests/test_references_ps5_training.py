"""The course's answers against independent numbers: a backward pass that may use only what was
kept, a ring that runs, published figures.

Problem set 5, part 2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

import numpy as np
import pytest

from tests.bank_runner import Notebook

MACHINES = Notebook.of("ps5_machines").solved()
LAYER = {"n": 4, "d_model": 6, "n_heads": 4, "n_kv_heads": 2, "d_head": 3, "d_ff": 5}
LLAMA = {name: size for name, size in MACHINES["LLAMA3_8B"].items() if name != "vocab_size"}


# --- the state -----------------------------------------------------------------------------------


def test_the_figure_of_the_paper_on_zero() -> None:
    sizes = [MACHINES["state_bytes"](7_500_000_000, 64, stage) / 1e9 for stage in range(4)]
    assert sizes == [120, 31.40625, 16.640625, 1.875]


# --- a layer, forward and backward ---------------------------------------------------------------

Kept = dict[str, np.ndarray]


def weights() -> dict[str, np.ndarray]:
    _, d, H, G, e, f = LAYER.values()
    draw = np.random.default_rng(5).normal
    shapes = {"q": (d, H * e), "k": (d, G * e), "v": (d, G * e), "o": (H * e, d)}
    shapes |= {"gate": (d, f), "up": (d, f), "down": (f, d)}
    return {name: draw(size=shape) / np.sqrt(shape[0]) for name, shape in shapes.items()}


def norm(x: np.ndarray) -> np.ndarray:
    return x / np.sqrt(np.mean(x**2, axis=1, keepdims=True))


def norm_backward(x: np.ndarray, dy: np.ndarray) -> np.ndarray:
    root = np.sqrt(np.mean(x**2, axis=1, keepdims=True))
    return (dy - norm(x) * np.mean(dy * norm(x), axis=1, keepdims=True)) / root


def sigmoid(a: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-a))


def split(x: np.ndarray, heads: int) -> np.ndarray:
    """(n, heads·e) as (heads, n, e): a view."""
    return x.reshape(len(x), heads, -1).transpose(1, 0, 2)


def together(x: np.ndarray) -> np.ndarray:
    return x.transpose(1, 0, 2).reshape(x.shape[1], -1)


def forward(x: np.ndarray, W: dict[str, np.ndarray], tiled: bool = False) -> tuple:
    """The layer's output, and line -> the arrays that it keeps. tiled: logs in place of weights."""
    _, _, H, G, e, _ = LAYER.values()
    normed = norm(x)
    q, k, v = normed @ W["q"], normed @ W["k"], normed @ W["v"]
    keys, values = (np.repeat(split(a, G), H // G, axis=0) for a in (k, v))
    scores = split(q, H) @ keys.transpose(0, 2, 1) / np.sqrt(e)
    logs = np.log(np.exp(scores).sum(axis=2))
    P = np.exp(scores - logs[:, :, None])
    heads = together(P @ values)
    y = x + heads @ W["o"]
    normed_y = norm(y)
    gate, up = normed_y @ W["gate"], normed_y @ W["up"]
    both = gate * sigmoid(gate) * up
    kept = {
        "norm_inputs": [x, y],
        "map_inputs": [normed, normed_y],
        "queries_keys_values": [q, k, v],
        "attention_weights": [logs if tiled else P],
        "head_outputs": [heads],
        "gate_up_product": [gate, up, both],
    }
    return y + both @ W["down"], kept


def backward(dout: np.ndarray, W: dict[str, np.ndarray], kept: dict[str, list]) -> dict:
    """The gradients of the weights and of the input x, from what was kept alone."""
    _, _, H, G, e, _ = LAYER.values()
    (x, y), (normed, normed_y) = kept["norm_inputs"], kept["map_inputs"]
    (q, k, v), (heads,) = kept["queries_keys_values"], kept["head_outputs"]
    gate, up, both = kept["gate_up_product"]
    (weights_or_logs,) = kept["attention_weights"]
    keys, values = (np.repeat(split(a, G), H // G, axis=0) for a in (k, v))
    P = weights_or_logs
    if P.ndim == 2:  # tiled: a tile of weights at a time comes from the scores and their logs
        P = np.exp(split(q, H) @ keys.transpose(0, 2, 1) / np.sqrt(e) - P[:, :, None])
    dboth = dout @ W["down"].T
    s = sigmoid(gate)
    dup, dgate = dboth * gate * s, dboth * up * s * (1 + gate * (1 - s))
    dy = dout + norm_backward(y, dgate @ W["gate"].T + dup @ W["up"].T)
    dheads = split(dy @ W["o"].T, H)
    dvalues, dP = P.transpose(0, 2, 1) @ dheads, dheads @ values.transpose(0, 2, 1)
    dscores = P * (dP - np.sum(dP * P, axis=2, keepdims=True)) / np.sqrt(e)
    grouped = (G, H // G, len(x), e)
    dk, dv = (
        together(each.reshape(grouped).sum(axis=1))
        for each in (dscores.transpose(0, 2, 1) @ split(q, H), dvalues)
    )
    dq = together(dscores @ keys)
    dnormed = dq @ W["q"].T + dk @ W["k"].T + dv @ W["v"].T
    gradients = {"q": normed.T @ dq, "k": normed.T @ dk, "v": normed.T @ dv, "o": heads.T @ dy}
    gradients |= {"gate": normed_y.T @ dgate, "up": normed_y.T @ dup, "down": both.T @ dout}
    return gradients | {"x": dy + norm_backward(x, dnormed)}


def numbers(arrays: list[np.ndarray]) -> int:
    """The entries of arrays, each of them once."""
    return sum(array.size for array in {id(array): array for array in arrays}.values())


@pytest.mark.parametrize("tiled", [False, True])
def test_a_backward_pass_works_from_what_is_kept(tiled: bool) -> None:
    rng, W = np.random.default_rng(6), weights()
    x, direction = rng.normal(size=(2, LAYER["n"], LAYER["d_model"]))
    _, kept = forward(x, W, tiled)
    gradients = backward(direction, W, kept)
    loss: Callable[[], float] = lambda: np.sum(forward(arrays["x"], arrays)[0] * direction)  # noqa: E731
    arrays = W | {"x": x}
    for name, gradient in gradients.items():
        step = rng.normal(size=gradient.shape)
        values, given = [], arrays[name]
        for side in (1e-6, -1e-6):
            arrays[name] = given + side * step
            values.append(loss())
        arrays[name] = given
        assert np.sum(gradient * step) == pytest.approx((values[0] - values[1]) / 2e-6, rel=1e-5)


def test_the_arrays_that_are_kept_have_so_many_numbers() -> None:
    x = np.random.default_rng(7).normal(size=(LAYER["n"], LAYER["d_model"]))
    _, kept = forward(x, weights())
    lines = {line: numbers(arrays) for line, arrays in kept.items()}
    assert MACHINES["saved_numbers"](**LAYER) == lines


def held(mode: str, n_layers: int) -> Iterator[int]:
    """The numbers that are held after each step of a forward and a backward pass."""
    x = np.random.default_rng(8).normal(size=(LAYER["n"], LAYER["d_model"]))
    there: list[list[np.ndarray]] = []
    for _ in range(n_layers):
        out, kept = forward(x, weights(), mode != "all")
        there.append([x] if mode == "recompute" else [a for line in kept.values() for a in line])
        x = out
        yield numbers([*chain.from_iterable(there)])
    while there and mode == "recompute":
        (x,) = there[-1]
        _, kept = forward(x, weights(), tiled=True)
        there[-1] += [array for line in kept.values() for array in line]
        yield numbers([*chain.from_iterable(there)])
        there.pop()


@pytest.mark.parametrize("mode", ["all", "tiled", "recompute"])
def test_the_most_that_is_held_at_once(mode: str) -> None:
    n, d_model, *rest = LAYER.values()
    for n_layers in (1, 2, 4):
        counted = MACHINES["activation_bytes"](mode, 3, n, d_model, n_layers, *rest)
        assert counted == 2 * 3 * max(held(mode, n_layers))


def test_numbers_of_the_text() -> None:
    sizes = {
        mode: MACHINES["activation_bytes"](mode, 1, 8192, **LLAMA)
        for mode in ("all", "tiled", "recompute")
    }
    assert [*sizes.values()] == [173_946_175_488, 36_523_999_232, 3_221_749_760]
    assert round(2 * 8192 * MACHINES["LLAMA3_8B"]["vocab_size"] / 1e9, 1) == 2.1
    state = MACHINES["state_bytes"](8_030_261_248, 8, 3)
    assert state == 16_060_522_496
    for n, fitting in ((8192, [0, 1, 19]), (2048, [3, 7, 79])):
        found = [MACHINES["largest_batch"](80e9, state, mode, n, **LLAMA) for mode in sizes]
        assert found == fitting


# --- between devices -----------------------------------------------------------------------------


def all_reduced(arrays: np.ndarray) -> tuple[np.ndarray, list[int]]:
    """The sum of arrays (p, p·m) on each of p devices in a ring, and the numbers that each sent."""
    p = len(arrays)
    pieces, sent = arrays.reshape(p, p, -1).copy(), [0] * p
    for step in range(2 * (p - 1)):
        first = step < p - 1
        messages = []
        for device in range(p):
            # In the second round the piece that is whole is the one after the device's own.
            piece = (device - step) % p if first else (device - step + p) % p
            messages.append((device, piece, pieces[device, piece].copy()))
            sent[device] += pieces[device, piece].size
        for device, piece, message in messages:
            after = (device + 1) % p
            pieces[after, piece] = message + (pieces[after, piece] if first else 0)
    return pieces.reshape(p, -1), sent


@pytest.mark.parametrize("p", [1, 2, 3, 5, 8])
def test_a_ring_sums_with_so_many_bytes(p: int) -> None:
    arrays = np.random.default_rng(9).normal(size=(p, 3 * p))
    sums, sent = all_reduced(arrays)
    np.testing.assert_allclose(sums, np.tile(arrays.sum(axis=0), (p, 1)))
    assert {2 * numbers for numbers in sent} == {MACHINES["allreduce_bytes"](2 * 3 * p, p)}


def test_at_so_many_tokens_both_take_as_long() -> None:
    peak, link = 989.5e12, 450e9
    for n_params in (10**6, 10**9):
        tokens = MACHINES["tokens_to_hide"](n_params, 8, peak, link)
        sending = MACHINES["allreduce_bytes"](2 * n_params, 8) / link
        assert tokens * 4 * n_params / peak == pytest.approx(sending)
        assert round(tokens) == 1924
    assert round(MACHINES["tokens_to_hide"](10**9, 1024, peak, 50e9)) == 19_771


def test_a_split_layer_sums_two_arrays() -> None:
    """Columns of the first map and rows of the second on each device: partial sums, of n·d."""
    p, n, d, f = 4, 3, 5, 8
    rng = np.random.default_rng(10)
    x, first, second = rng.normal(size=(n, d)), rng.normal(size=(d, f)), rng.normal(size=(f, d))
    parts = [
        np.maximum(x @ columns, 0) @ rows
        for columns, rows in zip(np.split(first, p, axis=1), np.split(second, p), strict=True)
    ]
    np.testing.assert_allclose(sum(parts), np.maximum(x @ first, 0) @ second)
    assert {part.size for part in parts} == {n * d}


@pytest.mark.parametrize(
    ("name", "ratios"),
    [("LLAMA3_8B", "1.156 10.4"), ("LLAMA3_70B", "0.589 5.3"), ("LLAMA3_405B", "0.316 2.8")],
)
def test_how_long_tensor_parallel_layers_wait(name: str, ratios: str) -> None:
    n, p, peak, layer = 64, 8, 989.5e12, MACHINES[name]
    d = layer["d_model"]
    sizes = {each: layer[each] for each in layer if each not in ("vocab_size", "n_layers")}
    found = []
    for link in (450e9, 50e9):
        ledger = MACHINES["forward_ledger"](n, **layer)
        maps = (ledger["attention_maps"] + ledger["feed_forward"]) / layer["n_layers"] / p / peak
        waiting = 2 * MACHINES["allreduce_bytes"](2 * n * d, p) / link
        ratio = MACHINES["tensor_parallel_ratio"](p, **sizes, peak_flops=peak, link=link)
        assert ratio == pytest.approx(waiting / maps)
        found.append(ratio)
    assert f"{found[0]:.3f} {found[1]:.1f}" == ratios
