package io.gpuaas.controlplane.audit;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A row of the trail as it is stored. */
record AuditRow(
        long id,
        long tx,
        Instant occurredAt,
        String actorId,
        String actorKind,
        @Nullable UUID tenantId,
        @Nullable UUID projectId,
        String action,
        @Nullable String target,
        String outcome,
        @Nullable String errorCode,
        String correlationId,
        @Nullable String sourceAddress,
        @Nullable String detail) {

    static final int HASH_BYTES = 32;

    static Set<String> actors(Collection<AuditRow> rows) {
        return rows.stream().map(AuditRow::actorId).collect(Collectors.toSet());
    }

    static AuditRow read(ResultSet row, int number) throws SQLException {
        return new AuditRow(
                row.getLong("id"),
                Long.parseUnsignedLong(row.getString("tx")),
                row.getObject("occurred_at", OffsetDateTime.class).toInstant(),
                row.getString("actor_id"),
                row.getString("actor_kind"),
                row.getObject("tenant_id", UUID.class),
                row.getObject("project_id", UUID.class),
                row.getString("action"),
                row.getString("target"),
                row.getString("outcome"),
                row.getString("error_code"),
                row.getString("correlation_id"),
                row.getString("source_address"),
                row.getString("detail"));
    }

    /** A digest of every column. Each value is preceded by its length, so that none can flow into the next. */
    byte[] hash() {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeLong(id);
            out.writeLong(tx);
            out.writeLong(occurredAt.getEpochSecond());
            out.writeInt(occurredAt.getNano());
            for (Object value : new @Nullable Object[] {
                actorId,
                actorKind,
                tenantId,
                projectId,
                action,
                target,
                outcome,
                errorCode,
                correlationId,
                sourceAddress,
                detail
            }) {
                write(out, value);
            }
            return MessageDigest.getInstance("SHA-256").digest(bytes.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static void write(DataOutputStream out, @Nullable Object value) throws IOException {
        if (value == null) {
            out.writeInt(-1);
        } else {
            byte[] text = value.toString().getBytes(StandardCharsets.UTF_8);
            out.writeInt(text.length);
            out.write(text);
        }
    }
}
