-- How a signed-in browser proved itself besides the password; null when it did not.
ALTER TABLE issuer.login ADD COLUMN proof text;

-- Authenticator apps and security keys. An app's secret is sealed with the installation's key file, so that the
-- database alone gives no codes; of a key only the public half is here.
CREATE TABLE issuer.second_factor (
    id              uuid NOT NULL PRIMARY KEY,
    principal_id    uuid NOT NULL,
    kind            text NOT NULL CHECK (kind IN ('app', 'key')),
    name            text NOT NULL,
    sealed_secret   bytea,
    -- The time step of the code that was accepted last: no code counts twice.
    last_step       bigint NOT NULL DEFAULT 0,
    credential_id   bytea UNIQUE,
    credential      bytea,
    sign_count      bigint NOT NULL DEFAULT 0,
    backup_eligible boolean,
    created_at      timestamptz NOT NULL,
    last_used_at    timestamptz,
    CHECK ((kind = 'app') = (sealed_secret IS NOT NULL)),
    CHECK ((kind = 'key') = (credential_id IS NOT NULL AND credential IS NOT NULL))
);
CREATE INDEX second_factor_by_principal ON issuer.second_factor (principal_id);

-- Codes for people who lost their factor. A used one is gone.
CREATE TABLE issuer.recovery_code (
    principal_id uuid NOT NULL,
    digest       bytea NOT NULL,
    PRIMARY KEY (principal_id, digest)
);

-- A browser between the password and the second factor, or about to add one. The cookie holds 256 random bits.
CREATE TABLE issuer.second_step (
    secret_digest bytea NOT NULL PRIMARY KEY,
    principal_id  uuid NOT NULL,
    purpose       text NOT NULL CHECK (purpose IN ('verify', 'enrol', 'add')),
    -- Of a browser that is signed in and adds a factor.
    login_id      uuid,
    continue_to   text NOT NULL,
    -- The secret of the app that is being added.
    sealed_secret bytea,
    -- What a security key is asked to sign; each is asked once.
    challenge     bytea,
    wrong_answers integer NOT NULL DEFAULT 0,
    expires_at    timestamptz NOT NULL
);
CREATE INDEX second_step_by_principal ON issuer.second_step (principal_id);
CREATE INDEX second_step_by_expiry ON issuer.second_step (expires_at);
