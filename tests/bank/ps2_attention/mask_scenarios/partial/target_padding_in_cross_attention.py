"""The target's mask on the source's keys.

points: 3
finding: The keys come from the source
finding: The keys come from the source, not from the target
"""

masks = {
    "BERT": {"self-attention": {"source padding"}},
    "GPT": {"self-attention": {"causal"}, "loss": {"target padding"}},
    "T5": {
        "encoder self-attention": {"source padding"},
        "decoder self-attention": {"causal"},
        "cross-attention": {"target padding"},
        "loss": {"target padding"},
    },
}
