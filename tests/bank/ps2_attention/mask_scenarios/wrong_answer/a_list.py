"""A list of masks.

finding: expected a dict, not a list of 3
"""

masks = ['causal', 'source padding', 'target padding']
