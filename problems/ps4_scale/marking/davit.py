WORDS = """
functions-exchanged: the two functions have changed places
one-vector: this is for one vector that asks; there are n patches, and d channels
one-product-missing: the scores or the weighted sums are missing; the other function counts both
missing-as-before: the scores or the weighted sums are missing, as in your dense_flops
multiply-accumulates: these are multiply–accumulates, as in your dense_flops; each is two FLOPs (P6)
"""
PATCH_ERRORS = """
number-of-weights: this is the number of weights, a number for each pair :: n**2
one-patch: this is for one patch; there are n :: 4*n*d
causal-patches: a patch looks at those before it and itself; here each looks at all n
    :: 2*n*(n + 1)*d
n-is-a-side: n is the number of patches, not of those along a side :: 4*n**4*d
exchanged-or-linear: n and d have changed places; or keys meet values first, as in linear
    attention: here queries meet keys :: 4*n*d**2
scores-once: of two scores (i, j) and (j, i) one is counted; they differ, as queries and keys do
    :: the scores = n*(n + 1)*d
"""
CHANNEL_ERRORS = """
number-of-weights :: d**2
one-channel: this is for one channel; there are d :: 4*n*d
n-is-a-side :: 4*n**2*d**2
exchanged-or-linear :: 4*n**2*d
scores-once :: the scores = n*d*(d + 1)
"""


PATCH_CONVENTIONS = """
scale-charged: the factor 1/√d, or one operation of the softmax, is charged for each score; here
    both are free (P5) :: + n**2
projections-counted(3 ~ 4): {} projections are counted; here only scores and weighted sums are
    :: + 2*{}*n*d**2
softmax-charged(2 ~ 3 ~ 4 ~ 5): {} operations for each score, softmax or scale, are charged; here
    they are free (P5) :: + {}*n**2
"""
CHANNEL_CONVENTIONS = """
scale-charged :: + d**2
projections-counted(3 ~ 4) :: + 2*{}*n*d**2
projections-n-by-n: projections with n × n matrices are counted; here only scores and weighted sums
    are :: + 6*n**2*d
softmax-charged(2 ~ 3 ~ 4 ~ 5) :: + {}*d**2
"""

PATCHES, CHANNELS = "4*n**2*d", "4*n*d**2"


# What half of each count is, by the student's own dense_flops, and what it leaves.
LEFT = {"missing-as-before": 1 / 2, "multiply-accumulates": 3 / 4}


def half_in_dense():
    """Why their `dense_flops` has half of the scores and weighted sums; "" where it has not."""
    forward = checks.followed("forward_cost")
    dense = ((forward and forward.counted) or {}).get("dense_flops")
    if dense is None:
        return ""
    square, linear = (
        sorted(number for (n, *_), number in dense.terms.items() if n == power) for power in (2, 1)
    )
    which = {(4, 8): "missing-as-before", (2, 4): "multiply-accumulates"}
    return which.get(tuple(linear), "") if square == [2] else ""


def as_one(patches, channels):
    """The verdicts, where the two counts together show which mistake it is: one slip in both costs
    half; who counts one function in FLOPs doesn't count the other in multiply–accumulates: there
    half is missing.
    """
    found = patches.counted, channels.counted
    if None in found:
        return patches, channels

    def are(*formulas):
        return found == tuple(type(found[0]).parse(each, ("n", "d")) for each in formulas)

    for counts, error in {
        (CHANNELS, PATCHES): "functions-exchanged",
        ("4*n*d",) * 2: "one-vector",
    }.items():
        if are(*counts):
            known = checks.error(error)
            return [each.explained(known, each.max_points / 2) for each in (patches, channels)]
    if are("2*n**2*d", "2*n*d**2") and (as_before := half_in_dense()):
        known, left = checks.error(as_before), LEFT[as_before]
        return [each.explained(known, each.max_points * left) for each in (patches, channels)]
    missing = checks.error("one-product-missing")
    if are(PATCHES, "2*n*d**2"):
        return patches, channels.explained(missing, channels.max_points / 2)
    return patches, channels


checks.words(WORDS)
patches = checks.polynomial(
    patch_attention_flops,
    variables="n d",
    products={"the scores": "n d n", "the weighted sums": "n n d"},
    mistakes=PATCH_ERRORS,
    conventions=PATCH_CONVENTIONS,
    others={"channel_attention_flops": CHANNELS},
    share=1 / 2,
)
channels = checks.polynomial(
    channel_attention_flops,
    variables="n d",
    products={"the scores": "d n d", "the weighted sums": "d d n"},
    mistakes=CHANNEL_ERRORS,
    conventions=CHANNEL_CONVENTIONS,
    others={"patch_attention_flops": PATCHES},
    share=1 / 2,
)
patches, channels = as_one(patches, channels)
patches.of("patch_attention_flops") + channels.of("channel_attention_flops")
