"""Sees the wrong inner size in each head, and not the 768 tokens.

points: 0.75
finding: output_projection: chose
"""

wrong_numbers = {
    "queries_keys_values": {"rows"},
    "output_projection": {"inner"},
    "scores": {"rows", "columns"},
    "feed_forward": {"rows"},
    "absent": {"weighted sums"},
}
