"""The Battle Master: wizard duels, scheduled, collected, resolved and posted by themselves."""
