"""The audit of the price of tokens: the amount of each correction, and the corrected time."""

from collections.abc import Callable, Mapping
from functools import partial, reduce
from itertools import combinations
from operator import or_
from typing import Any

from examiner.checks import (
    Accepted,
    Arrays,
    Case,
    Custom,
    assign,
    case,
    convention,
    from_own,
    misconception,
    returns,
)
from examiner.checks.question import RubricRow

from ..machines import H100, LLAMA3_8B
from .decoder import ledger_of, own_ledger
from .steps import (
    Lines,
    PerToken,
    numbers_cached,
    own_forward,
    own_step,
    read_and_multiplied,
    scores_of,
    step_of,
)

Step = Callable[..., float]

BATCH, N, SPARSE = 32, 8192, 1979e12
PRINTED = 8_030_261_248  # number of parameters in the claim
AMOUNTS = ("embedding", "attention", "peak", "weights", "cache")
QUERY_HEADS = (
    LLAMA3_8B["n_heads"] / LLAMA3_8B["n_kv_heads"]
)  # query heads per head of keys and values
CACHES = BATCH * N * numbers_cached(LLAMA3_8B) * 2 / H100["bandwidth"]


def corrections(
    ledger: Lines = ledger_of,
    step: Step | None = None,
    products: PerToken | None = None,
    scores: PerToken = scores_of,
) -> dict[str, Callable[[float], float]]:
    """Return amount -> the function from the time before this correction to the time after it.

    Args:
        ledger: The answer for the parameters.
        step: The student's own step; None for the right one.
        products: As for `step_of`.
        scores: As for `step_of`.
    """
    matrices = read_and_multiplied(ledger(**LLAMA3_8B))
    flops = products(N, LLAMA3_8B) if products else 2 * matrices
    multiplying, attending = (BATCH * f / SPARSE for f in (flops, scores(N, LLAMA3_8B)))
    reading, adds = matrices * 2 / H100["bandwidth"], False
    if step:
        # Measure the student's own step: the scores, in a model without matrices; the products;
        # the time to read matrices, with almost no tokens (0 could be a divisor); and whether the
        # step adds the two times.
        counting = H100 | {"peak_flops": SPARSE, "bandwidth": 1e300}
        no_matrices = LLAMA3_8B | {"d_model": 0, "vocab_size": 0}
        if own := step(BATCH, N, no_matrices, counting):
            multiplying, attending = step(BATCH, N, LLAMA3_8B, counting) - own, own
        both, of_products, of_reading = (
            step(BATCH, 1e-9, LLAMA3_8B, H100 | dict.fromkeys(endless, 1e300))
            for endless in ((), ["bandwidth"], ["peak_flops"])
        )
        reading, adds = of_reading or reading, both > 1.01 * max(of_products, of_reading)
    by_step = step or partial(step_of, ledger=ledger, products=products, scores=scores)
    return {
        "embedding": lambda time: multiplying,
        "attention": lambda time: time + attending,
        "peak": lambda time: 2 * time,
        "weights": lambda time: time + reading if adds else max(time, reading),
        "cache": lambda time: by_step(BATCH, N, LLAMA3_8B, H100),
    }


def put_right(
    own: Mapping[str, float] | None = None, parameters: float = PRINTED, **answers: Any
) -> dict[str, float]:
    """Audit with the given answers, and with the student's own amounts as far as there are some.

    Args:
        own: The student's own amounts. A line without an amount is taken for a right one.
        parameters: The number of parameters in the claim.
        answers: Arguments of `corrections`.
    """
    left, found = BATCH * 2 * parameters / SPARSE, {}
    for name, correct in corrections(**answers).items():
        found[name] = left - correct(left)
        left -= found[name] if own is None else own.get(name, 0.0)
    return found | {"corrected": left}


def own_answers() -> dict[str, dict[str, Any]]:
    """Return words -> earlier answers that an audit may rest on, as arguments of `put_right`.

    The first entry has the right answers.
    """
    ledger = own_ledger()
    found: dict[str, dict[str, Any]] = {
        "parameter_ledger": {"ledger": ledger},
        "forward_ledger": own_forward(),
        "ledger's total": {"parameters": ledger and sum(ledger(**LLAMA3_8B).values())},
        "step_seconds": {"step": own_step()},
    }
    own = {name: answer for name, answer in found.items() if any(answer.values())}
    chosen = [names for number in range(len(own) + 1) for names in combinations(own, number)]
    return {
        " and ".join(f"your {name}" for name in names): reduce(
            or_, [own[name] for name in names], {}
        )
        for names in chosen
    }


def given_own(cases: Mapping[str, Case], answer: object) -> Accepted:
    """Return other right audits.

    They rest on the student's earlier answers, or on their own amounts above.
    """
    found: dict[str, Any] = {}
    for words, answers in own_answers().items():
        by_own, more = partial(put_right, **answers), f" and {words}" if words else ""
        found |= {
            f"right, given {words}": by_own,
            f"right, given your amounts above{more}": from_own(
                lambda own, by_own=by_own: by_own(own) | {"corrected": None}
            ),
            f"right, given your five amounts{more}": from_own(
                lambda own, by_own=by_own: {"corrected": by_own(own)["corrected"]}, right=3
            ),
        }
    return found


WEIGHTS = dict.fromkeys(AMOUNTS, 1 / 2) | {"corrected": 3 / 2}
RIGHT = put_right()
CLAIM = BATCH * 2 * PRINTED / SPARSE
LINES = ledger_of(**LLAMA3_8B)
LOOKUP, NORMS = (BATCH * 2 * LINES[line] / SPARSE for line in ("embedding", "norms"))
MATRICES = read_and_multiplied(LINES)
ARITHMETIC = CLAIM - sum(RIGHT[name] for name in AMOUNTS[:3])
READING = CLAIM - sum(RIGHT[name] for name in AMOUNTS[:4])


def audit() -> dict[str, float]:
    """Audit with a variable for each amount, so that mutations can change it."""
    embedding, attention, peak, weights, cache, corrected = put_right().values()
    amounts = dict(zip(AMOUNTS, (embedding, attention, peak, weights, cache), strict=True))
    return amounts | {"corrected": corrected}


# An amount that is too small or too large is balanced by the next one.
NEXT_RIGHT = assign("attention", "attention + LOOKUP + NORMS - embedding")
HEAD_AWAY = [assign("embedding", f"2 * LOOKUP + {norms}") for norms in ("NORMS", "0")]

# fmt: off
MISCONCEPTIONS = [
    misconception("signs-reversed",
      assign("amounts", "{name: -amount for name, amount in amounts.items()}"),
      "the signs are reversed: an amount is positive if the time goes down"),
    misconception("not-one-after-the-other",
      [assign("peak", "-CLAIM") & assign("weights", "CLAIM - READING")
       & assign("cache", f"CLAIM - {read}") for read in ("CACHES", "(READING + CACHES)")],
      "each of your amounts is the effect of that correction alone; make the corrections one "
      "after the other"),
    misconception("each-from-the-claim",
      assign("amounts", "dict(zip(AMOUNTS, np.cumsum([*amounts.values()])))"),
      "you measure each amount from the claim; measure it from the time after the corrections "
      "above"),
    misconception("nothing-taken-away",
      [assign("embedding", "0.0"), assign("embedding", "0.0") & NEXT_RIGHT],
      "look-up and norms have no matrix products: remove their weights from the FLOPs"),
    misconception("norms-kept",
      [assign("embedding", "LOOKUP"), assign("embedding", "LOOKUP") & NEXT_RIGHT],
      "the norms have no matrix products either"),
    misconception("head-taken-away",
      [*HEAD_AWAY, *[embedding & more for embedding in HEAD_AWAY
       for more in (
           NEXT_RIGHT,
           assign("weights",
                  'ARITHMETIC - 2 * LOOKUP - READING * (1 - LINES["head"] / MATRICES)'),
       )]],
      "the head is a matrix product; only the look-up isn't"),
    misconception("kv-heads-in-scores", assign("attention", "attention / 4"),
      "every query head has scores and weighted sums, not only n_kv_heads heads"),
    misconception("weighted-sums-missing", assign("attention", "attention / 2"),
      "this is half of the amount: scores or weighted sums are missing, or you count "
      "multiply–accumulates, which are two FLOPs each"),
    misconception("one-of-32",
      [assign("attention", "attention / 32"), assign("embedding", "embedding / 32")],
      "this is the amount for one layer or for one sequence; there are 32 layers, and 32 "
      "sequences"),
    misconception("peak-halved", assign("peak", "ARITHMETIC / 4"),
      "at half the peak the time is doubled, not halved"),
    misconception("embedding-read",
      [assign("weights", 'ARITHMETIC - 2 * sum(LINES.values()) / H100["bandwidth"]'),
       assign("weights", 'ARITHMETIC - 2 * (LINES["embedding"] + MATRICES) / H100["bandwidth"]')],
      "the embedding is a look-up: a step reads only 32 of its rows"),
    misconception("weights-per-sequence", assign("weights", "ARITHMETIC - BATCH * READING"),
      "the matrices are read once for the whole batch"),
    misconception("added-not-overlapped", assign("weights", "-READING"),
      "reading overlaps with arithmetic: the longer of the two is the time"),
    misconception("four-bytes",
      [assign("weights", "ARITHMETIC - 2 * READING") & assign("cache", "-2 * CACHES"),
       assign("weights", "ARITHMETIC - 2 * READING"), assign("cache", "-2 * CACHES")],
      "in bf16 a number takes 2 bytes; you count twice as many"),
    misconception("cache-of-one-sequence", assign("cache", "-CACHES / BATCH"),
      "each of the 32 sequences has a cache"),
    misconception("cache-of-one-layer", assign("cache", '-CACHES / LLAMA3_8B["n_layers"]'),
      "each of the 32 layers has a cache"),
    misconception("cache-counted-alone",
      [assign("cache", "ARITHMETIC - CACHES"), assign("cache", "READING - CACHES")],
      "the matrices are read as well as the caches: the two times add up"),
    misconception("query-heads-cached", assign("cache", "-CACHES * QUERY_HEADS"),
      "keys and values are cached for n_kv_heads heads, not for n_heads"),
    misconception("one-token-fewer",
      [assign("attention", "attention * (N - 1) / N"), assign("cache", "-CACHES * (N - 1) / N")],
      "each sequence looks at all 8192 tokens, itself included"),
    convention("microseconds", returns("{name: 1e6 * value for name, value in _.items()}"),
      "these are microseconds; the question asks for seconds"),
    convention("milliseconds", returns("{name: 1e3 * value for name, value in _.items()}"),
      "these are milliseconds; the question asks for seconds"),
    misconception("time-for-a-token", returns("{name: value / BATCH for name, value in _.items()}"),
      "this is the time for one token; the step makes 32 tokens"),
    misconception("weights-read-only", assign("corrected", "READING"),
      "the corrected time includes reading the caches, too"),
]
# fmt: on

AUDIT = Arrays(
    oracle=put_right,
    cases={"the claim": case(atol=0, rtol=1e-6)},
    outputs=WEIGHTS,
    every_case=True,
    accept=given_own,
    reference=audit,
    misconceptions=MISCONCEPTIONS,
)


class UnnamedLines(Custom):
    """A question with a rubric that doesn't name the wrong lines, since 5.3 asks for them."""

    def rubric(self, points: float) -> list[RubricRow]:
        last = points * WEIGHTS["corrected"] / sum(WEIGHTS.values())
        return [
            RubricRow("the amounts of the wrong lines", points - last, 0),
            RubricRow("`corrected`", last),
        ]


question = UnnamedLines(lambda grading, answer: grading.mark(AUDIT, answer), [AUDIT])
