"""Takes a head for as wide as the model.

points: 0.75
finding: scores: chose
"""

wrong_numbers = {
    "queries_keys_values": {"rows"},
    "output_projection": {"rows", "how many"},
    "scores": {"rows", "inner", "columns"},
    "feed_forward": {"rows"},
    "absent": {"weighted sums"},
}
