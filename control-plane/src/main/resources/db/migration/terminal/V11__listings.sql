-- True when the content of a folder was listed instead of a file.
ALTER TABLE terminal.file_transfer ADD COLUMN listing boolean NOT NULL DEFAULT false;
