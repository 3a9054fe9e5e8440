-- Tenants whose charges failed, and how far each of them is charged: their shard goes on without them. A row ends when
-- the tenant has caught up with its shard.
CREATE TABLE billing.left_out (
    tenant_id    uuid        NOT NULL PRIMARY KEY,
    shard        integer     NOT NULL REFERENCES billing.shard,
    billed_until timestamptz NOT NULL,
    since        timestamptz NOT NULL,
    attempts     bigint      NOT NULL,
    reason       text        NOT NULL
);
CREATE INDEX left_out_of_shard ON billing.left_out (shard, tenant_id);

-- Months that are over and not closed yet, by tenant: each is closed in a transaction of its own, so that one that fails
-- stays here and is tried again while the others are closed.
CREATE TABLE billing.open_month (
    month        text    NOT NULL,
    tenant_id    uuid    NOT NULL,
    -- Absent until closing it failed.
    failed_since timestamptz,
    reason       text,
    PRIMARY KEY (month, tenant_id)
);

-- What apps of a project reported on the day they last reported, which limits what they may still report on that day.
CREATE TABLE billing.reported_day (
    tenant_id  uuid   NOT NULL,
    project_id uuid   NOT NULL,
    currency   text   NOT NULL,
    day        date   NOT NULL,
    nanos      bigint NOT NULL CHECK (nanos >= 0),
    PRIMARY KEY (tenant_id, project_id, currency)
) WITH (fillfactor = 70);
