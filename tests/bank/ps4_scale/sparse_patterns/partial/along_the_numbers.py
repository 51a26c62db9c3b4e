"""|i − j| ≤ r.

base: accepted/broadcast.py
replace: return near_rows & near_columns
with: return abs(i[:, None] - i) <= r
points: 3.5
finding: along-the-numbers
"""
