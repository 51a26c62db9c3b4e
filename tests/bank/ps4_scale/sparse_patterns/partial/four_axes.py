"""Masks of four axes.

base: accepted/broadcast.py
replace: return near_rows & near_columns
with: return (near_rows & near_columns).reshape(h, w, h, w)
points: 3
finding: reshaped
"""
