"""Sets of one option."""

masks = {"BERT": {"padding"}, "GPT": {"causal"}, "T5 encoder": {"padding"}}
