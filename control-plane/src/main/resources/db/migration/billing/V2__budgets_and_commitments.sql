-- What a project may cost in a month, and what happens then.
CREATE TABLE billing.budget (
    project_id      uuid    NOT NULL PRIMARY KEY,
    tenant_id       uuid    NOT NULL,
    currency        text    NOT NULL,
    monthly_nanos   bigint  NOT NULL CHECK (monthly_nanos > 0),
    action          text    NOT NULL CHECK (action IN ('alert', 'refuse', 'release')),
    -- What people were told, and of which month.
    alerted_month   text    NOT NULL DEFAULT '',
    alerted_percent integer NOT NULL DEFAULT 0,
    set_by          text    NOT NULL,
    set_at          timestamptz NOT NULL
);
-- Of projects with a budget, kept by the statement that charges.
CREATE TABLE billing.project_spend (
    project_id uuid   NOT NULL,
    month      text   NOT NULL,
    currency   text   NOT NULL,
    nanos      bigint NOT NULL,
    PRIMARY KEY (project_id, month, currency)
) WITH (fillfactor = 70);

-- So many GPUs of a SKU, cheaper in every window of the term and paid for whether used or not.
CREATE TABLE billing.commitment (
    id               uuid    NOT NULL PRIMARY KEY,
    tenant_id        uuid    NOT NULL,
    sku              text    NOT NULL,
    gpus             integer NOT NULL CHECK (gpus > 0),
    discount_percent integer NOT NULL CHECK (discount_percent BETWEEN 1 AND 100),
    starts_at        timestamptz NOT NULL,
    ends_at          timestamptz NOT NULL CHECK (ends_at > starts_at),
    created_by       text    NOT NULL,
    created_at       timestamptz NOT NULL
);
CREATE INDEX commitment_of_tenant ON billing.commitment (tenant_id, id DESC);

-- How much of a row was had at the discount of a commitment. The rest was had at the price on the row.
ALTER TABLE billing.usage
    ADD COLUMN committed_gpu_seconds bigint  NOT NULL DEFAULT 0,
    ADD COLUMN discount_percent      integer NOT NULL DEFAULT 0;

-- The labels an allocation had when it began to work.
ALTER TABLE billing.meter ADD COLUMN labels jsonb NOT NULL DEFAULT '{}';
