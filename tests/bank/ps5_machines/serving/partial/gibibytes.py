"""Bandwidth and memory are converted once more.

base: accepted/step_by_step.py
replace: machine["bandwidth"]
with: (machine["bandwidth"] * 2**30 / 1e9)
replace: machine["memory"]
with: machine["memory"] * 2**30 / 1e9
points: 4
finding: gib-for-gb
"""
