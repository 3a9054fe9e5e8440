-- Payments that take time: somebody pays at the provider's page, or a saved method is charged.
ALTER TABLE payments.payment
    ADD COLUMN kind               text    NOT NULL DEFAULT 'checkout' CHECK (kind IN ('checkout', 'auto_top_up')),
    ADD COLUMN save_method        boolean NOT NULL DEFAULT false,
    ADD COLUMN checkout_reference text UNIQUE,
    ADD COLUMN checkout_url       text,
    ADD COLUMN failure            text;
-- At most one attempt is under way.
CREATE UNIQUE INDEX one_top_up_in_flight ON payments.payment (tenant_id) WHERE kind = 'auto_top_up' AND state = 'pending';

-- What is given back through a provider. Booked when it is asked for; what fails is booked back.
CREATE TABLE payments.refund (
    id           uuid   NOT NULL PRIMARY KEY,
    payment_id   uuid   NOT NULL REFERENCES payments.payment,
    amount_nanos bigint NOT NULL CHECK (amount_nanos > 0),
    reason       text   NOT NULL,
    -- requested: the provider may not know yet; sent: it does; succeeded and failed are final.
    state        text   NOT NULL CHECK (state IN ('requested', 'sent', 'succeeded', 'failed')),
    reference    text   UNIQUE,
    requested_at timestamptz NOT NULL
);
CREATE INDEX refund_of_payment ON payments.refund (payment_id);
CREATE INDEX refund_in_flight ON payments.refund (id) WHERE state = 'requested';

CREATE TABLE payments.dispute (
    id           text   NOT NULL PRIMARY KEY,
    payment_id   uuid   NOT NULL REFERENCES payments.payment,
    tenant_id    uuid   NOT NULL,
    currency     text   NOT NULL,
    amount_nanos bigint NOT NULL CHECK (amount_nanos > 0),
    -- inquiry: the bank asks, no money moved; open: it was taken; won and lost are final.
    state        text   NOT NULL CHECK (state IN ('inquiry', 'open', 'won', 'lost')),
    opened_at    timestamptz NOT NULL,
    closed_at    timestamptz
);
CREATE INDEX dispute_of_tenant ON payments.dispute (tenant_id, opened_at DESC, id DESC);

-- How the provider knows a tenant, and what it may charge. No card numbers.
CREATE TABLE payments.customer (
    tenant_id uuid NOT NULL PRIMARY KEY,
    reference text NOT NULL,
    method    text NOT NULL,
    label     text NOT NULL
);
CREATE TABLE payments.auto_top_up (
    tenant_id       uuid    NOT NULL PRIMARY KEY,
    enabled         boolean NOT NULL,
    currency        text    NOT NULL,
    threshold_nanos bigint  NOT NULL CHECK (threshold_nanos > 0),
    amount_nanos    bigint  NOT NULL CHECK (amount_nanos > 0),
    failures        integer NOT NULL DEFAULT 0,
    retry_at        timestamptz
);

-- Deliveries that were heard: each once, however often it comes.
CREATE TABLE payments.webhook_event (
    id          text NOT NULL PRIMARY KEY,
    type        text NOT NULL,
    object_kind text NOT NULL,
    object_id   text NOT NULL,
    received_at timestamptz NOT NULL
);
CREATE INDEX webhook_event_by_time ON payments.webhook_event (received_at);

-- What is to be done at the provider, outside transactions. Whoever takes something up moves it ahead first, so that it
-- comes back when they die over it.
CREATE TABLE payments.work (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind       text NOT NULL CHECK (kind IN ('checkout', 'charge', 'look', 'refund', 'event', 'reconcile')),
    subject    text NOT NULL,
    due_at     timestamptz NOT NULL,
    attempts   integer NOT NULL DEFAULT 0,
    state      text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'done', 'dead')),
    last_error text,
    UNIQUE (kind, subject)
) WITH (fillfactor = 70);
CREATE INDEX work_due ON payments.work (due_at) WHERE state = 'open';

CREATE TABLE payments.reconciliation (
    id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    made_at         timestamptz NOT NULL,
    starts_at       timestamptz NOT NULL,
    ends_at         timestamptz NOT NULL,
    currency        text   NOT NULL,
    movements       bigint NOT NULL,
    ledger_nanos    bigint NOT NULL,
    provider_nanos  bigint NOT NULL,
    in_flight_nanos bigint NOT NULL,
    off_nanos       bigint NOT NULL,
    differences     text[] NOT NULL,
    stuck           bigint NOT NULL
);
