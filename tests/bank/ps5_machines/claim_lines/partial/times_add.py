"""Reading comes after arithmetic.

base: accepted/as_asked.py
replace: "overlap": "right"
with: "overlap": "wrong"
points: 0.75
finding: overlap: comments
"""
