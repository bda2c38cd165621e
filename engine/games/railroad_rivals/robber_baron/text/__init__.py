"""Texts of the modules Advanced Tiles and Hotels and Water Towers."""
