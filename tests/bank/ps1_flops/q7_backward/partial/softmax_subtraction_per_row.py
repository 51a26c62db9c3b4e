"""Charges the softmax's subtraction once for each row.

base: accepted/three_parts.py
replace: 5 * L**2
with: 4 * L**2 + L
points: 0.75
finding: step-per-row
finding: factor-missing(scale, seq_len)
"""
