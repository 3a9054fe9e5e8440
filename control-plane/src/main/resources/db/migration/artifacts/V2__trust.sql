-- Keys of publishers, the outcome of verifications, and content that operators withhold.

CREATE TABLE artifacts.publisher_key (
    id                uuid PRIMARY KEY,
    publisher_id      uuid NOT NULL REFERENCES artifacts.publisher,
    name              text NOT NULL,
    kind              text NOT NULL CHECK (kind IN ('p256', 'p384', 'ed25519', 'rsa', 'certificate')),
    pem               text NOT NULL,
    fingerprint       text NOT NULL,
    created_at        timestamptz NOT NULL,
    created_by        text NOT NULL,
    retired_at        timestamptz,
    revoked_at        timestamptz,
    revoked_by        text,
    revocation_reason text,
    -- A revoked key is never accepted again.
    UNIQUE (publisher_id, fingerprint)
);
CREATE INDEX publisher_key_publisher ON artifacts.publisher_key (publisher_id, id);

-- The mark counts what made a verification due, so that one that read older signatures does not end the duty.
ALTER TABLE artifacts.artifact
    ADD COLUMN verify_due_at    timestamptz DEFAULT now(),
    ADD COLUMN verify_mark      bigint NOT NULL DEFAULT 0,
    ADD COLUMN verified_at      timestamptz,
    ADD COLUMN trust_reason     text,
    ADD COLUMN signers          text[] NOT NULL DEFAULT '{}',
    ADD COLUMN signer_count     integer NOT NULL DEFAULT 0,
    ADD COLUMN signers_required integer NOT NULL DEFAULT 1,
    -- The trust that the last event reported.
    ADD COLUMN announced_trust  text NOT NULL DEFAULT 'unverified',
    ADD COLUMN promotion_reason text,
    ADD COLUMN successor_id     uuid;
ALTER TABLE artifacts.artifact ALTER COLUMN verify_due_at DROP DEFAULT;
CREATE INDEX artifact_verify_due ON artifacts.artifact (verify_due_at) WHERE verify_due_at IS NOT NULL;
CREATE INDEX artifact_verified ON artifacts.artifact (verified_at) WHERE trust = 'verified';
CREATE INDEX artifact_publisher ON artifacts.artifact (publisher_id, id);
CREATE INDEX artifact_digest ON artifacts.artifact (digest, id);

-- The manifests of an artifact: its own, and those of an index.
CREATE TABLE artifacts.artifact_manifest (
    artifact_id uuid NOT NULL REFERENCES artifacts.artifact ON DELETE CASCADE,
    digest      text NOT NULL,
    PRIMARY KEY (artifact_id, digest)
);
CREATE INDEX artifact_manifest_digest ON artifacts.artifact_manifest (digest, artifact_id);
INSERT INTO artifacts.artifact_manifest (artifact_id, digest) SELECT id, digest FROM artifacts.artifact;

CREATE TABLE artifacts.verification (
    id               uuid PRIMARY KEY,
    artifact_id      uuid NOT NULL REFERENCES artifacts.artifact ON DELETE CASCADE,
    verified_at      timestamptz NOT NULL,
    trust            text NOT NULL,
    reason           text,
    signers_required integer NOT NULL,
    evidence         jsonb NOT NULL,
    rejected         jsonb NOT NULL
);
CREATE INDEX verification_artifact ON artifacts.verification (artifact_id, id);

-- Manifests that nobody may launch, pull or push. The cause is the digest that an operator named.
CREATE TABLE artifacts.withheld_digest (
    digest text NOT NULL,
    cause  text NOT NULL,
    kind   text NOT NULL CHECK (kind IN ('quarantined', 'revoked')),
    reason text NOT NULL,
    since  timestamptz NOT NULL,
    by_id  text NOT NULL,
    PRIMARY KEY (digest, cause, kind)
);
CREATE INDEX withheld_digest_cause ON artifacts.withheld_digest (cause, kind);
