-- The last report of each host about its own fitness: a row for each node. Its text comes from the host and is shown as
-- such.
CREATE TABLE joining.host_check (
    node_id       uuid        NOT NULL PRIMARY KEY,
    reported_at   timestamptz NOT NULL,
    agent_version text        NOT NULL,
    checks        jsonb       NOT NULL
);
