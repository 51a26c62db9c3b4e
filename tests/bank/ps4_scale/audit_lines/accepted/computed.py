"""Compares the shapes that are printed with those of one token."""

printed = {
    "queries_keys_values": (768, 768, 64, 3 * 12),
    "output_projection": (768, 768, 768, 12),
    "scores": (64, 64, 64, 12),
    "feed_forward": (768, 768, 3072, 1),
}
right = {
    "queries_keys_values": (1, 768, 64, 3 * 12),
    "output_projection": (1, 768, 768, 1),
    "scores": (1, 64, 1024, 12),
    "feed_forward": (1, 768, 3072, 1),
}
options = ["rows", "inner", "columns", "how many"]
wrong_numbers = {
    line: {name for name, a, b in zip(options, printed[line], right[line]) if a != b}
    for line in printed
}
wrong_numbers["absent"] = {"weighted sums"}
