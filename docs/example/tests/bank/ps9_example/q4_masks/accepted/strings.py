"""One string for each model."""

masks = {"BERT": "padding", "GPT": "causal", "T5 encoder": "padding"}
