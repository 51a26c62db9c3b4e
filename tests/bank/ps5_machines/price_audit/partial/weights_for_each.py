"""The matrices are read for each sequence; the caches come on top.

base: accepted/one_after_another.py
replace: reading = 2 * matrices
with: reading = 32 * 2 * matrices
points: 3.5
finding: weights-per-sequence
finding: corrected: authored
"""
