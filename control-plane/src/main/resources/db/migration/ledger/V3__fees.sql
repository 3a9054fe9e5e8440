-- What the payment provider keeps of what passes through clearing.
ALTER TABLE ledger.account DROP CONSTRAINT account_kind_check;
ALTER TABLE ledger.account ADD CONSTRAINT account_kind_check
    CHECK (kind IN ('credit', 'accrued', 'receivable', 'promotional', 'earnings', 'clearing', 'cash', 'fees', 'breakage', 'goodwill'));
