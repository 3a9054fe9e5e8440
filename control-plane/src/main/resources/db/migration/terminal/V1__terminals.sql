-- A shell of a person in an allocation. Connections to it are streams of gateways.
CREATE TABLE terminal.terminal (
    id            uuid        NOT NULL PRIMARY KEY,
    tenant_id     uuid        NOT NULL,
    project_id    uuid        NOT NULL,
    allocation_id uuid        NOT NULL,
    node_id       uuid        NOT NULL,
    principal_id  uuid        NOT NULL,
    opened_at     timestamptz NOT NULL,
    ends_at       timestamptz NOT NULL,
    -- When the node was first told to start its shell.
    begun_at      timestamptz,
    ended_at      timestamptz
);
CREATE INDEX terminal_of_allocation ON terminal.terminal (allocation_id, id DESC);
CREATE INDEX terminal_open ON terminal.terminal (node_id) WHERE ended_at IS NULL;
CREATE INDEX terminal_ends ON terminal.terminal (ends_at);
