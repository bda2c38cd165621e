"""How people of a server find one another, in the simulated Discord and over a store."""
