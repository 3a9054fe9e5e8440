-- A letter that lets its reader choose a new password: one for each person, its token as a digest. A token that
-- was used, or became void because the password changed meanwhile, is null; the row stays for the hour in which
-- no further letter is written.
CREATE TABLE issuer.password_reset (
    principal_id uuid NOT NULL PRIMARY KEY,
    token_digest bytea UNIQUE,
    written_at   timestamptz NOT NULL,
    expires_at   timestamptz NOT NULL
);
CREATE INDEX password_reset_by_age ON issuer.password_reset (written_at);
