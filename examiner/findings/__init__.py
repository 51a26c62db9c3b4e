"""What is said of an answer: findings as data, and the sentences that are made of them."""
