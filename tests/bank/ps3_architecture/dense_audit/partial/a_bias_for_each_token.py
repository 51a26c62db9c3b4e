"""One bias for each token.

base: accepted/as_asked.py
replace: n * (d - n)
with: n - n**2
points: 1.75
finding: bias-for-each-token-only
"""
