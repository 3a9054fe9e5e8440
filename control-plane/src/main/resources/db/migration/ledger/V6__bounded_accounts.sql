-- As before, and no account comes near the end of what a bigint holds: a tenant's account stays within a billion of the
-- currency, the platform's own, which collect from all tenants, within nine. Beyond that a transfer is refused unless it
-- leads back, so that an account that is beyond already can be corrected.
CREATE OR REPLACE FUNCTION ledger.apply_transfers() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    wrong bigint;
    beyond record;
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
    WITH change AS MATERIALIZED (
        SELECT account_id, sum(nanos) AS nanos
        FROM (SELECT debit_account AS account_id, -amount_nanos AS nanos FROM added
              UNION ALL SELECT credit_account, amount_nanos FROM added) AS side
        GROUP BY account_id),
    changed AS (
        -- What a bigint cannot hold is refused below, with a sentence.
        UPDATE ledger.balance b SET nanos = CASE
            WHEN b.nanos::numeric + c.nanos BETWEEN -9223372036854775807 AND 9223372036854775807
            THEN (b.nanos::numeric + c.nanos)::bigint ELSE b.nanos END
        FROM change c WHERE b.account_id = c.account_id
        RETURNING b.account_id)
    SELECT a.id, a.kind, a.tenant_id INTO beyond
    FROM change c JOIN ledger.account a ON a.id = c.account_id JOIN ledger.balance b ON b.account_id = c.account_id
    WHERE abs(b.nanos::numeric + c.nanos)
            > CASE WHEN a.tenant_id IS NULL THEN 9000000000000000000 ELSE 1000000000000000000 END
      AND abs(b.nanos::numeric + c.nanos) > abs(b.nanos::numeric)
    ORDER BY a.id LIMIT 1;
    IF beyond.id IS NOT NULL THEN
        RAISE EXCEPTION 'account % (% of %) would hold more than an account may', beyond.id, beyond.kind,
            coalesce(beyond.tenant_id::text, 'the platform') USING ERRCODE = 'numeric_value_out_of_range';
    END IF;
    RETURN NULL;
END $$;
