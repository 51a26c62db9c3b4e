"""The sizes of attention with features, and its cost in quadratic time."""

SIZES = "seq_len d_v r"
QUADRATIC_PRODUCTS = {
    "the products of features": "seq_len r seq_len",
    "the weighted sums": "seq_len seq_len d_v",
}
QUADRATIC_OTHER = {"the sums over the keys": "seq_len**2", "the divisions": "seq_len**2"}
