"""The heads are left out everywhere.

base: accepted/sets.py
replace: "projections": {"k", "x", "y"}
with: "projections": {"x", "y"}
replace: "alpha": {"k", "x1", "y1", "x2", "y2"}
with: "alpha": {"x1", "y1", "x2", "y2"}
replace: "key in alpha": {"k", "x2", "y2"}
with: "key in alpha": {"x2", "y2"}
replace: "out": {"k", "x", "y"}
with: "out": {"x", "y"}
replace: "value in out": {"k", "x'", "y'"}
with: "value in out": {"x'", "y'"}
points: 1
finding: heads-left-out
"""
