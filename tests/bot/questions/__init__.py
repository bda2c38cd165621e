"""Every question page of seeded games, as a phone shows it: ``python -m tests.bot.questions --games … --seed …``."""
