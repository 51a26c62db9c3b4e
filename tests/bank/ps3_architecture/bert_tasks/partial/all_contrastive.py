"""The same everywhere.

points: 1
finding: masked tokens: comments
finding: inference: comments
"""

tasks = dict.fromkeys(["masked tokens", "next sentence", "inference", "same document"], "contrastive")
