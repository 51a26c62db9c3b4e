"""Lists of lists.

base: accepted/broadcast.py
replace: return near_rows & near_columns
with: return (near_rows & near_columns).tolist()
points: 3.75
finding: 4 × 5 patches, r = 1: array-type
"""
