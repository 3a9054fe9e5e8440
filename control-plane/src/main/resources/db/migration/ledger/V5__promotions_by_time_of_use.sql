-- What takes another transfer back is found by it.
CREATE INDEX transfer_reversing ON ledger.transfer (reverses) WHERE reverses IS NOT NULL;
CREATE INDEX promotion_of_tenant ON ledger.promotion (tenant_id);

DROP FUNCTION ledger.use_promotions(uuid[], text[], bigint[], timestamptz);

-- Gives back to the credit what promotions pay of these charges: a row for each promotion, not for each charge. A promotion
-- pays for what was used by its end, however late that is charged. All promotions are locked before anything else of them is
-- touched: whoever lets one expire holds it while it waits for the account of what was given in vain.
CREATE FUNCTION ledger.use_promotions(tenants uuid[], currencies text[], amounts bigint[], effective timestamptz[],
                                      taken_back bigint[], at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    corrected uuid[];
    gifted uuid[];
BEGIN
    corrected := ARRAY(SELECT DISTINCT u.tenant_id FROM unnest(tenants, amounts) AS u (tenant_id, amount) WHERE u.amount < 0);
    gifted := ARRAY(SELECT p.tenant_id FROM ledger.promotion p
                    WHERE NOT p.ended AND p.tenant_id IN (SELECT u FROM unnest(tenants) AS u GROUP BY u)
                    UNION SELECT p.tenant_id FROM ledger.promotion p WHERE p.tenant_id = ANY (corrected));
    IF cardinality(gifted) = 0 THEN
        RETURN;
    END IF;
    PERFORM 1 FROM ledger.balance b JOIN ledger.promotion p ON p.account_id = b.account_id
    WHERE p.tenant_id = ANY (gifted) AND (NOT p.ended OR p.tenant_id = ANY (corrected))
    ORDER BY b.account_id FOR NO KEY UPDATE OF b;
    IF cardinality(corrected) > 0 THEN
        PERFORM ledger.return_promotions(tenants, currencies, amounts, taken_back, at);
    END IF;

    -- Up to a promotion, all together pay no more than what was used by its end, and no more than there is in them.
    INSERT INTO ledger.transfer (booked_at, effective_at, kind, subject, tenant_id, debit_account, credit_account, currency, amount_nanos)
    SELECT at, at, 'promotion', lot, tenant_id, account_id, credit_account, currency, used
    FROM (SELECT *, (paid - lag(paid, 1, 0::numeric) OVER (PARTITION BY tenant_id, currency ORDER BY expires_at, lot))::bigint AS used
          FROM (SELECT *, given + least(0, min(due - given) OVER (PARTITION BY tenant_id, currency ORDER BY expires_at, lot)) AS paid
                FROM (SELECT p.lot, p.tenant_id, p.account_id, p.currency, p.expires_at, credit.id AS credit_account, c.due,
                             sum(b.nanos) OVER (PARTITION BY p.tenant_id, p.currency ORDER BY p.expires_at, p.lot) AS given
                      FROM (SELECT q.lot, sum(u.nanos) AS due
                            FROM (SELECT c.tenant_id, c.currency, c.used_at, sum(c.amount) AS nanos
                                  FROM unnest(tenants, currencies, amounts, effective) AS c (tenant_id, currency, amount, used_at)
                                  WHERE c.amount > 0 GROUP BY 1, 2, 3) AS u
                            JOIN ledger.promotion q ON q.tenant_id = u.tenant_id AND q.currency = u.currency AND NOT q.ended
                                AND q.expires_at >= u.used_at
                            GROUP BY q.lot) AS c
                      JOIN ledger.promotion p ON p.lot = c.lot
                      JOIN ledger.balance b ON b.account_id = p.account_id AND b.nanos > 0
                      JOIN ledger.account credit ON credit.tenant_id = p.tenant_id AND credit.currency = p.currency
                          AND credit.kind = 'credit') AS lots) AS sums) AS shares
    WHERE used > 0;
    UPDATE ledger.promotion p SET ended = true FROM ledger.balance b
    WHERE b.account_id = p.account_id AND b.nanos = 0 AND NOT p.ended AND p.tenant_id = ANY (gifted);
END $$;

-- What is taken back of use goes first to the promotions that paid in the same transaction, used last first, and never more
-- than they paid. To one that is over nothing comes back: it was given in vain. The rest stays with the credit.
CREATE FUNCTION ledger.return_promotions(tenants uuid[], currencies text[], amounts bigint[], taken_back bigint[],
                                         at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    WITH back AS MATERIALIZED (
        SELECT o.tx, u.tenant_id, u.currency, -sum(u.amount) AS nanos
        FROM unnest(tenants, currencies, amounts, taken_back) AS u (tenant_id, currency, amount, reverses)
        JOIN ledger.transfer o ON o.id = u.reverses AND o.tenant_id = u.tenant_id
        WHERE u.amount < 0 GROUP BY 1, 2, 3),
    paid AS (
        SELECT b.tx, b.nanos AS taken, t.id, t.tenant_id, t.currency, t.credit_account, p.lot, p.account_id, p.expires_at,
               p.ended AND p.expires_at <= at AS is_over,
               t.amount_nanos - coalesce((SELECT sum(r.amount_nanos) FROM ledger.transfer r WHERE r.reverses = t.id), 0) AS kept
        FROM back b
        JOIN ledger.transfer t ON t.tx = b.tx AND t.tenant_id = b.tenant_id AND t.currency = b.currency AND t.kind = 'promotion'
        JOIN ledger.promotion p ON p.lot = t.subject),
    share AS (
        SELECT *, least(kept, taken - coalesce(sum(kept) OVER (
                   PARTITION BY tx, tenant_id, currency ORDER BY expires_at DESC, lot DESC
                   ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0))::bigint AS returned
        FROM paid),
    reopened AS (
        UPDATE ledger.promotion p SET ended = false FROM share s
        WHERE p.lot = s.lot AND p.ended AND s.returned > 0 AND NOT s.is_over)
    INSERT INTO ledger.transfer (booked_at, effective_at, kind, subject, tenant_id, debit_account, credit_account, currency,
                                 amount_nanos, reverses)
    SELECT at, at, 'promotion_return', lot, tenant_id, credit_account,
           CASE WHEN is_over THEN ledger.account_of('breakage', NULL, currency, NULL) ELSE account_id END, currency, returned, id
    FROM share WHERE returned > 0;
END $$;

-- As before; promotions are told when things were used, and what is taken back.
CREATE OR REPLACE FUNCTION ledger.charge(ids bigint[], subjects uuid[], tenants uuid[], currencies text[], amounts bigint[],
                                         effective timestamptz[], taken_back bigint[], at timestamptz) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    charged bigint;
BEGIN
    PERFORM ledger.account_of(k.kind, m.tenant_id, m.currency, NULL)
    FROM (SELECT u.tenant_id, u.currency FROM unnest(tenants, currencies) AS u (tenant_id, currency)
          GROUP BY u.tenant_id, u.currency) AS m
    CROSS JOIN (VALUES ('credit'), ('accrued')) AS k (kind)
    WHERE NOT EXISTS (SELECT 1 FROM ledger.account a
                      WHERE a.tenant_id = m.tenant_id AND a.kind = k.kind AND a.currency = m.currency);

    WITH pair AS MATERIALIZED (
        SELECT a.tenant_id, a.currency, max(a.id) FILTER (WHERE a.kind = 'credit') AS credit,
               max(a.id) FILTER (WHERE a.kind = 'accrued') AS accrued
        FROM ledger.account a
        WHERE a.kind IN ('credit', 'accrued') AND a.tenant_id IN (SELECT t FROM unnest(tenants) AS t GROUP BY t)
        GROUP BY a.tenant_id, a.currency)
    INSERT INTO ledger.transfer (id, booked_at, effective_at, kind, subject, tenant_id, debit_account, credit_account,
                                 currency, amount_nanos, reverses)
    SELECT u.id, at, u.effective_at, CASE WHEN u.amount > 0 THEN 'usage' ELSE 'usage_correction' END, u.subject, u.tenant_id,
           CASE WHEN u.amount > 0 THEN pair.credit ELSE pair.accrued END,
           CASE WHEN u.amount > 0 THEN pair.accrued ELSE pair.credit END, u.currency, abs(u.amount), u.reverses
    FROM unnest(ids, subjects, tenants, currencies, amounts, effective, taken_back)
         AS u (id, subject, tenant_id, currency, amount, effective_at, reverses)
    LEFT JOIN pair ON pair.tenant_id = u.tenant_id AND pair.currency = u.currency
    WHERE u.amount <> 0;
    GET DIAGNOSTICS charged = ROW_COUNT;

    PERFORM ledger.use_holds(subjects, amounts, at);
    PERFORM ledger.use_promotions(tenants, currencies, amounts, effective, taken_back, at);
    RETURN charged;
END $$;
