"""The course's answers against independent numbers: arrays that are listed, products that are
counted, published totals and figures, a backward pass that may use only what was kept, a ring that
runs.

Problem set 5, parts 1 and 2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

import numpy as np
import pytest

from tests.bank_runner import Notebook
from tests.counting import Tally, plain, product

MACHINES = Notebook.of("ps5_machines").solved()
Sizes = dict[str, int]
NAMES = ("vocab_size", "d_model", "n_layers", "n_heads", "n_kv_heads", "d_head", "d_ff")
SMALL: list[Sizes] = [
    dict(zip(NAMES, sizes, strict=True))
    for sizes in ((11, 6, 2, 4, 2, 3, 7), (9, 5, 3, 3, 1, 2, 4))
]
each_model = pytest.mark.parametrize("sizes", SMALL, ids=lambda sizes: str([*sizes.values()]))


class Decoder:
    """A gated decoder over counting numbers. Only products are counted: all else is left out.

    arrays: name -> its weights, each with the line that it belongs to in front. n_experts, top_k:
    where there is a router.
    """

    def __init__(self, sizes: Sizes, n_experts: int = 0, top_k: int = 0) -> None:
        self.sizes, self.n_experts, self.top_k = sizes, n_experts, top_k
        V, d, L, H, G, e, f = sizes.values()
        self.tally, self.draw = Tally(), np.random.default_rng(3).normal
        self.arrays: dict[tuple, np.ndarray] = {("embedding",): self.draw(size=(V, d))}
        block = [("gate", (d, f)), ("up", (d, f)), ("down", (f, d))]
        for layer in range(L):
            shapes = [("norms", (2, d)), ("queries", (d, H * e)), ("keys", (d, G * e))]
            shapes += [("values", (d, G * e)), ("output", (H * e, d))]
            shapes += [("router", (d, n_experts))] if n_experts else []
            for name, shape in shapes:
                self.arrays[name, layer] = self.draw(size=shape)
            for expert in range(n_experts or 1):
                for name, shape in block:
                    self.arrays[name, layer, expert] = self.draw(size=shape)
        self.arrays["norms", "last"] = self.draw(size=(1, d))
        self.arrays["head",] = self.draw(size=(d, V))
        self.met: set[tuple] = set()

    def map(self, line: str, x: np.ndarray, *name: Any) -> np.ndarray:
        with self.tally.line(line):
            self.met.add(name)
            return plain(product(self.tally.array(x), self.tally.array(self.arrays[name])))

    def scale(self, x: np.ndarray, row: int, *name: Any) -> np.ndarray:
        self.met.add(name)
        return x / np.sqrt(np.mean(x**2, axis=1, keepdims=True)) * self.arrays[name][row]

    def run(self, n: int) -> np.ndarray:
        """The scores of n tokens, each of which sees all."""
        _, _, L, H, G, e, _ = self.sizes.values()
        self.met.add(("embedding",))
        x = self.arrays["embedding",][np.arange(n) % self.sizes["vocab_size"]]
        for layer in range(L):
            normed = self.scale(x, 0, "norms", layer)
            q, k, v = (
                self.map("attention_maps", normed, name, layer).reshape(n, -1, e)
                for name in ("queries", "keys", "values")
            )
            heads = []
            for head in range(H):
                shared = head // (H // G)
                with self.tally.line("scores_and_sums"):
                    queries, keys = (self.tally.array(each) for each in (q[:, head], k[:, shared]))
                    scores = plain(product(queries, keys.T)) / np.sqrt(e)
                    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
                    weights /= weights.sum(axis=1, keepdims=True)
                    values = self.tally.array(v[:, shared])
                    heads.append(plain(product(self.tally.array(weights), values)))
            x = x + self.map("attention_maps", np.concatenate(heads, axis=1), "output", layer)
            normed = self.scale(x, 1, "norms", layer)
            x = x + np.concatenate([self.block(row[None], layer) for row in normed])
        return self.map("head", self.scale(x, 0, "norms", "last"), "head")

    def block(self, x: np.ndarray, layer: int) -> np.ndarray:
        chosen = [0]
        if self.n_experts:
            scores = self.map("feed_forward", x, "router", layer)[0]
            chosen = list(np.argsort(scores)[-self.top_k :])
        out = np.zeros_like(x)
        for expert in map(int, chosen):
            gate = self.map("feed_forward", x, "gate", layer, expert)
            up = self.map("feed_forward", x, "up", layer, expert)
            out += self.map("feed_forward", gate / (1 + np.exp(-gate)) * up, "down", layer, expert)
        return out


@each_model
def test_the_ledger_lists_the_entries_of_all_arrays(sizes: Sizes) -> None:
    lines: dict[str, int] = {}
    for (name, *_), array in Decoder(sizes).arrays.items():
        lines[name] = lines.get(name, 0) + array.size
    assert MACHINES["parameter_ledger"](**sizes) == lines


@each_model
def test_a_forward_pass_costs_what_is_counted(sizes: Sizes) -> None:
    decoder = Decoder(sizes)
    decoder.run(3)
    assert MACHINES["forward_ledger"](3, **sizes) == dict(decoder.tally.counts)


@each_model
def test_a_token_meets_the_active_numbers_of_a_mixture(sizes: Sizes) -> None:
    mixture = {"n_experts": 5, "top_k": 2}
    decoder = Decoder(sizes, **mixture)
    decoder.run(1)
    total = sum(array.size for array in decoder.arrays.values())
    assert MACHINES["moe_total"](**sizes, **mixture) == total
    active = sum(decoder.arrays[name].size for name in decoder.met)
    assert MACHINES["moe_active"](**sizes, **mixture) == active
    counts = decoder.tally.counts
    flops = sum(counts.values()) - counts["scores_and_sums"]
    assert MACHINES["moe_flops_per_token"](**sizes, **mixture) == flops


# --- published numbers ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "published"),
    [
        ("LLAMA2_7B", 6_738_415_616),
        ("MISTRAL_7B", 7_241_732_096),
        ("LLAMA3_8B", 8_030_261_248),
        ("LLAMA3_70B", 70_553_706_496),
        ("LLAMA3_405B", 405_853_388_800),
    ],
)
def test_published_totals_of_gated_decoders(name: str, published: int) -> None:
    assert sum(MACHINES["parameter_ledger"](**MACHINES[name]).values()) == published


@pytest.mark.parametrize(
    ("sizes", "published"),
    [
        ((768, 12), 124_439_808),
        ((1024, 24), 354_823_168),
        ((1280, 36), 774_030_080),
        ((1600, 48), 1_557_611_200),
    ],
)
def test_published_totals_of_gpt2(sizes: tuple[int, int], published: int) -> None:
    d_model, n_layers = sizes
    assert MACHINES["gpt2_parameters"](50257, 1024, d_model, n_layers, 4 * d_model) == published


def test_published_totals_of_mixtures() -> None:
    mixtral, qwen = MACHINES["MIXTRAL_8X7B"], MACHINES["QWEN3_30B"]
    norms = 48 * 2 * 128  # of queries and keys, which Qwen has and the model of the course hasn't
    assert norms == 12_288
    assert MACHINES["moe_total"](**mixtral) == 46_702_792_704
    assert MACHINES["moe_total"](**qwen) + norms == 30_532_122_624
    assert round(MACHINES["moe_active"](**mixtral) / 1e9, 1) == 12.9


def test_the_shape_of_gpt2_xl_with_a_gate() -> None:
    """As solutions of Stanford CS336, assignment 1, have it."""
    sizes = dict(zip(NAMES, (50257, 1600, 48, 25, 25, 64, 6400), strict=True))
    assert sum(MACHINES["parameter_ledger"](**sizes).values()) == 2_127_057_600
    assert sum(MACHINES["forward_ledger"](1024, **sizes).values()) == 4_513_336_524_800


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
