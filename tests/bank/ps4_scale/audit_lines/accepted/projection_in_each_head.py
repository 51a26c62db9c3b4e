"""The right output projection is 1 × 64 by 64 × 768, in each of 12 heads: the same map."""

wrong_numbers = {
    "queries_keys_values": {"rows"},
    "output_projection": {"rows", "inner"},
    "scores": {"rows", "columns"},
    "feed_forward": {"rows"},
    "absent": {"weighted sums"},
}
