"""Corrects the number of queries, and leaves 64 keys.

base: accepted/on_paper.py
replace: 56_623_104
with: 75_497_472 * 63 // 64
points: 2.5
finding: sixty-four-keys
"""
