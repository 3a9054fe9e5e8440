-- The OCI registry. Blobs lie in the object store as segments; visibility is a row of repository_blob and nothing else.

CREATE TABLE registry.repository (
    id         uuid PRIMARY KEY,
    name       text NOT NULL UNIQUE CHECK (length(name) <= 255),
    tenant_id  uuid NOT NULL,
    -- Tags exist only where things are pushed; permanent repositories are read by digest.
    allows_tags boolean NOT NULL,
    expires_at timestamptz,
    created_at timestamptz NOT NULL
);
CREATE INDEX repository_tenant ON registry.repository (tenant_id);
CREATE INDEX repository_expiry ON registry.repository (expires_at) WHERE expires_at IS NOT NULL;

-- Bytes on their way in. The size counts what is stored and known; hashed is the digest of exactly that many bytes.
CREATE TABLE registry.upload (
    id            uuid PRIMARY KEY,
    repository_id uuid NOT NULL REFERENCES registry.repository ON DELETE CASCADE,
    tenant_id     uuid NOT NULL,
    algorithm     text NOT NULL CHECK (algorithm IN ('sha256', 'sha512')),
    size          bigint NOT NULL DEFAULT 0 CHECK (size >= 0),
    hashed        text,
    started_at    timestamptz NOT NULL,
    touched_at    timestamptz NOT NULL
);
CREATE INDEX upload_tenant ON registry.upload (tenant_id);
CREATE INDEX upload_touched ON registry.upload (touched_at);

-- A source of bytes: the upload that brought them. It outlives the upload for as long as a blob needs it.
CREATE TABLE registry.content (
    id         uuid PRIMARY KEY,
    created_at timestamptz NOT NULL,
    -- When the objects under its prefix were last compared with its segments.
    swept_at   timestamptz
);

CREATE INDEX content_unswept ON registry.content (created_at) WHERE swept_at IS NULL;

-- Content that lost its upload or its blob, and so may be garbage. The collector looks again before it deletes.
CREATE TABLE registry.orphan (
    content_id uuid PRIMARY KEY REFERENCES registry.content ON DELETE CASCADE,
    since      timestamptz NOT NULL
);
CREATE INDEX orphan_since ON registry.orphan (since);

CREATE TABLE registry.segment (
    content_id uuid NOT NULL REFERENCES registry.content ON DELETE CASCADE,
    number     integer NOT NULL CHECK (number >= 0),
    object     text NOT NULL,
    size       bigint NOT NULL CHECK (size > 0),
    PRIMARY KEY (content_id, number)
);

CREATE TABLE registry.blob (
    digest      text PRIMARY KEY,
    content_id  uuid NOT NULL UNIQUE REFERENCES registry.content,
    size        bigint NOT NULL CHECK (size >= 0),
    created_at  timestamptz NOT NULL,
    -- Since when no repository links to it; garbage collection waits from then on.
    unlinked_at timestamptz
);
CREATE INDEX blob_unlinked ON registry.blob (unlinked_at) WHERE unlinked_at IS NOT NULL;

-- Rows of uploads also disappear together with their repository, so the database notes it.
CREATE FUNCTION registry.note_orphan() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO registry.orphan (content_id, since)
    VALUES (CASE TG_TABLE_NAME WHEN 'upload' THEN to_jsonb(OLD) ->> 'id' ELSE to_jsonb(OLD) ->> 'content_id' END::uuid, now())
    ON CONFLICT (content_id) DO UPDATE SET since = excluded.since;
    RETURN NULL;
END $$;
CREATE TRIGGER upload_ended AFTER DELETE ON registry.upload FOR EACH ROW EXECUTE FUNCTION registry.note_orphan();
CREATE TRIGGER blob_ended AFTER DELETE ON registry.blob FOR EACH ROW EXECUTE FUNCTION registry.note_orphan();

CREATE TABLE registry.repository_blob (
    repository_id uuid NOT NULL REFERENCES registry.repository ON DELETE CASCADE,
    digest        text NOT NULL REFERENCES registry.blob,
    linked_at     timestamptz NOT NULL,
    PRIMARY KEY (repository_id, digest)
);
CREATE INDEX repository_blob_digest ON registry.repository_blob (digest);

CREATE TABLE registry.manifest (
    repository_id uuid NOT NULL REFERENCES registry.repository ON DELETE CASCADE,
    digest        text NOT NULL,
    media_type    text NOT NULL,
    artifact_type text,
    subject       text,
    annotations   jsonb,
    bytes         bytea NOT NULL,
    pushed_at     timestamptz NOT NULL,
    PRIMARY KEY (repository_id, digest)
);
CREATE INDEX manifest_subject ON registry.manifest (repository_id, subject, digest) WHERE subject IS NOT NULL;

-- References of a manifest within its repository: blobs, and manifests of an index.
CREATE TABLE registry.manifest_child (
    repository_id uuid NOT NULL,
    parent        text NOT NULL,
    child         text NOT NULL,
    PRIMARY KEY (repository_id, parent, child),
    FOREIGN KEY (repository_id, parent) REFERENCES registry.manifest ON DELETE CASCADE
);
CREATE INDEX manifest_child_child ON registry.manifest_child (repository_id, child);

CREATE TABLE registry.tag (
    repository_id uuid NOT NULL,
    name          text NOT NULL COLLATE "C",
    digest        text NOT NULL,
    moved_at      timestamptz NOT NULL,
    PRIMARY KEY (repository_id, name),
    FOREIGN KEY (repository_id, digest) REFERENCES registry.manifest ON DELETE CASCADE
);

-- A secret that opens repositories for a while: a publish intent's, or a node's for one pull. Only its digest is kept.
CREATE TABLE registry.access_grant (
    id          uuid PRIMARY KEY,
    secret_hash bytea NOT NULL UNIQUE,
    tenant_id   uuid NOT NULL,
    expires_at  timestamptz NOT NULL,
    created_at  timestamptz NOT NULL
);
CREATE INDEX access_grant_expiry ON registry.access_grant (expires_at);

CREATE TABLE registry.granted_repository (
    grant_id      uuid NOT NULL REFERENCES registry.access_grant ON DELETE CASCADE,
    repository_id uuid NOT NULL REFERENCES registry.repository ON DELETE CASCADE,
    may_push      boolean NOT NULL,
    PRIMARY KEY (grant_id, repository_id)
);
CREATE INDEX granted_repository_repository ON registry.granted_repository (repository_id);
