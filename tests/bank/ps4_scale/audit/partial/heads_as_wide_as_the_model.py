"""Takes the queries, keys and values of a head for as wide as the model.

points: 2
finding: heads-of-full-width
"""


def audit():
    return {
        "queries_keys_values": 32_572_440_576,
        "output_projection": 130_445_475_840,
        "scores": 144 * 2 * (64**3 - 768 * 1024),
        "feed_forward": 86_859_841_536,
        "absent": -144 * 2 * 768 * 1024,
        "corrected": 169_869_312 + 144 * 4 * 768 * 1024,
    }
