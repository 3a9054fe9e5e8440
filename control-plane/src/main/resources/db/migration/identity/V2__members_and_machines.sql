ALTER TABLE identity.tenant
    ADD COLUMN state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'suspended')),
    ADD COLUMN suspended_reason text;

-- Where mail for a person goes, and whom an invitation is for. Always lower case.
ALTER TABLE identity.principal
    ADD COLUMN email text UNIQUE CHECK (email = lower(email));

-- One role in one place. On the platform somebody may hold several.
CREATE UNIQUE INDEX role_binding_place ON identity.role_binding (principal_id, tenant_id, project_id) NULLS NOT DISTINCT
    WHERE tenant_id IS NOT NULL;
CREATE INDEX role_binding_by_tenant ON identity.role_binding (tenant_id, principal_id);
CREATE INDEX role_binding_by_project ON identity.role_binding (project_id, principal_id);

CREATE TABLE identity.invitation (
    id          uuid NOT NULL PRIMARY KEY,
    tenant_id   uuid NOT NULL REFERENCES identity.tenant (id) ON DELETE CASCADE,
    project_id  uuid REFERENCES identity.project (id) ON DELETE CASCADE,
    email       text NOT NULL,
    role        text NOT NULL,
    token_hash  bytea NOT NULL UNIQUE,
    state       text NOT NULL CHECK (state IN ('open', 'accepted', 'declined', 'revoked')),
    created_at  timestamptz NOT NULL,
    expires_at  timestamptz NOT NULL
);
CREATE INDEX invitation_by_tenant ON identity.invitation (tenant_id, id) WHERE state = 'open';
CREATE INDEX invitation_expiry ON identity.invitation (expires_at);

-- It holds no row in role_binding: its role is that of a project administrator, narrowed to the scopes.
CREATE TABLE identity.service_account (
    principal_id uuid NOT NULL PRIMARY KEY REFERENCES identity.principal (id),
    project_id   uuid NOT NULL REFERENCES identity.project (id) ON DELETE CASCADE,
    scopes       text[] NOT NULL,
    disabled     boolean NOT NULL DEFAULT false,
    created_at   timestamptz NOT NULL
);
CREATE INDEX service_account_by_project ON identity.service_account (project_id, principal_id);

CREATE TABLE identity.service_account_key (
    id                 uuid NOT NULL PRIMARY KEY,
    service_account_id uuid NOT NULL REFERENCES identity.service_account (principal_id) ON DELETE CASCADE,
    kind               text NOT NULL CHECK (kind IN ('secret', 'public_key')),
    secret_hash        bytea,
    public_key         text,
    created_at         timestamptz NOT NULL,
    expires_at         timestamptz,
    last_used_at       timestamptz,
    revoked_at         timestamptz,
    CHECK ((kind = 'secret') = (secret_hash IS NOT NULL)),
    CHECK ((kind = 'public_key') = (public_key IS NOT NULL))
);
CREATE INDEX service_account_key_by_account ON identity.service_account_key (service_account_id);

-- Signed assertions that were used, until they would have expired anyway.
CREATE TABLE identity.used_assertion (
    key_id     uuid NOT NULL REFERENCES identity.service_account_key (id) ON DELETE CASCADE,
    assertion  text NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (key_id, assertion)
);
CREATE INDEX used_assertion_expiry ON identity.used_assertion (expires_at);

ALTER TABLE identity.access_token
    ADD COLUMN id           uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE,
    ADD COLUMN name         text,
    ADD COLUMN scopes       text[],
    ADD COLUMN key_id       uuid REFERENCES identity.service_account_key (id) ON DELETE CASCADE,
    ADD COLUMN last_used_at timestamptz;
CREATE INDEX access_token_by_principal ON identity.access_token (principal_id, id);
CREATE INDEX access_token_by_key ON identity.access_token (key_id) WHERE key_id IS NOT NULL;
CREATE INDEX access_token_expiry ON identity.access_token (expires_at);

-- Everything a principal was given before this time has ended.
CREATE TABLE identity.revocation (
    principal_id   uuid NOT NULL PRIMARY KEY REFERENCES identity.principal (id),
    revoked_before timestamptz NOT NULL,
    reason         text NOT NULL
);
CREATE INDEX revocation_by_time ON identity.revocation (revoked_before);
