"""Corrects to the mean over a causal sequence.

base: accepted/on_paper.py
replace: 207_618_048
with: 188_762_112
points: 2.5
finding: causal-mean
"""
