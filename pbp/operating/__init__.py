"""What some commands are made of: the running service, the demo, backups, and the look for what is wrong."""
