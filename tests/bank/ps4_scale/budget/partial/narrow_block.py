"""Takes the hidden layer of the block to be as wide as the model.

base: accepted/loop.py
replace: 2 * d * (4 * d)
with: 2 * d * d
points: 1.5
finding: half-of-the-weights
"""
