"""The sizes of attention with features, and its cost in linear and in quadratic time."""

SIZES = "seq_len d_v r"
LINEAR_PRODUCTS = {
    "the product of V with the keys' features": "d_v seq_len r",
    "the product with the queries' features": "d_v r seq_len",
    "the normalisers": "seq_len r 1",
}
LINEAR_OTHER = {"the sum of the keys' features": "seq_len*r", "the divisions": "seq_len*d_v"}
QUADRATIC_PRODUCTS = {
    "the products of features": "seq_len r seq_len",
    "the weighted sums": "seq_len seq_len d_v",
}
QUADRATIC_OTHER = {"the sums over the keys": "seq_len**2", "the divisions": "seq_len**2"}
