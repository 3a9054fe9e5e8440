-- What the node said, or 'closed'. Null when nobody said why, or it is not over.
ALTER TABLE terminal.terminal ADD COLUMN end_reason text;
