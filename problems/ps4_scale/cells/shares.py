# How much of real models your weights are.
def compare_with_published():
    # What the papers and the released files count in all.
    published = {
        "GPT-2 small": (GPT2_SMALL, 124_439_808),
        "GPT-2 XL": (GPT2_XL, 1_557_611_200),
        "GPT-3": (GPT3, 175.0e9),
    }
    print("               in all        your N   share of N   the rest")
    for name, (model, total) in published.items():
        weights = at_model(non_embedding_parameters, model)
        rest = f"{(total - weights) / 1e6:,.0f} M"
        print(
            f"{name:11}{total / 1e6:8,.0f} M{weights / 1e6:12,.0f} M{weights / total:13.1%}{rest:>11}"
        )


with needs("question `parameters`"):
    compare_with_published()
