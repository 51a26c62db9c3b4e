"""Caches one of keys and values.

base: accepted/cube_root.py
replace: max(int((memory - 2 * weights(layers)) // cache(layers, n_tokens)), 0)
with: max(int(2 * (memory - 2 * weights(layers)) // cache(layers, n_tokens)), 0)
points: 2
finding: keys-or-values-only
"""
