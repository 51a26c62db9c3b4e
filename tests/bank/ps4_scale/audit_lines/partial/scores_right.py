"""Takes the scores for right.

points: 0.75
finding: scores: chose
"""

wrong_numbers = {
    "queries_keys_values": {"rows"},
    "output_projection": {"rows", "how many"},
    "scores": set(),
    "feed_forward": {"rows"},
    "absent": {"weighted sums"},
}
