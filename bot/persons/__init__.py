"""What is kept of persons: results and ratings, predictions, one person's data. It knows no Discord and no title."""
