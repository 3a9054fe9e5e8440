CREATE TABLE policy.override (
    scope    text NOT NULL CHECK (scope IN ('global', 'tenant', 'project')),
    -- All zeroes for the global scope, so that it can be part of the key.
    scope_id uuid NOT NULL,
    key      text NOT NULL,
    value    text NOT NULL,
    reason   text,
    set_by   text NOT NULL,
    set_at   timestamptz NOT NULL,
    PRIMARY KEY (scope, scope_id, key)
);
