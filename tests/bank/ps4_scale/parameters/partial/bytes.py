"""Bytes of bf16 in the place of numbers.

base: accepted/closed_formula.py
replace: n_layers * (
with: 2 * n_layers * (
points: 2.25
finding: bytes(2)
"""
