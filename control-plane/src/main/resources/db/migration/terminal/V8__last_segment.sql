-- The segment that told the end: none after it belongs to the recording.
ALTER TABLE terminal.recording ADD COLUMN last_segment integer;
