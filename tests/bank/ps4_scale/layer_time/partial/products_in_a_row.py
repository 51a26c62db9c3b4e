"""The products of a dot product one after another, then the additions.

base: accepted/as_asked.py
replace: return J + U + 3 +
with: return 2 * J + 2 * U + 1 +
points: 2.75
finding: products-one-after-another
"""
