"""What is kept of single persons: settings, results, predictions. It knows no Discord and no title."""
