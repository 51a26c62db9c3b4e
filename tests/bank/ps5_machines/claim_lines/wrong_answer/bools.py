"""True and False.

finding: embedding: chose-no-option
"""

claim_lines = dict(embedding=False, head=True, attention=False, peak=False, overlap=True)
