"""Masked tokens against the others.

base: accepted/as_asked.py
replace: "masked tokens": "generative"
with: "masked tokens": "contrastive"
points: 1.5
finding: masked tokens: comments
"""
