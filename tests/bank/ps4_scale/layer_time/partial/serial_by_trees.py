"""Serial products by trees all the same.

base: accepted/as_asked.py
replace: return J + U + 3 + 2 * (T - 1).bit_length()
with: return layer_depth(T, J, K, U)
points: 2.5
finding: trees-of-products
"""
