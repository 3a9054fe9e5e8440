package io.gpuaas.controlplane.catalogue;

import io.gpuaas.api.AppChannel;
import io.gpuaas.api.AppChannelName;
import io.gpuaas.api.AppVisibility;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.AppId;
import io.gpuaas.kernel.AppVersionId;
import io.gpuaas.kernel.PublisherId;
import io.gpuaas.kernel.TenantId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
class AppStore {

    /** The version that the tenant is shown: its own newest, or the one offered to others. */
    private static final String SHOWN = """
            SELECT a.*, v.title, v.summary, CASE WHEN v.published_at IS NOT NULL THEN v.version END AS latest
            FROM catalogue.app a JOIN catalogue.app_version v
              ON v.id = CASE WHEN a.tenant_id = :tenant THEN a.own_version
                             WHEN a.visibility = 'public' THEN a.offered_version END
            """;

    private final JdbcClient jdbc;

    AppStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** An app, without what its versions say. */
    record AppRow(
            AppId id,
            String name,
            String namespace,
            TenantId tenant,
            AppVisibility visibility,
            List<String> categories,
            Instant createdAt) {}

    /** An app with the texts of the version that is shown. */
    record ShownApp(
            AppRow app,
            String title,
            String summary,
            @Nullable String latest) {}

    /** A filter of listings. {@code only} and {@code without} are names of apps. */
    record Filter(
            @Nullable String search,
            @Nullable String category,
            @Nullable Collection<String> only,
            Collection<String> without,
            boolean ownOnlyUnlessNamed,
            Collection<String> named) {}

    long count(PublisherId publisher, TenantId tenant) {
        return jdbc.sql("SELECT count(*) FROM catalogue.app WHERE tenant_id = :tenant AND publisher_id = :publisher")
                .param("tenant", tenant.value())
                .param("publisher", publisher.value())
                .query(Long.class)
                .single();
    }

    void add(AppRow app, PublisherId publisher, String by) {
        jdbc.sql("""
                INSERT INTO catalogue.app (id, name, namespace, tenant_id, publisher_id, visibility, categories, created_at,
                    created_by)
                VALUES (:id, :name, :namespace, :tenant, :publisher, :visibility, :categories, :at, :by)""")
                .param("id", app.id().value())
                .param("name", app.name())
                .param("namespace", app.namespace())
                .param("tenant", app.tenant().value())
                .param("publisher", publisher.value())
                .param("visibility", app.visibility().wire())
                .param("categories", app.categories().toArray(String[]::new))
                .param("at", Columns.time(app.createdAt()))
                .param("by", by)
                .update();
    }

    /** Locks an app of the tenant until the transaction ends. */
    Optional<AppRow> lock(TenantId tenant, String name) {
        return jdbc.sql("SELECT * FROM catalogue.app WHERE name = :name AND tenant_id = :tenant FOR NO KEY UPDATE")
                .param("name", name)
                .param("tenant", tenant.value())
                .query(AppStore::row)
                .optional();
    }

    Optional<AppRow> find(String name) {
        return jdbc.sql("SELECT * FROM catalogue.app WHERE name = :name")
                .param("name", name)
                .query(AppStore::row)
                .optional();
    }

    /** Finds an app as the tenant sees it; apps of others that are not offered are not found. */
    Optional<ShownApp> find(TenantId tenant, String name) {
        return jdbc.sql(SHOWN + "WHERE a.name = :name")
                .param("tenant", tenant.value())
                .param("name", name)
                .query(AppStore::shown)
                .optional();
    }

    List<ShownApp> list(TenantId tenant, Filter filter, @Nullable String after, int limit) {
        return jdbc.sql(SHOWN + """
                WHERE (:after::text IS NULL OR a.name > :after)
                  AND (:category::text IS NULL OR :category = ANY (a.categories))
                  AND (:search::text IS NULL OR strpos(lower(a.name || ' ' || v.title || ' ' || v.summary), lower(:search)) > 0)
                  AND (:only::text[] IS NULL OR a.name = ANY (:only::text[]))
                  AND (a.tenant_id = :tenant OR NOT EXISTS (SELECT 1 FROM catalogue.suspension s
                        WHERE s.namespace = a.namespace AND s.lifted_at IS NULL AND s.version IS NULL
                          AND (s.app IS NULL OR s.app = a.name)))
                  AND a.name <> ALL (:without::text[])
                  AND (NOT :ownOnly OR a.tenant_id = :tenant OR a.name = ANY (:named::text[]))
                ORDER BY a.name LIMIT :limit""")
                .param("tenant", tenant.value())
                .param("after", after, Types.VARCHAR)
                .param("category", filter.category(), Types.VARCHAR)
                .param("search", filter.search(), Types.VARCHAR)
                .param("only", filter.only() == null ? null : filter.only().toArray(String[]::new), Types.ARRAY)
                .param("without", filter.without().toArray(String[]::new))
                .param("ownOnly", filter.ownOnlyUnlessNamed())
                .param("named", filter.named().toArray(String[]::new))
                .param("limit", limit)
                .query(AppStore::shown)
                .list();
    }

    void update(AppId id, AppVisibility visibility, List<String> categories) {
        jdbc.sql("UPDATE catalogue.app SET visibility = :visibility, categories = :categories WHERE id = :id")
                .param("id", id.value())
                .param("visibility", visibility.wire())
                .param("categories", categories.toArray(String[]::new))
                .update();
    }

    /** Shows a draft to the publisher's tenant while nothing has been published. */
    void showDraft(AppId id, AppVersionId version) {
        jdbc.sql("UPDATE catalogue.app SET own_version = :version WHERE id = :id AND NOT is_published")
                .param("id", id.value())
                .param("version", version.value())
                .update();
    }

    void showPublished(AppId id, AppVersionId version, boolean isReviewed) {
        jdbc.sql("""
                UPDATE catalogue.app SET own_version = :version, is_published = true,
                    offered_version = CASE WHEN :reviewed THEN :version ELSE offered_version END
                WHERE id = :id""")
                .param("id", id.value())
                .param("version", version.value())
                .param("reviewed", isReviewed)
                .update();
    }

    /** Points the channel to the version; false when it pointed there already. */
    boolean move(AppId id, AppChannelName channel, AppVersionId version, Instant at) {
        return jdbc.sql("""
                INSERT INTO catalogue.channel AS c (app_id, channel, version_id, moved_at)
                VALUES (:app, :channel, :version, :at)
                ON CONFLICT (app_id, channel) DO UPDATE SET version_id = :version, moved_at = :at
                WHERE c.version_id <> :version""")
                        .param("app", id.value())
                        .param("channel", channel.wire())
                        .param("version", version.value())
                        .param("at", Columns.time(at))
                        .update()
                == 1;
    }

    /** Returns the channels of apps as the tenant sees them, by app. */
    Map<AppId, List<AppChannel>> channels(TenantId tenant, Collection<AppId> apps) {
        Map<AppId, List<AppChannel>> all = new LinkedHashMap<>();
        jdbc.sql("""
                SELECT c.app_id, c.channel, c.moved_at, v.version
                FROM catalogue.channel c JOIN catalogue.app_version v ON v.id = c.version_id
                WHERE c.app_id =\s""" + Columns.ANY_OF_IDS + """
                 AND (v.tenant_id = :tenant OR v.approved_at IS NOT NULL)
                ORDER BY c.app_id, c.channel DESC""")
                .param("ids", apps.stream().map(AppId::value).toArray(UUID[]::new))
                .param("tenant", tenant.value())
                .query((row, number) -> all.computeIfAbsent(
                                new AppId(row.getObject("app_id", UUID.class)), id -> new ArrayList<>())
                        .add(new AppChannel(
                                AppChannelName.fromWire(row.getString("channel")),
                                row.getString("version"),
                                Columns.instant(row, "moved_at"))))
                .list();
        return all;
    }

    List<AppChannelName> channelsOf(AppVersionId version) {
        return jdbc.sql("SELECT channel FROM catalogue.channel WHERE version_id = :version ORDER BY channel DESC")
                .param("version", version.value())
                .query((row, number) -> AppChannelName.fromWire(row.getString("channel")))
                .list();
    }

    private static ShownApp shown(ResultSet row, int number) throws SQLException {
        return new ShownApp(
                row(row, number), row.getString("title"), row.getString("summary"), row.getString("latest"));
    }

    private static AppRow row(ResultSet row, int number) throws SQLException {
        return new AppRow(
                new AppId(row.getObject("id", UUID.class)),
                row.getString("name"),
                row.getString("namespace"),
                new TenantId(row.getObject("tenant_id", UUID.class)),
                AppVisibility.fromWire(row.getString("visibility")),
                Columns.texts(row, "categories"),
                Columns.instant(row, "created_at"));
    }
}
