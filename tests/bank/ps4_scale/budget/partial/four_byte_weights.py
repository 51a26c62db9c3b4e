"""Weights in single precision.

base: accepted/cube_root.py
replace: max(int((memory - 2 * weights(layers)) // cache(layers, n_tokens)), 0)
with: max(int((memory - 4 * weights(layers)) // cache(layers, n_tokens)), 0)
points: 2.25
finding: weights-of-four-bytes
"""
