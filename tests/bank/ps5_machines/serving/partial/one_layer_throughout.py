"""One layer of attention and of its caches, throughout: one misconception.

base: accepted/step_by_step.py
replace: in_a_cache = 2 * n * model["n_layers"]
with: in_a_cache = 2 * n
replace: held = 2 * n * model["n_layers"]
with: held = 2 * n
replace: scores = 2 * n * model["n_layers"]
with: scores = 2 * n
points: 3.75
finding: cache-of-one-layer
"""
