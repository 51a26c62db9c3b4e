"""Rescales the outputs, and not the sum.

base: accepted/columns_kept.py
replace: l = c * l +
with: l = l +
points: 2.5
finding: l-not-rescaled
"""
