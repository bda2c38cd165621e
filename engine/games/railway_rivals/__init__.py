"""Railway Rivals by David G. Watts."""
