"""Serial projections, and scores by trees.

base: accepted/as_asked.py
replace: return J + U + 3 + 2 * (T - 1).bit_length()
with: return J + 4 + math.ceil(math.log2(U)) + 2 * math.ceil(math.log2(T))
points: 2.75
finding: scores-by-trees
"""
