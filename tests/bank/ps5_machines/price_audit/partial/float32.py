"""Weights and caches of four bytes.

base: accepted/one_after_another.py
replace: reading = 2 * matrices
with: reading = 4 * matrices
replace: 8 * 128 * 2 / bandwidth
with: 8 * 128 * 4 / bandwidth
points: 3
finding: four-bytes
"""
