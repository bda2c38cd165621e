"""Pictures of tables: scores, stocks, offer, hand, and final scores."""
