package io.gpuaas.controlplane.identity;

import io.gpuaas.api.Project;
import io.gpuaas.api.Tenant;
import io.gpuaas.api.TenantState;
import io.gpuaas.controlplane.identity.Authenticated.RoleBinding;
import io.gpuaas.controlplane.platform.Caller;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

public @Component class IdentityStore {

    private final JdbcClient jdbc;

    IdentityStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    void add(Tenant tenant) {
        try {
            jdbc.sql("INSERT INTO identity.tenant (id, slug, name, created_at) VALUES (:id, :slug, :name, :at)")
                    .param("id", tenant.id().value())
                    .param("slug", tenant.slug())
                    .param("name", tenant.name())
                    .param("at", tenant.createdAt().atOffset(ZoneOffset.UTC))
                    .update();
        } catch (DuplicateKeyException e) {
            throw IdentityErrors.slugTaken(tenant.slug());
        }
    }

    void add(Project project) {
        try {
            jdbc.sql("""
                    INSERT INTO identity.project (id, tenant_id, slug, name, created_at)
                    VALUES (:id, :tenant, :slug, :name, :at)""")
                    .param("id", project.id().value())
                    .param("tenant", project.tenantId().value())
                    .param("slug", project.slug())
                    .param("name", project.name())
                    .param("at", project.createdAt().atOffset(ZoneOffset.UTC))
                    .update();
        } catch (DuplicateKeyException e) {
            throw IdentityErrors.slugTaken(project.slug());
        }
    }

    Optional<Tenant> find(TenantId id) {
        return jdbc.sql("SELECT * FROM identity.tenant WHERE id = :id")
                .param("id", id.value())
                .query(IdentityStore::tenant)
                .optional();
    }

    Optional<Project> find(ProjectId id) {
        return jdbc.sql("SELECT * FROM identity.project WHERE id = :id")
                .param("id", id.value())
                .query(IdentityStore::project)
                .optional();
    }

    Map<ProjectId, TenantId> findTenants(Collection<? extends ProjectId> projects) {
        return jdbc
                .sql("SELECT id, tenant_id FROM identity.project WHERE id = ANY (:ids)")
                .param("ids", projects.stream().map(ProjectId::value).toArray(UUID[]::new))
                .query((row, n) -> Map.entry(
                        new ProjectId(row.getObject("id", UUID.class)),
                        new TenantId(row.getObject("tenant_id", UUID.class))))
                .list()
                .stream()
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    List<Tenant> listTenants(@Nullable UUID before, int limit) {
        return jdbc.sql("""
                SELECT * FROM identity.tenant WHERE (:before::uuid IS NULL OR id < :before::uuid)
                ORDER BY id DESC LIMIT :limit""")
                .param("before", before, Types.OTHER)
                .param("limit", limit)
                .query(IdentityStore::tenant)
                .list();
    }

    List<Project> listProjects(TenantId tenant, @Nullable UUID before, int limit) {
        return jdbc.sql("""
                SELECT * FROM identity.project
                WHERE tenant_id = :tenant AND (:before::uuid IS NULL OR id < :before::uuid)
                ORDER BY id DESC LIMIT :limit""")
                .param("tenant", tenant.value())
                .param("before", before, Types.OTHER)
                .param("limit", limit)
                .query(IdentityStore::project)
                .list();
    }

    Optional<Tenant> rename(TenantId id, String name) {
        return jdbc.sql("UPDATE identity.tenant SET name = :name WHERE id = :id RETURNING *")
                .param("id", id.value())
                .param("name", name)
                .query(IdentityStore::tenant)
                .optional();
    }

    Optional<Tenant> setState(TenantId id, TenantState state, @Nullable String reason) {
        return jdbc.sql(
                        "UPDATE identity.tenant SET state = :state, suspended_reason = :reason WHERE id = :id RETURNING *")
                .param("id", id.value())
                .param("state", state.wire())
                .param("reason", reason, Types.VARCHAR)
                .query(IdentityStore::tenant)
                .optional();
    }

    Optional<Project> rename(ProjectId id, String name) {
        return jdbc.sql("UPDATE identity.project SET name = :name WHERE id = :id RETURNING *")
                .param("id", id.value())
                .param("name", name)
                .query(IdentityStore::project)
                .optional();
    }

    /** Serializes all changes of a tenant's members until the transaction ends. */
    Optional<Tenant> lock(TenantId id) {
        return jdbc.sql("SELECT * FROM identity.tenant WHERE id = :id FOR UPDATE")
                .param("id", id.value())
                .query(IdentityStore::tenant)
                .optional();
    }

    public Optional<Project> lock(ProjectId id) {
        return jdbc.sql("SELECT * FROM identity.project WHERE id = :id FOR UPDATE")
                .param("id", id.value())
                .query(IdentityStore::project)
                .optional();
    }

    boolean hasProjects(TenantId tenant) {
        return jdbc.sql("SELECT EXISTS (SELECT 1 FROM identity.project WHERE tenant_id = :tenant)")
                .param("tenant", tenant.value())
                .query(Boolean.class)
                .single();
    }

    /** Returns the principals that held a role there. */
    List<PrincipalId> deleteBindings(TenantId tenant) {
        return deletedBindings(
                "DELETE FROM identity.role_binding WHERE tenant_id = :place RETURNING principal_id", tenant.value());
    }

    List<PrincipalId> deleteBindings(ProjectId project) {
        return deletedBindings(
                "DELETE FROM identity.role_binding WHERE project_id = :place RETURNING principal_id", project.value());
    }

    private List<PrincipalId> deletedBindings(String sql, UUID place) {
        return jdbc.sql(sql).param("place", place).query((row, n) -> row.getObject(1, UUID.class)).list().stream()
                .distinct()
                .sorted() // events of several principals are appended in one order, so that nobody waits in a circle
                .map(PrincipalId::new)
                .toList();
    }

    void delete(TenantId id) {
        jdbc.sql("DELETE FROM identity.tenant WHERE id = :id")
                .param("id", id.value())
                .update();
    }

    void delete(ProjectId id) {
        jdbc.sql("DELETE FROM identity.project WHERE id = :id")
                .param("id", id.value())
                .update();
    }

    /** True for the one process that may set the installation up, until its transaction ends. */
    boolean lockSetUp() {
        return jdbc.sql("SELECT pg_try_advisory_xact_lock(7303)")
                .query(Boolean.class)
                .single();
    }

    boolean hasPrincipals() {
        return jdbc.sql("SELECT EXISTS (SELECT 1 FROM identity.principal)")
                .query(Boolean.class)
                .single();
    }

    public void addPrincipal(PrincipalId id, Caller.Kind kind, String displayName, Instant at) {
        jdbc.sql("INSERT INTO identity.principal (id, kind, display_name, created_at) VALUES (:id, :kind, :name, :at)")
                .param("id", id.value())
                .param("kind", kind.wireName())
                .param("name", displayName)
                .param("at", at.atOffset(ZoneOffset.UTC))
                .update();
    }

    void bind(PrincipalId principal, RoleBinding binding) {
        jdbc.sql("""
                INSERT INTO identity.role_binding (principal_id, role, tenant_id, project_id)
                VALUES (:principal, :role, :tenant, :project) ON CONFLICT DO NOTHING""")
                .param("principal", principal.value())
                .param("role", binding.role().wireName())
                .param(
                        "tenant",
                        binding.tenantId() == null ? null : binding.tenantId().value(),
                        Types.OTHER)
                .param(
                        "project",
                        binding.projectId() == null ? null : binding.projectId().value(),
                        Types.OTHER)
                .update();
    }

    /** Those that may sign in now. A service account that was deleted leaves its principal behind. */
    private static final String IN_FORCE = """
            SELECT p.id, p.kind, p.display_name, s.scopes AS machine_scopes, s.project_id, j.tenant_id
            FROM identity.principal p
            LEFT JOIN identity.service_account s ON s.principal_id = p.id
            LEFT JOIN identity.project j ON j.id = s.project_id
            WHERE p.id = ANY (:ids) AND p.disabled_at IS NULL
              AND (p.kind = 'user' OR (s.principal_id IS NOT NULL AND NOT s.disabled))""";

    Optional<Authenticated> find(PrincipalId id) {
        return Optional.ofNullable(find(List.of(id)).get(id));
    }

    /** Two statements, however many they are. */
    Map<PrincipalId, Authenticated> find(Collection<PrincipalId> ids) {
        UUID[] values = ids.stream().map(PrincipalId::value).distinct().toArray(UUID[]::new);
        Map<UUID, List<RoleBinding>> bindings = new HashMap<>();
        jdbc.sql(
                        "SELECT principal_id, role, tenant_id, project_id FROM identity.role_binding WHERE principal_id = ANY (:ids)")
                .param("ids", values)
                .query(row -> {
                    bindings.computeIfAbsent(row.getObject("principal_id", UUID.class), made -> new ArrayList<>())
                            .add(binding(row));
                });
        return jdbc.sql(IN_FORCE).param("ids", values).query((row, n) -> authenticated(row, bindings)).list().stream()
                .collect(Collectors.toUnmodifiableMap(Authenticated::principal, Function.identity()));
    }

    private static Authenticated authenticated(ResultSet row, Map<UUID, List<RoleBinding>> bindings)
            throws SQLException {
        List<String> scopes = Columns.optionalTexts(row, "machine_scopes");
        return scopes == null
                ? new Authenticated(caller(row), bindings.getOrDefault(row.getObject("id", UUID.class), List.of()))
                : new Authenticated(caller(row), List.of(machineRole(row)), Set.copyOf(scopes));
    }

    /** The role of a service account, which its scopes narrow. */
    static RoleBinding machineRole(ResultSet row) throws SQLException {
        return new RoleBinding(
                Role.PROJECT_ADMIN,
                new TenantId(row.getObject("tenant_id", UUID.class)),
                new ProjectId(row.getObject("project_id", UUID.class)));
    }

    private static Caller caller(ResultSet row) throws SQLException {
        return new Caller(
                row.getString("id"),
                Caller.Kind.valueOf(row.getString("kind").toUpperCase(Locale.ROOT)),
                row.getString("display_name"));
    }

    Map<PrincipalId, String> names(Collection<PrincipalId> ids) {
        return jdbc
                .sql("SELECT id, display_name FROM identity.principal WHERE id = ANY (:ids)")
                .param("ids", ids.stream().map(PrincipalId::value).distinct().toArray(UUID[]::new))
                .query((row, n) -> Map.entry(new PrincipalId(row.getObject(1, UUID.class)), row.getString(2)))
                .list()
                .stream()
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    List<RoleBinding> bindings(UUID principal) {
        return jdbc.sql("SELECT role, tenant_id, project_id FROM identity.role_binding WHERE principal_id = :principal")
                .param("principal", principal)
                .query((row, n) -> binding(row))
                .list();
    }

    private static RoleBinding binding(ResultSet row) throws SQLException {
        UUID tenant = row.getObject("tenant_id", UUID.class);
        UUID project = row.getObject("project_id", UUID.class);
        return new RoleBinding(
                Role.valueOf(row.getString("role").toUpperCase(Locale.ROOT)),
                tenant == null ? null : new TenantId(tenant),
                project == null ? null : new ProjectId(project));
    }

    private static Tenant tenant(ResultSet row, int number) throws SQLException {
        return new Tenant(
                new TenantId(row.getObject("id", UUID.class)),
                row.getString("slug"),
                row.getString("name"),
                TenantState.fromWire(row.getString("state")),
                row.getString("suspended_reason"),
                row.getObject("created_at", OffsetDateTime.class).toInstant());
    }

    private static Project project(ResultSet row, int number) throws SQLException {
        return new Project(
                new ProjectId(row.getObject("id", UUID.class)),
                new TenantId(row.getObject("tenant_id", UUID.class)),
                row.getString("slug"),
                row.getString("name"),
                row.getObject("created_at", OffsetDateTime.class).toInstant());
    }
}
