"""The data sheet is right.

base: accepted/as_asked.py
replace: "peak": "wrong"
with: "peak": "right"
points: 0.75
finding: peak: comments
"""
