-- What told the node to start the shell. If that never reached it, another may.
ALTER TABLE terminal.terminal ADD COLUMN begin_task_id uuid;
