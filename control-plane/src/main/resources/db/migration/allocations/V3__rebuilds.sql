-- Hosts that a machine provisioner builds anew. A row is asked about until it is done, or has a code: then it failed.
CREATE TABLE allocations.rebuild (
    id             uuid NOT NULL PRIMARY KEY,
    allocation_id  uuid NOT NULL REFERENCES allocations.allocation,
    node_id        uuid NOT NULL,
    hostname       text NOT NULL,
    stage          text NOT NULL CHECK (stage IN ('wanted', 'erasing', 'installing', 'done')),
    code           text,
    message        text,
    deadline       timestamptz NOT NULL,
    begun_at       timestamptz NOT NULL,
    -- Whoever steps it holds it so long; afterwards it is the time of the next look.
    held_until     timestamptz NOT NULL,
    correlation_id text NOT NULL
);
CREATE INDEX rebuild_open ON allocations.rebuild (held_until) WHERE stage <> 'done' AND code IS NULL;
