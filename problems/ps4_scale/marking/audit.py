"""The audit of a printed calculation: the amount of each line, and the corrected number."""

from collections.abc import Mapping

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

from .own_answers import Number, Numbers, dense_of, given_own, own_answer, split_by_length

AMOUNTS = ("queries_keys_values", "output_projection", "scores", "feed_forward", "absent")
GPT2 = (768, 12, 12, 3072)
CLAIMED = 250_123_124_736
LENGTH = 1024
# The right cost of one token, in all layers.
QKV, OUT, FEED = 12 * 3 * 2 * 768**2, 12 * 2 * 768**2, 12 * 4 * 768 * 3072
MAPS = QKV + OUT + FEED
# The lines as claimed: 768 tokens, twelve output projections, 64 queries and 64 keys.
IN_QKV, IN_OUT, IN_FEED = 768 * QKV, 12 * 768 * OUT, 768 * FEED
IN_SCORES = 12 * 12 * 2 * 64**3
ELEVEN = 11 * 768 * OUT  # the cost of eleven output projections for 768 tokens
OF_PAIRS = (
    assign("scores", "IN_SCORES - pairs")
    & assign("absent", "-pairs")
    & assign("corrected", "MAPS + 2 * pairs")
)
ALL = "qkv, output, scores, feed, absent"

# fmt: off
MISCONCEPTIONS = [
    misconception("tokens-are-768", assign("pairs", "2 * 12 * 768 * 768") & OF_PAIRS,
      "the sequence has 1,024 tokens, not 768"),
    misconception("sixty-four-keys",
      [assign("pairs", "2 * 12 * 64 * 768") & OF_PAIRS,
       assign("scores", "IN_SCORES + absent / 16")],
      "a token has scores and weighted sums with 1,024 tokens, not 64"),
    misconception("causal-pairs",
      [assign("pairs", "2 * 12 * 1025 / 2 * 768") & OF_PAIRS,
       assign("pairs", "2 * 12 * 512 * 768") & OF_PAIRS],
      "these are the scores and weighted sums of a causal sequence; here the sequence is dense"),
    misconception("signs-reversed", assign(ALL, "-qkv, -output, -scores, -feed, -absent"),
      "the signs are reversed: an amount is positive if the printed number is too high"),
    misconception("amount-positive", assign("absent", "-absent"),
      "your amount is positive; the printed number of `absent` is 0, which is too low, so the "
      "amount is negative"),
    misconception("amount-of-one-layer",
      assign(ALL, "qkv / 12, output / 12, scores / 12, feed / 12, absent / 12"),
      "these are the amounts of one layer; the model has 12"),
    misconception("all-in-one-layer", returns("{name: value / 12 for name, value in _.items()}"),
      "all of these are for one layer; the model has 12"),
    convention("multiply-accumulates",
      [returns("{name: value / 2 for name, value in _.items()}"),
       assign(ALL, "qkv / 2, output / 2, scores / 2, feed / 2, absent / 2"),
       assign(ALL, "IN_QKV - QKV / 2, IN_OUT - OUT / 2, IN_SCORES + absent / 2, "
                   "IN_FEED - FEED / 2, absent / 2") & assign("corrected", "corrected / 2")]),
    misconception("scores-divided-too", assign("scores", "767 / 768 * IN_SCORES"),
      "the calculation charges 64 queries with 64 keys for scores, not 768 tokens"),
    misconception("values-missing", assign("absent", "0"),
      "the weighted sums of the values are missing in the calculation, and they are not free"),
    misconception("sixty-four-values", assign("absent", "absent / 16"),
      "a weighted sum has 1,024 values, one for each token, not 64"),
    misconception("projections-stay",
      [assign("output", "767 * 12 * OUT"), assign("output", "767 * OUT"), assign("output", "0")],
      "a layer has one output projection, not twelve: eleven are too many"),
    misconception("output-for-768-tokens", assign("output", "ELEVEN"),
      "eleven output projections are too many, and the twelfth is for 768 tokens, not one"),
    misconception("amount-of-one-layer-or-head",
      [assign("qkv", "qkv / 12"), assign("output", "output / 12"),
       assign("scores", "scores / 12"), assign("feed", "feed / 12"),
       assign("absent", "absent / 12")],
      "this is the amount of one layer, or of one head in each layer; the model has 12 layers "
      "of 12 heads"),
    misconception("one-head-of-each-layer",
      assign("absent", "absent / 12") & assign("scores", "IN_SCORES + absent"),
      "these are the scores and weighted sums of one head in each layer; a layer has 12"),
    misconception("maps-for-1024-tokens",
      [assign("qkv, output, feed", "IN_QKV - 1024 * QKV, IN_OUT - 1024 * OUT, "
                                   "IN_FEED - 1024 * FEED")
       & assign("corrected", corrected) for corrected in ("corrected", "corrected + 1023 * MAPS")],
      "you count the maps for 1,024 tokens; the number is for one token"),
    misconception("some-maps",
      [assign("feed", "feed / 2"), assign("qkv", "qkv / 3"), assign("qkv", "qkv * 2 / 3")],
      "the line has several maps: queries, keys and values are three, and the feed-forward block "
      "has two"),
    misconception("should-cost",
      [assign(ALL, f"QKV, OUT, -absent, FEED, {absent}") for absent in ("absent", "-absent")],
      "this is the right cost; an amount is the printed number minus the right one"),
    misconception("line-should-cost",
      [assign("qkv", "QKV"), assign("output", "OUT"), assign("scores", "-absent"),
       assign("feed", "FEED")],
      "this is the right cost of the line; an amount is the printed number minus the right one"),
    misconception("flops-of-all-heads",
      [assign("qkv", "12 * IN_QKV - QKV"), assign("output", "12 * IN_OUT - OUT"),
       assign("scores", "12 * IN_SCORES + absent")],
      "the FLOPs in the table already include all 12 heads: your number is 12 times too large"),
    misconception("whole-line",
      [assign("qkv, output, scores, feed", "IN_QKV, IN_OUT, IN_SCORES, IN_FEED"),
       assign("qkv", "IN_QKV"), assign("output", "IN_OUT"), assign("scores", "IN_SCORES"),
       assign("feed", "IN_FEED")],
      "this is the whole line of the calculation: subtract the right cost of one token"),
    misconception("heads-of-full-width", assign("pairs", "2 * 12 * 12 * 1024 * 768") & OF_PAIRS,
      "a head works on its own 64 numbers, not on 768"),
    misconception("pairs-of-all-tokens", assign("pairs", "2 * 12 * 1024 * 1024 * 768") & OF_PAIRS,
      "these are the scores and the weighted sums of all 1,024 tokens; the number is for one"),
    misconception("scores-of-all-tokens", assign("scores", "IN_SCORES + 1024 * absent"),
      "these are the scores of all 1,024 tokens; the number is for one"),
    misconception("sums-of-all-tokens", assign("absent", "1024 * absent"),
      "these are the weighted sums of all 1,024 tokens; the number is for one"),
    missed_idea("nothing-put-right", assign("corrected", "CLAIMED"),
      "this is the printed number: nothing is corrected"),
    misconception("output-projection-only", assign("corrected", "CLAIMED - ELEVEN"),
      "only the output projection is corrected"),
    missed_idea("earlier-calculation", assign("corrected", "87_048_585_216"),
      "this is an earlier version of the calculation, with one output projection, but with the "
      "other three errors and only one of the two maps of the feed-forward block"),
    misconception("two-flops-per-weight", assign("corrected", "MAPS"),
      "this is two FLOPs per weight: either the products of attention are missing, or you "
      "subtract the amount of `absent` with the wrong sign"),
    misconception("weighted-sums-missing", assign("corrected", "corrected + absent"),
      "the weighted sums are still missing"),
    misconception("whole-sequence", assign("corrected", "1024 * corrected"),
      "this is for the sequence of 1,024 tokens; the number is for one token"),
    misconception("causal-mean", assign("corrected", "MAPS + 2 * 12 * 1025 * 768"),
      "this is the mean over a causal sequence; here the sequence is dense"),
]
# fmt: on


def audited(
    parameters: Numbers | None = None, dense_flops: Numbers = dense_of
) -> dict[str, Number]:
    """Audit the calculation with the student's own counts.

    A number of weights doesn't say which map it has wrong. So the amount of each line of maps
    attributes the whole difference to this line.

    Args:
        parameters: The number of weights; None for the number implied by `dense_flops`.
        dense_flops: The cost of a dense sequence.
    """
    linear, square = split_by_length(dense_flops, GPT2)
    if parameters is not None:
        linear = 2 * parameters(*GPT2)
    half = square * LENGTH / 2  # cost of the scores, and also of the weighted sums
    return {
        "queries_keys_values": IN_QKV - (linear - OUT - FEED),
        "output_projection": IN_OUT - (linear - QKV - FEED),
        "scores": IN_SCORES - half,
        "feed_forward": IN_FEED - (linear - QKV - OUT),
        "absent": -half,
        "corrected": linear + 2 * half,
    }


def right_audit() -> dict[str, float]:
    """Audit the calculation line by line: the claimed and the right cost of a layer."""

    def too_much(count: int, right_count: int, j: int, k: int) -> int:
        return 12 * (count * 2 * 768 * j * k - right_count * 2 * 1 * j * k)

    scores = 12 * sum(2 * 64 for _ in range(LENGTH))
    values = 64 * 12 * 2 * LENGTH
    right = sum(count * 2 * j * k for count, j, k in [(36, 768, 64), (1, 768, 768)])
    right += 2 * 768 * 3072 + 2 * 3072 * 768
    return {
        "queries_keys_values": too_much(36, 36, 768, 64),
        "output_projection": too_much(12, 1, 768, 768),
        "scores": 12 * (12 * 2 * 64**3 - scores),
        "feed_forward": too_much(1, 1, 768, 3072) + too_much(1, 1, 3072, 768),
        "absent": -12 * values,
        "corrected": 12 * (right + scores + values),
    }


def by_names() -> dict[str, float]:
    """Return the right audit, with a variable for each number, so that mutations can change it."""
    qkv, output, scores, feed, absent, corrected = right_audit().values()
    return dict(
        queries_keys_values=qkv,
        output_projection=output,
        scores=scores,
        feed_forward=feed,
        absent=absent,
        corrected=corrected,
    )


def given_counts() -> Accepted:
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
    """Return the audits that follow from the student's own counts or amounts."""
    of_amounts = {"right, given your amounts": from_own(left_by, right=3)}
    return {**given_counts(), **of_amounts}


question = Arrays(
    oracle=right_audit,
    cases={"the calculation": case()},
    every_case=True,
    accept=given_own_numbers,
    reference=Reference(by_names),
    misconceptions=MISCONCEPTIONS,
)
