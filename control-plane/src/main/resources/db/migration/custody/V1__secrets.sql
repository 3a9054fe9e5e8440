-- The key of each tenant, wrapped by the key-encryption key of the installation.
CREATE TABLE custody.tenant_key (
    tenant_id  uuid        NOT NULL PRIMARY KEY,
    -- The key-encryption key that wraps it, to find those that a rotation has not reached.
    kek_id     bigint      NOT NULL,
    wrapped    bytea       NOT NULL CHECK (octet_length(wrapped) <= 4096),
    wrapped_at timestamptz NOT NULL
);

-- Secrets by name. A name is used once: a destroyed secret keeps its row and loses its bytes.
CREATE TABLE custody.secret (
    tenant_id  uuid        NOT NULL,
    name       text        COLLATE "C" NOT NULL CHECK (octet_length(name) <= 200),
    -- here: sealed in this row. outside: in the outside store. ending: nobody can open it, and the outside store may
    -- still have it. destroyed: gone.
    state      text        NOT NULL CHECK (state IN ('here', 'outside', 'ending', 'destroyed')),
    sealed     bytea       CHECK (octet_length(sealed) <= 70000),
    changed_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, name),
    CHECK ((sealed IS NOT NULL) = (state = 'here'))
);

-- Finds secrets that wait for the outside store, oldest first.
CREATE INDEX secret_to_move ON custody.secret (changed_at) WHERE state IN ('here', 'ending');
