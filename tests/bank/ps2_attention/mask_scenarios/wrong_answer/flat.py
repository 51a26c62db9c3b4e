"""Masks for models, not for modules.

finding: no such entry in the answer
"""

masks = {"BERT": {"source padding"}, "GPT": {"causal"}, "T5": {"causal", "source padding"}}
