"""All eight lines, in the order of the table."""

claim_lines = {
    "embedding": "wrong",
    "head": "right",
    "attention": "wrong",
    "peak": "wrong",
    "overlap": "right",
    "weights": "wrong",
    "cache": "wrong",
    "writing": "right",
}
