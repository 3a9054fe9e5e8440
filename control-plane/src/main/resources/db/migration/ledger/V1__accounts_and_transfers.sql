-- Double entry: every row of ledger.transfer takes from one account and gives to another, so that no row, and no set of
-- rows, can be out of balance. Rows are added and never changed.
CREATE TABLE ledger.account (
    id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind      text   NOT NULL CHECK (kind IN ('credit', 'accrued', 'receivable', 'promotional',
                                              'earnings', 'clearing', 'cash', 'breakage', 'goodwill')),
    -- Absent: the platform's own.
    tenant_id uuid,
    -- Which promotional credit.
    lot       uuid,
    currency  text   NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    CHECK ((tenant_id IS NOT NULL) = (kind IN ('credit', 'accrued', 'receivable', 'promotional'))),
    CHECK ((lot IS NOT NULL) = (kind = 'promotional')),
    UNIQUE NULLS NOT DISTINCT (tenant_id, kind, currency, lot)
);

-- What the transfers of an account come to. Written by the trigger on ledger.transfer alone, once for each statement and
-- account, however many rows it has.
CREATE TABLE ledger.balance (
    account_id bigint NOT NULL PRIMARY KEY REFERENCES ledger.account,
    -- Given to the account less taken from it. All accounts of a currency come to zero.
    nanos      bigint NOT NULL DEFAULT 0,
    -- Set aside by holds.
    held_nanos bigint NOT NULL DEFAULT 0 CHECK (held_nanos >= 0),
    -- A promotional credit cannot be overdrawn; paid credit can, by use that was already had.
    floor      bigint,
    CHECK (floor IS NULL OR nanos >= floor)
) WITH (fillfactor = 50);

-- Why transfers that are not metered use were made: one business key, one booking, whoever asks how often.
CREATE TABLE ledger.booking (
    id             uuid NOT NULL PRIMARY KEY,
    key            text NOT NULL UNIQUE,
    kind           text NOT NULL,
    -- What was asked for, so that the same key for something else is noticed.
    fingerprint    text NOT NULL,
    tenant_id      uuid,
    reason         text,
    booked_by      text NOT NULL,
    correlation_id text NOT NULL,
    booked_at      timestamptz NOT NULL,
    -- What is undone by this one. Nothing is undone twice.
    reverses       uuid UNIQUE REFERENCES ledger.booking
);

CREATE SEQUENCE ledger.transfer_id;
CREATE TABLE ledger.transfer (
    id             bigint NOT NULL DEFAULT nextval('ledger.transfer_id'),
    -- The transaction that wrote the row. Once no older transaction runs, no row can appear below it any more.
    tx             xid8   NOT NULL DEFAULT pg_current_xact_id(),
    booked_at      timestamptz NOT NULL,
    effective_at   timestamptz NOT NULL,
    kind           text   NOT NULL,
    -- The booking, or the allocation whose use this is.
    subject        uuid   NOT NULL,
    tenant_id      uuid,
    debit_account  bigint NOT NULL,
    credit_account bigint NOT NULL CHECK (credit_account <> debit_account),
    currency       text   NOT NULL,
    amount_nanos   bigint NOT NULL CHECK (amount_nanos > 0),
    -- The transfer this one takes back, in whole or in part.
    reverses       bigint,
    PRIMARY KEY (id, effective_at)
) PARTITION BY RANGE (effective_at);
CREATE INDEX transfer_by_tx ON ledger.transfer (tx, id);
CREATE INDEX transfer_of_tenant ON ledger.transfer (tenant_id, id);

-- Money set aside for something that has begun: used up by its charges, given back at its end.
CREATE TABLE ledger.hold (
    subject         uuid   NOT NULL PRIMARY KEY,
    account_id      bigint NOT NULL REFERENCES ledger.account,
    amount_nanos    bigint NOT NULL CHECK (amount_nanos > 0),
    remaining_nanos bigint NOT NULL CHECK (remaining_nanos BETWEEN 0 AND amount_nanos),
    state           text   NOT NULL CHECK (state IN ('held', 'settled', 'released')),
    held_at         timestamptz NOT NULL,
    ended_at        timestamptz,
    CHECK (state = 'held' OR remaining_nanos = 0)
) WITH (fillfactor = 70);
CREATE INDEX hold_open ON ledger.hold (subject) WHERE state = 'held';

-- Each seal vouches for all transfers of a range of transactions and for the seal before it.
CREATE TABLE ledger.seal (
    number    bigint NOT NULL PRIMARY KEY,
    from_tx   xid8   NOT NULL,
    to_tx     xid8   NOT NULL,
    transfers bigint NOT NULL,
    digest    bytea  NOT NULL,
    seal      bytea  NOT NULL,
    sealed_at timestamptz NOT NULL
);
-- What sealed transfers come to, so that comparing sums with balances reads only what is not sealed yet.
CREATE TABLE ledger.checkpoint (
    account_id bigint NOT NULL PRIMARY KEY,
    nanos      bigint NOT NULL
) WITH (fillfactor = 50);

CREATE FUNCTION ledger.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% on %.% is refused: the ledger is append-only', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON ledger.transfer FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON ledger.transfer FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON ledger.booking FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON ledger.booking FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON ledger.account FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON ledger.account FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON ledger.seal FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON ledger.seal FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

-- Runs with every statement that adds transfers, whoever sends it: both accounts are of the row's currency, and the
-- balances follow in the same transaction. Accounts are locked in one order, so that two statements cannot wait for
-- each other.
CREATE FUNCTION ledger.apply_transfers() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    wrong bigint;
BEGIN
    SELECT min(t.id) INTO wrong FROM added t
    LEFT JOIN ledger.account debit ON debit.id = t.debit_account
    LEFT JOIN ledger.account credit ON credit.id = t.credit_account
    WHERE debit.currency IS DISTINCT FROM t.currency OR credit.currency IS DISTINCT FROM t.currency;
    IF wrong IS NOT NULL THEN
        RAISE EXCEPTION 'transfer % names an account that is not there or has another currency', wrong
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    PERFORM 1 FROM ledger.balance
    WHERE account_id IN (SELECT debit_account FROM added GROUP BY 1 UNION SELECT credit_account FROM added GROUP BY 1)
    ORDER BY account_id FOR NO KEY UPDATE;
    UPDATE ledger.balance b SET nanos = b.nanos + change.nanos
    FROM (SELECT account_id, sum(nanos)::bigint AS nanos
          FROM (SELECT debit_account AS account_id, -amount_nanos AS nanos FROM added
                UNION ALL SELECT credit_account, amount_nanos FROM added) AS side
          GROUP BY account_id) AS change
    WHERE b.account_id = change.account_id;
    RETURN NULL;
END $$;
CREATE TRIGGER apply_transfers AFTER INSERT ON ledger.transfer REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION ledger.apply_transfers();

-- One table a month, made ahead. A statement that names a partition itself meets the same triggers.
CREATE FUNCTION ledger.keep_partitions(around timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    first_day timestamp;
    part text;
BEGIN
    FOR first_day IN SELECT generate_series(date_trunc('month', around AT TIME ZONE 'UTC') - interval '2 months',
                                            around AT TIME ZONE 'UTC' + interval '3 months', interval '1 month') LOOP
        part := 'transfer_' || to_char(first_day, 'YYYYMM');
        IF to_regclass('ledger.' || part) IS NULL THEN
            EXECUTE format('CREATE TABLE ledger.%I PARTITION OF ledger.transfer FOR VALUES FROM (%L) TO (%L)', part,
                first_day AT TIME ZONE 'UTC', (first_day + interval '1 month') AT TIME ZONE 'UTC');
            EXECUTE format('CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON ledger.%I FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change()', part);
            EXECUTE format('CREATE TRIGGER apply_transfers AFTER INSERT ON ledger.%I REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger.apply_transfers()', part);
        END IF;
    END LOOP;
END $$;
SELECT ledger.keep_partitions(now());

-- The account, made when it is not there yet.
CREATE FUNCTION ledger.account_of(of_kind text, of_tenant uuid, of_currency text, of_lot uuid) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    found_id bigint;
BEGIN
    SELECT id INTO found_id FROM ledger.account
    WHERE kind = of_kind AND tenant_id IS NOT DISTINCT FROM of_tenant AND currency = of_currency AND lot IS NOT DISTINCT FROM of_lot;
    IF found_id IS NULL THEN
        INSERT INTO ledger.account (kind, tenant_id, currency, lot) VALUES (of_kind, of_tenant, of_currency, of_lot)
        ON CONFLICT DO NOTHING RETURNING id INTO found_id;
        IF found_id IS NULL THEN
            RETURN ledger.account_of(of_kind, of_tenant, of_currency, of_lot);
        END IF;
        INSERT INTO ledger.balance (account_id, floor) VALUES (found_id, CASE WHEN of_kind = 'promotional' THEN 0 END);
    END IF;
    RETURN found_id;
END $$;
