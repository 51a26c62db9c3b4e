"""Misses the softmax.

points: 0.75
finding: absent: chose
"""

wrong_numbers = {
    "queries_keys_values": {"rows"},
    "output_projection": {"rows", "how many"},
    "scores": {"rows", "columns"},
    "feed_forward": {"rows"},
    "absent": {"weighted sums", "softmax"},
}
