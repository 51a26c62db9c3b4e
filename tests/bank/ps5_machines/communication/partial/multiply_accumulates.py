"""Multiply–accumulates.

points: 3.75
finding: macs
base: accepted/formulas.py
replace: computing = 2 *
with: computing =
"""
