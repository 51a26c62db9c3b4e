"""Names every mask everywhere.

finding: chose-everything
"""

masks = {
    "BERT": {"self-attention": {"causal", "source padding", "target padding"}},
    "GPT": {"self-attention": {"causal", "source padding", "target padding"}, "loss": {"causal", "source padding", "target padding"}},
    "T5": {
        "encoder self-attention": {"causal", "source padding", "target padding"},
        "decoder self-attention": {"causal", "source padding", "target padding"},
        "cross-attention": {"causal", "source padding", "target padding"},
        "loss": {"causal", "source padding", "target padding"},
    },
}
