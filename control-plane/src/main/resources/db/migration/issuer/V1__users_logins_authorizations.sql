-- A user's name and password. The principal itself is identity's; the two share the id.
CREATE TABLE issuer.user_account (
    principal_id        uuid NOT NULL PRIMARY KEY,
    username            text NOT NULL UNIQUE,
    password_hash       text NOT NULL,
    status              text NOT NULL CHECK (status IN ('active', 'disabled')),
    created_at          timestamptz NOT NULL,
    password_changed_at timestamptz NOT NULL
);

-- A browser that is signed in at the issuer. The cookie holds 256 random bits; here is their digest.
CREATE TABLE issuer.login (
    id            uuid NOT NULL PRIMARY KEY,
    secret_digest bytea NOT NULL UNIQUE,
    principal_id  uuid NOT NULL,
    created_at    timestamptz NOT NULL,
    expires_at    timestamptz NOT NULL
);
CREATE INDEX login_by_principal ON issuer.login (principal_id);
CREATE INDEX login_by_expiry ON issuer.login (expires_at);

-- What a user let a client do, from the request for a code to the last refresh token.
CREATE TABLE issuer.client_authorization (
    id             text NOT NULL PRIMARY KEY,
    client_id      text NOT NULL,
    principal_name text NOT NULL,
    grant_type     text NOT NULL,
    scopes         text NOT NULL,
    attributes     text NOT NULL,
    -- Whoever saves names the version read, so that one code or refresh token is never used twice at once.
    version        bigint NOT NULL,
    expires_at     timestamptz NOT NULL
);
CREATE INDEX client_authorization_by_principal ON issuer.client_authorization (principal_name);
CREATE INDEX client_authorization_by_expiry ON issuer.client_authorization (expires_at);

-- Its codes and tokens, as digests: whoever reads the table can use none of them.
CREATE TABLE issuer.issued_token (
    authorization_id text NOT NULL REFERENCES issuer.client_authorization (id) ON DELETE CASCADE,
    kind             text NOT NULL,
    digest           bytea NOT NULL,
    issued_at        timestamptz,
    expires_at       timestamptz,
    scopes           text NOT NULL,
    metadata         text NOT NULL,
    PRIMARY KEY (authorization_id, kind),
    UNIQUE (digest, kind)
);

-- Refresh tokens that were exchanged. One that comes back was stolen from somebody.
CREATE TABLE issuer.spent_refresh_token (
    digest           bytea NOT NULL PRIMARY KEY,
    authorization_id text NOT NULL REFERENCES issuer.client_authorization (id) ON DELETE CASCADE,
    spent_at         timestamptz NOT NULL
);
CREATE INDEX spent_refresh_token_by_authorization ON issuer.spent_refresh_token (authorization_id);
CREATE INDEX spent_refresh_token_by_age ON issuer.spent_refresh_token (spent_at);
