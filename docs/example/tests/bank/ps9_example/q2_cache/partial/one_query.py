"""The weights of one query.

base: accepted/lines.py
replace: n**2
with: n
points: 2
finding: one-query
"""
