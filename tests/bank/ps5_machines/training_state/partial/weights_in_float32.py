"""Weights in float32, beside their master copy.

points: 1
finding: weights-in-fp32
base: accepted/ifs.py
replace: weights = 2 * n_params
with: weights = 4 * n_params
"""
