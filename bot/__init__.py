"""The Discord side: commands, menus and posts over any registered title. It knows no title and no rule."""
