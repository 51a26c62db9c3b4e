"""One amount is missing; those below can't be looked at by it.

points: 3.5
finding: no-such-key
"""


def audit():
    return {
        "embedding": 1.699776666e-05,
        "attention": -6.944873347e-05,
        "weights": -3.856100885e-03,
        "cache": -1.025663826e-02,
        "corrected": 1.473703137e-02,
    }
