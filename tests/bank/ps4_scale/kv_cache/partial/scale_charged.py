"""Charges the factor 1/√d.

base: accepted/concatenate.py
replace: return 6 * d * d + 4 * (n + 1) * d
with: return 6 * d * d + 4 * (n + 1) * d + n + 1
points: 5.75
finding: scale-charged
"""
