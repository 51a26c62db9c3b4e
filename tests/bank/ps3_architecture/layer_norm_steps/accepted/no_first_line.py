"""Begins with what the left-hand side is by definition.

base: accepted/through_z.py
replace:     ("=", "norm(y - beta * ones)", ""),
with:
"""
