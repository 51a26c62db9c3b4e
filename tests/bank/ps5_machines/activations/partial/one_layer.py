"""Bytes of one layer.

points: 4
finding: one-layer
base: accepted/lines.py
replace: numbers = n_layers * in_layer
with: numbers = in_layer
"""
