-- Grants of apps to tenants and projects, and requests for them. An app is named as in its manifest, for example acme/vllm.

CREATE TABLE entitlements.tenant_entitlement (
    tenant_id         uuid NOT NULL,
    app               text COLLATE "C" NOT NULL,
    granted           boolean NOT NULL,
    versions          text NOT NULL,
    may_share_by_link boolean NOT NULL,
    may_be_public     boolean NOT NULL,
    changed_at        timestamptz NOT NULL,
    changed_by        text NOT NULL,
    PRIMARY KEY (tenant_id, app)
);

CREATE TABLE entitlements.project_entitlement (
    project_id    uuid NOT NULL,
    app           text COLLATE "C" NOT NULL,
    tenant_id     uuid NOT NULL,
    versions      text NOT NULL,
    overlay       text,
    instances_max integer CHECK (instances_max >= 0),
    gpus_max      integer CHECK (gpus_max >= 0),
    roles         text[] NOT NULL,
    changed_at    timestamptz NOT NULL,
    changed_by    text NOT NULL,
    PRIMARY KEY (project_id, app)
);
CREATE INDEX project_entitlement_tenant ON entitlements.project_entitlement (tenant_id, app);

CREATE TABLE entitlements.app_request (
    id         uuid PRIMARY KEY,
    tenant_id  uuid NOT NULL,
    project_id uuid NOT NULL,
    app        text NOT NULL,
    state      text NOT NULL CHECK (state IN ('open', 'approved', 'declined')),
    message    text NOT NULL,
    created_at timestamptz NOT NULL,
    created_by text NOT NULL,
    decided_at timestamptz,
    decided_by text,
    answer     text
);
CREATE UNIQUE INDEX app_request_open ON entitlements.app_request (project_id, app) WHERE state = 'open';
CREATE INDEX app_request_tenant ON entitlements.app_request (tenant_id, id);
