# Gradient descent with your gradients, on one random sequence.
def draw_training(rate=0.01, steps=300):
    X, y, *parameters = random_layer(**EXAMPLE, seed=4)
    parameters = [parameter / 2 for parameter in parameters]
    losses = []
    for _ in range(steps):
        losses.append(squared_loss(X, y, *parameters))
        steepest = gradients(*(array.copy() for array in (X, y, *parameters)))
        parameters = [
            parameter - rate * steepest[name]
            for name, parameter in zip(PARAMETERS, parameters, strict=True)
        ]
    _, axes = plt.subplots(figsize=(7, 3), layout="constrained")
    axes.semilogy(losses, color="#c0504d")
    axes.set(xlabel="step", ylabel="squared loss", title="Gradient descent with your gradients")
    plt.show()


with needs("question 5"):
    draw_training()
