"""One option for all.

finding: chose-the-same
"""

masks = dict.fromkeys(("BERT", "GPT", "T5 encoder"), "causal")
