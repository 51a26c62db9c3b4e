"""One option for all.

points: 0.5
finding: scores: chose
"""

wrong_numbers = {
    "queries_keys_values": {"rows"},
    "output_projection": {"rows"},
    "scores": {"rows"},
    "feed_forward": {"rows"},
    "absent": {"rows"},
}
