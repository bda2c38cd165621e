"""What players read: narration, labels, rules topics, and figures."""
