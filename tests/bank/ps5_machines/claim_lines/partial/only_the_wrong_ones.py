"""Only the wrong lines are named.

points: 0.75
finding: head: entry-missing
"""

claim_lines = dict.fromkeys(("embedding", "attention", "peak", "weights", "cache"), "wrong")
