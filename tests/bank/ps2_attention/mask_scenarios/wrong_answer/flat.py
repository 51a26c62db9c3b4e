"""Masks for models, not for modules.

finding: BERT, self-attention: entry-missing
"""

masks = {"BERT": {"source padding"}, "GPT": {"causal"}, "T5": {"causal", "source padding"}}
