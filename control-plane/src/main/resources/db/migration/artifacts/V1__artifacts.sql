-- Publishers, publish intents, and artifacts. Bytes are the registry's; this schema says what they are.

-- A namespace stays with its tenant for good, so that a name that was once trusted never changes hands.
CREATE TABLE artifacts.publisher (
    id          uuid PRIMARY KEY,
    tenant_id   uuid NOT NULL,
    namespace   text NOT NULL UNIQUE,
    name        text NOT NULL,
    contact     text,
    verified_at timestamptz,
    created_at  timestamptz NOT NULL
);
CREATE INDEX publisher_tenant ON artifacts.publisher (tenant_id, id);

CREATE TABLE artifacts.publish_intent (
    id           uuid PRIMARY KEY,
    tenant_id    uuid NOT NULL,
    project_id   uuid NOT NULL,
    publisher_id uuid NOT NULL REFERENCES artifacts.publisher,
    app          text NOT NULL,
    version      text NOT NULL,
    state        text NOT NULL CHECK (state IN ('open', 'completed', 'canceled', 'expired')),
    planned      jsonb NOT NULL,
    repository   text NOT NULL UNIQUE,
    grant_id     uuid NOT NULL,
    -- The ids of the published artifacts, in the order of the plan.
    published    uuid[],
    created_at   timestamptz NOT NULL,
    created_by   text NOT NULL,
    expires_at   timestamptz NOT NULL,
    ended_at     timestamptz
);
CREATE INDEX publish_intent_project ON artifacts.publish_intent (project_id, id);
CREATE INDEX publish_intent_open ON artifacts.publish_intent (tenant_id) WHERE state = 'open';
CREATE INDEX publish_intent_expiry ON artifacts.publish_intent (expires_at) WHERE state = 'open';

CREATE TABLE artifacts.artifact (
    id            uuid PRIMARY KEY,
    tenant_id     uuid NOT NULL,
    project_id    uuid NOT NULL,
    publisher_id  uuid NOT NULL REFERENCES artifacts.publisher,
    app           text NOT NULL,
    version       text NOT NULL,
    name          text NOT NULL,
    kind          text NOT NULL,
    digest        text NOT NULL,
    media_type    text NOT NULL,
    artifact_type text,
    size_bytes    bigint NOT NULL CHECK (size_bytes >= 0),
    platforms     text[] NOT NULL,
    trust         text NOT NULL CHECK (trust IN ('unverified', 'verified', 'failed_verification', 'revoked')),
    promotion     text NOT NULL CHECK (promotion IN ('published', 'promoted', 'deprecated', 'retired')),
    published_at  timestamptz NOT NULL,
    published_by  text NOT NULL,
    UNIQUE (app, version, name)
);
CREATE INDEX artifact_tenant ON artifacts.artifact (tenant_id, id);
CREATE INDEX artifact_app ON artifacts.artifact (tenant_id, app, id);
