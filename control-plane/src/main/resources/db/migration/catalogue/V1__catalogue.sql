-- Apps, their versions, reviews, channels and suspensions. Publishers and artifacts belong to the schema artifacts.

CREATE TABLE catalogue.app (
    id           uuid PRIMARY KEY,
    -- Namespace and name, for example acme/vllm.
    name         text COLLATE "C" NOT NULL UNIQUE,
    namespace    text NOT NULL,
    tenant_id    uuid NOT NULL,
    publisher_id uuid NOT NULL,
    visibility   text NOT NULL CHECK (visibility IN ('tenant', 'public')),
    categories   text[] NOT NULL,
    created_at   timestamptz NOT NULL,
    created_by   text NOT NULL,
    -- The version that the publisher's tenant is shown: the one published last or, before that, the newest one.
    own_version     uuid,
    is_published    boolean NOT NULL DEFAULT false,
    -- The reviewed version that was published last, which is what other tenants are shown.
    offered_version uuid
);
CREATE INDEX app_tenant ON catalogue.app (tenant_id, name);

CREATE TABLE catalogue.app_version (
    id                 uuid PRIMARY KEY,
    app_id             uuid NOT NULL REFERENCES catalogue.app,
    app                text NOT NULL,
    tenant_id          uuid NOT NULL,
    project_id         uuid NOT NULL,
    version            text NOT NULL,
    state              text NOT NULL CHECK (state IN ('draft', 'submitted', 'in_review', 'changes_requested', 'approved',
                           'rejected', 'published', 'deprecated')),
    digest             text NOT NULL,
    -- Canonical JSON; its SHA-256 is the digest.
    manifest           bytea NOT NULL,
    profile            text NOT NULL,
    title              text NOT NULL,
    summary            text NOT NULL,
    findings           jsonb NOT NULL,
    created_at         timestamptz NOT NULL,
    created_by         text NOT NULL,
    submitted_at       timestamptz,
    reviewer           text,
    review_started_at  timestamptz,
    outcome            text,
    outcome_message    text,
    outcome_at         timestamptz,
    approved_at        timestamptz,
    published_at       timestamptz,
    deprecated_at      timestamptz,
    deprecation        text,
    successor          text,
    sunset_at          timestamptz,
    UNIQUE (app_id, version)
);
CREATE INDEX app_version_newest ON catalogue.app_version (app_id, id);
CREATE INDEX app_version_published ON catalogue.app_version (app_id, published_at) WHERE published_at IS NOT NULL;
CREATE INDEX app_version_review ON catalogue.app_version (submitted_at, id) WHERE state IN ('submitted', 'in_review');
CREATE INDEX app_version_open ON catalogue.app_version (tenant_id) WHERE state IN ('submitted', 'in_review');

CREATE TABLE catalogue.artifact_use (
    version_id  uuid NOT NULL REFERENCES catalogue.app_version,
    name        text NOT NULL,
    kind        text NOT NULL,
    digest      text NOT NULL,
    artifact_id uuid NOT NULL,
    PRIMARY KEY (version_id, name)
);
CREATE INDEX artifact_use_artifact ON catalogue.artifact_use (artifact_id);

-- Every decision of a reviewer, with the points agreed to.
CREATE TABLE catalogue.review (
    id         uuid PRIMARY KEY,
    version_id uuid NOT NULL REFERENCES catalogue.app_version,
    digest     text NOT NULL,
    outcome    text NOT NULL,
    message    text NOT NULL,
    agreed     text[] NOT NULL,
    decided_at timestamptz NOT NULL,
    decided_by text NOT NULL
);
CREATE INDEX review_version ON catalogue.review (version_id, id);

CREATE TABLE catalogue.channel (
    app_id     uuid NOT NULL REFERENCES catalogue.app,
    channel    text NOT NULL CHECK (channel IN ('stable', 'candidate', 'edge')),
    version_id uuid NOT NULL REFERENCES catalogue.app_version,
    moved_at   timestamptz NOT NULL,
    PRIMARY KEY (app_id, channel)
);
CREATE INDEX channel_version ON catalogue.channel (version_id);

-- Covers a publisher, one of its apps, or one version. States of versions stay as they are beneath it.
CREATE TABLE catalogue.suspension (
    id           uuid PRIMARY KEY,
    namespace    text NOT NULL,
    app          text,
    version      text,
    reason       text NOT NULL,
    suspended_at timestamptz NOT NULL,
    suspended_by text NOT NULL,
    lifted_at    timestamptz,
    lifted_by    text,
    lift_reason  text,
    CHECK (app IS NOT NULL OR version IS NULL)
);
CREATE INDEX suspension_open ON catalogue.suspension (namespace) WHERE lifted_at IS NULL;
