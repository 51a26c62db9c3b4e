from functools import partial, reduce
from itertools import combinations
from operator import or_

from .models import ledger_of, own_ledger
from .steps import numbers_cached, own_step, read_and_multiplied, step_of

AUDIT = """
def audit():
    embedding, attention, peak, weights, cache, corrected = put_right().values()
    amounts = dict(zip(AMOUNTS, (embedding, attention, peak, weights, cache), strict=True))
    return amounts | {"corrected": corrected}
"""
# What leaves too early or too late is made up for by the next amount.
NEXT_RIGHT = "attention = attention + LOOKUP + NORMS - embedding"
ERRORS = f"""
signs-reversed: the signs are reversed: an amount is positive where the time goes down
    :: amounts = {{name: -amount for name, amount in amounts.items()}}
not-one-after-the-other: each amount is what that correction alone would change; they are put right
    one after the other
    :: peak = -CLAIM && weights = CLAIM - READING && cache = CLAIM - [CACHES ~ (READING + CACHES)]
each-from-the-claim: each amount is measured from the claim; measure it from the time that those
    above leave :: amounts = dict(zip(AMOUNTS, np.cumsum([*amounts.values()])))
nothing-taken-away: look-up and norms multiply with no matrix: their weights leave the FLOPs
    :: embedding = 0.0 :: embedding = 0.0 && {NEXT_RIGHT}
norms-kept: the norms multiply with no matrix either :: embedding = LOOKUP
    :: embedding = LOOKUP && {NEXT_RIGHT}
head-taken-away: the head is a product; only the look-up multiplies nothing
    :: embedding = 2 * LOOKUP + [NORMS ~ 0]
    :: embedding = 2 * LOOKUP + [NORMS ~ 0] && {NEXT_RIGHT}
    :: embedding = 2 * LOOKUP + [NORMS ~ 0]
    && weights = ARITHMETIC - 2 * LOOKUP - READING * (1 - LINES["head"] / MATRICES)
kv-heads-in-scores: every query head has scores and weighted sums, not only n_kv_heads of them
    :: attention = attention / 4
weighted-sums-missing: half of it: scores or weighted sums are missing, or these are
    multiply–accumulates, of two FLOPs each :: attention = attention / 2
one-of-32: this is the amount in one layer, or for one sequence: there are 32 of either
    :: attention = attention / 32 :: embedding = embedding / 32
peak-halved: at half the peak the time is doubled, not halved :: peak = ARITHMETIC / 4
embedding-read: the embedding is a look-up, of which a step reads 32 rows
    :: weights = ARITHMETIC - 2 * [sum(LINES.values()) ~ (LINES["embedding"] + MATRICES)] /
    H100["bandwidth"]
weights-per-sequence: the matrices are read once for the whole batch
    :: weights = ARITHMETIC - BATCH * READING
added-not-overlapped: reading overlaps with arithmetic: the longer of the two is the time
    :: weights = -READING
four-bytes: in bf16 a number takes 2 bytes; here twice as much is read
    :: weights = ARITHMETIC - 2 * READING && cache = -2 * CACHES
    :: weights = ARITHMETIC - 2 * READING :: cache = -2 * CACHES
cache-of-one-sequence: each of the 32 sequences has a cache :: cache = -CACHES / BATCH
cache-of-one-layer: each of the 32 layers has a cache :: cache = -CACHES / LLAMA3_8B["n_layers"]
cache-counted-alone: the matrices are read as well as the caches: the two times add up
    :: cache = [ARITHMETIC ~ READING] - CACHES
query-heads-cached: keys and values are cached for n_kv_heads heads, not for n_heads
    :: cache = -CACHES * QUERY_HEADS
one-token-fewer: each sequence looks at all 8192 tokens, itself included
    :: attention = attention * (N - 1) / N :: cache = -CACHES * (N - 1) / N
microseconds: these are microseconds; seconds are asked for
    :: return {{name: 1e6 * value for name, value in _.items()}}
milliseconds: these are milliseconds; seconds are asked for
    :: return {{name: 1e3 * value for name, value in _.items()}}
time-for-a-token: this is the time for a token; the step makes 32
    :: return {{name: value / BATCH for name, value in _.items()}}
weights-read-only: the caches are read, too, in what is left :: corrected = READING
"""

BATCH, N, SPARSE = 32, 8192, 1979e12
PRINTED = 8_030_261_248  # what the claim says of the parameters
AMOUNTS = ("embedding", "attention", "peak", "weights", "cache")
HEADS = LLAMA3_8B["n_layers"] * LLAMA3_8B["n_heads"]
SCORES = BATCH * HEADS * 2 * N * 2 * LLAMA3_8B["d_head"] / SPARSE
QUERY_HEADS = LLAMA3_8B["n_heads"] / LLAMA3_8B["n_kv_heads"]  # for each of keys and values
CACHES = BATCH * N * numbers_cached(LLAMA3_8B) * 2 / H100["bandwidth"]


def corrections(ledger=ledger_of, step=None):
    """Amount -> the time after that correction, by the time before it."""
    matrices = read_and_multiplied(ledger(**LLAMA3_8B))
    products, scores = BATCH * 2 * matrices / SPARSE, SCORES
    reading, adds = matrices * 2 / H100["bandwidth"], False
    if step:
        # What the student's own step counts as scores, multiplies beside them and reads beside
        # caches, if anything, and whether it adds times: without matrices, and with next to no
        # tokens, since some divide by their number.
        counting = H100 | {"peak_flops": SPARSE, "bandwidth": 1e300}
        no_matrices = LLAMA3_8B | {"d_model": 0, "vocab_size": 0}
        if own := step(BATCH, N, no_matrices, counting):
            products, scores = step(BATCH, N, LLAMA3_8B, counting) - own, own
        both, of_products, of_reading = (
            step(BATCH, 1e-9, LLAMA3_8B, H100 | dict.fromkeys(endless, 1e300))
            for endless in ((), ["bandwidth"], ["peak_flops"])
        )
        reading, adds = of_reading or reading, both > 1.01 * max(of_products, of_reading)
    step = step or partial(step_of, ledger=ledger)
    return {
        "embedding": lambda time: products,
        "attention": lambda time: time + scores,
        "peak": lambda time: 2 * time,
        "weights": lambda time: time + reading if adds else max(time, reading),
        "cache": lambda time: step(BATCH, N, LLAMA3_8B, H100),
    }


def put_right(own=None, parameters=PRINTED, **answers):
    """The audit by these answers; by the student's own amounts as far as there are some."""
    left, found = BATCH * 2 * parameters / SPARSE, {}
    for name, correct in corrections(**answers).items():
        found[name] = left - correct(left)
        if own is not None and name not in own:
            return found
        left -= (own or found)[name]
    return found | {"corrected": left}


def own_answers():
    """What allows it -> the answers that an audit may rest on, as `put_right` takes them; the
    first are the right ones."""
    ledger = own_ledger()
    own = {
        "parameter_ledger": {"ledger": ledger},
        "ledger's total": {"parameters": ledger and sum(ledger(**LLAMA3_8B).values())},
        "step_seconds": {"step": own_step()},
    }
    own = {name: answer for name, answer in own.items() if any(answer.values())}
    chosen = [names for number in range(len(own) + 1) for names in combinations(own, number)]
    return {
        " and ".join(f"your {name}" for name in names): reduce(or_, map(own.get, names), {})
        for names in chosen
    }


def given_own():
    """Other right audits: by the student's earlier answers, and by their amounts above one."""
    found = {}
    for words, answers in own_answers().items():
        by_own, more = partial(put_right, **answers), f" and {words}" * bool(words)
        found |= {
            f"right, given {words}": by_own,
            f"right, given your amounts above{more}": checks.from_own(
                lambda own, by_own=by_own: by_own(own) | {"corrected": None}
            ),
            f"right, given your five amounts{more}": checks.from_own(
                lambda own, by_own=by_own: {"corrected": by_own(own)["corrected"]}, right=2
            ),
        }
    return found


RIGHT = put_right()
CLAIM = BATCH * 2 * PRINTED / SPARSE
LINES = ledger_of(**LLAMA3_8B)
LOOKUP, NORMS = (BATCH * 2 * LINES[line] / SPARSE for line in ("embedding", "norms"))
MATRICES = read_and_multiplied(LINES)
ARITHMETIC = CLAIM - sum(RIGHT[name] for name in AMOUNTS[:3])
READING = CLAIM - sum(RIGHT[name] for name in AMOUNTS[:4])

checks.arrays(
    audit,
    oracle=put_right,
    cases={"the claim": checks.case(atol=0, rtol=1e-6)},
    outputs=dict.fromkeys(AMOUNTS, 1 / 2) | {"corrected": 3 / 2},
    every_case=True,
    accept=given_own(),
    reference=checks.Reference(AUDIT, globals()),
    mistakes=ERRORS,
)
