"""The traffic between devices: an all-reduce, the time that hides it, and split layers."""

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np

from examiner.checks import (
    Accepted,
    Arrays,
    Case,
    Custom,
    GradingContext,
    Reference,
    Verdict,
    assign,
    case,
    convention,
    misconception,
    replace,
    returns,
)

from ..machines import allreduce_bytes, tensor_parallel_ratio, tokens_to_hide
from .decoder import KV_HEADS, MAPS, ledger_of, own_ledger

Ring = Callable[..., float]

UPSIDE_DOWN = "your fraction is upside down"

# fmt: off
OF_RING = [
    misconception("all-gather-only", returns("_ / 2"),
      "these are the steps that add up the pieces; as many steps hand on the sums"),
    misconception("to-one-device", returns("n_bytes"),
      "the pieces of the array go around the ring, not to a single device"),
    misconception("each-to-all", returns("(n_devices - 1) * n_bytes"),
      "no device sends the whole array to every other device"),
    misconception("limit-of-many", returns("2 * n_bytes"),
      "twice the array is only the limit for very many devices: both parts take n_devices − 1 "
      "steps, not n_devices"),
    misconception("one-step", returns("2 * n_bytes / n_devices"),
      "n_devices − 1 steps add up the pieces, and as many hand on the sums; a device sends a piece "
      "in each"),
    misconception("whole-array-or-all-devices", returns("2 * (n_devices - 1) * n_bytes"),
      "a step sends one piece, an n_devices-th of the array, not all of it; or you count the "
      "bytes of all devices, but the question asks for the bytes that each device sends"),
]
OF_TOKENS = [
    misconception("forward-hides-it", assign("each", "each / 2"),
      "this is twice as many: you count the forward pass, but gradients exist only in the "
      "backward pass, which has 4 FLOPs per weight and token; or you count 4 bytes for a "
      "gradient, which takes 2; or you count the received bytes as well as the sent ones"),
    misconception("forward-and-backward", assign("each", "each * 3 / 2"),
      "only the backward pass hides the all-reduce: 4 FLOPs per weight and token, not 6"),
    misconception("half-of-them", replace("(2 * n_params, n_devices)", "(n_params, n_devices)"),
      "this is half as many: a gradient takes 2 bytes, and link is the speed in one direction; "
      "or you halve peak_flops, which already is the speed of a device"),
    misconception("upside-down", returns("each / seconds"), UPSIDE_DOWN),
    misconception("all-devices-together", returns("n_devices * _"),
      "these are the tokens of all devices together; the question asks for one device"),
]
OF_LAYER = [
    misconception("half-the-ratio", assign("waiting", "waiting / 2"),
      "a layer has two all-reduces, after attention and after the feed-forward block; or you "
      "count 1 byte for a number, which takes 2; or you halve peak_flops, which already is the "
      "speed of a device"),
    misconception("compute-not-split", assign("working", "working * n_devices"),
      "a device computes an n_devices-th of the products"),
    misconception("activations-split", assign("waiting", "waiting / n_devices / n_devices"),
      "the summed array has L·d numbers on every device"),
    misconception("inputs-sent",
      assign("waiting", "allreduce_bytes(2 * (n_heads * d_head + d_ff), n_devices) / link"),
      "the devices sum the outputs of the output map and the down map, each d_model wide, not "
      "their inputs"),
    misconception("heads-width-sent",
      replace("(2 * d_model, n_devices)", "(2 * n_heads * d_head, n_devices)"),
      "the summed array is d_model wide, not as wide as the heads together"),
    misconception("two-maps-not-three", replace("3 * d_model * d_ff", "2 * d_model * d_ff"),
      "the feed-forward block has three maps: gate, up and down"),
    misconception("kv-as-many-as-query-heads", assign("n_kv_heads", "n_heads"), KV_HEADS),
    misconception("width-is-d-model",
      [replace("d_head * (2 * n_heads + 2 * n_kv_heads)",
               "(2 * d_model + 2 * n_kv_heads * d_head)"),
       replace("d_head * (2 * n_heads + 2 * n_kv_heads)", "4 * d_model"),
       assign("d_head", "d_model // n_heads"), assign("d_head", "d_model / n_heads")],
      "the heads together are n_heads·d_head wide, which can differ from d_model"),
    misconception("output-map-missing",
      replace("(2 * n_heads + 2 * n_kv_heads)", "(n_heads + 2 * n_kv_heads)"),
      "attention has four maps; count the output map, too"),
    convention("macs", assign("working", "working / 2"),
      "this is twice the ratio: a multiply–accumulate is two FLOPs (P6); or a number takes 2 "
      "bytes; or you count the received bytes as well as the sent ones"),
    convention("dot-product-2n-1",
      replace("2 * weights",
       "(2 * weights - d_head * (n_heads + 2 * n_kv_heads) - 2 * d_model - 2 * d_ff)"),
      "a dot product costs 2n, not 2n − 1 (P2)"),
    misconception("upside-down", returns("working / waiting"), UPSIDE_DOWN),
]
# fmt: on

LAYER = ("d_model", "n_heads", "n_kv_heads", "d_head", "d_ff")


def by_ring(n_bytes: float, n_devices: int) -> float:
    """Add up the steps that add pieces and those that hand on sums, a piece in each."""
    piece = n_bytes / n_devices
    return piece * (n_devices - 1) + piece * (n_devices - 1)


def tokens_of(n_params: int, n_devices: int, peak_flops: float, link: float) -> float:
    """Count the tokens with as much arithmetic as the all-reduce takes time."""
    return by_ring(2 * n_params, n_devices) / link / (2 * 2 * n_params / peak_flops)


def ratio_of(
    n_devices: int,
    d_model: int,
    n_heads: int,
    n_kv_heads: int,
    d_head: int,
    d_ff: int,
    peak_flops: float,
    link: float,
    sent: Ring = by_ring,
) -> float:
    """Compare, for one token, the sums of two outputs and the products of its share of each map."""
    heads, groups = n_heads * d_head, n_kv_heads * d_head
    maps = [(d_model, heads), (d_model, groups), (d_model, groups), (heads, d_model)]
    maps += [(d_model, d_ff), (d_model, d_ff), (d_ff, d_model)]
    flops = sum(2 * rows * columns for rows, columns in maps) / n_devices
    waiting = sent(2 * d_model, n_devices) + sent(2 * d_model, n_devices)
    return (waiting / link) / (flops / peak_flops)


def ratio_by_own(
    n_devices: int,
    d_model: int,
    n_heads: int,
    n_kv_heads: int,
    d_head: int,
    d_ff: int,
    peak_flops: float,
    link: float,
    sent: Ring = by_ring,
) -> float:
    """Compare the same with the maps of a layer in the student's own ledger."""
    layer = (d_model, n_heads, n_kv_heads, d_head, d_ff)
    one = dict(zip(LAYER, layer, strict=True), n_layers=1, vocab_size=0)
    ledger = own_ledger() or ledger_of
    right, own = ledger_of(**one), ledger(**one)
    maps = [line.name for line in MAPS]
    return (
        ratio_of(n_devices, *layer, peak_flops, link, sent)
        * sum(right[line] for line in maps)
        / sum(own[line] for line in maps)
    )


def array_of(rng: np.random.Generator, n_devices: int) -> Case:
    """Draw the size in bytes of an array that the devices can divide."""
    return case(n_devices * int(rng.integers(1000, 9000)), n_devices, rtol=1e-12)


def cluster(rng: np.random.Generator, n_devices: int) -> Case:
    """Draw a model, and the speed of the devices."""
    speed = float(f"{rng.uniform(1e14, 1e15):.3g}"), float(f"{rng.uniform(2e10, 5e11):.3g}")
    return case(n_devices * int(rng.integers(10**6, 10**8)), n_devices, *speed, rtol=1e-7)


def layer_on(rng: np.random.Generator, n_devices: int) -> Case:
    """Draw a layer with heads and an inner width that the devices can divide.

    Its width differs from the width of all heads, and their number divides d_model.
    """
    groups, shared = n_devices * int(rng.integers(1, 3)), int(rng.integers(2, 5))
    d_head, d_ff = int(rng.integers(20, 30)), n_devices * int(rng.integers(300, 400))
    d_model = groups * shared * (d_head * 2 // 3 + 1)
    speed = float(f"{rng.uniform(1e14, 1e15):.3g}"), float(f"{rng.uniform(2e10, 5e11):.3g}")
    sizes = (n_devices, d_model, groups * shared, groups, d_head, d_ff)
    return case(*sizes, *speed, rtol=1e-7)


def on(
    which: Callable[[np.random.Generator, int], Case], rng: np.random.Generator, *several: int
) -> Mapping[str, Case]:
    """Draw one case for each number of devices."""
    return {f"{n} {'device' if n == 1 else 'devices'}": which(rng, n) for n in several}


RING = Arrays(
    oracle=by_ring,
    cases=lambda rng: on(array_of, rng, 1, 2, 5, 8, 13),
    reference=allreduce_bytes,
    misconceptions=OF_RING,
    share=1 / 4,
)
TOKENS = Arrays(
    oracle=tokens_of,
    cases=lambda rng: on(cluster, rng, 2, 7, 24),
    reference=tokens_to_hide,
    misconceptions=OF_TOKENS,
    share=3 / 8,
)
RATIO = Arrays(
    oracle=ratio_of,
    # No device has 7 heads, so that no size is the square of another.
    cases=lambda rng: on(layer_on, rng, 2, 3, 7),
    reference=tensor_parallel_ratio,
    misconceptions=OF_LAYER,
    share=3 / 8,
)


def judge(
    grading: GradingContext, own_ring: object, own_tokens: object, own_ratio: object
) -> Verdict:
    """Mark the all-reduce, then the other two, which may rest on the student's own all-reduce."""
    ring = grading.mark(RING, own_ring)
    followed = ring.carried if ring.may_be_carried else None

    def own() -> dict[str, Ring | None]:
        return {"allreduce_bytes": followed}

    def by_own_ledger(cases: Mapping[str, Case], answer: object) -> Accepted:
        rings = [by_ring, followed] if followed else [by_ring]
        ways = [partial(ratio_by_own, sent=each) for each in rings if own_ledger()]
        return {"right, given your parameter_ledger": ways}

    by_own = Reference(tokens_to_hide, carried=own)
    tokens = grading.mark(TOKENS.for_submission(reference=by_own), own_tokens)
    by_own = Reference(tensor_parallel_ratio, carried=own)
    of_ratio = RATIO.for_submission(reference=by_own, accept=by_own_ledger)
    ratio = grading.mark(of_ratio, own_ratio)
    verdicts = ring.for_function("allreduce_bytes"), tokens.for_function("tokens_to_hide")
    return verdicts[0] + verdicts[1] + ratio.for_function("tensor_parallel_ratio")


question = Custom(
    judge, {"allreduce_bytes": [RING], "tokens_to_hide": [TOKENS], "tensor_parallel_ratio": [RATIO]}
)
