"""One option for all.

finding: choice-is-no-dict
"""

serial_growth = "linearly"
