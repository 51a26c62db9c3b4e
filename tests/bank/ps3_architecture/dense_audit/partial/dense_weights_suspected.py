"""Takes the number of weights of the dense layer for wrong.

base: accepted/as_asked.py
replace: "4": "right"
with: "4": "wrong"
points: 1.75
finding: 4: comments
"""
