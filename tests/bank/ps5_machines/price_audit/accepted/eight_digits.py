"""Rounded to eight significant digits, as the text allows."""


def audit():
    return {
        "embedding": 1.6997767e-05,
        "attention": -6.9448733e-05,
        "peak": -3.1214614e-04,
        "weights": -3.8561009e-03,
        "cache": -1.0256638e-02,
        "corrected": 1.4737031e-02,
    }
