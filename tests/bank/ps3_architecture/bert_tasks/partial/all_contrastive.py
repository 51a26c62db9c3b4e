"""The same everywhere.

points: 1
finding: There is no pair
finding: without annotators
"""

tasks = dict.fromkeys(["masked tokens", "next sentence", "inference", "same document"], "contrastive")
