-- People look for an allocation by its name, or by how that begins: within a project, and operators everywhere.
CREATE INDEX allocation_name_in_project ON allocations.allocation (project_id, lower(name) text_pattern_ops);
CREATE INDEX allocation_name ON allocations.allocation (lower(name) text_pattern_ops);
