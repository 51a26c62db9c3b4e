"""From functions of its own, as earlier questions ask for them."""


def N(d, layers, f):
    return layers * (4 * d * d + 2 * d * f)


def audit():
    weights, n = N(768, 12, 3072), 1024
    scores = 2 * 12 * n * 768
    out = {"corrected": 2 * weights + 2 * scores}
    out["values"] = -scores
    out["scores"] = 12 * 6_291_456 - scores
    out["tokens"] = 2 * weights * 768 - 2 * weights
    out["output"] = 12 * (10_871_635_968 - 905_969_664)
    return out
