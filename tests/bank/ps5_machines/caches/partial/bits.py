"""Bits in both.

base: accepted/two_kinds.py
replace: per_token * bytes_per_value
with: per_token * bytes_per_value * 8
replace: d_head * bytes_per_value
with: d_head * bytes_per_value * 8
points: 2.25
finding: bits
"""
