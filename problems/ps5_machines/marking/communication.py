from functools import partial

from .models import LEDGER, ledger_of, own_ledger

OF_RING = """
all-gather-only: two rounds: the first adds the pieces, the second hands the sums around
    :: return _ / 2
to-one-device: pieces of the array go round, to no one device :: return n_bytes
each-to-all: nobody sends all of it to everybody :: return (n_devices - 1) * n_bytes
limit-of-many: twice the array is what it comes to for very many devices :: return 2 * n_bytes
one-step: a round has n_devices − 1 steps; a piece is sent in each :: return 2 * n_bytes / n_devices
whole-array-or-all-devices: a step sends one piece of the array, an n_devices-th, not all of it; or
    these are the bytes of all devices, and those that each sends are asked for
    :: return 2 * (n_devices - 1) * n_bytes
"""
OF_TOKENS = """
forward-hides-it: twice as many: gradients exist only in the backward pass, which has 4 FLOPs for
    each weight and token; or they take 2 bytes each; or what is received was charged as well as
    what is sent :: each = each / 2
forward-and-backward: only the backward pass hides it: 4 FLOPs for each weight and token, not 6
    :: each = each * 3 / 2
half-of-them: half of them: a gradient takes 2 bytes, and link is what is sent in one direction; or
    peak_flops is what a device computes in a second: nothing of it is to be halved
    :: (2 * n_params, n_devices) -> (n_params, n_devices)
upside-down: this is upside down :: return each / seconds
all-devices-together: these are the tokens of all devices together :: return n_devices * _
"""
OF_LAYER = """
half-the-ratio: a layer has two all-reduces, after attention and after the feed-forward block; or
    each number that is sent has 2 bytes; or peak_flops is what a device computes in a second:
    nothing of it is to be halved :: waiting = waiting / 2
compute-not-split: a device has an n_devices-th of the products :: working = working * n_devices
activations-split: what is summed has n·d numbers on every device
    :: waiting = waiting / n_devices / n_devices
inputs-sent: what comes out of the output map and of the down map is summed, each d_model wide, not
    what goes into these
    :: waiting = allreduce_bytes(2 * (n_heads * d_head + d_ff), n_devices) / link
heads-width-sent: what is summed is d_model wide, not as wide as the heads together
    :: (2 * d_model, n_devices) -> (2 * n_heads * d_head, n_devices)
two-maps-not-three: the feed-forward block has three maps: gate, up and down
    :: 3 * d_model * d_ff -> 2 * d_model * d_ff
kv-as-many-as-query-heads: keys and values have n_kv_heads heads, not n_heads
    :: n_kv_heads = n_heads
width-is-d-model: the heads together are n_heads·d_head wide, which needn't be d_model
    :: d_head * (2 * n_heads + 2 * n_kv_heads) -> [(2 * d_model + 2 * n_kv_heads * d_head) ~ 4 *
    d_model] :: d_head = d_model // n_heads :: d_head = d_model / n_heads
output-map-missing: attention has four maps: the output map, too
    :: (2 * n_heads + 2 * n_kv_heads) -> (n_heads + 2 * n_kv_heads)
macs: twice the ratio: a multiply–accumulate is two FLOPs (P6); or a number takes 2 bytes; or what
    is received was charged as well as what is sent :: working = working / 2
dot-product-2n-1: a dot product costs 2n, not 2n − 1 (P2)
    :: 2 * weights -> (2 * weights - d_head * (n_heads + 2 * n_kv_heads) - 2 * d_model - 2 * d_ff)
upside-down :: return working / waiting
"""


LAYER = ("d_model", "n_heads", "n_kv_heads", "d_head", "d_ff")


def by_ring(n_bytes, n_devices):
    """Two rounds of steps, in each of which a device sends one piece."""
    piece = n_bytes / n_devices
    return piece * (n_devices - 1) + piece * (n_devices - 1)


def tokens_of(n_params, n_devices, peak_flops, link):
    """Tokens of which each takes a part of the all-reduce's time."""
    return by_ring(2 * n_params, n_devices) / link / (2 * 2 * n_params / peak_flops)


def ratio_of(n_devices, d_model, n_heads, n_kv_heads, d_head, d_ff, peak_flops, link, sent=by_ring):
    """For one token: sums of two outputs, and the products of its share of each map."""
    heads, groups = n_heads * d_head, n_kv_heads * d_head
    maps = [(d_model, heads), (d_model, groups), (d_model, groups), (heads, d_model)]
    maps += [(d_model, d_ff), (d_model, d_ff), (d_ff, d_model)]
    flops = sum(2 * rows * columns for rows, columns in maps) / n_devices
    waiting = sent(2 * d_model, n_devices) + sent(2 * d_model, n_devices)
    return (waiting / link) / (flops / peak_flops)


def ratio_by_own(*sizes, **sent):
    """The same with the maps that the student's own ledger has in a layer."""
    one = dict(zip(LAYER, sizes[1:], strict=False), n_layers=1, vocab_size=0)
    right, own = ledger_of(**one), own_ledger()(**one)
    maps = [line for line in LEDGER if line not in ("embedding", "norms", "head")]
    return ratio_of(*sizes, **sent) * sum(map(right.get, maps)) / sum(map(own.get, maps))


def array_of(rng, n_devices):
    """An array that the devices can cut, in bytes."""
    return checks.case(n_devices * int(rng.integers(1000, 9000)), n_devices, rtol=1e-12)


def cluster(rng, n_devices):
    speed = float(f"{rng.uniform(1e14, 1e15):.3g}"), float(f"{rng.uniform(2e10, 5e11):.3g}")
    return checks.case(n_devices * int(rng.integers(10**6, 10**8)), n_devices, *speed, rtol=1e-7)


def layer_on(rng, n_devices):
    """A layer whose heads and inner width these can divide. It isn't as wide as its heads, and
    they divide it."""
    groups, shared = n_devices * int(rng.integers(1, 3)), int(rng.integers(2, 5))
    d_head, d_ff = int(rng.integers(20, 30)), n_devices * int(rng.integers(300, 400))
    d_model = groups * shared * (d_head * 2 // 3 + 1)
    speed = float(f"{rng.uniform(1e14, 1e15):.3g}"), float(f"{rng.uniform(2e10, 5e11):.3g}")
    sizes = (n_devices, d_model, groups * shared, groups, d_head, d_ff)
    return checks.case(*sizes, *speed, rtol=1e-7)


def on(which, *several):
    return lambda rng: {f"{n} device{'s' * (n > 1)}": which(rng, n) for n in several}


def reference(function, ring=None):
    """The right answer, by the student's own all-reduce as well. ring: the verdict on that."""
    own = ring.mistaken if ring and ring.may_be_followed else None
    return checks.Reference(SOLUTION, {}, function=function, own={"allreduce_bytes": own})


ring = checks.arrays(
    allreduce_bytes,
    oracle=by_ring,
    cases=on(array_of, 1, 2, 5, 8, 13),
    reference=reference("allreduce_bytes"),
    mistakes=OF_RING,
    share=1 / 4,
)
tokens = checks.arrays(
    tokens_to_hide,
    oracle=tokens_of,
    cases=on(cluster, 2, 7, 24),
    reference=reference("tokens_to_hide", ring),
    mistakes=OF_TOKENS,
    share=3 / 8,
)
rings = [by_ring, ring.mistaken] if ring.mistaken and ring.may_be_followed else [by_ring]
ratio = checks.arrays(
    tensor_parallel_ratio,
    oracle=ratio_of,
    cases=on(layer_on, 2, 3, 7),  # heads for each device are never 7: no size is its square
    reference=reference("tensor_parallel_ratio", ring),
    accept={
        "right, given your parameter_ledger": [
            partial(ratio_by_own, sent=each) for each in rings if own_ledger()
        ]
    },
    mistakes=OF_LAYER,
    share=3 / 8,
)
ring.of("allreduce_bytes") + tokens.of("tokens_to_hide") + ratio.of("tensor_parallel_ratio")
