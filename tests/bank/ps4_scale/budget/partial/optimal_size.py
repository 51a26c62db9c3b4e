"""Caches beside n_params weights, and trains these.

base: accepted/cube_root.py
replace: max(int((memory - 2 * weights(layers)) // cache(layers, n_tokens)), 0)
with: max(int((memory - 2 * size) // cache(layers, n_tokens)), 0)
replace: 6 * weights(layers) * tokens
with: 6 * size * tokens
points: 1.5
finding: weights-of-n-params
"""
