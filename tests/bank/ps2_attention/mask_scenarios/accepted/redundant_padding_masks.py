"""With padding masks in the decoders, which padding on the right makes redundant."""

masks = {
    "BERT": {"self-attention": {"source padding"}},
    "GPT": {"self-attention": {"causal", "target padding"}, "loss": {"target padding"}},
    "T5": {
        "encoder self-attention": {"source padding"},
        "decoder self-attention": {"target padding", "causal"},
        "cross-attention": {"source padding"},
        "loss": {"target padding"},
    },
}
