"""Leaves an output projection in every head, there and in the maps.

base: partial/attention_alone.py
replace: 12 * 11 * 2 * 768**3
with: 0
replace: 4 * 768**2
with: (15 * 768**2 + 2 * 768 * 3072)
points: 2.5
finding: projections-stay
"""
