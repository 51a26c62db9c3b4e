"""Six numbers, worked out by hand to ten digits."""


def audit():
    return {
        "embedding": 1.699776666e-05,
        "attention": -6.944873347e-05,
        "peak": -3.121461442e-04,
        "weights": -3.856100885e-03,
        "cache": -1.025663826e-02,
        "corrected": 1.473703137e-02,
    }
