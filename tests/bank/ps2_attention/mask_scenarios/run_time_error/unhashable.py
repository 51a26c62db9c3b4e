"""A set of lists, which Python refuses.

finding: the answer cell: authored
"""

masks = {"BERT": {["source padding"]}}
