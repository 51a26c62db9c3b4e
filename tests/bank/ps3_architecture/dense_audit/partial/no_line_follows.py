"""Takes each line with a wrong number for wrong, and the amounts are right.

points: 1.5
finding: 2: comments
finding: 6: comments
base: accepted/as_asked.py
replace: "2": "follows"
with: "2": "wrong"
replace: "6": "follows"
with: "6": "wrong"
"""
