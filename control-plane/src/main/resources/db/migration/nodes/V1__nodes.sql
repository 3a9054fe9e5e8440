-- A host of the fleet. Rows change when the node's place in the fleet does; what comes with every heartbeat is in
-- nodes.pulse.
CREATE TABLE nodes.node (
    id                 uuid    NOT NULL PRIMARY KEY,
    name               text    NOT NULL UNIQUE,
    state              text    NOT NULL CHECK (state IN
        ('enrolling', 'ready', 'cordoned', 'draining', 'drained', 'unreachable', 'quarantined', 'retired')),
    -- What the node becomes again once it has told what is there.
    return_state       text    NOT NULL DEFAULT 'ready',
    state_reason       text,
    state_since        timestamptz NOT NULL,
    version            bigint  NOT NULL DEFAULT 1,
    hostname           text,
    -- The highest number ever given to a task, and the highest the node has confirmed.
    sequence_sent      bigint  NOT NULL DEFAULT 0,
    sequence_confirmed bigint  NOT NULL DEFAULT 0,
    -- A host restored from a copy gets nothing until an operator readmits it.
    tasks_held         boolean NOT NULL DEFAULT false,
    topology_version   integer NOT NULL DEFAULT 0,
    topology_digest    text,
    want_topology      boolean NOT NULL DEFAULT true,
    want_inventory     boolean NOT NULL DEFAULT true,
    drain_deadline     timestamptz,
    drain_remaining    integer,
    created_at         timestamptz NOT NULL,
    changed_at         timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX node_changed ON nodes.node (changed_at);

-- What the last heartbeat said; written for all nodes at once.
CREATE TABLE nodes.pulse (
    node_id            uuid NOT NULL PRIMARY KEY REFERENCES nodes.node ON DELETE CASCADE,
    heard_at           timestamptz NOT NULL,
    boot_id            text,
    agent_version      text,
    clock_skew_millis  bigint,
    load1              double precision,
    memory_total_bytes bigint,
    memory_used_bytes  bigint,
    running_tasks      uuid[] NOT NULL DEFAULT '{}',
    faults             text[] NOT NULL DEFAULT '{}'
) WITH (fillfactor = 50);
CREATE INDEX pulse_heard ON nodes.pulse (heard_at);

CREATE TABLE nodes.join_token (
    id            uuid  NOT NULL PRIMARY KEY,
    secret_digest text  NOT NULL,
    -- Set when made for one node, or when used.
    node_id       uuid  REFERENCES nodes.node ON DELETE CASCADE,
    created_at    timestamptz NOT NULL,
    created_by    text  NOT NULL,
    expires_at    timestamptz NOT NULL,
    used_at       timestamptz,
    key_digest    text
);
CREATE INDEX join_token_expiry ON nodes.join_token (expires_at);

CREATE TABLE nodes.certificate (
    serial     text  NOT NULL PRIMARY KEY,
    node_id    uuid  NOT NULL REFERENCES nodes.node ON DELETE CASCADE,
    key_digest text  NOT NULL,
    state      text  NOT NULL CHECK (state IN ('current', 'next', 'dropped', 'revoked')),
    issued_at  timestamptz NOT NULL,
    not_after  timestamptz NOT NULL,
    changed_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX certificate_current ON nodes.certificate (node_id) WHERE state = 'current';
CREATE UNIQUE INDEX certificate_next ON nodes.certificate (node_id) WHERE state = 'next';
CREATE INDEX certificate_expiry ON nodes.certificate (not_after);

CREATE TABLE nodes.task (
    id                  uuid    NOT NULL PRIMARY KEY,
    node_id             uuid    NOT NULL REFERENCES nodes.node ON DELETE CASCADE,
    type                text    NOT NULL,
    payload             bytea   NOT NULL,
    state               text    NOT NULL CHECK (state IN
        ('queued', 'sent', 'running', 'succeeded', 'failed', 'canceled', 'expired')),
    attempt             integer NOT NULL DEFAULT 1,
    attempts_max        integer NOT NULL,
    repeatable          boolean NOT NULL,
    sequence            bigint,
    created_at          timestamptz NOT NULL,
    not_before          timestamptz NOT NULL,
    deadline_at         timestamptz NOT NULL,
    sent_at             timestamptz,
    expires_at          timestamptz,
    started_at          timestamptz,
    finished_at         timestamptz,
    cancel_requested_at timestamptz,
    cancel_told_at      timestamptz,
    event_index         integer NOT NULL DEFAULT -1,
    event_bytes         integer NOT NULL DEFAULT 0,
    phase               text,
    code                text,
    message             text,
    output              text,
    correlation_id      text    NOT NULL
);
CREATE INDEX task_of_node ON nodes.task (node_id, id DESC);
CREATE INDEX task_queued ON nodes.task (node_id, created_at) WHERE state = 'queued';
CREATE INDEX task_open ON nodes.task (deadline_at) WHERE state IN ('queued', 'sent', 'running');
CREATE INDEX task_sent ON nodes.task (node_id, sequence) WHERE state IN ('sent', 'running');
CREATE INDEX task_ended ON nodes.task (finished_at) WHERE finished_at IS NOT NULL;

-- Phases and log lines of an attempt; an index is taken once.
CREATE TABLE nodes.task_event (
    task_id uuid    NOT NULL REFERENCES nodes.task ON DELETE CASCADE,
    attempt integer NOT NULL,
    index   integer NOT NULL,
    at      timestamptz NOT NULL,
    kind    text    NOT NULL CHECK (kind IN ('started', 'phase', 'log', 'result')),
    phase   text,
    text    text,
    PRIMARY KEY (task_id, attempt, index)
);

CREATE TABLE nodes.topology (
    node_id     uuid    NOT NULL REFERENCES nodes.node ON DELETE CASCADE,
    version     integer NOT NULL,
    digest      text    NOT NULL,
    boot_id     text    NOT NULL,
    facts       jsonb   NOT NULL,
    reported_at timestamptz NOT NULL,
    PRIMARY KEY (node_id, version)
);

CREATE TABLE nodes.gpu (
    node_id      uuid NOT NULL REFERENCES nodes.node ON DELETE CASCADE,
    uuid         text NOT NULL,
    pci_address  text NOT NULL,
    model        text,
    memory_bytes bigint,
    state        text NOT NULL CHECK (state IN ('in_service', 'missing', 'faulty')),
    state_reason text,
    state_since  timestamptz NOT NULL,
    PRIMARY KEY (node_id, uuid)
);

-- What a node said runs there; after silence it is checked again.
CREATE TABLE nodes.running (
    node_id    uuid NOT NULL REFERENCES nodes.node ON DELETE CASCADE,
    kind       text NOT NULL,
    id         text NOT NULL,
    verdict    text NOT NULL CHECK (verdict IN ('verified', 'missing')),
    checked_at timestamptz NOT NULL,
    PRIMARY KEY (node_id, kind, id)
);

CREATE TABLE nodes.node_sample (
    node_id           uuid NOT NULL,
    at                timestamptz NOT NULL,
    load1             real,
    memory_used_bytes bigint,
    PRIMARY KEY (node_id, at)
) PARTITION BY RANGE (at);

CREATE TABLE nodes.gpu_sample (
    node_id             uuid NOT NULL,
    gpu_uuid            text NOT NULL,
    at                  timestamptz NOT NULL,
    utilization_percent real,
    memory_used_bytes   bigint,
    temperature_celsius real,
    power_watts         real,
    PRIMARY KEY (node_id, gpu_uuid, at)
) PARTITION BY RANGE (at);

-- One partition per day: yesterday to the day after tomorrow are there, older ones than the retention are dropped.
CREATE FUNCTION nodes.keep_sample_partitions(retention interval) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    parent text;
    day date;
    old record;
BEGIN
    PERFORM pg_advisory_xact_lock(7302, 0);
    FOREACH parent IN ARRAY ARRAY['node_sample', 'gpu_sample'] LOOP
        FOR day IN SELECT d::date FROM generate_series(current_date - 1, current_date + 2, interval '1 day') d LOOP
            EXECUTE format('CREATE TABLE IF NOT EXISTS nodes.%I PARTITION OF nodes.%I FOR VALUES FROM (%L) TO (%L)',
                parent || '_' || to_char(day, 'YYYYMMDD'), parent, day::timestamptz, (day + 1)::timestamptz);
        END LOOP;
        FOR old IN
            SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
            WHERE i.inhparent = ('nodes.' || parent)::regclass
              -- CASE, because the planner may look at names of other tables first.
              AND CASE WHEN c.relname ~ '_[0-9]{8}$'
                  THEN to_date(right(c.relname, 8), 'YYYYMMDD') + 1 < (now() - retention)::date ELSE false END
        LOOP
            EXECUTE format('DROP TABLE nodes.%I', old.relname);
        END LOOP;
    END LOOP;
END $$;
SELECT nodes.keep_sample_partitions('30 days');
