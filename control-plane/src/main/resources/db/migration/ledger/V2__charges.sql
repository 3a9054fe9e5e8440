-- Promotional credits: when they end, and in which order they are used.
CREATE TABLE ledger.promotion (
    lot        uuid   NOT NULL PRIMARY KEY,
    account_id bigint NOT NULL REFERENCES ledger.account,
    tenant_id  uuid   NOT NULL,
    currency   text   NOT NULL,
    granted_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL CHECK (expires_at > granted_at),
    -- Used up or expired: there is nothing left in it.
    ended      boolean NOT NULL DEFAULT false
);
CREATE INDEX promotion_open ON ledger.promotion (tenant_id, currency, expires_at, lot) WHERE NOT ended;

-- The door for metered use: many charges in one statement, each from a tenant's credit to what it has accrued. A negative
-- amount takes back. Holds of the same subjects are used up, and promotional credit pays first, soonest expiry first.
CREATE FUNCTION ledger.charge(ids bigint[], subjects uuid[], tenants uuid[], currencies text[], amounts bigint[],
                              effective timestamptz[], taken_back bigint[], at timestamptz) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    charged bigint;
BEGIN
    PERFORM ledger.account_of(k.kind, m.tenant_id, m.currency, NULL)
    FROM (SELECT DISTINCT u.tenant_id, u.currency FROM unnest(tenants, currencies) AS u (tenant_id, currency)
          WHERE NOT EXISTS (SELECT 1 FROM ledger.account a
                            WHERE a.tenant_id = u.tenant_id AND a.kind = 'accrued' AND a.currency = u.currency)) AS m
    CROSS JOIN (VALUES ('credit'), ('accrued')) AS k (kind);

    INSERT INTO ledger.transfer (id, booked_at, effective_at, kind, subject, tenant_id, debit_account, credit_account,
                                 currency, amount_nanos, reverses)
    SELECT u.id, at, u.effective_at, CASE WHEN u.amount > 0 THEN 'usage' ELSE 'usage_correction' END, u.subject, u.tenant_id,
           CASE WHEN u.amount > 0 THEN credit.id ELSE accrued.id END,
           CASE WHEN u.amount > 0 THEN accrued.id ELSE credit.id END, u.currency, abs(u.amount), u.reverses
    FROM unnest(ids, subjects, tenants, currencies, amounts, effective, taken_back)
         AS u (id, subject, tenant_id, currency, amount, effective_at, reverses)
    JOIN ledger.account credit ON credit.tenant_id = u.tenant_id AND credit.currency = u.currency AND credit.kind = 'credit'
    JOIN ledger.account accrued ON accrued.tenant_id = u.tenant_id AND accrued.currency = u.currency AND accrued.kind = 'accrued'
    WHERE u.amount <> 0;
    GET DIAGNOSTICS charged = ROW_COUNT;

    PERFORM ledger.use_holds(subjects, amounts, at);
    PERFORM ledger.use_promotions(tenants, currencies, amounts, at);
    RETURN charged;
END $$;

-- Whoever changes a hold has locked the balance of its account before: here the charges have.
CREATE FUNCTION ledger.use_holds(subjects uuid[], amounts bigint[], at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    WITH due AS MATERIALIZED (
        SELECT h.subject, h.account_id, least(h.remaining_nanos, sum(c.amount))::bigint AS used
        FROM ledger.hold h JOIN unnest(subjects, amounts) AS c (subject, amount) ON c.subject = h.subject
        WHERE h.state = 'held'
        GROUP BY h.subject HAVING sum(c.amount) > 0),
    used AS (
        UPDATE ledger.hold h
        SET remaining_nanos = h.remaining_nanos - d.used,
            state = CASE WHEN h.remaining_nanos = d.used THEN 'settled' ELSE 'held' END,
            ended_at = CASE WHEN h.remaining_nanos = d.used THEN at END
        FROM due d WHERE h.subject = d.subject)
    UPDATE ledger.balance b SET held_nanos = b.held_nanos - d.used
    FROM (SELECT account_id, sum(used)::bigint AS used FROM due GROUP BY account_id) AS d
    WHERE b.account_id = d.account_id;
END $$;

-- Gives back to the credit what promotions pay of these charges: a row for each promotion, not for each charge.
CREATE FUNCTION ledger.use_promotions(tenants uuid[], currencies text[], amounts bigint[], at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    gifted uuid[];
BEGIN
    gifted := ARRAY(SELECT DISTINCT p.tenant_id FROM ledger.promotion p
                    WHERE NOT p.ended AND p.tenant_id IN (SELECT u FROM unnest(tenants) AS u GROUP BY u));
    IF cardinality(gifted) = 0 THEN
        RETURN;
    END IF;
    PERFORM 1 FROM ledger.balance b JOIN ledger.promotion p ON p.account_id = b.account_id
    WHERE NOT p.ended AND p.tenant_id = ANY (gifted) ORDER BY b.account_id FOR NO KEY UPDATE OF b;

    INSERT INTO ledger.transfer (booked_at, effective_at, kind, subject, tenant_id, debit_account, credit_account, currency, amount_nanos)
    SELECT at, at, 'promotion', lot, tenant_id, account_id, credit_account, currency, used
    FROM (SELECT p.lot, p.tenant_id, p.account_id, p.currency, credit.id AS credit_account,
                 least(b.nanos, c.nanos - coalesce(sum(b.nanos) OVER (
                     PARTITION BY p.tenant_id, p.currency ORDER BY p.expires_at, p.lot
                     ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0))::bigint AS used
          FROM (SELECT tenant_id, currency, sum(amount) AS nanos FROM unnest(tenants, currencies, amounts) AS u (tenant_id, currency, amount)
                GROUP BY tenant_id, currency) AS c
          JOIN ledger.promotion p ON p.tenant_id = c.tenant_id AND p.currency = c.currency
          JOIN ledger.balance b ON b.account_id = p.account_id
          JOIN ledger.account credit ON credit.tenant_id = p.tenant_id AND credit.currency = p.currency AND credit.kind = 'credit'
          WHERE NOT p.ended AND p.expires_at > at AND b.nanos > 0) AS lots
    WHERE used > 0;
    UPDATE ledger.promotion p SET ended = true FROM ledger.balance b
    WHERE b.account_id = p.account_id AND b.nanos = 0 AND NOT p.ended AND p.tenant_id = ANY (gifted);
END $$;
