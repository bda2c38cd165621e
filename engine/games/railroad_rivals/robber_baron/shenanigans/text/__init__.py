"""Texts of the module Stock Shenanigans."""
