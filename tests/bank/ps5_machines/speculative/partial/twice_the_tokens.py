"""Twice the tokens, of which the speed-up is made.

base: accepted/closed_form.py
replace: return k + 1
with: return 2 * (k + 1)
replace: return (1 - alpha ** (k + 1))
with: return 2 * (1 - alpha ** (k + 1))
points: 1.5
finding: factor
"""
