-- What tenants pay in. The state follows what the provider says, which may come late, twice and in any order.
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
    disputed        boolean NOT NULL DEFAULT false,
    requested_by    text   NOT NULL,
    requested_at    timestamptz NOT NULL,
    paid_at         timestamptz,
    UNIQUE (provider, reference)
);
CREATE INDEX payment_of_tenant ON payments.payment (tenant_id, id DESC);

-- Notices of providers that were acted on. A repeat is recognised by its name.
CREATE TABLE payments.notice (
    provider    text NOT NULL,
    notice_id   text NOT NULL,
    kind        text NOT NULL,
    received_at timestamptz NOT NULL,
    PRIMARY KEY (provider, notice_id)
);
