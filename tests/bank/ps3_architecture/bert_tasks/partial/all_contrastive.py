"""The same everywhere.

points: 0.5
finding: masked tokens: comments
finding: inference: comments
"""

tasks = dict.fromkeys(["masked tokens", "next sentence", "inference", "same document"], "contrastive")
