"""Serial products by a tree all the same.

base: accepted/as_asked.py
replace: return U + 1 + (T - 1).bit_length()
with: return 2 + math.ceil(math.log2(U)) + math.ceil(math.log2(T))
points: 2.5
finding: tree-of-products
"""
