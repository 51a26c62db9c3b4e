"""Finds the peak alone.

points: 0.5
finding: weights: comments
"""

right = ("embedding", "head", "attention", "overlap", "weights", "cache", "writing")
claim_lines = dict.fromkeys(right, "right") | {"peak": "wrong"}
