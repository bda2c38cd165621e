"""Tools for the host: doctor, metrics, log, and process management."""
