-- A program that somebody runs in an allocation without a terminal. Its environment is in the node's task only.
CREATE TABLE terminal.command (
    id            uuid        NOT NULL PRIMARY KEY,
    tenant_id     uuid        NOT NULL,
    project_id    uuid        NOT NULL,
    allocation_id uuid        NOT NULL,
    node_id       uuid        NOT NULL,
    principal_id  uuid        NOT NULL,
    start_task_id uuid        NOT NULL,
    argv          text[]      NOT NULL,
    state         text        NOT NULL CHECK (state IN
        ('requested', 'running', 'exited', 'canceled', 'failed', 'unknown')),
    requested_at  timestamptz NOT NULL,
    ends_at       timestamptz NOT NULL,
    ended_at      timestamptz,
    exit_code     integer,
    reason        text,
    -- As the node kept it; null until it has said so.
    stdout_bytes  bigint,
    stderr_bytes  bigint,
    truncated     boolean     NOT NULL DEFAULT false,
    output_max    bigint      NOT NULL,
    stdout_stored bigint      NOT NULL DEFAULT 0,
    stderr_stored bigint      NOT NULL DEFAULT 0,
    -- How long its output is kept once it has ended.
    kept_seconds  bigint      NOT NULL
);
CREATE INDEX command_of_allocation ON terminal.command (allocation_id, id DESC);
CREATE INDEX command_open ON terminal.command (id) WHERE ended_at IS NULL;
CREATE INDEX command_by_task ON terminal.command (start_task_id);
CREATE INDEX command_ended ON terminal.command (ended_at);

-- A piece of its output. The bytes are in the object store.
CREATE TABLE terminal.command_piece (
    command_id  uuid    NOT NULL REFERENCES terminal.command ON DELETE CASCADE,
    stream      text    NOT NULL CHECK (stream IN ('stdout', 'stderr')),
    from_offset bigint  NOT NULL,
    bytes       integer NOT NULL,
    sha256      text    NOT NULL,
    PRIMARY KEY (command_id, stream, from_offset)
);
