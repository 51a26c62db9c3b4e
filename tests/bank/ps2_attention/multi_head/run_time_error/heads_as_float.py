"""Divides with /, and a float is no size.

base: accepted/mask_repeated_for_each_head.py
replace: e = d // n_heads
with: e = d / n_heads
finding: raised(TypeError)
"""
