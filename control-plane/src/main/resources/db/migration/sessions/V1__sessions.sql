-- A sign-in that is under way: what must come back with the code, and what only we know.
CREATE TABLE sessions.sign_in (
    state_digest  bytea NOT NULL PRIMARY KEY,
    browser_digest bytea NOT NULL,
    nonce         text NOT NULL,
    code_verifier text NOT NULL,
    return_to     text NOT NULL,
    expires_at    timestamptz NOT NULL
);
CREATE INDEX sign_in_by_expiry ON sessions.sign_in (expires_at);

-- A signed-in browser. The cookie holds 256 random bits; here is their digest.
CREATE TABLE sessions.session (
    id_digest    bytea NOT NULL PRIMARY KEY,
    principal_id uuid NOT NULL,
    -- The login at the issuer this session came from, to sign out there too.
    issuer_login text,
    created_at   timestamptz NOT NULL,
    last_used_at timestamptz NOT NULL,
    expires_at   timestamptz NOT NULL
);
CREATE INDEX session_by_principal ON sessions.session (principal_id);
CREATE INDEX session_by_expiry ON sessions.session (expires_at);
