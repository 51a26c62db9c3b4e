"""Tokens of all devices.

points: 3.25
finding: all-devices-together
base: accepted/formulas.py
replace: sending / per_token
with: n_devices * sending / per_token
"""
