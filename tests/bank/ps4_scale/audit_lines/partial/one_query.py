"""Sees that a token has one query, and not that it meets 1,024 keys.

points: 0.75
finding: scores: option-missing
"""

wrong_numbers = {
    "queries_keys_values": {"rows"},
    "output_projection": {"rows", "how many"},
    "scores": {"rows"},
    "feed_forward": {"rows"},
    "absent": {"weighted sums"},
}
