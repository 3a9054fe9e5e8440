-- For whom a task was made, so that they can be told of it. Absent: for the platform, or before this was kept.
ALTER TABLE nodes.task ADD COLUMN tenant_id uuid, ADD COLUMN project_id uuid;
