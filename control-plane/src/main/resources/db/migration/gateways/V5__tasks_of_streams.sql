-- What the node was told so that it comes; null when it was not told, or earlier than this column.
ALTER TABLE gateways.stream ADD COLUMN task_id uuid;
