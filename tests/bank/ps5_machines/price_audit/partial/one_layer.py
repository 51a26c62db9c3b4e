"""Attention of one layer.

base: accepted/one_after_another.py
replace: pairs = 32 * 32 * 32 *
with: pairs = 32 * 32 *
points: 3.5
finding: one-of-32
"""
