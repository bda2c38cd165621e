"""Parts of pictures that several games use: headers, tables, legends, sprites, and viewports of maps."""
