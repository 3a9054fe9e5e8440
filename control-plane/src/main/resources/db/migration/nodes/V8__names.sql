-- Operators look for a node by how its name begins.
CREATE INDEX node_name ON nodes.node (lower(name) text_pattern_ops);
