"""Multiplies by A twice in the line softmax.

base: partial/no_scale.py
replace: -4 * seq_len**2
with: -6 * seq_len**2
points: 2.5
finding: softmax-multiplied-out
"""
