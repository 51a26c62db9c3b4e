"""The traffic of attention, step by step and in tiles, and the time of a roofline."""

from collections.abc import Mapping

import numpy as np

from examiner.checks import (
    Adds,
    Arrays,
    Case,
    Count,
    Functions,
    Term,
    assign,
    case,
    misconception,
    missed_idea,
    replace,
    returns,
    sizes,
)

from ..machines import roofline_seconds
from .decoder import BYTES

n, d, block = sizes("n d block")
(n_blocks,) = sizes("n_blocks")
Q_AND_K_READ = Term("reading Q and K", 2 * n * d)
S_WRITTEN = Term("writing S", n**2)
S_READ = Term("reading S", n**2)
A_WRITTEN = Term("writing A", n**2)
A_READ = Term("reading A", n**2)
V_READ = Term("reading V", n * d)
O_WRITTEN = Term("writing O", n * d)
IN_STEPS = [Q_AND_K_READ, S_WRITTEN, S_READ, A_WRITTEN, A_READ, V_READ, O_WRITTEN]
QUERIES = Term("the queries", n * d)
KEYS = Term("the keys", n_blocks * n * d)
VALUES = Term("the values", n_blocks * n * d)
OUTPUT = Term("the output", n * d)
LOGARITHMS = Term("the logarithms", n)
IN_TILES = [QUERIES, KEYS, VALUES, OUTPUT, LOGARITHMS]

READ_ONLY = "the written numbers count as well"

# fmt: off
OF_STEPS = [
    missed_idea("no-round-trips", 4 * n * d,
      "S and A are written by one step and read by the next"),
    misconception("softmax-in-place", {S_READ: 0, A_WRITTEN: 0},
      "the softmax reads n² numbers, and writes as many"),
    misconception("scores-read-again", {S_READ: 3 * n**2},
      "the softmax is one step: it reads S once and writes A once; in your count, it reads S "
      "three times, or writes and reads other numbers in between"),
    misconception("read-only", 3 * n * d + 2 * n**2, READ_ONLY),
    misconception("written-only", n * d + 2 * n**2,
      "the numbers that are read count as well"),
    misconception("causal", 4 * n * d + 2 * n * (n + 1),
      "here all tokens look at all tokens, not only at earlier ones"),
    *BYTES,
]
OF_TILES = [
    misconception("keys-read-once", {KEYS: n * d, VALUES: n * d},
      "every block of queries reads all keys and values again, not one block of them"),
    misconception("keys-once-per-query", {KEYS: n**2 * d, VALUES: n**2 * d},
      "keys and values are read once for each block of queries, not for each query"),
    misconception("again-for-each-block", {QUERIES: n_blocks * n * d},
      "a block of queries is read once, and stays in fast memory for all blocks of keys and "
      "values; O is written once, after the last block of keys"),
    misconception("lse-forgotten", {LOGARITHMS: 0},
      "each query also writes one number, the logarithm of its sum"),
    misconception("lse-for-each-block", {LOGARITHMS: n_blocks * n},
      "each query writes one logarithm, for any number of blocks of keys"),
    misconception("keys-without-values", {VALUES: 0},
      "values are read as well as keys"),
    misconception("scores-written", Adds(n**2),
      "tiles of scores never leave fast memory"),
    misconception("output-reread", {OUTPUT: 2 * n_blocks * n * d},
      "O is written once, after the last block of keys, and never read"),
    misconception("block-for-count", {KEYS: block * n * d, VALUES: block * n * d},
      "there are n/block blocks, not `block`"),
    misconception("read-only", {OUTPUT: 0, LOGARITHMS: 0}, READ_ONLY),
    misconception("loops-exchanged-or-causal",
      {KEYS: (n_blocks + 1) * n * d / 2, VALUES: (n_blocks + 1) * n * d / 2},
      "the queries are read once, and each block of them reads all keys and values; your count "
      "is the other way round, or reads only the keys up to a query"),
    *BYTES,
]
OF_TIME = [
    misconception("sum-not-maximum", returns("flops / peak_flops + n_bytes / bandwidth"),
      "the two overlap: the longer one counts, not their sum"),
    misconception("shorter-counts", replace("max", "min"),
      "the longer of the two counts, since both have to end"),
    missed_idea("arithmetic-alone", returns("flops / peak_flops"),
      "the traffic takes time as well"),
    missed_idea("traffic-alone", returns("n_bytes / bandwidth"),
      "the arithmetic takes time as well"),
    misconception("numbers-for-bytes",
      [assign("n_bytes", "2 * n_bytes"), assign("n_bytes", "n_bytes / 2")],
      "n_bytes are bytes already, not numbers of 2 bytes"),
    misconception("bits-for-bytes",
      [assign("n_bytes", "8 * n_bytes"), assign("n_bytes", "n_bytes / 8")],
      "n_bytes are bytes, and bandwidth is in bytes per second: no factor 8"),
    misconception("mean-of-both", returns("(flops / peak_flops + n_bytes / bandwidth) / 2"),
      "the longer of the two counts, not their mean"),
]
# fmt: on


def by_overlap(flops: float, n_bytes: float, peak_flops: float, bandwidth: float) -> float:
    """Find the time when arithmetic and traffic, which start together, are both done."""
    done = sorted([flops / peak_flops, n_bytes / bandwidth])
    return done[-1]


def cases(rng: np.random.Generator) -> Mapping[str, Case]:
    """Draw work on both sides of the ridge, near it and far from it."""
    return {
        f"{share:g} times the intensity of the ridge": case(
            share * peak / bandwidth * n_bytes, n_bytes, peak, bandwidth
        )
        for share in (0.03, 0.6, 1.7, 40.0)
        for peak, bandwidth, n_bytes in [rng.uniform([1e14, 1e12, 1e7], [9e14, 4e12, 9e9])]
    }


question = Functions(
    naive_traffic=Count((n, d), IN_STEPS, misconceptions=OF_STEPS, share=3 / 8),
    tiled_traffic=Count(
        (n, d, block),
        IN_TILES,
        where={n: block * n_blocks},
        misconceptions=OF_TILES,
        others={"naive_traffic": 4 * n * d + 4 * n**2},
        share=3 / 8,
    ),
    roofline_seconds=Arrays(
        oracle=by_overlap,
        cases=cases,
        reference=roofline_seconds,
        misconceptions=OF_TIME,
        share=1 / 4,
    ),
)
