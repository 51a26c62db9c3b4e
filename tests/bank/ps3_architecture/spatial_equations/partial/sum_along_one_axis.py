"""The sum runs over x′ alone.

base: accepted/sets.py
replace: "sum over": {"x'", "y'"}
with: "sum over": {"x'"}
points: 1.75
finding: sum-along-one-axis
"""
