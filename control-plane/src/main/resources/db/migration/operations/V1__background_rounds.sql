-- The background rounds of every running process, as each process last reported them. Rows are written again every ten
-- seconds, so pages keep room for updates in place.
CREATE TABLE operations.background_round (
    process          text        NOT NULL,
    name             text        NOT NULL,
    role             text,
    interval_ms      bigint      NOT NULL,
    running          boolean     NOT NULL,
    due_at           timestamptz,
    last_started_at  timestamptz,
    last_duration_ms bigint,
    last_failed_at   timestamptz,
    last_failure     text,
    runs             bigint      NOT NULL,
    failures         bigint      NOT NULL,
    reported_at      timestamptz NOT NULL,
    PRIMARY KEY (process, name)
) WITH (fillfactor = 50);
