"""Built up entry by entry."""

padding = {"source padding"}
masks = {}
masks["BERT"] = {"self-attention": padding}
masks["GPT"] = dict([("self-attention", {"causal"}), ("loss", frozenset({"target padding"}))])
masks["T5"] = {"encoder self-attention": padding, "cross-attention": padding}
masks["T5"].update({"decoder self-attention": {"causal"}, "loss": {"target padding"}})
