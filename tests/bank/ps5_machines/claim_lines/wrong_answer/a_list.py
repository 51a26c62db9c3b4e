"""A list of lines, no dict.

finding: choice-is-no-dict
"""

claim_lines = ["embedding", "attention", "peak", "weights", "cache"]
