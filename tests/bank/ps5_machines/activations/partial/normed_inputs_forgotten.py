"""Keeps nothing for the maps; the rest follows.

points: 4.75
finding: normed-inputs-forgotten
base: accepted/lines.py
replace: "map_inputs": n * d_model + n * d_model
with: "map_inputs": 0
"""
