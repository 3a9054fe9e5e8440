package io.gpuaas.controlplane.artifacts;

import io.gpuaas.api.Publisher;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.PublisherId;
import io.gpuaas.kernel.TenantId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
class PublisherStore {

    private final JdbcClient jdbc;

    PublisherStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Serializes new publishers and intents of this tenant until the transaction ends, so that counts stay true. */
    void lock(TenantId tenant) {
        jdbc.sql("SELECT pg_advisory_xact_lock(hashtextextended('artifacts ' || :tenant, 0))")
                .param("tenant", tenant.toString())
                .query()
                .singleRow();
    }

    long count(TenantId tenant) {
        return jdbc.sql("SELECT count(*) FROM artifacts.publisher WHERE tenant_id = :tenant")
                .param("tenant", tenant.value())
                .query(Long.class)
                .single();
    }

    /** False when somebody has the namespace. */
    boolean add(Publisher publisher) {
        return jdbc.sql("""
                INSERT INTO artifacts.publisher (id, tenant_id, namespace, name, contact, created_at)
                VALUES (:id, :tenant, :namespace, :name, :contact, :at) ON CONFLICT (namespace) DO NOTHING""")
                        .param("id", publisher.id().value())
                        .param("tenant", publisher.tenantId().value())
                        .param("namespace", publisher.namespace())
                        .param("name", publisher.name())
                        .param("contact", publisher.contact())
                        .param("at", Columns.time(publisher.createdAt()))
                        .update()
                == 1;
    }

    Optional<Publisher> find(TenantId tenant, String namespace) {
        return jdbc.sql("SELECT * FROM artifacts.publisher WHERE tenant_id = :tenant AND namespace = :namespace")
                .param("tenant", tenant.value())
                .param("namespace", namespace)
                .query(PublisherStore::publisher)
                .optional();
    }

    List<Publisher> list(TenantId tenant, @Nullable UUID before, int limit) {
        return jdbc.sql("""
                SELECT * FROM artifacts.publisher
                WHERE tenant_id = :tenant AND (:before::uuid IS NULL OR id < :before::uuid)
                ORDER BY id DESC LIMIT :limit""")
                .param("tenant", tenant.value())
                .param("before", before, Types.OTHER)
                .param("limit", limit)
                .query(PublisherStore::publisher)
                .list();
    }

    private static Publisher publisher(ResultSet row, int number) throws SQLException {
        return new Publisher(
                new PublisherId(row.getObject("id", UUID.class)),
                new TenantId(row.getObject("tenant_id", UUID.class)),
                row.getString("namespace"),
                row.getString("name"),
                row.getString("contact"),
                Columns.optionalInstant(row, "verified_at") != null,
                Columns.instant(row, "created_at"));
    }
}
