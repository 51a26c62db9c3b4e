"""Takes twelve output projections for right.

points: 0.75
finding: output_projection: option-missing
"""

wrong_numbers = {
    "queries_keys_values": {"rows"},
    "output_projection": {"rows"},
    "scores": {"rows", "columns"},
    "feed_forward": {"rows"},
    "absent": {"weighted sums"},
}
