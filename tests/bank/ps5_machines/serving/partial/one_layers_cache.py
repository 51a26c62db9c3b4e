"""The cache of one layer, in the step.

base: accepted/step_by_step.py
replace: in_a_cache = 2 * n * model["n_layers"] *
with: in_a_cache = 2 * n *
points: 3.75
finding: cache-of-one-layer
"""
