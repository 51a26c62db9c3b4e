# The loss along budgets: each curve spends the same FLOPs on fewer weights and more tokens, or more.
def plot_budgets(budgets=(1e20, 1e21, 1e22, 1e23, 1e24), coefficients=CHINCHILLA):
    # What a weight and a token cost together, by your own count.
    each = training_flops_per_token(**EXAMPLE) / non_embedding_parameters(**EXAMPLE)
    _, ax = plt.subplots(figsize=(7.5, 4), layout="constrained")
    for flops in budgets:
        n_params, n_tokens = compute_optimal(flops, coefficients)
        weights = n_params * np.logspace(-1.2, 1.2, 200)
        curve = predicted_loss(weights, flops / (each * weights), coefficients)
        (line,) = ax.semilogx(weights, curve, label=f"{flops:.0e} FLOPs")
        ax.plot(
            n_params, predicted_loss(n_params, n_tokens, coefficients), "o", color=line.get_color()
        )
        print(
            f"{flops:.0e} FLOPs: {n_params:.2e} weights, {n_tokens:.2e} tokens, {n_tokens / n_params:.0f} tokens for each weight"
        )
    ax.set(xlabel="weights N", ylabel="predicted loss", title="dots: your optimum")
    ax.legend()
    plt.show()


with needs("questions `parameters`, `training_cost` and `compute_optimal`"):
    plot_budgets()
