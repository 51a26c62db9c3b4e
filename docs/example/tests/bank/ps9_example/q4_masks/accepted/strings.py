"""One string for each model."""

masks = {"BERT": "padding", "GPT": "causal"}
