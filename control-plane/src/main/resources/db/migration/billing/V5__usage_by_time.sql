-- By time first: a tick adds a row for every allocation, and ordered by allocation each of them went to another page of the
-- index, all of which were written by every tick. The same rows are refused as before.
ALTER TABLE billing.usage DROP CONSTRAINT usage_pkey;
ALTER TABLE billing.usage ADD PRIMARY KEY (starts_at, allocation_id, kind);
-- What a tenant used in a time: costs, statements, exports and corrections are looked up by it.
CREATE INDEX usage_of_tenant ON billing.usage (tenant_id, starts_at);
