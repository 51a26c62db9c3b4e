"""Four times as many numbers: true of the weights, not of the biases.

base: accepted/as_asked.py
replace: "6": "follows"
with: "6": "right"
points: 1.75
finding: 6: comments
"""
