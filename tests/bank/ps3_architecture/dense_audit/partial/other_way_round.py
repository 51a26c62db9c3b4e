"""Attention minus dense layer.

base: accepted/as_asked.py
replace: n**2 * d**2 + n * d - 3 * d**2 - 3 * d
with: 3 * d**2 + 3 * d - n**2 * d**2 - n * d
points: 1
finding: other-way-round
"""
