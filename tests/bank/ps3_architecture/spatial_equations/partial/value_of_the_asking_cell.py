"""The value under the sum is that of the cell that asks.

base: accepted/sets.py
replace: "value in out": {"k", "x'", "y'"}
with: "value in out": {"k", "x", "y"}
points: 1.75
finding: own-value-in-the-sum
"""
