from .models import BYTES

OF_STEPS = """
no-round-trips: S and P are written by one step and read by the next :: 4*n*d
softmax-in-place: the softmax reads its n² numbers and writes as many
    :: S, read = 0 && P, written = 0
scores-read-again: the softmax is one step: it reads S once and writes P once; you have S read three
    times, or something written and read in between :: S, read = 3*n**2
read-only: what is written counts as well :: 3*n*d + 2*n**2
written-only: what is read counts as well :: n*d + 2*n**2
causal: here all look at all, not only at those before :: 4*n*d + 2*n*(n + 1)
"""
OF_TILES = """
keys-read-once: every block of queries reads all keys and values anew, not one block of them
    :: the keys = n*d && the values = n*d
keys-once-per-query: keys and values are read once for each block of queries, not for each query
    :: the keys = n**2*d && the values = n**2*d
again-for-each-block: a block of queries is read once, and stays while keys and values go by; O is
    written once, after the last block of keys :: the queries = n_blocks*n*d
lse-forgotten: for each query one more number is written, the logarithm of its sum
    :: the logarithms = 0
lse-for-each-block: one logarithm is written for each query, however many blocks of keys it meets
    :: the logarithms = n_blocks*n
keys-without-values: values are read as well as keys :: the values = 0
scores-written: tiles of scores never leave fast memory :: + n**2
output-reread: O is written once, after the last block of keys, and never read
    :: the output = 2*n_blocks*n*d
block-for-count: there are n/block blocks, not `block`
    :: the keys = block*n*d && the values = block*n*d
read-only :: the output = 0 && the logarithms = 0
loops-exchanged-or-causal: the queries are read once, and for each block of them all keys and values
    anew; here it is the other way round, or only the keys up to a query are read
    :: the keys = (n_blocks + 1)*n*d/2 && the values = (n_blocks + 1)*n*d/2
"""
OF_TIME = """
sum-not-maximum: the two overlap: the longer one counts, not their sum
    :: return flops / peak_flops + n_bytes / bandwidth
shorter-counts: the longer of the two counts: neither ends before it does :: max -> min
arithmetic-alone: the traffic takes time as well :: return flops / peak_flops
traffic-alone: the arithmetic takes time as well :: return n_bytes / bandwidth
numbers-for-bytes: n_bytes are bytes already, not numbers of 2 bytes
    :: n_bytes = [2 * n_bytes ~ n_bytes / 2]
bits-for-bytes: n_bytes are bytes, and bandwidth is in bytes a second: no factor 8
    :: n_bytes = [8 * n_bytes ~ n_bytes / 8]
mean-of-both: the longer of the two counts, not their mean
    :: return (flops / peak_flops + n_bytes / bandwidth) / 2
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
    mistakes=OF_STEPS,
    conventions=BYTES,
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
    mistakes=OF_TILES,
    conventions=BYTES,
    others={"naive_traffic": "4*n*d + 4*n**2"},
    share=3 / 8,
)
roofline = checks.arrays(
    roofline_seconds,
    oracle=by_overlap,
    cases=cases,
    reference=checks.Reference(SOLUTION, globals(), function="roofline_seconds"),
    mistakes=OF_TIME,
    share=1 / 4,
)
naive.of("naive_traffic") + tiled.of("tiled_traffic") + roofline.of("roofline_seconds")
