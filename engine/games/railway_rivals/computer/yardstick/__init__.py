"""The hint of the first release, frozen: the measure of every later one. Nothing in this folder is ever tuned."""
