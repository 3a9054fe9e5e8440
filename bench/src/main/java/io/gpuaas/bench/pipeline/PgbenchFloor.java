package io.gpuaas.bench.pipeline;

import io.gpuaas.bench.kit.Database;
import io.gpuaas.bench.kit.Pgbench;
import io.gpuaas.bench.kit.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/** The floor under the pipeline: pgbench writes the rows of one createProject in one transaction, again and again. */
final class PgbenchFloor {

    private static final String TENANT = "00000000-0000-7000-8000-000000000001";
    /** The id of the project in hand: like the product's it grows with time, so that rows lie as theirs do. */
    private static final String ID =
            "(lpad(to_hex(:n::bigint), 12, '0') || '70008000' || lpad(to_hex(:client_id::bigint), 12, '0'))::uuid";

    private static final String SCRIPT = """
            \\set n :n + 1
            BEGIN;
            INSERT INTO pipeline.idempotency AS i (principal_id, operation, key, fingerprint, expires_at) \
            VALUES ('{tenant}', 'createProject', {id}::text, sha256({id}::text::bytea), now() + interval '24 hours') \
            ON CONFLICT (principal_id, operation, key) DO UPDATE \
            SET fingerprint = excluded.fingerprint, expires_at = excluded.expires_at, status = NULL, body = NULL \
            WHERE i.expires_at <= now();
            INSERT INTO identity.project (id, tenant_id, slug, name, created_at) \
            VALUES ({id}, '{tenant}', 'p-' || :n::text || '-' || :client_id::text, 'Project ' || :n::text, now());
            WITH next AS (\
            INSERT INTO events.aggregate_sequence AS s (aggregate, last_sequence) VALUES ('project' || chr(58) || {id}::text, 1) \
            ON CONFLICT (aggregate) DO UPDATE SET last_sequence = s.last_sequence + 1 RETURNING last_sequence) \
            INSERT INTO events.outbox (partition_no, event_id, event_type, aggregate, sequence, envelope) \
            SELECT (:n::bigint % 16)::smallint, {id}, 'identity.project_created', 'project' || chr(58) || {id}::text, \
            last_sequence, last_sequence || '{envelope}' FROM next;
            INSERT INTO audit.event (occurred_at, actor_id, actor_kind, tenant_id, project_id, action, target, outcome, \
            error_code, correlation_id, source_address, detail) \
            VALUES (now(), '{tenant}', 'user', '{tenant}', NULL, 'project.create', 'project' || chr(58) || {id}::text, \
            'succeeded', NULL, {id}::text, '127.0.0.1', NULL);
            UPDATE pipeline.idempotency SET status = 201, body = '{body}'::bytea \
            WHERE principal_id = '{tenant}' AND operation = 'createProject' AND key = {id}::text;
            END;
            """;

    /** How large the product's rows are where their size is the product's choice. */
    record Sizes(int bodyBytes, int envelopeBytes) {}

    private final Pgbench pgbench;
    private final Path script;
    /** Where the next run's ids begin, past any the runs before can have reached. */
    private long nextId = 1;

    PgbenchFloor(Workspace workspace, Database database, String databaseName, Sizes sizes)
            throws IOException, SQLException {
        this.pgbench = new Pgbench(database, databaseName);
        this.script = workspace.directory().resolve("floor.sql");
        Files.writeString(
                script,
                SCRIPT.replace("{id}", ID)
                        .replace("{tenant}", TENANT)
                        .replace("{body}", "x".repeat(sizes.bodyBytes()))
                        .replace("{envelope}", "x".repeat(sizes.envelopeBytes() - 1)));
        try (Connection connection = database.connect(databaseName)) {
            Database.execute(
                    connection, "INSERT INTO identity.tenant VALUES ('" + TENANT + "', 'floor', 'The floor', now())");
        }
    }

    /** Transactions per second. */
    double run(int clients, Duration duration) throws Exception {
        double rate = pgbench.run(script, nextId, clients, duration);
        nextId += 100_000_000;
        return rate;
    }
}
