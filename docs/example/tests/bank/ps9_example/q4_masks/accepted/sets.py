"""Sets of one option."""

masks = {"BERT": {"padding"}, "GPT": {"causal"}}
