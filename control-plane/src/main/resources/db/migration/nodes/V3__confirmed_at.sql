-- A confirmed task says nothing new about what the node is: whoever only cares for that need not look again.
ALTER TABLE nodes.node ADD COLUMN confirmed_at timestamptz NOT NULL DEFAULT clock_timestamp();
CREATE INDEX node_confirmed ON nodes.node (confirmed_at);
