"""Upper case, built up."""

masks = {}
masks["GPT"] = "Causal"
masks["BERT"] = "Padding"
