"""Counts multiply–accumulates in the projections alone: the convention costs a quarter.

base: accepted/closed_formula.py
replace: return 2 * seq_len
with: return seq_len
replace: + seq_len *
with: + 2 * seq_len *
points: 3
finding: multiply-accumulates(the scores or the weighted sums)
"""
