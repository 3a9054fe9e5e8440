package io.gpuaas.controlplane.notifications;

import io.gpuaas.api.Notification;
import io.gpuaas.api.NotificationKind;
import io.gpuaas.api.NotificationPreference;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.NotificationId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Inboxes, preferences, and what waits for a digest. */
@Component
class NotificationStore {

    private static final Duration RETENTION = Duration.ofDays(180);

    private final JdbcClient jdbc;

    NotificationStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    record New(
            NotificationId id,
            PrincipalId person,
            NotificationKind kind,
            News.Subject subject,
            String title,
            String body,
            boolean shown,
            String mail,
            @Nullable String address,
            @Nullable Instant digestAt) {}

    void add(New one, Instant now) {
        jdbc.sql("""
                INSERT INTO notifications.notification (id, user_id, kind, tenant_id, project_id, subject_type, subject_id, title,
                    body, created_at, shown, mail, address, digest_at)
                VALUES (:id, :person, :kind, :tenant, :project, :subjectType, :subjectId, :title, :body, :now, :shown, :mail, :address, :digest)""")
                .param("id", one.id().value())
                .param("person", one.person().value())
                .param("kind", one.kind().wire())
                .param(
                        "tenant",
                        one.subject().tenant() == null
                                ? null
                                : one.subject().tenant().value(),
                        Types.OTHER)
                .param(
                        "project",
                        one.subject().project() == null
                                ? null
                                : one.subject().project().value(),
                        Types.OTHER)
                .param("subjectType", one.subject().type(), Types.VARCHAR)
                .param("subjectId", one.subject().id(), Types.VARCHAR)
                .param("title", one.title())
                .param("body", one.body())
                .param("now", Columns.time(now))
                .param("shown", one.shown())
                .param("mail", one.mail())
                .param("address", one.address(), Types.VARCHAR)
                .param("digest", Columns.optionalTime(one.digestAt()), Types.TIMESTAMP_WITH_TIMEZONE)
                .update();
    }

    long mailedSince(PrincipalId person, NotificationKind kind, Instant since) {
        return jdbc.sql("""
                SELECT count(*) FROM notifications.notification
                WHERE user_id = :person AND kind = :kind AND created_at > :since AND mail = 'mailed'""")
                .param("person", person.value())
                .param("kind", kind.wire())
                .param("since", Columns.time(since))
                .query(Long.class)
                .single();
    }

    /** A person's notifications of one kind that wait for a letter. */
    record Held(PrincipalId person, NotificationKind kind, String address) {}

    List<Held> due(Instant now, int limit) {
        return jdbc.sql("""
                SELECT DISTINCT user_id, kind, address FROM notifications.notification
                WHERE mail = 'held' AND digest_at <= :now LIMIT :limit""")
                .param("now", Columns.time(now))
                .param("limit", limit)
                .query((row, n) -> new Held(
                        new PrincipalId(row.getObject("user_id", UUID.class)),
                        NotificationKind.fromWire(row.getString("kind")),
                        row.getString("address")))
                .list();
    }

    /** Takes all of them, also those that came later; their titles. */
    List<String> digest(Held held) {
        return jdbc.sql("""
                UPDATE notifications.notification SET mail = 'digested'
                WHERE user_id = :person AND kind = :kind AND address = :address AND mail = 'held' RETURNING title""")
                .param("person", held.person().value())
                .param("kind", held.kind().wire())
                .param("address", held.address())
                .query((row, n) -> row.getString("title"))
                .list();
    }

    List<Notification> newestFirst(String person, boolean unreadOnly, @Nullable UUID before, int limit) {
        return jdbc.sql("""
                SELECT * FROM notifications.notification
                WHERE user_id = :person::uuid AND shown AND (NOT :unread OR read_at IS NULL)
                  AND (:before::uuid IS NULL OR id < :before) ORDER BY id DESC LIMIT :limit""")
                .param("person", person)
                .param("unread", unreadOnly)
                .param("before", before, Types.OTHER)
                .param("limit", limit)
                .query(NotificationStore::read)
                .list();
    }

    long unread(String person) {
        return jdbc.sql("""
                SELECT count(*) FROM notifications.notification
                WHERE user_id = :person::uuid AND shown AND read_at IS NULL""").param("person", person).query(Long.class).single();
    }

    Optional<Notification> markRead(String person, NotificationId id, Instant now) {
        return jdbc.sql("""
                UPDATE notifications.notification SET read_at = coalesce(read_at, :now)
                WHERE id = :id AND user_id = :person::uuid AND shown RETURNING *""")
                .param("id", id.value())
                .param("person", person)
                .param("now", Columns.time(now))
                .query(NotificationStore::read)
                .optional();
    }

    void markAllRead(String person, Instant now) {
        jdbc.sql("""
                UPDATE notifications.notification SET read_at = :now
                WHERE user_id = :person::uuid AND shown AND read_at IS NULL AND created_at <= :now""").param("person", person).param("now", Columns.time(now)).update();
    }

    NotificationPreference preference(PrincipalId person, NotificationKind kind) {
        return preferences(person.toString()).stream()
                .filter(one -> one.kind().equals(kind.wire()))
                .findFirst()
                .orElseThrow();
    }

    /** One for each kind. */
    List<NotificationPreference> preferences(String person) {
        Map<String, NotificationPreference> chosen = jdbc
                .sql("SELECT kind, console, mail FROM notifications.preference WHERE user_id = :person::uuid")
                .param("person", person)
                .query((row, n) -> new NotificationPreference(
                        row.getString("kind"), row.getBoolean("console"), row.getBoolean("mail")))
                .list()
                .stream()
                .collect(Collectors.toMap(NotificationPreference::kind, Function.identity()));
        return Arrays.stream(NotificationKind.values())
                .map(kind -> chosen.getOrDefault(kind.wire(), new NotificationPreference(kind.wire(), true, true)))
                .toList();
    }

    void prefer(String person, NotificationKind kind, boolean console, boolean mail) {
        jdbc.sql("""
                INSERT INTO notifications.preference (user_id, kind, console, mail)
                VALUES (:person::uuid, :kind, :console, :mail)
                ON CONFLICT (user_id, kind) DO UPDATE SET console = :console, mail = :mail""")
                .param("person", person)
                .param("kind", kind.wire())
                .param("console", console)
                .param("mail", mail)
                .update();
    }

    void deleteOld(Instant now) {
        jdbc.sql("DELETE FROM notifications.notification WHERE created_at < :time AND mail <> 'held'")
                .param("time", Columns.time(now.minus(RETENTION)))
                .update();
    }

    private static Notification read(ResultSet row, int n) throws SQLException {
        UUID tenant = row.getObject("tenant_id", UUID.class);
        UUID project = row.getObject("project_id", UUID.class);
        return new Notification(
                new NotificationId(row.getObject("id", UUID.class)),
                row.getString("kind"),
                tenant == null ? null : new TenantId(tenant),
                project == null ? null : new ProjectId(project),
                row.getString("subject_type"),
                row.getString("subject_id"),
                row.getString("title"),
                row.getString("body"),
                Columns.instant(row, "created_at"),
                Columns.optionalInstant(row, "read_at"));
    }
}
