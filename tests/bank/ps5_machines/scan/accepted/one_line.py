"""Short, with a logarithm; sets and other spellings."""

import math


def combine(first, second):
    return first[0] * second[0], second[0] * first[1] + second[1]


def scan_depth(T):
    return math.ceil(math.log2(T))


scannable = {key: {"Scan"} for key in ("gated", "softmax", "linear_attention")}
scannable |= {key: ["step-by-step"] for key in ("tanh", "own_gate")}
