"""Multiplies the bytes of one sequence until they are too many.

base: accepted/by_itself.py
replace: while states + activation_bytes(mode, batch + 1, *sizes) <= memory:
with: while memory - states >= (batch + 1) * activation_bytes(mode, 1, *sizes):
"""
