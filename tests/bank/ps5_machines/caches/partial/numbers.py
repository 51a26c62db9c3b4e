"""Numbers in both.

base: accepted/two_kinds.py
replace: per_token * bytes_per_value
with: per_token
replace: d_head * bytes_per_value
with: d_head
points: 2.25
finding: numbers-not-bytes
"""
