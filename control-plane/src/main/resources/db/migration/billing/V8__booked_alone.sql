-- What people booked for tenants without anybody else: added up over a day, since many small sums are a large one.
CREATE TABLE billing.booked_alone (
    id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    person    text   NOT NULL,
    tenant_id uuid   NOT NULL,
    nanos     bigint NOT NULL CHECK (nanos > 0),
    booked_at timestamptz NOT NULL
);
CREATE INDEX booked_alone_by_person ON billing.booked_alone (person, booked_at);
-- What was corrected on the day before the rule came.
INSERT INTO billing.booked_alone (person, tenant_id, nanos, booked_at)
SELECT requested_by, tenant_id, amount_nanos, decided_at FROM billing.adjustment
WHERE state = 'booked' AND decided_by = requested_by AND decided_at > now() - interval '24 hours';
