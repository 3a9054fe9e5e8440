-- Acts that need two people: keys that a second person confirms, keys of the platform, and lifted revocations.

ALTER TABLE artifacts.publisher_key
    ADD COLUMN confirmed_at timestamptz,
    ADD COLUMN confirmed_by text;

-- Keys of the platform that sign artifacts of publishers.
CREATE TABLE artifacts.platform_key (
    id                uuid PRIMARY KEY,
    name              text NOT NULL,
    kind              text NOT NULL CHECK (kind IN ('p256', 'p384', 'ed25519', 'rsa')),
    pem               text NOT NULL,
    -- A revoked key is never accepted again.
    fingerprint       text NOT NULL UNIQUE,
    created_at        timestamptz NOT NULL,
    created_by        text NOT NULL,
    confirmed_at      timestamptz,
    confirmed_by      text,
    retired_at        timestamptz,
    revoked_at        timestamptz,
    revoked_by        text,
    revocation_reason text
);

-- The platform's keys that signed an artifact. Those in force are counted at each decision.
ALTER TABLE artifacts.artifact ADD COLUMN platform_signers text[] NOT NULL DEFAULT '{}';
CREATE INDEX artifact_platform_signers ON artifacts.artifact USING gin (platform_signers)
    WHERE platform_signers <> '{}';

ALTER TABLE artifacts.verification ADD COLUMN left_out boolean NOT NULL DEFAULT false;

-- The wish of one person to lift a revocation, until another person does.
CREATE TABLE artifacts.reinstatement (
    artifact_id uuid PRIMARY KEY REFERENCES artifacts.artifact ON DELETE CASCADE,
    reason      text NOT NULL,
    asked_at    timestamptz NOT NULL,
    asked_by    text NOT NULL
);
