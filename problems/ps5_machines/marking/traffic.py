# Longer than five lines for a line of the solution: three functions, with 20 known errors, each
# of which has an id, its effect and words.
from examiner.checks import replace

WORDS = """
no-round-trips: S and P are written by one step and read by the next
softmax-in-place: the softmax reads its n² numbers and writes as many
read-only: what is written counts as well
written-only: what is read counts as well
bytes: these are bytes; numbers are asked for
keys-read-once: every block of queries reads all keys and values anew, not one block of them
keys-once-per-query: keys and values are read once for each block of queries, not for each query
again-for-each-block: a block of queries is read once, and stays while keys and values go by; O is
    written once, after the last block of keys
lse-forgotten: for each query one more number is written, the logarithm of its sum
lse-for-each-block: one logarithm is written for each query, however many blocks of keys it meets
keys-without-values: values are read as well as keys
scores-written: tiles of scores never leave fast memory
output-reread: O is written once, after the last block of keys, and never read
block-for-count: there are n/block blocks, not `block`
causal: here all look at all, not only at those before
sum-not-maximum: the two overlap: the longer one counts, not their sum
shorter-counts: the longer of the two counts: neither ends before it does
arithmetic-alone: the traffic takes time as well
traffic-alone: the arithmetic takes time as well
mean-of-both: the longer of the two counts, not their mean
"""
SIZES = {"variables": "n d block", "where": {"n": "block*n_blocks"}}


def by_overlap(flops, n_bytes, peak_flops, bandwidth):
    """When both are done that start together."""
    done = sorted([flops / peak_flops, n_bytes / bandwidth])
    return done[-1]


def cases(rng):
    """On both sides of the ridge, far from it and near."""
    return {
        f"{share:g} times the intensity of the ridge": checks.case(
            share * peak / bandwidth * n_bytes, n_bytes, peak, bandwidth
        )
        for share in (0.03, 0.6, 1.7, 40.0)
        for peak, bandwidth, n_bytes in [rng.uniform([1e14, 1e12, 1e7], [9e14, 4e12, 9e9])]
    }


COMPUTED, MOVED = "flops / peak_flops", "n_bytes / bandwidth"
LONGER = f"max({COMPUTED}, {MOVED})"

checks.words(WORDS)
naive = checks.polynomial(
    naive_traffic,
    variables="n d",
    expected={
        "Q and K, read": "2*n*d",
        "S, written": "n**2",
        "S, read": "n**2",
        "P, written": "n**2",
        "P, read": "n**2",
        "V, read": "n*d",
        "O, written": "n*d",
    },
    mistakes={
        "no-round-trips": "4*n*d",
        "softmax-in-place": {"S, read": "0", "P, written": "0"},
        "read-only": "3*n*d + 2*n**2",
        "written-only": "n*d + 2*n**2",
        "bytes": {"*": "2"},
        "causal": "4*n*d + 2*n*(n + 1)",
    },
    share=3 / 8,
)
tiled = checks.polynomial(
    tiled_traffic,
    **SIZES,
    expected={
        "the queries": "n*d",
        "the keys": "n_blocks*n*d",
        "the values": "n_blocks*n*d",
        "the output": "n*d",
        "the logarithms": "n",
    },
    mistakes={
        "keys-read-once": {"the keys": "n*d", "the values": "n*d"},
        "keys-once-per-query": {"the keys": "n**2*d", "the values": "n**2*d"},
        "again-for-each-block": {"the queries": "n_blocks*n*d"},
        "lse-forgotten": {"the logarithms": "0"},
        "lse-for-each-block": {"the logarithms": "n_blocks*n"},
        "keys-without-values": {"the values": "0"},
        "scores-written": {"+": "n**2"},
        "output-reread": {"the output": "2*n_blocks*n*d"},
        "block-for-count": {"the keys": "block*n*d", "the values": "block*n*d"},
        "bytes": {"*": "2"},
        "read-only": {"the output": "0", "the logarithms": "0"},
        "causal": {"the keys": "(n_blocks + 1)*n*d/2", "the values": "(n_blocks + 1)*n*d/2"},
    },
    others={"naive_traffic": "4*n*d + 4*n**2"},
    share=3 / 8,
)
roofline = checks.arrays(
    roofline_seconds,
    oracle=by_overlap,
    cases=cases,
    seed=531,
    reference=checks.Reference(SOLUTION, globals(), function="roofline_seconds"),
    mistakes={
        "sum-not-maximum": replace(LONGER, f"{COMPUTED} + {MOVED}"),
        "shorter-counts": replace("max", "min"),
        "arithmetic-alone": replace(LONGER, COMPUTED),
        "traffic-alone": replace(LONGER, MOVED),
        "mean-of-both": replace(LONGER, f"({COMPUTED} + {MOVED}) / 2"),
    },
    share=1 / 4,
)
naive.of("naive_traffic") + tiled.of("tiled_traffic") + roofline.of("roofline_seconds")
