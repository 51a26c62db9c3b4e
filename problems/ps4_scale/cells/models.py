# Sizes of real models, and sizes for trying things out: no two of these can be taken for each other.
GPT2_SMALL = dict(d_model=768, n_heads=12, n_layers=12, d_ff=3072)
GPT2_XL = dict(d_model=1600, n_heads=25, n_layers=48, d_ff=6400)
GPT3 = dict(d_model=12288, n_heads=96, n_layers=96, d_ff=49152)
EXAMPLE = dict(d_model=35, n_heads=5, n_layers=3, d_ff=58)


def at_model(function, model, *length):
    """What a counting function returns for a model, and for a length if it takes one."""

    def call(n, n_heads, n_layers, d_ff, d_head):
        given = (n,) if length else ()
        return function(*given, n_heads * d_head, n_heads, n_layers, d_ff)

    sizes = {name: model[name] for name in ("n_heads", "n_layers", "d_ff")}
    sizes["d_head"] = model["d_model"] // model["n_heads"]
    return at_large_sizes(call, *(length or (1,)), patience=0.3, **sizes)
