"""One thoughtless line for all questions of growth: the logarithm of all sizes.

Must happen: a size doesn't matter in each, and what takes all alike is no part of an answer.
"""

GUESS = "def {0}_time(*sizes):\n    return math.log(math.prod(sizes))\n"
DEPTH = "def {0}_depth(*sizes):\n    return math.log(math.prod(sizes))\n"
ASSIGNMENT = "ps4_scale"
HAND_INS = [
    {
        "softmax_time": (GUESS + DEPTH).format("softmax"),
        "layer_time": (GUESS + DEPTH).format("layer"),
        "spatial_time": GUESS.format("spatial"),
    }
]
EARNS = {"softmax_time": 0.0, "layer_time": 0.0, "spatial_time": 0.0}
