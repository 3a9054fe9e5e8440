-- A confirmed task says nothing new about what the node is: whoever only cares for that need not look again.
ALTER TABLE nodes.node ADD COLUMN confirmed_at timestamptz NOT NULL DEFAULT clock_timestamp();
CREATE INDEX node_confirmed ON nodes.node (confirmed_at);

-- The two partial indexes serve only who asks for one of the two states.
CREATE INDEX certificate_node ON nodes.certificate (node_id);
