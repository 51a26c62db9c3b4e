"""A causal encoder.

base: accepted/strings.py
replace: "T5 encoder": "padding"
with: "T5 encoder": "causal"
points: 2
finding: T5 encoder: chose
"""
