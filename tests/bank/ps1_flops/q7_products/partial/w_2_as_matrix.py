"""Takes w_2 for a matrix of the shape of W_1.

base: accepted/three_parts.py
replace: feed_forward = 4 * L * h * o + 4 * L * h
with: feed_forward = 8 * L * h * o
points: 0.75
finding: w2-as-matrix
"""
