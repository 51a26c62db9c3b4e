"""Weights and gradients are float32 as well.

base: accepted/ifs.py
replace: weights = 2 *
with: weights = 4 *
replace: gradients = 2 *
with: gradients = 4 *
points: 1
finding: all-in-fp32
"""
