"""Upper case, built up."""

masks = dict.fromkeys(("BERT", "T5 encoder"), "Padding")
masks["GPT"] = "Causal"
