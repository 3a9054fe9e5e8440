-- A node's certificates are listed, newest first, and looked up in both states in which they count: the two partial
-- indexes serve only who asks for one of them.
CREATE INDEX certificate_by_node ON nodes.certificate (node_id, issued_at DESC, serial DESC);
