"""Takes BERT for a decoder and GPT for an encoder.

points: 3
finding: BERT, self-attention: chose
finding: GPT, self-attention: chose
"""

masks = {
    "BERT": {"self-attention": {"causal"}},
    "GPT": {"self-attention": {"source padding"}, "loss": {"target padding"}},
    "T5": {
        "encoder self-attention": {"source padding"},
        "decoder self-attention": {"causal"},
        "cross-attention": {"source padding"},
        "loss": {"target padding"},
    },
}
