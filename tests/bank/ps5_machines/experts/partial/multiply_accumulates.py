"""Counts multiply–accumulates.

points: 3.75
finding: macs
base: accepted/closed_forms.py
replace: maps = 2 * d_model
with: maps = d_model
replace: used = top_k * 3 * 2
with: used = top_k * 3
replace: scores = 2 *
with: scores =
replace: (maps + used + scores) + 2 *
with: (maps + used + scores) +
"""
