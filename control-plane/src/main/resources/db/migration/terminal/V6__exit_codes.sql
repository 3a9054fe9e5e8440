-- What the shell ended with, where it ended by itself.
ALTER TABLE terminal.terminal ADD COLUMN exit_code integer;
