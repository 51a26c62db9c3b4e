"""The weights.

finding: numbers-differ
base: accepted/ifs.py
replace: return weights + gradients + optimiser
with: return n_params
"""
