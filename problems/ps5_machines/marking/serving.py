from functools import partial

from .models import carried_width, ledger_of, own_ledger
from .steps import numbers_cached, step_of

OWN_WIDTH = 'model = model | {"d_head": model["d_model"] // model["n_heads"]}'
# In a step and in a batch alike; an id that both have is charged once.
IN_BOTH = """
cache-of-query-heads: keys and values have n_kv_heads heads, not n_heads
    :: cached = cached / model["n_kv_heads"] * model["n_heads"]
    :: cached = cached / model["n_kv_heads"] / model["d_head"] * model["d_model"]
keys-or-values-only: keys and values are cached, not one of them :: cached = cached / 2
one-token-of-cache: each sequence has n tokens in its cache :: cached = cached / n
bits-as-bytes: these are bits, eight to a byte :: / 8 =>
    :: weight_bits = 8 * weight_bits :: cache_bits = 8 * cache_bits
bits-ignored: the arguments say how many bits a number takes :: weight_bits, cache_bits = 16, 16
    :: weight_bits = 16 :: cache_bits = 16 :: cache_bits = weight_bits
"""
IN_CACHES = f"""
width-is-d-model :: {OWN_WIDTH}
cache-of-one-layer :: cached = cached / model["n_layers"]
new-token-left-out :: cached = cached / n * (n - 1)
"""
OF_STEPS = f"""
cache-of-one-layer: each layer has keys and values of its own, and scores with them
    :: cached = cached / model["n_layers"]
    :: cached = cached / model["n_layers"] && attention = attention / model["n_layers"]
new-token-left-out: the new token looks at itself, too: at n tokens, not n - 1
    :: cached = cached / n * (n - 1) :: attention = attention / n * (n - 1) :: n = n - 1
{IN_BOTH}
weights-once-per-sequence: a step reads the matrices once for the whole batch
    :: reading = (batch * weight_bytes + cache_bytes) / machine["bandwidth"]
cache-of-one-sequence: each sequence has a cache of its own to read
    :: cache_bytes = cache_bytes / batch
cache-forgotten: the caches are read, too :: cache_bytes = 0
weights-not-read: the matrices are read, too :: weight_bytes = 0
embedding-read: the embedding is a look-up: a step reads one row of it for each sequence, and
    multiplies with none :: - lines["embedding"] ->
    :: matrices * weight_bits -> (matrices + lines["embedding"]) * weight_bits
    :: - lines["embedding"] - lines["norms"] ->
    :: matrices * weight_bits -> sum(lines.values()) * weight_bits
norms-counted: the scales of the norms are left out :: - lines["norms"] ->
sum-not-maximum: arithmetic and reading overlap: the longer of the two is the time
    :: return arithmetic + reading
two-maxima: one maximum for the whole step: the arithmetic of one product overlaps with the reading
    of another
    :: return max(2 * batch * matrices / machine["peak_flops"], weight_bytes / machine["bandwidth"])
    + max(batch * attention / machine["peak_flops"], cache_bytes / machine["bandwidth"])
shorter-of-the-two: the longer of the two is the time, not the shorter
    :: return min(arithmetic, reading)
compute-only: reading takes time, too :: return arithmetic
reading-only: arithmetic takes time, too :: return reading
kv-heads-in-scores: every query head has scores and weighted sums: n_heads, not n_kv_heads
    :: model["n_heads"] -> model["n_kv_heads"]
width-is-d-model: the heads together are n_heads·d_head wide (keys and values: n_kv_heads·d_head),
    which needn't be d_model :: attention = 4 * n * model["n_layers"] * model["d_model"]
    :: {OWN_WIDTH}
attention-forgotten: scores and weighted sums are FLOPs, too :: attention = 0
all-pairs: only the new token looks, at n tokens: those before it looked in earlier steps
    :: attention = attention * [(n + 1) / 2 ~ n / 2 ~ n]
weighted-sums-missing: scores and weighted sums, not one of them :: attention = attention / 2
multiply-accumulates :: arithmetic = arithmetic / 2
flops-of-one-sequence: each sequence of the batch has its FLOPs :: arithmetic = arithmetic / batch
one-sequence: each sequence of the batch has FLOPs and a cache of its own
    :: arithmetic = arithmetic / batch && cache_bytes = cache_bytes / batch
text-anew: only the new token goes through the maps, and only it has scores: the others are cached
    :: (2 * matrices + attention) -> [n * (2 * matrices + attention) ~ (2 * n * matrices +
    attention)]
peak-by-bits: arithmetic runs at peak_flops whatever the bits
    :: arithmetic = arithmetic * weight_bits / 16
peak-halved: peak_flops is what the card computes in a second: nothing of it is to be halved
    :: arithmetic = 2 * arithmetic
gib-for-gb: a GB is 10⁹ bytes; memory and bandwidth are in bytes already
    :: reading = reading / 2**30 * 1e9
"""
OF_BATCHES = f"""{IN_CACHES}{IN_BOTH}
weights-forgotten: the parameters need memory beside the caches :: left = machine["memory"]
matrices-only: the whole file is in memory, embedding and norms as well
    :: lines = lines | {{"embedding": 0}} :: lines = lines | {{"norms": 0}}
    :: lines = lines | {{"embedding": 0, "norms": 0}}
not-whole: sequences come whole :: return max(0, left / cache_bytes)
rounded-up: the last sequence doesn't fit: rounded down, not up
    :: return max(0, int(left // cache_bytes) + [1 ~ (left > 0)])
rounded: only whole sequences fit: rounded down :: return max(0, round(left / cache_bytes))
gib-for-gb :: left = left + machine["memory"] * (2**30 / 1e9 - 1)
negative-batch: where not even the parameters fit there is no sequence: 0
    :: return int(left // cache_bytes)
"""
OF_PRICES = """
price-for-a-step: a step makes a token for each sequence :: seconds / batch -> seconds
per-thousand: the price is for a million tokens :: 1e6 -> 1e3
minutes: an hour has 3,600 seconds :: dollars_per_hour / 3600 -> dollars_per_hour / 60
hour-for-a-second: the price is for an hour, not for a second
    :: dollars_per_hour / 3600 -> dollars_per_hour
"""

# Their heads divide d_model, so that d_model / n_heads is whole.
SMALL = dict(vocab_size=211, d_model=30, n_layers=3, n_heads=10, n_kv_heads=5, d_head=7, d_ff=61)
WIDE = dict(vocab_size=97, d_model=60, n_layers=4, n_heads=6, n_kv_heads=2, d_head=12, d_ff=73)


def batch_of(n, model, machine, weight_bits=16, cache_bits=16):
    """One sequence more as long as all of it fits."""
    bits = sum(ledger_of(**model).values()) * weight_bits
    sequences = 0
    while bits + (sequences + 1) * n * numbers_cached(model) * cache_bits <= 8 * machine["memory"]:
        sequences += 1
    return sequences


def price_of(batch, n, model, machine, dollars_per_hour, step=step_of, **bits):
    """As many steps as a million tokens need, at the price of a second."""
    steps, dollars_per_second = 10**6 / batch, dollars_per_hour / 60**2
    return steps * step(batch, n, model, machine, **bits) * dollars_per_second


def sizes(rng, by):
    """A batch and a length. Where reading takes longer, the caches are so large that with the
    matrices alone arithmetic would."""
    ends = {"flops": ((3, 9), (30, 90)), "bytes": ((40, 60), (200, 300))}[by]
    return tuple(int(rng.integers(*each)) for each in ends)


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
        batch, n = sizes(rng, by)
        machine = bound(by, model, batch, n, *bits.values())
        hour = [round(rng.uniform(*ends), 2) for ends in prices]
        drawn[name] = checks.case(batch, n, model, machine, *hour, atol=0, **bits)
    hour = [round(rng.uniform(*ends), 2) for ends in prices]
    batch = int(rng.integers(20, 32))  # not as many as layers
    drawn["Llama 3 8B"] = checks.case(batch, 8192, LLAMA3_8B, H100, *hour, atol=0)
    return drawn


def memories(rng):
    """Cards with room for some sequences and a part of one."""
    drawn = {}
    less, more = (0.2, 0.4), (0.6, 0.8)  # of one more sequence: rounding makes a difference or not
    for name, model, weight_bits, cache_bits, length, part in (
        ("a small model", SMALL, 16, 16, (9, 14), more),
        # Long enough that some sequences fit even with bits for bytes: 0 is no answer here.
        ("weights of 4 bits", WIDE, 4, 16, (38, 45), less),
        ("weights and caches of 8 bits", WIDE, 8, 8, (4, 7), more),
        ("caches of 4 bits", SMALL, 16, 4, (21, 29), less),
    ):
        n, fit = int(rng.integers(*length)), int(rng.integers(40, 60)) + rng.uniform(*part)
        bits = sum(ledger_of(**model).values()) * weight_bits
        bits += fit * n * numbers_cached(model) * cache_bits
        machine = H100 | {"memory": round(bits / 8)}
        how = {"weight_bits": weight_bits, "cache_bits": cache_bits}
        drawn[name] = checks.case(n, model, machine, **how)
    n = int(rng.integers(8140, 8193))
    drawn["Llama 3 8B"] = checks.case(n, LLAMA3_8B, H100)
    drawn["Llama 3 70B, too large"] = checks.case(n, LLAMA3_70B, H100, weight=0.2)
    return drawn


LEDGERS = {"parameter_ledger": ledger_of}


def reference(function, **own):
    """The right answer, by the student's own ledger as well."""
    own |= {"parameter_ledger": own_ledger()}
    return checks.Reference(SOLUTION, LEDGERS, function=function, own=own)


def by_own_width(function):
    """What is right by the width of heads in the student's own ledger."""
    edits = [OWN_WIDTH] if carried_width() else []
    of_one = checks.Reference(SOLUTION, LEDGERS, function=function)
    return {
        "right, given the width of a head in your parameter_ledger": [
            of_one.definition(each) for each in edits
        ]
    }


def price_by_own_width():
    """The price of such steps."""
    steps = by_own_width("step_seconds").items()
    return {words: [partial(price_of, step=each) for each in ways] for words, ways in steps}


step = checks.arrays(
    step_seconds,
    oracle=step_of,
    cases=steps,
    reference=reference("step_seconds"),
    accept=by_own_width("step_seconds"),
    mistakes=OF_STEPS,
    share=1 / 2,
)
in_a_batch = reference("largest_serving_batch")
repeated = checks.effects(IN_CACHES + IN_BOTH).get(step.mistake, ())  # charged once
largest = checks.arrays(
    largest_serving_batch,
    oracle=batch_of,
    cases=memories,
    reference=in_a_batch,
    accept={
        "right, as in step_seconds": [
            each.definition(edit)
            for each in (in_a_batch, *in_a_batch.by_own().values())
            for edit in repeated
        ]
    }
    | by_own_width("largest_serving_batch"),
    mistakes=OF_BATCHES,
    share=3 / 10,
)
price = checks.arrays(
    dollars_per_million,
    oracle=price_of,
    cases=lambda rng: steps(rng, (1.5, 6)),
    reference=reference("dollars_per_million", step_seconds=step.mistaken),
    accept=price_by_own_width(),
    mistakes=OF_PRICES,
    share=1 / 5,
)
step.of("step_seconds") + largest.of("largest_serving_batch") + price.of("dollars_per_million")
