"""min for max.

base: accepted/by_cases.py
replace: m1 < m2
with: m1 > m2
points: 1.5
finding: smaller-m
"""
