"""Forgets the product of gate and up.

points: 4.75
finding: gate-up-only
base: accepted/lines.py
replace: 3 * n * d_ff
with: 2 * n * d_ff
"""
