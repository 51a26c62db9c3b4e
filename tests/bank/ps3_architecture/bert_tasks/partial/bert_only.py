"""The two tasks of BERT.

points: 1
finding: no such entry in the answer
"""

tasks = {"masked tokens": "generative", "next sentence": "contrastive"}
