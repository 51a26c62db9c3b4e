"""Lists, tuples, another case and underscores."""

masks = {
    "BERT": {"self-attention": ["source_padding"]},
    "GPT": {"self-attention": ("Causal",), "loss": ["Target padding"]},
    "T5": {
        "encoder self-attention": ("source padding",),
        "decoder self-attention": ["causal", "causal"],
        "cross-attention": {"source padding"},
        "loss": {"target padding"},
    },
}
