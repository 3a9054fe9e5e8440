-- As before, with both accounts of a tenant found at once: two joins for every charge took longer than writing it. An account
-- that is not there is an error and not a charge left out.
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
    PERFORM ledger.use_promotions(tenants, currencies, amounts, at);
    RETURN charged;
END $$;
