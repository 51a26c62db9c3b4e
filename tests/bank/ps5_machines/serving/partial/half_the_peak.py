"""Half of the peak.

base: accepted/step_by_step.py
replace: machine["peak_flops"]
with: (machine["peak_flops"] / 2)
points: 4
finding: peak-halved
"""
