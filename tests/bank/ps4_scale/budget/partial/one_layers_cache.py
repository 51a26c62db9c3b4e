"""The cache of one layer.

base: accepted/cube_root.py
replace: max(int((memory - 2 * weights(layers)) // cache(layers, n_tokens)), 0)
with: max(int(layers * (memory - 2 * weights(layers)) // cache(layers, n_tokens)), 0)
points: 2.25
finding: cache-of-one-layer
"""
