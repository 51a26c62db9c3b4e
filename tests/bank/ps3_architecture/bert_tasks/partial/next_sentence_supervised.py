"""A yes or no is taken for a label.

base: accepted/as_asked.py
replace: "next sentence": "contrastive"
with: "next sentence": "supervised"
points: 1.5
finding: next sentence: comments
"""
