"""One expert for each token.

points: 3.75
finding: one-expert
base: accepted/closed_forms.py
replace: chosen = top_k * 3
with: chosen = 3
replace: used = top_k * 3
with: used = 3
"""
