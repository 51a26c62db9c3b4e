"""Adds the bias of the values to the output as well.

base: partial/no_value_bias.py
replace: V, Q, K = omega_v @ X,
with: V, Q, K = 2 * beta_v + omega_v @ X,
points: 2
finding: beta-v-twice
"""
