"""Rescales the sum, and not the outputs.

base: accepted/columns_kept.py
replace: o = c * o +
with: o = o +
points: 2.5
finding: o-not-rescaled
"""
