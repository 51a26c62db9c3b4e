"""Leaves out the last entry.

points: 0.75
finding: absent: entry-missing
"""

wrong_numbers = {
    "queries_keys_values": {"rows"},
    "output_projection": {"rows", "how many"},
    "scores": {"rows", "columns"},
    "feed_forward": {"rows"},
}
