"""A yes or no is taken for a label.

base: accepted/as_asked.py
replace: "next sentence": "contrastive"
with: "next sentence": "supervised"
points: 0.75
finding: next sentence: comments
"""
