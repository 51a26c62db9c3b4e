"""The printed solution: logical inference as a task without labels.

base: accepted/as_asked.py
replace: "inference": "supervised"
with: "inference": "contrastive"
points: 1.5
finding: inference: comments
"""
