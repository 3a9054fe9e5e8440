-- What a tenant holds or held, newest first, however many others hold newer ones.
CREATE INDEX allocation_of_tenant ON allocations.allocation (tenant_id, id DESC);
