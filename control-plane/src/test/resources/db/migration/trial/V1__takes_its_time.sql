-- Longer than the database allows statements by itself in MigrationsTest.
SELECT pg_sleep(1.5);
