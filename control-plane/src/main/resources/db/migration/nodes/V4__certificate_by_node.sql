-- A node's certificates are listed, newest first; and a node that is deleted finds them.
CREATE INDEX certificate_by_node ON nodes.certificate (node_id, issued_at DESC, serial DESC);
