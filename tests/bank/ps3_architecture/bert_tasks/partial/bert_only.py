"""The two tasks of BERT.

points: 0.5
finding: inference: entry-missing
"""

tasks = {"masked tokens": "generative", "next sentence": "contrastive"}
