-- An invitation is good only as long as its inviter could still invite. Nobody knows who made the earlier ones, so
-- those that are open end; they can be made again.
ALTER TABLE identity.invitation
    ADD COLUMN inviter_id     uuid REFERENCES identity.principal (id),
    ADD COLUMN letter_sent_at timestamptz;
UPDATE identity.invitation SET state = 'revoked' WHERE state = 'open';
CREATE INDEX invitation_by_inviter ON identity.invitation (inviter_id) WHERE state = 'open';

-- The letters of the last 24 hours, by the mailbox they went to.
CREATE TABLE identity.invitation_letter (
    mailbox   text NOT NULL,
    tenant_id uuid NOT NULL,
    sent_at   timestamptz NOT NULL
);
CREATE INDEX invitation_letter_by_mailbox ON identity.invitation_letter (mailbox, sent_at);
CREATE INDEX invitation_letter_by_tenant ON identity.invitation_letter (tenant_id, sent_at);
CREATE INDEX invitation_letter_by_time ON identity.invitation_letter (sent_at);
