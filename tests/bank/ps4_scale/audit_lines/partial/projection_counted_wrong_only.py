"""Sees the twelve output projections, and not the 768 tokens.

points: 0.75
finding: output_projection: option-missing
"""

wrong_numbers = {
    "queries_keys_values": {"rows"},
    "output_projection": {"how many"},
    "scores": {"rows", "columns"},
    "feed_forward": {"rows"},
    "absent": {"weighted sums"},
}
