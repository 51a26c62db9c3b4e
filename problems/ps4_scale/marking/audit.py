"""The audit of a printed calculation: the amounts of its four errors, and the corrected value."""

from collections.abc import Callable, Mapping
from functools import partial

from examiner.checks import (
    Accepted,
    Arrays,
    Case,
    Reference,
    assign,
    case,
    convention,
    from_own,
    misconception,
    missed_idea,
    returns,
)

from .own_answers import (
    Number,
    Numbers,
    dense_of,
    given_own,
    own_answer,
    split_by_length,
    weights_of,
)

AMOUNTS = ("output", "tokens", "scores", "values")
GPT2 = (768, 12, 12, 3072)
CLAIMED = 250_123_124_736
LENGTH = 1024
IN_SCORES = 12 * 12 * 2 * 64**3  # the scores of a token, as claimed
MAPS = 2 * weights_of(*GPT2)
OF_PAIRS = (
    assign("scores", "IN_SCORES - pairs")
    & assign("values", "-pairs")
    & assign("corrected", "MAPS + 2 * pairs")
)

# fmt: off
MISCONCEPTIONS = [
    misconception("tokens-are-768", assign("pairs", "2 * 12 * 768 * 768") & OF_PAIRS,
      "the sequence has 1,024 tokens, not 768"),
    misconception("sixty-four-keys", assign("pairs", "2 * 12 * 64 * 768") & OF_PAIRS,
      "a token has scores and weighted sums with 1,024 tokens, not 64"),
    misconception("causal-pairs",
      [assign("pairs", "2 * 12 * 1025 / 2 * 768") & OF_PAIRS,
       assign("pairs", "2 * 12 * 512 * 768") & OF_PAIRS],
      "these are the scores and weighted sums of a causal sequence; here the sequence is dense"),
    misconception("signs-reversed",
      assign("output, tokens, scores, values", "-output, -tokens, -scores, -values"),
      "the signs are reversed: an amount is positive if the calculation has too much"),
    misconception("amount-positive", assign("values", "-values"),
      "your amount is positive; adding the missing product raises the number, so the amount is "
      "negative"),
    misconception("amount-of-one-layer",
      assign("output, tokens, scores, values",
             "output / 12, tokens / 12, scores / 12, values / 12"),
      "these are the amounts of one layer; the model has 12"),
    misconception("all-in-one-layer", returns("{name: value / 12 for name, value in _.items()}"),
      "all of these are for one layer; the model has 12"),
    convention("multiply-accumulates",
      [returns("{name: value / 2 for name, value in _.items()}"),
       assign("output, tokens, scores, values", "output / 2, tokens / 2, scores / 2, values / 2"),
       assign("tokens", "1535 / 2 * MAPS") & assign("scores", "IN_SCORES + values / 2")
       & assign("values", "values / 2") & assign("corrected", "corrected / 2")]),
    misconception("tokens-put-right-first",
      assign("output", "output / 768") & assign("tokens", "767 / 768 * (CLAIMED - IN_SCORES)"),
      "you corrected the number of tokens before the output projections, of which each layer "
      "still had twelve"),
    misconception("scores-divided-too",
      [assign("tokens", "767 / 768 * (CLAIMED - output)") & assign("scores", scores)
       for scores in ("scores", "CLAIMED - output - tokens - MAPS + values")],
      "you also divide the scores, but the calculation counts only the maps for 768 tokens"),
    misconception("values-missing", assign("values", "0"),
      "the weighted sums of the values are missing in the calculation, and they are not free"),
    misconception("sixty-four-values", assign("values", "values / 16"),
      "a weighted sum has 1,024 values, one for each token, not 64"),
    misconception("projections-stay",
      [assign("output", "0") & assign("tokens", "767 / 768 * (CLAIMED - IN_SCORES)"),
       assign("output", "0")],
      "a layer has one output projection, not twelve: eleven are too many"),
    misconception("one-projection-too-few", assign("output", "output * 12 / 11"),
      "a layer has one output projection: 11 of 12 are too many"),
    misconception("amount-of-one-layer-or-head",
      [assign("output", "output / 12"), assign("tokens", "tokens / 12"),
       assign("scores", "scores / 12"), assign("values", "values / 12")],
      "this is the amount of one layer, or of one head in each layer; the model has 12 layers "
      "of 12 heads"),
    misconception("one-head-of-each-layer",
      assign("values", "values / 12") & assign("scores", "IN_SCORES + values"),
      "these are the scores and weighted sums of one head in each layer; a layer has 12"),
    misconception("maps-for-1024-tokens",
      [assign("tokens", "(768 - 1024) * MAPS") & assign("corrected", "corrected + 1023 * MAPS"),
       assign("tokens", "(768 - 1024) * MAPS") & assign("corrected", "corrected")],
      "you count the maps for 1,024 tokens; the number is for one token"),
    misconception("some-maps",
      [assign("tokens", f"tokens * {k}") for k in ("1/3", "2/3", "1/4", "11/12")],
      "the calculation counts all maps for 768 tokens: the maps of attention and both maps of "
      "the feed-forward block"),
    misconception("one-token-too-many", assign("tokens", "768 * MAPS"),
      "the right number is one token: 767 of 768 are too many"),
    misconception("should-cost",
      [assign("output, tokens, scores, values", "output / 11, MAPS, -values, -values"),
       *[assign("tokens", "MAPS") & assign("scores", scores) & assign("values", values)
         for scores in ("scores", "-values") for values in ("values", "-values")],
       *[assign("scores", "-values") & assign("values", values)
         for values in ("values", "-values")]],
      "this is the right cost; the question asks for the excess"),
    misconception("output-should-cost", assign("output", "output / 11"),
      "this is the right cost, or its line for one layer; the question asks for the excess"),
    misconception("flops-of-all-heads",
      [assign("output", "12 * output"), assign("scores", "12 * IN_SCORES + values")],
      "the FLOPs in the table already include all 12 heads: your number is 12 times too large"),
    misconception("whole-line", assign("scores", "IN_SCORES"),
      "this is the whole line of the calculation: subtract the right cost of a token's scores"),
    misconception("heads-of-full-width", assign("pairs", "2 * 12 * 12 * 1024 * 768") & OF_PAIRS,
      "a head works on its own 64 numbers, not on 768"),
    misconception("pairs-of-all-tokens", assign("pairs", "2 * 12 * 1024 * 1024 * 768") & OF_PAIRS,
      "these are the scores and the weighted sums of all 1,024 tokens; the number is for one"),
    misconception("scores-of-all-tokens", assign("scores", "IN_SCORES + 1024 * values"),
      "these are the scores of all 1,024 tokens; the number is for one"),
    misconception("sums-of-all-tokens", assign("values", "1024 * values"),
      "these are the weighted sums of all 1,024 tokens; the number is for one"),
    missed_idea("nothing-put-right", assign("corrected", "CLAIMED"),
      "this is the printed number: nothing is corrected"),
    misconception("output-projection-only", assign("corrected", "CLAIMED - output"),
      "only the output projection is corrected"),
    missed_idea("earlier-calculation", assign("corrected", "87_048_585_216"),
      "this is an earlier version of the calculation, with one output projection, but with the "
      "other three errors and only one of the two maps of the feed-forward block"),
    misconception("two-flops-per-weight", assign("corrected", "MAPS"),
      "this is two FLOPs per weight: either the products of attention are missing, or you "
      "subtract the amount of `values` with the wrong sign"),
    misconception("weighted-sums-missing", assign("corrected", "corrected + values"),
      "the weighted sums are still missing"),
    misconception("whole-sequence", assign("corrected", "1024 * corrected"),
      "this is for the sequence of 1,024 tokens; the number is for one token"),
    misconception("causal-mean", assign("corrected", "MAPS + 2 * 12 * 1025 * 768"),
      "this is the mean over a causal sequence; here the sequence is dense"),
]
# fmt: on


def audited(
    parameters: Numbers | None = None,
    dense_flops: Numbers = dense_of,
    charged: Number | None = None,
) -> dict[str, Number]:
    """Audit the calculation with the student's own counts.

    Args:
        parameters: The number of weights; None for the number implied by `dense_flops`.
        dense_flops: The cost of a dense sequence.
        charged: The claimed cost of the maps; None for the cost implied by the counts.
    """
    linear, square = split_by_length(dense_flops, GPT2)
    if parameters is not None:
        linear = 2 * parameters(*GPT2)
    half = square * LENGTH / 2  # cost of the scores, and also of the weighted sums
    return {
        "output": 12 * 11 * 2 * 768**3,
        "tokens": (charged or 768 * linear) - linear,
        "scores": 12 * 12 * 2 * 64**3 - half,
        "values": -half,
        "corrected": linear + 2 * half,
    }


def right_audit() -> dict[str, float]:
    """Audit the calculation line by line: the claimed and the right cost of a layer."""
    maps = [(768, 64, 36), (768, 768, 1), (768, 3072, 1), (3072, 768, 1)]
    charged, right = (
        sum(count * 2 * tokens * j * k for j, k, count in maps) for tokens in (768, 1)
    )
    scores = 12 * sum(2 * 64 for _ in range(LENGTH))
    values = 64 * 12 * 2 * LENGTH
    return {
        "output": 12 * (12 - 1) * 2 * 768**3,
        "tokens": 12 * (charged - right),
        "scores": 12 * (12 * 2 * 64**3 - scores),
        "values": -12 * values,
        "corrected": 12 * (right + scores + values),
    }


def by_names() -> dict[str, float]:
    """Return the right audit, with a variable for each number, so that mutations can change it."""
    output, tokens, scores, values, corrected = right_audit().values()
    return dict(output=output, tokens=tokens, scores=scores, values=values, corrected=corrected)


def given_counts() -> dict[str, Callable[..., dict[str, Number]]]:
    """Return the audits with the student's own counts.

    A count without a term in the square of the length has no scores and no weighted sums. It is not
    used, since it would leave nothing to correct.
    """
    dense = own_answer("dense_flops")
    if dense and split_by_length(dense, GPT2)[1] <= 0:
        return given_own(audited, "parameters")
    return given_own(audited, "parameters", "dense_flops")


def left_by(own: Mapping[str, float]) -> dict[str, float]:
    """Return the corrected value according to the student's own amounts."""
    return {"corrected": CLAIMED - sum(own[name] for name in AMOUNTS)}


def given_own_numbers(cases: Mapping[str, Case], answer: object) -> Accepted:
    """Return the audits that follow from the student's own counts or four amounts."""
    by_counts = given_counts()
    beside_the_printed = {
        f"{label}, taken from what is printed": partial(definition, charged=768 * MAPS)
        for label, definition in by_counts.items()
    }
    of_amounts = {"right, given your four amounts": from_own(left_by, right=2)}
    return {**by_counts, **beside_the_printed, **of_amounts}


question = Arrays(
    oracle=right_audit,
    cases={"the calculation": case()},
    outputs={**dict.fromkeys(AMOUNTS, 3 / 4), "corrected": 1},
    every_case=True,
    accept=given_own_numbers,
    reference=Reference(by_names),
    misconceptions=MISCONCEPTIONS,
)
