"""Nothing is wrong.

finding: output_projection: chose
"""

wrong_numbers = {
    "queries_keys_values": set(),
    "output_projection": set(),
    "scores": set(),
    "feed_forward": set(),
    "absent": set(),
}
