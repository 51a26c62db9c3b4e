"""Counts a multiply-add as one FLOP, and ReLU: as if the first product alone lacked its additions.

base: partial/multiply_accumulates.py
replace: (d_out + 1)
with: (d_out + 2)
points: 1.5
finding: w1-without-additions-and-relu
"""
