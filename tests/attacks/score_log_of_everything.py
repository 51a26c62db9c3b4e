"""One thoughtless line for all questions of growth: the logarithm of all sizes.

Must happen: a size doesn't matter in each, and what takes all alike is no part of an answer.
"""

GUESS = "def {0}_time(*sizes):\n    return math.log(math.prod(sizes))\n"
DEPTH = "def {0}_depth(*sizes):\n    return math.log(math.prod(sizes))\n"
COURSE = {
    "ps4_scale": {
        "softmax_time": (GUESS + DEPTH).format("softmax"),
        "layer_time": (GUESS + DEPTH).format("layer"),
        "spatial_time": GUESS.format("spatial"),
    }
}
