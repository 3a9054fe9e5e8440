-- Few wait at a time among all that were ever made.
CREATE INDEX adjustment_pending ON billing.adjustment (id) WHERE state = 'pending';
