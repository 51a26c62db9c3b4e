"""GPT without a mask.

base: accepted/strings.py
replace: "causal"
with: "none"
points: 1
finding: GPT: chose
"""
