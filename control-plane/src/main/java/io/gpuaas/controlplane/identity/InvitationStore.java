package io.gpuaas.controlplane.identity;

import io.gpuaas.api.Invitation;
import io.gpuaas.api.InvitationState;
import io.gpuaas.controlplane.identity.Members.Place;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.InvitationId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
class InvitationStore {

    private final JdbcClient jdbc;

    InvitationStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    void add(Invitation invitation, PrincipalId inviter, byte[] tokenHash) {
        jdbc.sql("""
                INSERT INTO identity.invitation (
                    id, tenant_id, project_id, email, role, token_hash, state, created_at, expires_at, inviter_id, letter_sent_at)
                VALUES (:id, :tenant, :project, :email, :role, :hash, 'open', :at, :expires, :inviter, :at)""")
                .param("id", invitation.id().value())
                .param("tenant", invitation.tenantId().value())
                .param("project", projectValue(invitation.projectId()), Types.OTHER)
                .param("email", invitation.email())
                .param("role", invitation.role())
                .param("hash", tokenHash)
                .param("at", Columns.time(invitation.createdAt()))
                .param("expires", Columns.time(invitation.expiresAt()))
                .param("inviter", inviter.value())
                .update();
    }

    /** The open one to this address and place, if any. */
    Optional<Invitation> findOpen(String email, Place place, Instant now) {
        return jdbc.sql("""
                SELECT * FROM identity.invitation
                WHERE tenant_id = :tenant AND project_id IS NOT DISTINCT FROM :project::uuid AND email = :email
                  AND state = 'open' AND expires_at > :now ORDER BY id DESC LIMIT 1 FOR UPDATE""")
                .param("tenant", place.tenantId().value())
                .param("project", place.projectValue(), Types.OTHER)
                .param("email", email)
                .param("now", Columns.time(now))
                .query((row, n) -> invitation(row, now))
                .optional();
    }

    /** Another role, inviter and end; the link in the letter stays. */
    void renew(InvitationId id, Role role, PrincipalId inviter, Instant expiresAt) {
        jdbc.sql("""
                UPDATE identity.invitation SET role = :role, inviter_id = :inviter, expires_at = :expires
                WHERE id = :id AND state = 'open'""")
                .param("id", id.value())
                .param("role", role.wireName())
                .param("inviter", inviter.value())
                .param("expires", Columns.time(expiresAt))
                .update();
    }

    /** Bounded by what tenants may have open. */
    List<Invitation> listOpenOf(PrincipalId inviter) {
        return jdbc.sql("SELECT * FROM identity.invitation WHERE inviter_id = :inviter AND state = 'open' ORDER BY id")
                .param("inviter", inviter.value())
                .query((row, n) -> invitation(row, Instant.MIN))
                .list();
    }

    boolean revoke(InvitationId id) {
        return jdbc.sql("UPDATE identity.invitation SET state = 'revoked' WHERE id = :id AND state = 'open'")
                        .param("id", id.value())
                        .update()
                == 1;
    }

    /** Keeps the inviter from being disabled or given other platform roles until this transaction ends. */
    void holdInviter(PrincipalId inviter) {
        jdbc.sql("SELECT 1 FROM identity.principal WHERE id = :id FOR SHARE")
                .param("id", inviter.value())
                .query(row -> {});
    }

    /** An earlier open one to the same address and place, which a new one replaces. */
    List<InvitationId> revokeOpen(String email, Place place) {
        return jdbc.sql("""
                UPDATE identity.invitation SET state = 'revoked'
                WHERE tenant_id = :tenant AND project_id IS NOT DISTINCT FROM :project::uuid AND email = :email
                  AND state = 'open' RETURNING id""")
                .param("tenant", place.tenantId().value())
                .param("project", place.projectValue(), Types.OTHER)
                .param("email", email)
                .query((row, n) -> new InvitationId(row.getObject(1, UUID.class)))
                .list();
    }

    long countOpen(TenantId tenant, Instant now) {
        return jdbc.sql("""
                SELECT count(*) FROM identity.invitation
                WHERE tenant_id = :tenant AND state = 'open' AND expires_at > :now""")
                .param("tenant", tenant.value())
                .param("now", Columns.time(now))
                .query(Long.class)
                .single();
    }

    List<Invitation> listOpen(TenantId tenant, Instant now, @Nullable UUID before, int limit) {
        return jdbc.sql("""
                SELECT * FROM identity.invitation
                WHERE tenant_id = :tenant AND state = 'open' AND (:before::uuid IS NULL OR id < :before::uuid)
                ORDER BY id DESC LIMIT :limit""")
                .param("tenant", tenant.value())
                .param("before", before, Types.OTHER)
                .param("limit", limit)
                .query((row, n) -> invitation(row, now))
                .list();
    }

    Optional<Invitation> findByToken(byte[] tokenHash, Instant now) {
        return jdbc.sql("SELECT * FROM identity.invitation WHERE token_hash = :hash")
                .param("hash", tokenHash)
                .query((row, n) -> invitation(row, now))
                .optional();
    }

    Optional<Invitation> find(TenantId tenant, InvitationId id, Instant now) {
        return jdbc.sql("SELECT * FROM identity.invitation WHERE id = :id AND tenant_id = :tenant")
                .param("id", id.value())
                .param("tenant", tenant.value())
                .query((row, n) -> invitation(row, now))
                .optional();
    }

    /** True for exactly one of several concurrent callers. */
    boolean close(InvitationId id, InvitationState state, Instant now) {
        return jdbc.sql("""
                        UPDATE identity.invitation SET state = :state
                        WHERE id = :id AND state = 'open' AND expires_at > :now""")
                        .param("id", id.value())
                        .param("state", state.wire())
                        .param("now", Columns.time(now))
                        .update()
                == 1;
    }

    int deleteExpiredBefore(Instant time, int batch) {
        return jdbc.sql("""
                DELETE FROM identity.invitation WHERE id = ANY (ARRAY(
                    SELECT id FROM identity.invitation WHERE expires_at < :time LIMIT :batch))""")
                .param("time", Columns.time(time))
                .param("batch", batch)
                .update();
    }

    private static Invitation invitation(ResultSet row, Instant now) throws SQLException {
        UUID project = row.getObject("project_id", UUID.class);
        UUID inviter = row.getObject("inviter_id", UUID.class);
        Instant expiresAt = Columns.instant(row, "expires_at");
        InvitationState stored = InvitationState.fromWire(row.getString("state"));
        return new Invitation(
                new InvitationId(row.getObject("id", UUID.class)),
                new TenantId(row.getObject("tenant_id", UUID.class)),
                project == null ? null : new ProjectId(project),
                row.getString("email"),
                row.getString("role"),
                stored == InvitationState.OPEN && !expiresAt.isAfter(now) ? InvitationState.EXPIRED : stored,
                Columns.instant(row, "created_at"),
                expiresAt,
                inviter == null ? null : new PrincipalId(inviter),
                Columns.optionalInstant(row, "letter_sent_at"),
                null);
    }

    private static @Nullable UUID projectValue(@Nullable ProjectId project) {
        return project == null ? null : project.value();
    }
}
