"""Serving with one card: the seconds of a step, the largest batch, and the price of tokens."""

from collections.abc import Callable, Mapping
from functools import partial
from itertools import combinations
from typing import Any, TypedDict

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
    remove,
    replace,
    replace_all,
    returns,
)

from ..machines import (
    H100,
    LLAMA3_8B,
    LLAMA3_70B,
    dollars_per_million,
    largest_serving_batch,
    step_seconds,
)
from .decoder import WIDTH_OF_HEADS, is_own_width_carried, ledger_of, own_ledger
from .steps import Machine, Model, numbers_cached, own_forward, step_of

Definition = Callable[..., Any]
Own = Mapping[str, Definition | None]

OWN_WIDTH = assign("model", 'model | {"d_head": model["d_model"] // model["n_heads"]}')
CACHE_OF_EACH_LAYER = "each layer has its own keys and values, and scores with them"
NEW_TOKEN = "the new token looks at itself, too: at n tokens, not n - 1"
GIB = "memory and bandwidth are already in bytes, and a GB is 10⁹ bytes"

# Misconceptions of a step and of a batch: the same id costs points only once.
# fmt: off
IN_BOTH = [
    misconception("cache-of-query-heads",
      [assign("cached", 'cached / model["n_kv_heads"] * model["n_heads"]'),
       assign("cached", 'cached / model["n_kv_heads"] / model["d_head"] * model["d_model"]')],
      "keys and values have n_kv_heads heads, not n_heads"),
    misconception("keys-or-values-only", assign("cached", "cached / 2"),
      "both keys and values are cached; you count one of them"),
    misconception("one-token-of-cache", assign("cached", "cached / n"),
      "each sequence has n tokens in its cache"),
    misconception("bits-as-bytes",
      [replace_all("/ 8", ""), assign("weight_bits", "8 * weight_bits"),
       assign("cache_bits", "8 * cache_bits")],
      "these are bits; a byte has eight"),
    misconception("bits-ignored",
      [assign("weight_bits, cache_bits", "16, 16"), assign("weight_bits", "16"),
       assign("cache_bits", "16"), assign("cache_bits", "weight_bits")],
      "take the bits of a number from the arguments"),
]
IN_CACHES = [
    misconception("width-is-d-model", OWN_WIDTH, WIDTH_OF_HEADS),
    misconception("cache-of-one-layer", assign("cached", 'cached / model["n_layers"]'),
      CACHE_OF_EACH_LAYER),
    misconception("new-token-left-out", assign("cached", "cached / n * (n - 1)"), NEW_TOKEN),
]
OF_STEPS = [
    misconception("cache-of-one-layer",
      [assign("cached", 'cached / model["n_layers"]'),
       assign("cached", 'cached / model["n_layers"]')
       & assign("attention", 'attention / model["n_layers"]')],
      CACHE_OF_EACH_LAYER),
    misconception("new-token-left-out",
      [assign("cached", "cached / n * (n - 1)"), assign("attention", "attention / n * (n - 1)"),
       assign("n", "n - 1")],
      NEW_TOKEN),
    *IN_BOTH,
    misconception("weights-once-per-sequence",
      assign("reading", '(batch * weight_bytes + cache_bytes) / machine["bandwidth"]'),
      "a step reads the matrices once for the whole batch"),
    misconception("cache-of-one-sequence", assign("cache_bytes", "cache_bytes / batch"),
      "each sequence has its own cache to read"),
    misconception("cache-forgotten", assign("cache_bytes", "0"),
      "the caches are read, too"),
    misconception("weights-not-read", assign("weight_bytes", "0"),
      "the matrices are read, too"),
    misconception("embedding-read",
      [remove('- lines["embedding"]'),
       replace("matrices * weight_bits", '(matrices + lines["embedding"]) * weight_bits'),
       remove('- lines["embedding"] - lines["norms"]'),
       replace("matrices * weight_bits", "sum(lines.values()) * weight_bits")],
      "the embedding is a look-up: a step reads one of its rows for each sequence, and "
      "multiplies nothing"),
    misconception("head-left-out",
      [assign("matrices", 'matrices - lines["head"]'),
       replace("2 * matrices", '2 * (matrices - lines["head"])'),
       replace("matrices * weight_bits", '(matrices - lines["head"]) * weight_bits')],
      "the output head is a matrix, too: a step reads it and multiplies each new token by it"),
    convention("norms-counted", remove('- lines["norms"]'),
      "leave out the scales of the norms"),
    misconception("sum-not-maximum", returns("arithmetic + reading"),
      "arithmetic and reading overlap: the longer of the two is the time"),
    convention("two-maxima",
      returns('max(2 * batch * matrices / machine["peak_flops"], '
              'weight_bytes / machine["bandwidth"]) + max(batch * attention / '
              'machine["peak_flops"], cache_bytes / machine["bandwidth"])'),
      "take one maximum for the whole step: the arithmetic of one product overlaps with the "
      "reading of another"),
    misconception("shorter-of-the-two", returns("min(arithmetic, reading)"),
      "the longer of the two is the time, not the shorter"),
    misconception("compute-only", returns("arithmetic"),
      "reading takes time, too"),
    misconception("reading-only", returns("reading"),
      "arithmetic takes time, too"),
    misconception("kv-heads-in-scores", replace('model["n_heads"]', 'model["n_kv_heads"]'),
      "every query head has scores and weighted sums: n_heads heads, not n_kv_heads"),
    misconception("width-is-d-model",
      [assign("attention", '4 * n * model["n_layers"] * model["d_model"]'), OWN_WIDTH],
      WIDTH_OF_HEADS),
    misconception("attention-forgotten", assign("attention", "0"),
      "scores and weighted sums are FLOPs, too"),
    misconception("all-pairs",
      [assign("attention", f"attention * {k}") for k in ("(n + 1) / 2", "n / 2", "n")],
      "only the new token looks at n tokens; the earlier tokens did so in earlier steps"),
    misconception("weighted-sums-missing", assign("attention", "attention / 2"),
      "there are scores and weighted sums; you count one of them"),
    convention("multiply-accumulates", assign("arithmetic", "arithmetic / 2")),
    misconception("flops-of-one-sequence", assign("arithmetic", "arithmetic / batch"),
      "each sequence of the batch has its own FLOPs"),
    misconception("one-sequence",
      assign("arithmetic", "arithmetic / batch") & assign("cache_bytes", "cache_bytes / batch"),
      "each sequence of the batch has its own FLOPs and its own cache"),
    misconception("text-anew",
      [replace("(2 * matrices + attention)", "n * (2 * matrices + attention)"),
       replace("(2 * matrices + attention)", "(2 * n * matrices + attention)")],
      "only the new token goes through the maps, and only it has scores: the others are cached"),
    convention("peak-by-bits", assign("arithmetic", "arithmetic * weight_bits / 16"),
      "arithmetic runs at peak_flops for any number of bits"),
    misconception("peak-halved", assign("arithmetic", "2 * arithmetic"),
      "peak_flops is already the speed of the card: don't halve it"),
    convention("gib-for-gb", assign("reading", "reading / 2**30 * 1e9"), GIB),
]
OF_BATCHES = [
    *IN_CACHES,
    *IN_BOTH,
    misconception("weights-forgotten", assign("left", 'machine["memory"]'),
      "the parameters need memory, too"),
    misconception("matrices-only",
      [assign("lines", 'lines | {"embedding": 0}'), assign("lines", 'lines | {"norms": 0}'),
       assign("lines", 'lines | {"embedding": 0, "norms": 0}')],
      "the whole file is in memory, also embedding and norms"),
    misconception("not-whole", returns("max(0, left / cache_bytes)"),
      "sequences come whole"),
    misconception("rounded-up",
      [returns("max(0, int(left // cache_bytes) + 1)"),
       returns("max(0, int(left // cache_bytes) + (left > 0))")],
      "the last sequence doesn't fit: round down, not up"),
    misconception("rounded", returns("max(0, round(left / cache_bytes))"),
      "only whole sequences fit: round down"),
    convention("gib-for-gb", assign("left", 'left + machine["memory"] * (2**30 / 1e9 - 1)'),
      GIB),
    misconception("negative-batch", returns("int(left // cache_bytes)"),
      "if not even the parameters fit, the number of sequences is 0"),
]
OF_PRICES = [
    misconception("price-for-a-step", replace("seconds / batch", "seconds"),
      "a step makes a token for each sequence"),
    convention("per-thousand", replace("1e6", "1e3"),
      "the price is for a million tokens"),
    misconception("minutes", replace("dollars_per_hour / 3600", "dollars_per_hour / 60"),
      "an hour has 3,600 seconds"),
    misconception("hour-for-a-second", replace("dollars_per_hour / 3600", "dollars_per_hour"),
      "the price is for an hour, not for a second"),
]
# fmt: on

# n_heads divides d_model, so that d_model / n_heads is whole.
SMALL = dict(vocab_size=211, d_model=30, n_layers=3, n_heads=10, n_kv_heads=5, d_head=7, d_ff=61)

WIDE = dict(vocab_size=97, d_model=60, n_layers=4, n_heads=6, n_kv_heads=2, d_head=12, d_ff=73)


def batch_of(
    n: int, model: Model, machine: Machine, weight_bits: int = 16, cache_bits: int = 16
) -> int:
    """Add one more sequence as long as all of it fits."""
    bits = sum(ledger_of(**model).values()) * weight_bits
    sequences = 0
    while bits + (sequences + 1) * n * numbers_cached(model) * cache_bits <= 8 * machine["memory"]:
        sequences += 1
    return sequences


def price_of(
    batch: int,
    n: int,
    model: Model,
    machine: Machine,
    dollars_per_hour: float,
    step: Callable[..., float] = step_of,
    **bits: int,
) -> float:
    """Take as many steps as a million tokens need, at the price of a second."""
    steps, dollars_per_second = 10**6 / batch, dollars_per_hour / 60**2
    return steps * step(batch, n, model, machine, **bits) * dollars_per_second


def sizes(rng: np.random.Generator, by: str) -> tuple[int, int]:
    """Draw a batch and a length.

    If reading is to take longer, the caches are large: without them, arithmetic would take longer.
    """
    ends = {"flops": ((3, 9), (30, 90)), "bytes": ((40, 60), (200, 300))}[by]
    batch, n = (int(rng.integers(*each)) for each in ends)
    return batch, n


class Bits(TypedDict, total=False):
    """The bits of a number, if they are not 16."""

    weight_bits: int
    cache_bits: int


def bound(
    rng: np.random.Generator, by: str, model: Model, batch: int, n: int, bits: Bits
) -> Machine:
    """Draw a machine that is limited by arithmetic ("flops") or by reading ("bytes").

    The limiting part takes several times as long as the other. A step takes another time with each
    machine, so no constant is right.
    """
    flops, read = (
        step_of(batch, n, model, {"peak_flops": peak, "bandwidth": bandwidth}, **bits)
        for peak, bandwidth in ((1, 1e30), (1e30, 1))
    )
    quicker = {"flops": 11, "bytes": 0.37}[by]  # 11 is more than a batch
    steps_per_second = rng.uniform(200, 400)
    return H100 | {
        "peak_flops": steps_per_second * flops,
        "bandwidth": steps_per_second * quicker * read,
    }


def steps(rng: np.random.Generator, *prices: tuple[float, float]) -> Mapping[str, Case]:
    """Draw steps limited by arithmetic or reading, with the price of an hour in a range."""
    drawn = {}
    asked: tuple[tuple[str, Model, str, Bits], ...] = (
        ("bound by reading", SMALL, "bytes", {}),
        ("bound by arithmetic", WIDE, "flops", {}),
        ("few bits, bound by reading", WIDE, "bytes", {"weight_bits": 4, "cache_bits": 8}),
        ("few bits, bound by arithmetic", SMALL, "flops", {"weight_bits": 8, "cache_bits": 4}),
    )
    for name, model, by, bits in asked:
        batch, n = sizes(rng, by)
        machine = bound(rng, by, model, batch, n, bits)
        hour = [round(rng.uniform(*ends), 2) for ends in prices]
        drawn[name] = case(batch, n, model, machine, *hour, atol=0, **bits)
    hour = [round(rng.uniform(*ends), 2) for ends in prices]
    batch = int(rng.integers(20, 32))  # different from the number of layers
    drawn["Llama 3 8B"] = case(batch, 8192, LLAMA3_8B, H100, *hour, atol=0)
    return drawn


def memories(rng: np.random.Generator) -> Mapping[str, Case]:
    """Draw cards with room for some sequences and a part of another one."""
    drawn = {}
    less, more = (0.2, 0.4), (0.6, 0.8)  # part of another sequence, below or above one half
    for name, model, weight_bits, cache_bits, length, part in (
        ("a small model", SMALL, 16, 16, (9, 14), more),
        # Long enough that some sequences fit even if bits are taken for bytes: 0 is no answer.
        ("weights of 4 bits", WIDE, 4, 16, (38, 45), less),
        ("weights and caches of 8 bits", WIDE, 8, 8, (4, 7), more),
        ("caches of 4 bits", SMALL, 16, 4, (21, 29), less),
    ):
        n, fit = int(rng.integers(*length)), int(rng.integers(40, 60)) + rng.uniform(*part)
        bits = sum(ledger_of(**model).values()) * weight_bits
        bits_of_caches = fit * n * numbers_cached(model) * cache_bits
        machine = H100 | {"memory": round((bits + bits_of_caches) / 8)}
        drawn[name] = case(n, model, machine, weight_bits=weight_bits, cache_bits=cache_bits)
    n = int(rng.integers(8140, 8193))
    drawn["Llama 3 8B"] = case(n, LLAMA3_8B, H100)
    drawn["Llama 3 70B, too large"] = case(n, LLAMA3_70B, H100, weight=0.2)
    return drawn


def by_ledger() -> Own:
    """Return the student's own ledger, which the right answers rest on."""
    return {"parameter_ledger": own_ledger()}


STEP = Reference(step_seconds, carried=by_ledger)
BATCH = Reference(largest_serving_batch, carried=by_ledger)
GIVEN_WIDTH = "right, given the width of a head in your parameter_ledger"


def by_own_width(reference: Reference) -> dict[str, list[Definition]]:
    """Return the answers with the width of heads in the student's own ledger."""
    return {GIVEN_WIDTH: [reference.mutant(OWN_WIDTH)] if is_own_width_carried() else []}


def own_steps() -> dict[str, list[Definition]]:
    """Return the steps that rest on the student's own ledgers of 1.1 and 1.2."""
    forward, ledgers = own_forward().items(), [ledger_of, own_ledger() or ledger_of]
    by_own: list[Definition] = [
        partial(step_of, ledger=ledger, **dict(chosen))
        for ledger in dict.fromkeys(ledgers)
        for number in range(1, len(forward) + 1)
        for chosen in combinations(forward, number)
    ]
    return {**by_own_width(STEP), "right, given your forward_ledger": by_own}


def given_own_steps(cases: Mapping[str, Case], answer: object) -> Accepted:
    """Return the steps that rest on the student's own ledgers."""
    return own_steps()


def given_own_prices(cases: Mapping[str, Case], answer: object) -> Accepted:
    """Return the prices that rest on the student's own ledgers."""
    return {
        label: [partial(price_of, step=each) for each in steps]
        for label, steps in own_steps().items()
    }


STEPS = Arrays(
    oracle=step_of,
    cases=steps,
    reference=STEP,
    accept=given_own_steps,
    misconceptions=OF_STEPS,
    share=1 / 2,
)
BATCHES = Arrays(
    oracle=batch_of, cases=memories, reference=BATCH, misconceptions=OF_BATCHES, share=3 / 10
)
PRICES = Arrays(
    oracle=price_of,
    cases=lambda rng: steps(rng, (1.5, 6)),
    reference=dollars_per_million,
    accept=given_own_prices,
    misconceptions=OF_PRICES,
    share=1 / 5,
)


def judge(
    grading: GradingContext, own_step: object, own_batch: object, own_price: object
) -> Verdict:
    """Mark the step, then the batch and the price. A misconception costs points only once."""
    step = grading.mark(STEPS, own_step)
    repeated = {each.key: each.effects for each in [*IN_CACHES, *IN_BOTH]}.get(
        step.misconception_key, ()
    )

    def as_in_step(cases: Mapping[str, Case], answer: object) -> Accepted:
        code = BATCH.code_with_carried()
        alike = [
            each.definition(effect)
            for each in (code, *code.by_carried_answers().values())
            for effect in repeated
        ]
        return {"right, as in step_seconds": alike, **by_own_width(BATCH)}

    def by_own_step() -> Own:
        return {"step_seconds": step.carried, **by_ledger()}

    batch = grading.mark(BATCHES.for_submission(accept=as_in_step), own_batch)
    by_step = Reference(dollars_per_million, carried=by_own_step)
    price = grading.mark(PRICES.for_submission(reference=by_step), own_price)
    verdicts = step.for_function("step_seconds"), batch.for_function("largest_serving_batch")
    return verdicts[0] + verdicts[1] + price.for_function("dollars_per_million")


question = Custom(
    judge,
    {"step_seconds": [STEPS], "largest_serving_batch": [BATCHES], "dollars_per_million": [PRICES]},
)
