"""A list of masks.

finding: choice-is-no-dict
"""

masks = ['causal', 'source padding', 'target padding']
