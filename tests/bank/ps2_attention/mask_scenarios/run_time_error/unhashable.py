"""A set of lists, which Python refuses.

finding: TypeError
"""

masks = {"BERT": {["source padding"]}}
