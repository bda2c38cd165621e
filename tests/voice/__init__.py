"""The style of Roundhouse's texts: every text that people read, and the banned wording."""
