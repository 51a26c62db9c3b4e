"""The two tasks of BERT.

points: 1
finding: inference: entry-missing
"""

tasks = {"masked tokens": "generative", "next sentence": "contrastive"}
