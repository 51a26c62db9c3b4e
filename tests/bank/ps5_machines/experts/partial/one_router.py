"""One router for all layers.

points: 3.5
finding: router-once
base: accepted/closed_forms.py
replace: (attention + experts + router + norms)
with: (attention + experts + norms) + router
"""
