"""Corrects to the sequence of 1,024 tokens.

base: accepted/on_paper.py
replace: 207_618_048
with: 212_600_881_152
points: 2.5
finding: whole-sequence
"""
