"""Bytes of a weight.

finding: numbers-differ
base: accepted/ifs.py
replace: return weights + gradients + optimiser
with: return 16
"""
