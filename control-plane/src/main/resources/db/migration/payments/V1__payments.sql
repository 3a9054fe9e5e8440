-- What tenants pay in.
CREATE TABLE payments.payment (
    id              uuid   NOT NULL PRIMARY KEY,
    tenant_id       uuid   NOT NULL,
    currency        text   NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    amount_nanos    bigint NOT NULL CHECK (amount_nanos > 0),
    refunded_nanos  bigint NOT NULL DEFAULT 0 CHECK (refunded_nanos BETWEEN 0 AND amount_nanos),
    provider        text   NOT NULL,
    -- The provider's name for it.
    reference       text,
    state           text   NOT NULL CHECK (state IN ('pending', 'paid', 'failed')),
    requested_by    text   NOT NULL,
    requested_at    timestamptz NOT NULL,
    paid_at         timestamptz,
    UNIQUE (provider, reference)
);
CREATE INDEX payment_of_tenant ON payments.payment (tenant_id, id DESC);
