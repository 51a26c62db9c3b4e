"""Doesn't round.

base: accepted/cube_root.py
replace: max(int((memory - 2 * weights(layers)) // cache(layers, n_tokens)), 0)
with: max((memory - 2 * weights(layers)) / cache(layers, n_tokens), 0)
points: 2.5
finding: sequences-not-whole
"""
