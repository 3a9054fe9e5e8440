package io.gpuaas.controlplane.offerings;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.TenantId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
class SkuStore {

    private final JdbcClient jdbc;

    SkuStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    Optional<Sku> find(String name) {
        return jdbc.sql("SELECT * FROM offerings.sku WHERE name = :name")
                .param("name", name)
                .query(SkuStore::sku)
                .optional();
    }

    Optional<Sku> findVisible(TenantId tenant, String name) {
        return jdbc.sql("""
                SELECT s.* FROM offerings.sku s
                WHERE s.name = :name AND (s.visibility = 'all' OR EXISTS (
                    SELECT 1 FROM offerings.sku_tenant t WHERE t.sku = s.name AND t.tenant_id = :tenant))""")
                .param("name", name)
                .param("tenant", tenant.value())
                .query(SkuStore::sku)
                .optional();
    }

    List<Sku> listVisible(TenantId tenant) {
        return jdbc.sql("""
                SELECT s.* FROM offerings.sku s
                WHERE s.retired_at IS NULL AND (s.visibility = 'all' OR EXISTS (
                    SELECT 1 FROM offerings.sku_tenant t WHERE t.sku = s.name AND t.tenant_id = :tenant))
                ORDER BY s.name""")
                .param("tenant", tenant.value())
                .query(SkuStore::sku)
                .list();
    }

    List<Sku> list(@Nullable String after, int limit) {
        return jdbc.sql("""
                SELECT * FROM offerings.sku WHERE :after::text IS NULL OR name > :after ORDER BY name LIMIT :limit""")
                .param("after", after)
                .param("limit", limit)
                .query(SkuStore::sku)
                .list();
    }

    void add(Sku sku, Instant now) {
        try {
            fields(jdbc.sql("""
                    INSERT INTO offerings.sku (name, title, shape, gpu_model, mig_profile, counts, gpus_per_unit, vcpus,
                        memory_bytes, nvme_bytes, region, zone, isolation, images, visibility, created_at)
                    VALUES (:name, :title, :shape, :model, :profile, :counts, :gpus, :vcpus,
                        :memory, :nvme, :region, :zone, :isolation, :images, :visibility, :now)"""), sku)
                    .param("shape", sku.shape().wire())
                    .param("model", sku.gpuModel())
                    .param("profile", sku.gpu().migProfile())
                    .param("gpus", sku.lots().gpusPerUnit())
                    .param("visibility", visibility(sku.listing().listedTenantsOnly()))
                    .param("now", Columns.time(now))
                    .update();
        } catch (DuplicateKeyException e) {
            throw OfferingErrors.nameTaken(sku.name());
        }
    }

    /** None when it is no longer the version that was read. */
    Optional<Sku> update(Sku sku) {
        return fields(jdbc.sql("""
                UPDATE offerings.sku SET title = :title, counts = :counts, vcpus = :vcpus, memory_bytes = :memory,
                    nvme_bytes = :nvme, region = :region, zone = :zone, isolation = :isolation, images = :images,
                    version = version + 1
                WHERE name = :name AND version = :version RETURNING *"""), sku)
                .param("version", sku.version())
                .query(SkuStore::sku)
                .optional();
    }

    private static JdbcClient.StatementSpec fields(JdbcClient.StatementSpec statement, Sku sku) {
        return statement
                .param("name", sku.name())
                .param("title", sku.title())
                .param("counts", sku.counts().toArray(Integer[]::new))
                .param("vcpus", sku.lots().unit().vcpus())
                .param("memory", sku.lots().unit().memoryBytes())
                .param("nvme", sku.lots().unit().nvmeBytes())
                .param("region", sku.site().region())
                .param("zone", sku.site().zone())
                .param("isolation", sku.setup().isolation().wire())
                .param("images", sku.setup().images().toArray(String[]::new));
    }

    Sku retire(String name, Instant now) {
        return jdbc.sql("""
                UPDATE offerings.sku SET retired_at = :now, version = version + 1 WHERE name = :name RETURNING *""")
                .param("name", name)
                .param("now", Columns.time(now))
                .query(SkuStore::sku)
                .single();
    }

    Sku setListed(String name, boolean listed) {
        return jdbc.sql("""
                UPDATE offerings.sku SET visibility = :visibility, version = version + 1 WHERE name = :name
                RETURNING *""")
                .param("name", name)
                .param("visibility", visibility(listed))
                .query(SkuStore::sku)
                .single();
    }

    private static String visibility(boolean listed) {
        return listed ? "listed" : "all";
    }

    void putTenants(String name, List<TenantId> tenants) {
        jdbc.sql("DELETE FROM offerings.sku_tenant WHERE sku = :name")
                .param("name", name)
                .update();
        jdbc.sql("INSERT INTO offerings.sku_tenant (sku, tenant_id) SELECT :name, t FROM unnest(:tenants) AS t")
                .param("name", name)
                .param("tenants", tenants.stream().map(TenantId::value).toArray(UUID[]::new))
                .update();
    }

    Map<String, List<TenantId>> tenants(List<String> names) {
        Map<String, List<TenantId>> found = new HashMap<>();
        jdbc.sql("SELECT * FROM offerings.sku_tenant WHERE sku = ANY (:names) ORDER BY sku, tenant_id")
                .param("names", names.toArray(String[]::new))
                .query(row -> {
                    found.computeIfAbsent(row.getString("sku"), sku -> new ArrayList<>())
                            .add(new TenantId(row.getObject("tenant_id", UUID.class)));
                });
        return found;
    }

    private static Sku sku(ResultSet row, int number) throws SQLException {
        return new Sku(
                row.getString("name"),
                row.getString("title"),
                Shape.of(row.getString("shape")),
                new Sku.Gpu(row.getString("gpu_model"), row.getString("mig_profile")),
                new Sku.Lots(
                        List.of((Integer[]) row.getArray("counts").getArray()),
                        row.getInt("gpus_per_unit"),
                        new Sku.Unit(row.getInt("vcpus"), row.getLong("memory_bytes"), row.getLong("nvme_bytes"))),
                new Sku.Site(row.getString("region"), row.getString("zone")),
                new Sku.Setup(Isolation.of(row.getString("isolation")), Columns.texts(row, "images")),
                new Sku.Listing(
                        row.getString("visibility").equals("listed"), Columns.optionalInstant(row, "retired_at")),
                row.getLong("version"));
    }
}
