"""A tree over the images as well.

base: accepted/cells_as_tokens.py
replace: math.log2(X * Y)
with: math.log2(B * X * Y)
finding: takes-sizes-alike
"""
