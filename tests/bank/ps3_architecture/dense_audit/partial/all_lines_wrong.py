"""Every line is wrong.

base: accepted/as_asked.py
replace: "2": "follows"
with: "2": "wrong"
replace: "4": "right"
with: "4": "wrong"
replace: "6": "follows"
with: "6": "wrong"
points: 1.5
finding: 2: comments
"""
