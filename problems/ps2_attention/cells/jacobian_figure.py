def draw_jacobian(jacobian):
    """Draw the size of each entry of a 5 × 5 matrix as a power of ten."""
    J = np.asarray(jacobian(np.array([-3.0, 1.0, 100.0, 5.0, -1.0])))
    with np.errstate(divide="ignore"):
        powers = np.where(J == 0, np.nan, np.log10(np.abs(J)))
    _, axes = plt.subplots(figsize=(5.6, 4.2), layout="constrained")
    image = axes.imshow(powers, cmap="viridis")
    for i, j in np.ndindex(J.shape):
        if J[i, j] != 0:
            colour = "white" if powers[i, j] < -60 else "black"
            text = f"{J[i, j]:.1e}".replace("-", "−")
            axes.text(j, i, text, ha="center", va="center", fontsize=8, color=colour)
    axes.set_xticks(range(5), [f"$z_{j}$" for j in range(1, 6)])
    axes.set_yticks(range(5), [f"$y_{i}$" for i in range(1, 6)])
    plt.colorbar(image, label="power of ten")
    plt.show()


try:
    draw_jacobian(softmax_jacobian)
except Exception as error:
    print(f"Nothing to draw: with your answers to 2.1 and 2.2 it raises {type(error).__name__}.")
