from functools import partial

from .own_answers import dense_of, given_own, own_answer, split_by_length, weights_of

AUDIT = """
def audit():
    output, tokens, scores, values, corrected = right_audit().values()
    return dict(output=output, tokens=tokens, scores=scores, values=values, corrected=corrected)
"""
OF_PAIRS = "scores = IN_SCORES - pairs && values = -pairs && corrected = MAPS + 2 * pairs"
ERRORS = f"""
tokens-are-768: the sequence has 1,024 tokens, not 768 :: pairs = 2 * 12 * 768 * 768 && {OF_PAIRS}
sixty-four-keys: a token has scores and weighted sums with 1,024 tokens, not with 64
    :: pairs = 2 * 12 * 64 * 768 && {OF_PAIRS}
causal-pairs: the scores and weighted sums are those of a causal sequence; here it is dense
    :: pairs = 2 * 12 * [1025 / 2 ~ 512] * 768 && {OF_PAIRS}
signs-reversed: the signs are reversed: an amount is positive where the calculation has too much
    :: output, tokens, scores, values = -output, -tokens, -scores, -values
amount-positive: your amount is positive; putting the missing product in makes the number go up: it
    is negative :: values = -values
amount-of-one-layer: these are the amounts in a layer; the model has 12
    :: output, tokens, scores, values = output / 12, tokens / 12, scores / 12, values / 12
all-in-one-layer: these are all in a layer; the model has 12
    :: return {{name: value / 12 for name, value in _.items()}}
multiply-accumulates :: return {{name: value / 2 for name, value in _.items()}}
    :: output, tokens, scores, values = output / 2, tokens / 2, scores / 2, values / 2
    :: tokens = 1535 / 2 * MAPS && scores = IN_SCORES + values / 2 && values = values / 2
    && corrected = corrected / 2
tokens-put-right-first: the number of tokens was put right with twelve output projections still
    there in each layer
    :: output = output / 768 && tokens = 767 / 768 * (CLAIMED - IN_SCORES)
scores-divided-too: only the maps are charged for 768 tokens, not the scores, which are divided
    here, too :: tokens = 767 / 768 * (CLAIMED - output)
    && scores = [scores ~ CLAIMED - output - tokens - MAPS + values]
values-missing: the weighted sums of the values are missing in the calculation: they are not free
    :: values = 0
sixty-four-values: a weighted sum has 1,024 values, one for each token, not 64
    :: values = values / 16
projections-stay: one output projection belongs in a layer, not twelve: eleven are too many
    :: output = 0 && tokens = 767 / 768 * (CLAIMED - IN_SCORES) :: output = 0
one-projection-too-few: one output projection belongs in a layer: 11 of 12 are too many
    :: output = output * 12 / 11
amount-of-one-layer-or-head: this is the amount in one layer, or in one head of each; the model has
    12 layers of 12 heads :: output = output / 12
    :: tokens = tokens / 12 :: scores = scores / 12 :: values = values / 12
one-head-of-each-layer: these are the scores and weighted sums of one head of each layer; it has 12
    :: values = values / 12 && scores = IN_SCORES + values
maps-for-1024-tokens: the maps are charged for 1,024 tokens; the number is about one token
    :: tokens = (768 - 1024) * MAPS && corrected = [corrected + 1023 * MAPS ~ corrected]
some-maps: all maps are charged for 768 tokens, those of attention and both of the feed-forward
    block :: tokens = tokens * [1/3 ~ 2/3 ~ 1/4 ~ 11/12]
one-token-too-many: one token belongs there: 767 of 768 are too many :: tokens = 768 * MAPS
should-cost: this is what it should cost, not what is too much
    :: output, tokens, scores, values = output / 11, MAPS, -values, -values
    :: tokens = MAPS && scores = [scores ~ -values] && values = [values ~ -values]
    :: scores = -values && values = [values ~ -values]
output-should-cost: this is what it should cost, or its line of one layer, not what is too much
    :: output = output / 11
flops-of-all-heads: the FLOPs in the table are those of all 12 heads: 12 times too much
    :: output = 12 * output :: scores = 12 * IN_SCORES + values
whole-line: this is the whole line of the calculation: what a token's scores do cost is not taken
    off :: scores = IN_SCORES
heads-of-full-width: a head works on its 64 numbers, not on 768
    :: pairs = 2 * 12 * 12 * 1024 * 768 && {OF_PAIRS}
pairs-of-all-tokens: these are the scores and the weighted sums of all 1,024 tokens; it is about one
    :: pairs = 2 * 12 * 1024 * 1024 * 768 && {OF_PAIRS}
scores-of-all-tokens: these are the scores of all 1,024 tokens; it is about one
    :: scores = IN_SCORES + 1024 * values
sums-of-all-tokens: these are the weighted sums of all 1,024 tokens; it is about one
    :: values = 1024 * values
nothing-put-right: this is the printed number: nothing is put right :: corrected = CLAIMED
output-projection-only: only the output projection is put right :: corrected = CLAIMED - output
earlier-calculation: this is an earlier version of the calculation, which has one output projection
    and one of the two maps of the feed-forward block, and the other three errors
    :: corrected = 87_048_585_216
two-flops-per-weight: two FLOPs per weight: the products of attention are missing; or the amount of
    `values` is taken off with the wrong sign :: corrected = MAPS
weighted-sums-missing: the weighted sums are missing still :: corrected = corrected + values
whole-sequence: this is the sequence of 1,024 tokens, not one of them
    :: corrected = 1024 * corrected
causal-mean: this is the mean over a causal sequence; here it is dense
    :: corrected = MAPS + 2 * 12 * 1025 * 768
"""

AMOUNTS = ("output", "tokens", "scores", "values")
GPT2 = (768, 12, 12, 3072)
CLAIMED = 250_123_124_736
LENGTH = 1024
IN_SCORES = 12 * 12 * 2 * 64**3  # of the claim
MAPS = 2 * weights_of(*GPT2)


def audited(parameters=None, dense_flops=dense_of, charged=None):
    """The audit by these counts. What the claim says of scores is there to see, and of maps, too:
    charged, else by these counts."""
    linear, square = split_by_length(dense_flops, GPT2)
    if parameters is not None:
        linear = 2 * parameters(*GPT2)
    half = square * LENGTH / 2  # the scores; the weighted sums cost as much
    return {
        "output": 12 * 11 * 2 * 768**3,
        "tokens": (charged or 768 * linear) - linear,
        "scores": 12 * 12 * 2 * 64**3 - half,
        "values": -half,
        "corrected": linear + 2 * half,
    }


def right_audit():
    """By the calculation itself, line by line: what a layer is charged, and what it should be."""
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


def given_counts():
    """The audit by the student's own counts, where all of its errors are errors by them. One that
    doesn't depend on the square of the length has no scores and no weighted sums: by it there would
    be nothing to put right."""
    dense = own_answer("dense_flops")
    if dense and split_by_length(dense, GPT2)[1] <= 0:
        return given_own(audited, "parameters")
    return given_own(audited, "parameters", "dense_flops")


def given_beside_the_printed():
    return {
        f"{label}, taken from what is printed": partial(definition, charged=768 * MAPS)
        for label, definition in given_counts().items()
    }


def left_by(own):
    """The corrected value by the student's own amounts."""
    return {"corrected": CLAIMED - sum(own[name] for name in AMOUNTS)}


checks.arrays(
    audit,
    oracle=right_audit,
    cases={"the calculation": checks.case()},
    outputs=dict.fromkeys(AMOUNTS, 3 / 4) | {"corrected": 1},
    every_case=True,
    accept=given_counts()
    | given_beside_the_printed()
    | {"right, given your four amounts": checks.from_own(left_by, right=2)},
    reference=checks.Reference(AUDIT, globals()),
    mistakes=ERRORS,
)
