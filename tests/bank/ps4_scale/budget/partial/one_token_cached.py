"""Caches one token for a sequence.

base: accepted/cube_root.py
replace: max(int((memory - 2 * weights(layers)) // cache(layers, n_tokens)), 0)
with: max(int((memory - 2 * weights(layers)) // cache(layers, 1)), 0)
points: 2
finding: one-token-cached
"""
