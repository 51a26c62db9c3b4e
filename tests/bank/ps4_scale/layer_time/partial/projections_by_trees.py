"""Queries, keys and values are formed by trees; here one term after another.

base: accepted/as_asked.py
replace: return J + U + 3
with: return math.ceil(math.log2(J)) + U + 4
points: 2.75
finding: projections-by-trees
"""
