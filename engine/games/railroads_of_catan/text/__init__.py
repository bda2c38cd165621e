"""The texts that players read: narration, labels, rules topics, and figures."""
