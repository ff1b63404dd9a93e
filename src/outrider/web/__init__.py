"""The web table: plain ES modules and SVG, served as they are. There is no Python in here."""
