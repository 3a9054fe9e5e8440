-- The packages that SBOMs list, and advisories about them.

-- The mark of the last verification that was due when the SBOMs were read; they are read again when it changes.
ALTER TABLE artifacts.artifact
    ADD COLUMN sbom_mark   bigint NOT NULL DEFAULT -1,
    ADD COLUMN sbom_due_at timestamptz;
CREATE INDEX artifact_sbom_due ON artifacts.artifact (id) WHERE sbom_mark < verify_mark;

CREATE TABLE artifacts.sbom (
    artifact_id uuid NOT NULL REFERENCES artifacts.artifact ON DELETE CASCADE,
    -- The digest of the manifest that carries it.
    digest      text NOT NULL,
    tenant_id   uuid NOT NULL,
    format      text NOT NULL,
    -- Why it was not read, or null.
    fault       text,
    components  integer NOT NULL,
    unnamed     integer NOT NULL,
    indexed_at  timestamptz NOT NULL,
    PRIMARY KEY (artifact_id, digest)
);
CREATE INDEX sbom_tenant ON artifacts.sbom (tenant_id);

CREATE TABLE artifacts.sbom_component (
    artifact_id uuid NOT NULL,
    digest      text NOT NULL,
    -- The purl without its version, and the version.
    package     text NOT NULL,
    version     text NOT NULL,
    PRIMARY KEY (artifact_id, digest, package, version),
    FOREIGN KEY (artifact_id, digest) REFERENCES artifacts.sbom ON DELETE CASCADE
);
CREATE INDEX sbom_component_package ON artifacts.sbom_component (package, artifact_id, digest, version);

CREATE TABLE artifacts.advisory (
    id           uuid PRIMARY KEY,
    title        text NOT NULL,
    package      text NOT NULL,
    package_type text NOT NULL,
    versions     text NOT NULL,
    severity     text NOT NULL CHECK (severity IN ('low', 'medium', 'high', 'critical')),
    action       text NOT NULL CHECK (action IN ('list', 'quarantine')),
    reference    text,
    created_at   timestamptz NOT NULL,
    created_by   text NOT NULL,
    closed_at    timestamptz,
    closed_by    text,
    close_reason text,
    -- The place up to which components that were there before have been looked at; null when all have been.
    scanned_to   text
);
CREATE INDEX advisory_package ON artifacts.advisory (package) WHERE closed_at IS NULL;
CREATE INDEX advisory_scan ON artifacts.advisory (id) WHERE scanned_to IS NOT NULL;

CREATE TABLE artifacts.advisory_hit (
    advisory_id uuid NOT NULL REFERENCES artifacts.advisory,
    artifact_id uuid NOT NULL REFERENCES artifacts.artifact ON DELETE CASCADE,
    version     text NOT NULL,
    certain     boolean NOT NULL,
    found_at    timestamptz NOT NULL,
    -- The action of the advisory has been carried out, or needs no more.
    acted_at    timestamptz,
    PRIMARY KEY (advisory_id, artifact_id, version)
);
CREATE INDEX advisory_hit_open ON artifacts.advisory_hit (found_at) WHERE acted_at IS NULL;
