from functools import partial

from examiner.checks import name, replace

# Three formulas: each known wrong one has a line here, and words.
WORDS = """
all-gather-only: two rounds: the first adds the pieces, the second hands the sums around
to-one-device: pieces of the array go round, to no one device
each-to-all: nobody sends all of it to everybody
limit-of-many: twice the array is what it comes to for very many devices
one-step: a round has n_devices − 1 steps; a piece is sent in each
of-all-devices: these are the bytes of all devices; each is asked for
forward-hides-it: twice as many: gradients exist only in the backward pass, which has 4 FLOPs for
    each weight and token; and they take 2 bytes each
forward-and-backward: only the backward pass hides it: 4 FLOPs for each weight and token, not 6
half-the-time: half of them: a gradient takes 2 bytes, and link is what is sent in one direction
upside-down: this is upside down
all-devices-together: these are the tokens of all devices together
one-allreduce: a layer has two: after attention and after the feed-forward block
compute-not-split: a device has an n_devices-th of the products
activations-split: what is summed has n·d numbers on every device
heads-width-sent: what is summed is d_model wide, not as wide as the heads together
two-maps-not-three: the feed-forward block has three maps: gate, up and down
kv-as-many-as-query-heads: keys and values have n_kv_heads heads, not n_heads
output-map-missing: attention has four maps: the output map, too
width-is-d-model: the heads together are n_heads·d_head wide, which needn't be d_model
peak-halved: peak_flops is what a device computes in a second: nothing of it is to be halved
macs: a multiply–accumulate is two FLOPs (P6)
"""


def by_ring(n_bytes, n_devices):
    """Two rounds of steps, in each of which a device sends one piece."""
    piece = n_bytes / n_devices
    return piece * (n_devices - 1) + piece * (n_devices - 1)


def tokens_of(n_params, n_devices, peak_flops, link, sent=by_ring):
    """Tokens of which each takes a part of the all-reduce's time."""
    return sent(2 * n_params, n_devices) / link / (2 * 2 * n_params / peak_flops)


def ratio_of(n_devices, d_model, n_heads, n_kv_heads, d_head, d_ff, peak_flops, link, sent=by_ring):
    """For one token: sums of two outputs, and the products of its share of each map."""
    heads, groups = n_heads * d_head, n_kv_heads * d_head
    maps = [(d_model, heads), (d_model, groups), (d_model, groups), (heads, d_model)]
    maps += [(d_model, d_ff), (d_model, d_ff), (d_ff, d_model)]
    flops = sum(2 * rows * columns for rows, columns in maps) / n_devices
    waiting = sent(2 * d_model, n_devices) + sent(2 * d_model, n_devices)
    return (waiting / link) / (flops / peak_flops)


def array_of(rng, n_devices):
    """An array that the devices can cut, in bytes."""
    return checks.case(n_devices * int(rng.integers(1000, 9000)), n_devices, rtol=1e-12)


def cluster(rng, n_devices):
    speed = float(f"{rng.uniform(1e14, 1e15):.3g}"), float(f"{rng.uniform(2e10, 5e11):.3g}")
    return checks.case(n_devices * int(rng.integers(10**6, 10**8)), n_devices, *speed, rtol=1e-7)


def layer_on(rng, n_devices):
    """A layer whose heads and inner width these can divide. It isn't as wide as its heads."""
    groups, shared = n_devices * int(rng.integers(1, 3)), int(rng.integers(2, 5))
    d_head, d_ff = int(rng.integers(20, 30)), n_devices * int(rng.integers(300, 400))
    d_model = n_devices * (groups * shared * d_head * 2 // 3 // n_devices + 3)
    speed = float(f"{rng.uniform(1e14, 1e15):.3g}"), float(f"{rng.uniform(2e10, 5e11):.3g}")
    sizes = (n_devices, d_model, groups * shared, groups, d_head, d_ff)
    return checks.case(*sizes, *speed, rtol=1e-7)


def on(which, *several):
    return lambda rng: {f"{n} device{'s' * (n > 1)}": which(rng, n) for n in several}


def reference(function):
    return checks.Reference(SOLUTION, {}, function=function)


def given(verdict, function, definition):
    """What follows from the student's own answer to this function, where it may be followed."""
    if not verdict.may_be_followed or not verdict.mistaken:
        return {}
    return {f"right, given your {function}": partial(definition, sent=verdict.mistaken)}


checks.words(WORDS)
RING, TIME = "2 * (n_devices - 1) * n_bytes / n_devices", "4 * n_params / peak_flops"
ring = checks.arrays(
    allreduce_bytes,
    oracle=by_ring,
    cases=on(array_of, 1, 2, 5, 8, 13),
    reference=reference("allreduce_bytes"),
    mistakes={
        "all-gather-only": replace(RING, "(n_devices - 1) * n_bytes / n_devices"),
        "to-one-device": replace(RING, "n_bytes"),
        "each-to-all": replace(RING, "(n_devices - 1) * n_bytes"),
        "limit-of-many": replace(RING, "2 * n_bytes"),
        "one-step": replace(RING, "2 * n_bytes / n_devices"),
        "of-all-devices": replace(RING, "2 * (n_devices - 1) * n_bytes"),
    },
    share=1 / 4,
)
tokens = checks.arrays(
    tokens_to_hide,
    oracle=tokens_of,
    cases=on(cluster, 2, 7, 24),
    reference=reference("tokens_to_hide"),
    accept=given(ring, "allreduce_bytes", tokens_of),
    mistakes={
        "forward-hides-it": replace(TIME, "2 * n_params / peak_flops"),
        "forward-and-backward": replace(TIME, "6 * n_params / peak_flops"),
        "half-the-time": replace(
            "(2 * n_params, n_devices) / link", "(n_params, n_devices) / link"
        ),
        "upside-down": replace("return seconds / each", "return each / seconds"),
        "peak-halved": replace(TIME, "4 * n_params / (peak_flops / 2)"),
        "all-devices-together": replace(
            "return seconds / each", "return n_devices * seconds / each"
        ),
    },
    share=3 / 8,
)
HEADS = "d_head * (2 * n_heads + 2 * n_kv_heads)"
ratio = checks.arrays(
    tensor_parallel_ratio,
    oracle=ratio_of,
    cases=on(layer_on, 2, 3, 7),  # heads for each device are never 7: no size is its square
    reference=reference("tensor_parallel_ratio"),
    accept=given(ring, "allreduce_bytes", ratio_of),
    mistakes={
        "one-allreduce": replace("2 * allreduce_bytes", "allreduce_bytes"),
        "compute-not-split": replace("weights / n_devices", "weights"),
        "activations-split": replace(
            "allreduce_bytes(2 * d_model, n_devices)",
            "allreduce_bytes(2 * d_model, n_devices) / n_devices / n_devices",
        ),
        "heads-width-sent": replace(
            "(2 * d_model, n_devices)", "(2 * n_heads * d_head, n_devices)"
        ),
        "two-maps-not-three": replace("3 * d_model * d_ff", "2 * d_model * d_ff"),
        "kv-as-many-as-query-heads": name("n_kv_heads", to="n_heads"),
        "width-is-d-model": [
            replace(HEADS, "(2 * d_model + 2 * n_kv_heads * d_head)"),
            replace(HEADS, "4 * d_model"),
        ],
        "output-map-missing": replace(
            "(2 * n_heads + 2 * n_kv_heads)", "(n_heads + 2 * n_kv_heads)"
        ),
        "macs": replace("2 * weights / n_devices", "weights / n_devices"),
        "peak-halved": replace("n_devices / peak_flops", "n_devices / (peak_flops / 2)"),
        "upside-down": replace("return waiting / working", "return working / waiting"),
    },
    share=3 / 8,
)
ring.of("allreduce_bytes") + tokens.of("tokens_to_hide") + ratio.of("tensor_parallel_ratio")
