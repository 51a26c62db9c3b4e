"""The course's answers against independent numbers: arrays that are listed, products that are
counted, published totals.

Problem set 5, part 1.
"""

from __future__ import annotations

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
