"""By a forward pass without attention, in which there are no scores to correct.

given: forward_cost/partial/no_attention.py
points: 2
finding: whole-line
finding: values-missing
"""


def audit():
    return {
        "queries_keys_values": 32_572_440_576,
        "output_projection": 130_445_475_840,
        "scores": 12 * 12 * 2 * 64**3,
        "feed_forward": 86_859_841_536,
        "absent": 0,
        "corrected": 2 * 12 * 12 * 768**2,
    }
