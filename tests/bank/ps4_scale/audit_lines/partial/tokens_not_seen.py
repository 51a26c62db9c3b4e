"""Doesn't see the 768 tokens.

points: 0.25
finding: queries_keys_values: chose
"""

wrong_numbers = {
    "queries_keys_values": set(),
    "output_projection": {"how many"},
    "scores": {"columns"},
    "feed_forward": set(),
    "absent": {"weighted sums"},
}
