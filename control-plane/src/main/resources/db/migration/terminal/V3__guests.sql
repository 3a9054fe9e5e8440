-- Who was let into somebody else's terminal. Each connection is a stream of a gateway.
CREATE TABLE terminal.guest (
    stream_id    uuid        NOT NULL PRIMARY KEY,
    terminal_id  uuid        NOT NULL REFERENCES terminal.terminal ON DELETE CASCADE,
    principal_id uuid        NOT NULL,
    may_write    boolean     NOT NULL,
    let_in_at    timestamptz NOT NULL
);
CREATE INDEX guest_of_terminal ON terminal.guest (terminal_id);
