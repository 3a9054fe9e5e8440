-- What a notification tells of, so that people get there. Absent of what was told before, and of invitations.
ALTER TABLE notifications.notification
    ADD COLUMN project_id   uuid,
    ADD COLUMN subject_type text,
    ADD COLUMN subject_id   text,
    ADD CONSTRAINT subject_whole CHECK ((subject_type IS NULL) = (subject_id IS NULL));
