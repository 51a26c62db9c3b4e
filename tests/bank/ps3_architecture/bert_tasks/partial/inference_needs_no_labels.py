"""The printed solution: logical inference as a task without labels.

base: accepted/as_asked.py
replace: "inference": "supervised"
with: "inference": "contrastive"
points: 0.75
finding: inference: comments
"""
