# Sizes of real models, and sizes for trying things out: all sizes of EXAMPLE differ.
GPT2_SMALL = dict(d_model=768, n_heads=12, n_layers=12, d_ff=3072)
GPT2_XL = dict(d_model=1600, n_heads=25, n_layers=48, d_ff=6400)
GPT3 = dict(d_model=12288, n_heads=96, n_layers=96, d_ff=49152)
EXAMPLE = dict(d_model=35, n_heads=5, n_layers=3, d_ff=58)

# The lines of the audit, and the options for each of them.
AUDIT_LINES = ["queries_keys_values", "output_projection", "scores", "feed_forward", "absent"]
AUDIT_OPTIONS = ["rows", "inner", "columns", "how many"]
AUDIT_OPTIONS += ["biases", "softmax", "weighted sums", "residual connections", "output head"]

# The options for how a time grows in one size.
GROWTHS = ["not at all", "logarithmically", "linearly", "quadratically"]
