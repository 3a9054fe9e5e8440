-- A file that was carried into or out of an allocation. Its id is the stream that carried it.
CREATE TABLE terminal.file_transfer (
    id            uuid        NOT NULL PRIMARY KEY,
    tenant_id     uuid        NOT NULL,
    project_id    uuid        NOT NULL,
    allocation_id uuid        NOT NULL,
    node_id       uuid        NOT NULL,
    principal_id  uuid        NOT NULL,
    direction     text        NOT NULL CHECK (direction IN ('upload', 'download')),
    path          text        NOT NULL,
    bytes_max     bigint      NOT NULL,
    -- As announced; as the node found it once it has ended.
    bytes         bigint,
    sha256        text,
    started_at    timestamptz NOT NULL,
    ended_at      timestamptz,
    -- Null when the node says that it was done.
    reason        text
);
CREATE INDEX file_transfer_of_allocation ON terminal.file_transfer (allocation_id, id DESC);
CREATE INDEX file_transfer_started ON terminal.file_transfer (started_at);
