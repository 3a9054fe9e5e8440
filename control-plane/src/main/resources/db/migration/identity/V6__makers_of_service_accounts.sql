-- The people who can act through a service account: they made it, or a key of it. Unknown for older rows.
ALTER TABLE identity.service_account ADD COLUMN created_by text;
ALTER TABLE identity.service_account_key ADD COLUMN created_by text;
