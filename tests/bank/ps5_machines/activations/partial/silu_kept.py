"""Keeps silu of the gate.

points: 4.75
finding: silu-kept-too
base: accepted/lines.py
replace: 3 * n * d_ff
with: 4 * n * d_ff
"""
