"""The products of a score one after another, then the additions.

base: accepted/as_asked.py
replace: return U + 1 +
with: return U + U - 1 + 1 +
points: 2.75
finding: products-one-after-another
"""
