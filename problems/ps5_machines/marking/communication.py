"""What devices send: an all-reduce, what hides it, and the layers that they share."""

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

UPSIDE_DOWN = "this is upside down"

# fmt: off
OF_RING = [
    misconception("all-gather-only", returns("_ / 2"),
      "two rounds: the first adds the pieces, the second hands the sums around"),
    misconception("to-one-device", returns("n_bytes"),
      "pieces of the array go round, to no one device"),
    misconception("each-to-all", returns("(n_devices - 1) * n_bytes"),
      "nobody sends all of it to everybody"),
    misconception("limit-of-many", returns("2 * n_bytes"),
      "twice the array is what it comes to for very many devices"),
    misconception("one-step", returns("2 * n_bytes / n_devices"),
      "a round has n_devices − 1 steps; a piece is sent in each"),
    misconception("whole-array-or-all-devices", returns("2 * (n_devices - 1) * n_bytes"),
      "a step sends one piece of the array, an n_devices-th, not all of it; or these are the "
      "bytes of all devices, and those that each sends are asked for"),
]
OF_TOKENS = [
    misconception("forward-hides-it", assign("each", "each / 2"),
      "twice as many: gradients exist only in the backward pass, which has 4 FLOPs for each "
      "weight and token; or they take 2 bytes each; or what is received was charged as well "
      "as what is sent"),
    misconception("forward-and-backward", assign("each", "each * 3 / 2"),
      "only the backward pass hides it: 4 FLOPs for each weight and token, not 6"),
    misconception("half-of-them", replace("(2 * n_params, n_devices)", "(n_params, n_devices)"),
      "half of them: a gradient takes 2 bytes, and link is what is sent in one direction; or "
      "peak_flops is what a device computes in a second: nothing of it is to be halved"),
    misconception("upside-down", returns("each / seconds"), UPSIDE_DOWN),
    misconception("all-devices-together", returns("n_devices * _"),
      "these are the tokens of all devices together"),
]
OF_LAYER = [
    misconception("half-the-ratio", assign("waiting", "waiting / 2"),
      "a layer has two all-reduces, after attention and after the feed-forward block; or each "
      "number that is sent has 2 bytes; or peak_flops is what a device computes in a second: "
      "nothing of it is to be halved"),
    misconception("compute-not-split", assign("working", "working * n_devices"),
      "a device has an n_devices-th of the products"),
    misconception("activations-split", assign("waiting", "waiting / n_devices / n_devices"),
      "what is summed has n·d numbers on every device"),
    misconception("inputs-sent",
      assign("waiting", "allreduce_bytes(2 * (n_heads * d_head + d_ff), n_devices) / link"),
      "what comes out of the output map and of the down map is summed, each d_model wide, not "
      "what goes into these"),
    misconception("heads-width-sent",
      replace("(2 * d_model, n_devices)", "(2 * n_heads * d_head, n_devices)"),
      "what is summed is d_model wide, not as wide as the heads together"),
    misconception("two-maps-not-three", replace("3 * d_model * d_ff", "2 * d_model * d_ff"),
      "the feed-forward block has three maps: gate, up and down"),
    misconception("kv-as-many-as-query-heads", assign("n_kv_heads", "n_heads"), KV_HEADS),
    misconception("width-is-d-model",
      [replace("d_head * (2 * n_heads + 2 * n_kv_heads)",
               "(2 * d_model + 2 * n_kv_heads * d_head)"),
       replace("d_head * (2 * n_heads + 2 * n_kv_heads)", "4 * d_model"),
       assign("d_head", "d_model // n_heads"), assign("d_head", "d_model / n_heads")],
      "the heads together are n_heads·d_head wide, which needn't be d_model"),
    misconception("output-map-missing",
      replace("(2 * n_heads + 2 * n_kv_heads)", "(n_heads + 2 * n_kv_heads)"),
      "attention has four maps: the output map, too"),
    convention("macs", assign("working", "working / 2"),
      "twice the ratio: a multiply–accumulate is two FLOPs (P6); or a number takes 2 bytes; "
      "or what is received was charged as well as what is sent"),
    convention("dot-product-2n-1",
      replace("2 * weights",
       "(2 * weights - d_head * (n_heads + 2 * n_kv_heads) - 2 * d_model - 2 * d_ff)"),
      "a dot product costs 2n, not 2n − 1 (P2)"),
    misconception("upside-down", returns("working / waiting"), UPSIDE_DOWN),
]
# fmt: on

LAYER = ("d_model", "n_heads", "n_kv_heads", "d_head", "d_ff")


def by_ring(n_bytes: float, n_devices: int) -> float:
    """Add up two rounds of steps, in each of which a device sends one piece."""
    piece = n_bytes / n_devices
    return piece * (n_devices - 1) + piece * (n_devices - 1)


def tokens_of(n_params: int, n_devices: int, peak_flops: float, link: float) -> float:
    """Count the tokens of which each takes a part of the all-reduce's time."""
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
    """Compare, for one token, sums of two outputs and the products of its share of each map."""
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
    """Compare the same with the maps that the student's own ledger has in a layer."""
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
    """Draw an array that the devices can cut, in bytes."""
    return case(n_devices * int(rng.integers(1000, 9000)), n_devices, rtol=1e-12)


def cluster(rng: np.random.Generator, n_devices: int) -> Case:
    """Draw a model, and the speed of so many devices."""
    speed = float(f"{rng.uniform(1e14, 1e15):.3g}"), float(f"{rng.uniform(2e10, 5e11):.3g}")
    return case(n_devices * int(rng.integers(10**6, 10**8)), n_devices, *speed, rtol=1e-7)


def layer_on(rng: np.random.Generator, n_devices: int) -> Case:
    """Draw a layer whose heads and inner width these can divide. It isn't as wide as its heads, and
    they divide it."""
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
    # Heads for each device are never 7: no size is its square.
    cases=lambda rng: on(layer_on, rng, 2, 3, 7),
    reference=tensor_parallel_ratio,
    misconceptions=OF_LAYER,
    share=3 / 8,
)


def judge(
    grading: GradingContext, own_ring: object, own_tokens: object, own_ratio: object
) -> Verdict:
    """Mark the all-reduce, then what rests on it, also by the student's own all-reduce."""
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
