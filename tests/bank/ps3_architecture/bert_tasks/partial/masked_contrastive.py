"""Masked tokens against the others.

base: accepted/as_asked.py
replace: "masked tokens": "generative"
with: "masked tokens": "contrastive"
points: 0.75
finding: masked tokens: comments
"""
