"""Multiplies with the whole file, and reads it.

points: 3.75
finding: embedding-read
base: accepted/step_by_step.py
replace: sum(lines[name] for name in lines if name not in ("embedding", "norms"))
with: sum(lines.values())
"""
