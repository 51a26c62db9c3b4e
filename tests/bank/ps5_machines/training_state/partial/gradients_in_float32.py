"""Gradients in float32.

points: 1.5
finding: gradients-in-fp32
base: accepted/ifs.py
replace: gradients = 2 * n_params
with: gradients = 4 * n_params
"""
