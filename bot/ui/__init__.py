"""Menus and buttons: what may be pressed, derived from what the engine offers."""
