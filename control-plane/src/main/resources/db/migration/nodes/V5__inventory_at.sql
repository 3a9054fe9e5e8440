-- When the node last told what runs there: what it did not name then is lost, what it was not asked about is not.
ALTER TABLE nodes.node ADD COLUMN inventory_at timestamptz;
UPDATE nodes.node n SET inventory_at = (SELECT max(checked_at) FROM nodes.running r WHERE r.node_id = n.id);
