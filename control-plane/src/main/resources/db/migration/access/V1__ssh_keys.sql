CREATE TABLE access.ssh_key (
    id           uuid NOT NULL PRIMARY KEY,
    principal_id uuid NOT NULL,
    name         text NOT NULL,
    type         text NOT NULL,
    bits         integer NOT NULL,
    -- A key identifies one person, so it is there once in the whole installation.
    fingerprint  text NOT NULL UNIQUE,
    comment      text NOT NULL,
    public_key   text NOT NULL,
    created_at   timestamptz NOT NULL
);
CREATE INDEX ssh_key_by_principal ON access.ssh_key (principal_id, id);
