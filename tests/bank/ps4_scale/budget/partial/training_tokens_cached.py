"""Caches what is trained on.

base: accepted/cube_root.py
replace: max(int((memory - 2 * weights(layers)) // cache(layers, n_tokens)), 0)
with: max(int((memory - 2 * weights(layers)) // cache(layers, tokens)), 0)
points: 2
finding: training-tokens-cached
"""
