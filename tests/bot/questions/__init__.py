"""Every question page of seeded games as on a phone: ``python -m tests.bot.questions --games … --seed …``."""
