-- What happened in a terminal. The segments themselves are in the object store.
CREATE TABLE terminal.recording (
    terminal_id     uuid        NOT NULL PRIMARY KEY,
    tenant_id       uuid        NOT NULL,
    project_id      uuid        NOT NULL,
    allocation_id   uuid        NOT NULL,
    node_id         uuid        NOT NULL,
    principal_id    uuid        NOT NULL,
    is_strict       boolean     NOT NULL,
    records_input   boolean     NOT NULL,
    began_at        timestamptz NOT NULL,
    ended_at        timestamptz,
    end_reason      text,
    columns         integer     NOT NULL DEFAULT 80,
    rows            integer     NOT NULL DEFAULT 24,
    segments        integer     NOT NULL DEFAULT 0,
    bytes           bigint      NOT NULL DEFAULT 0,
    duration_millis bigint      NOT NULL DEFAULT 0,
    delete_after    timestamptz NOT NULL
);
CREATE INDEX recording_of_project ON terminal.recording (project_id, terminal_id DESC);
CREATE INDEX recording_due ON terminal.recording (delete_after);

CREATE TABLE terminal.recording_segment (
    terminal_id uuid        NOT NULL REFERENCES terminal.recording ON DELETE CASCADE,
    number      integer     NOT NULL,
    sha256      text        NOT NULL,
    -- Whether it carries the digest of the segment before it, which was there already.
    is_chained  boolean     NOT NULL,
    from_millis bigint      NOT NULL,
    to_millis   bigint      NOT NULL,
    from_offset bigint      NOT NULL,
    to_offset   bigint      NOT NULL,
    bytes       integer     NOT NULL,
    stored_at   timestamptz NOT NULL,
    PRIMARY KEY (terminal_id, number)
);
