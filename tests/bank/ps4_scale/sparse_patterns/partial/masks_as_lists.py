"""Lists of lists.

base: accepted/broadcast.py
replace: return near_rows & near_columns
with: return (near_rows & near_columns).tolist()
points: 3.75
finding: array-type
"""
