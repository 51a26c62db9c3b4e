from examiner.checks import drop, replace

from .models import ledger_of, own_ledger
from .steps import numbers_cached, step_of

# Longer than five lines for each of the solution's: three functions, and thirty known errors, each
# with its words.
WORDS = """
weights-once-per-sequence: a step reads the matrices once for the whole batch
cache-of-one-sequence: each sequence has a cache of its own to read
cache-forgotten: the caches are read, too
weights-not-read: the matrices are read, too
embedding-read: the embedding is a look-up: a step reads one row of it for each sequence, and
    multiplies with none
norms-counted: the scales of the norms are left out
sum-not-maximum: arithmetic and reading overlap: the longer of the two is the time
shorter-of-the-two: the longer of the two is the time, not the shorter
compute-only: reading takes time, too
reading-only: arithmetic takes time, too
bits-as-bytes: these are bits, eight to a byte
bits-ignored: the arguments say how many bits a number takes
cache-of-query-heads: keys and values have n_kv_heads heads, not n_heads
cache-of-one-layer: each layer has keys and values of its own, and scores with them
keys-or-values-only: keys and values are cached, not one of them
one-token-of-cache: each sequence has n tokens in its cache
new-token-left-out: the new token looks at itself, too: at n tokens, not n - 1
kv-heads-in-scores: every query head has scores and weighted sums: n_heads, not n_kv_heads
width-is-d-model: the heads are n_heads·d_head wide, which needn't be d_model
attention-forgotten: scores and weighted sums are FLOPs, too
weighted-sums-missing: scores and weighted sums, not one of them
multiply-accumulates: these are multiply–accumulates; each is two FLOPs (P6)
flops-of-one-sequence: each sequence of the batch has its FLOPs
one-sequence: each sequence of the batch has FLOPs and a cache of its own
peak-halved: peak_flops is what the card computes in a second: nothing of it is to be halved
gib-for-gb: a GB is 10⁹ bytes; memory and bandwidth are in bytes already
weights-forgotten: the parameters need memory beside the caches
matrices-only: the whole file is in memory, embedding and norms as well
not-whole: sequences come whole
rounded-up: the last sequence doesn't fit: rounded down, not up
negative-batch: where not even the parameters fit there is no sequence: 0
price-for-a-step: a step makes a token for each sequence
per-thousand: the price is for a million tokens
minutes: an hour has 3,600 seconds
hour-for-a-second: the price is for an hour, not for a second
"""

SMALL = dict(vocab_size=211, d_model=26, n_layers=3, n_heads=10, n_kv_heads=5, d_head=7, d_ff=61)
WIDE = dict(vocab_size=97, d_model=56, n_layers=4, n_heads=6, n_kv_heads=2, d_head=12, d_ff=73)


def batch_of(n, model, machine, weight_bits=16, cache_bits=16):
    """One sequence more as long as all of it fits."""
    bits = sum(ledger_of(**model).values()) * weight_bits
    sequences = 0
    while bits + (sequences + 1) * n * numbers_cached(model) * cache_bits <= 8 * machine["memory"]:
        sequences += 1
    return sequences


def price_of(batch, n, model, machine, dollars_per_hour, **bits):
    """As many steps as a million tokens need, at the price of a second."""
    steps, dollars_per_second = 10**6 / batch, dollars_per_hour / 60**2
    return steps * step_of(batch, n, model, machine, **bits) * dollars_per_second


def sizes(rng):
    """A batch and a length."""
    return int(rng.integers(3, 9)), int(rng.integers(30, 90))


def bound(by, model, batch, n, *bits):
    """A machine on which arithmetic ("flops") or reading ("bytes") takes several times as long
    as the other."""
    flops, read = (
        step_of(batch, n, model, dict(peak_flops=peak, bandwidth=bandwidth), *bits)
        for peak, bandwidth in ((1, 1e30), (1e30, 1))
    )
    quicker = {"flops": 11, "bytes": 0.37}[by]  # 11: more than a batch
    return H100 | {"peak_flops": 317 * flops, "bandwidth": 317 * quicker * read}


def steps(rng, *prices):
    """Steps bound by either; with the price of an hour between two ends."""
    drawn = {}
    for name, model, by, bits in (
        ("bound by reading", SMALL, "bytes", {}),
        ("bound by arithmetic", WIDE, "flops", {}),
        ("few bits, bound by reading", WIDE, "bytes", {"weight_bits": 4, "cache_bits": 8}),
        ("few bits, bound by arithmetic", SMALL, "flops", {"weight_bits": 8, "cache_bits": 4}),
    ):
        batch, n = sizes(rng)
        machine = bound(by, model, batch, n, *bits.values())
        hour = [round(rng.uniform(*ends), 2) for ends in prices]
        drawn[name] = checks.case(batch, n, model, machine, *hour, atol=0, **bits)
    hour = [round(rng.uniform(*ends), 2) for ends in prices]
    batch = int(rng.integers(20, 40))
    drawn["Llama 3 8B"] = checks.case(batch, 8192, LLAMA3_8B, H100, *hour, atol=0)
    return drawn


def memories(rng):
    """Cards with room for some sequences and a part of one."""
    drawn = {}
    for name, model, weight_bits, cache_bits, length in (
        ("a small model", SMALL, 16, 16, (9, 14)),
        ("weights of 4 bits", WIDE, 4, 16, (5, 9)),
        ("weights and caches of 8 bits", WIDE, 8, 8, (4, 7)),
        ("caches of 4 bits", SMALL, 16, 4, (21, 29)),
    ):
        n, fit = int(rng.integers(*length)), int(rng.integers(31, 60)) + rng.uniform(0.2, 0.8)
        bits = sum(ledger_of(**model).values()) * weight_bits
        bits += fit * n * numbers_cached(model) * cache_bits
        machine = H100 | {"memory": round(bits / 8)}
        how = {"weight_bits": weight_bits, "cache_bits": cache_bits}
        drawn[name] = checks.case(n, model, machine, **how)
    n = int(rng.integers(8000, 8193))
    drawn["Llama 3 8B"] = checks.case(n, LLAMA3_8B, H100)
    drawn["Llama 3 70B, too large"] = checks.case(n, LLAMA3_70B, H100, weight=0.2)
    return drawn


LEDGERS = {"parameter_ledger": ledger_of}
CACHED = '2 * model["n_layers"] * model["n_kv_heads"] * model["d_head"]'
OF_WEIGHTS, OF_CACHES = "weight_bits / 8", "cache_bits / 8"


def anywhere(old, new):
    """An edit of what stands in the step and in the batch alike."""
    return replace(old, new, everywhere=True)


ONE_LAYER = replace(CACHED, CACHED.replace('model["n_layers"] * ', ""), everywhere=True)
IN_BOTH = {
    "cache-of-query-heads": [
        anywhere(CACHED, CACHED.replace("n_kv_heads", "n_heads")),
        anywhere(CACHED, '2 * model["n_layers"] * model["d_model"]'),
    ],
    "cache-of-one-layer": [ONE_LAYER],
    "keys-or-values-only": [anywhere(CACHED, CACHED.removeprefix("2 * "))],
    "one-token-of-cache": [anywhere(f"n * {CACHED}", CACHED)],
    "new-token-left-out": [anywhere(f"n * {CACHED}", f"(n - 1) * {CACHED}")],
    "bits-as-bytes": [
        anywhere("/ 8", ""),
        anywhere(OF_WEIGHTS, "weight_bits"),
        anywhere(OF_CACHES, "cache_bits"),
    ],
    "bits-ignored": [
        anywhere(OF_WEIGHTS, "2") + anywhere(OF_CACHES, "2"),
        anywhere(OF_WEIGHTS, "2"),
        anywhere(OF_CACHES, "2"),
        anywhere(OF_CACHES, OF_WEIGHTS),
    ],
}
LONGER, READ, MATRICES = "max(arithmetic, reading)", "weight_bytes + cache_bytes", "2 * matrices"
SCORES = 'n * model["n_layers"] * model["n_heads"] * model["d_head"]'
WHOLE = "sum(lines.values())"
OF_ONE = replace("arithmetic = batch *", "arithmetic =")
STEP = IN_BOTH | {
    "cache-of-one-layer": [
        ONE_LAYER,
        ONE_LAYER + replace(SCORES, SCORES.replace('model["n_layers"] * ', "")),
    ],
    "weights-once-per-sequence": [replace(READ, f"batch * {READ}")],
    "cache-of-one-sequence": [replace(READ, f"{READ} / batch")],
    "cache-forgotten": [replace(READ, "weight_bytes")],
    "weights-not-read": [replace(READ, "cache_bytes")],
    "embedding-read": [
        drop('- lines["embedding"]'),
        replace("matrices * weight_bits", '(matrices + lines["embedding"]) * weight_bits'),
        drop('- lines["embedding"] - lines["norms"]'),
        replace("matrices * weight_bits", f"{WHOLE} * weight_bits"),
    ],
    "norms-counted": [drop('- lines["norms"]')],
    "sum-not-maximum": [replace(LONGER, "arithmetic + reading")],
    "shorter-of-the-two": [replace(LONGER, "min(arithmetic, reading)")],
    "compute-only": [replace(LONGER, "arithmetic")],
    "reading-only": [replace(LONGER, "reading")],
    "kv-heads-in-scores": [replace(SCORES, SCORES.replace("n_heads", "n_kv_heads"))],
    "width-is-d-model": [replace(SCORES, 'n * model["n_layers"] * model["d_model"]')],
    "new-token-left-out": [
        replace(f"batch * n * {CACHED}", f"batch * (n - 1) * {CACHED}"),
        replace("4 * n", "4 * (n - 1)"),
        replace("4 * n", "4 * (n - 1)") + replace("batch * n", "batch * (n - 1)"),
    ],
    "attention-forgotten": [replace(f"{MATRICES} + attention", MATRICES)],
    "weighted-sums-missing": [replace(f"4 * {SCORES}", f"2 * {SCORES}")],
    "multiply-accumulates": [replace("arithmetic = batch", "arithmetic = batch / 2")],
    "flops-of-one-sequence": [OF_ONE],
    "one-sequence": [OF_ONE + replace(READ, f"{READ} / batch")],
    "peak-halved": [replace('machine["peak_flops"]', '(machine["peak_flops"] / 2)')],
    "gib-for-gb": [replace('machine["bandwidth"]', '(machine["bandwidth"] * 2**30 / 1e9)')],
}
WHOLE_SEQUENCES = "int(left // cache_bytes)"
BATCH = IN_BOTH | {
    "weights-forgotten": [replace("- weight_bytes", "")],
    "matrices-only": [
        replace(f"weight_bytes = {WHOLE}", f"weight_bytes = ({WHOLE} {cut})")
        for cut in (
            '- lines["embedding"]',
            '- lines["norms"]',
            '- lines["embedding"] - lines["norms"]',
        )
    ],
    "not-whole": [replace(WHOLE_SEQUENCES, "left / cache_bytes")],
    "rounded-up": [
        replace(WHOLE_SEQUENCES, f"{WHOLE_SEQUENCES} + {one}") for one in (1, "(left > 0)")
    ],
    "gib-for-gb": [replace('machine["memory"]', 'machine["memory"] * 2**30 / 1e9')],
    "negative-batch": [replace(f"max(0, {WHOLE_SEQUENCES})", WHOLE_SEQUENCES)],
}
SECONDS, MADE = "dollars_per_hour / 3600", "seconds / batch"
PRICE = {
    "price-for-a-step": replace(MADE, "seconds"),
    "per-thousand": replace("1e6", "1e3"),
    "minutes": replace(SECONDS, "dollars_per_hour / 60"),
    "hour-for-a-second": replace(SECONDS, "dollars_per_hour"),
}


def reference(function, **own):
    """The right answer, by the student's own ledger as well."""
    own |= {"parameter_ledger": own_ledger()}
    return checks.Reference(SOLUTION, LEDGERS, function=function, own=own)


checks.words(WORDS)
step = checks.arrays(
    step_seconds,
    oracle=step_of,
    cases=steps,
    seed=553,
    reference=reference("step_seconds"),
    mistakes=STEP,
    share=1 / 2,
)
in_a_batch = reference("largest_serving_batch")
repeated = IN_BOTH.get(step.mistake, ())  # in the batch as in the step: charged once
largest = checks.arrays(
    largest_serving_batch,
    oracle=batch_of,
    cases=memories,
    seed=554,
    reference=in_a_batch,
    accept={
        "right, as in step_seconds": [
            each.definition(edit)
            for each in (in_a_batch, *in_a_batch.by_own().values())
            for edit in repeated
        ]
    },
    mistakes=BATCH,
    share=3 / 10,
)
price = checks.arrays(
    dollars_per_million,
    oracle=price_of,
    cases=lambda rng: steps(rng, (1.5, 6)),
    seed=555,
    reference=reference("dollars_per_million", step_seconds=step.mistaken),
    mistakes=PRICE,
    share=1 / 5,
)
step.of("step_seconds") + largest.of("largest_serving_batch") + price.of("dollars_per_million")
