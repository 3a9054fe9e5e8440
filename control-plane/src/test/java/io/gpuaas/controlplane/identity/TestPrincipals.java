package io.gpuaas.controlplane.identity;

import io.gpuaas.api.ServiceAccount;
import io.gpuaas.controlplane.identity.AccessTokenStore.NewToken;
import io.gpuaas.controlplane.identity.Authenticated.RoleBinding;
import io.gpuaas.controlplane.identity.machines.ServiceAccountStore;
import io.gpuaas.controlplane.platform.Caller;
import io.gpuaas.controlplane.platform.Digests;
import io.gpuaas.kernel.AccessTokenId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Principals with roles, made past the API: signing people up is not what these tests are about. */
public final class TestPrincipals {

    private final IdentityStore store;
    private final ServiceAccountStore accounts;
    private final AccessTokens tokens;
    private final JdbcClient jdbc;

    public TestPrincipals(ApplicationContext context) {
        this.store = context.getBean(IdentityStore.class);
        this.accounts = context.getBean(ServiceAccountStore.class);
        this.tokens = context.getBean(AccessTokens.class);
        this.jdbc = context.getBean(JdbcClient.class);
    }

    /** A person, with a token that is not narrowed. */
    public record Person(String id, String token) {}

    public Person person() {
        PrincipalId id = nobody();
        return new Person(id.toString(), tokens.issue(id, null));
    }

    public Person person(Role role, String tenant) {
        return person(new RoleBinding(role, TenantId.parse(tenant), null));
    }

    public Person person(Role role, String tenant, String project) {
        return person(new RoleBinding(role, TenantId.parse(tenant), ProjectId.parse(project)));
    }

    public Person personOnPlatform(Role role) {
        return person(new RoleBinding(role, null, null));
    }

    private Person person(RoleBinding binding) {
        Person person = person();
        store.bind(PrincipalId.parse(person.id()), binding);
        return person;
    }

    public Person personAt(String email) {
        Person person = person();
        jdbc.sql("UPDATE identity.principal SET email = :email WHERE id = :id")
                .param("email", email)
                .param("id", UUID.fromString(person.id()))
                .update();
        return person;
    }

    public String platformAdmin() {
        return onPlatform(Role.PLATFORM_ADMIN);
    }

    public String onPlatform(Role role) {
        return personOnPlatform(role).token();
    }

    public String inTenant(Role role, String tenant) {
        return person(role, tenant).token();
    }

    public String inProject(Role role, String tenant, String project) {
        return person(role, tenant, project).token();
    }

    public String withoutRole() {
        return person().token();
    }

    public String expired() {
        return tokens.issue(nobody(), Instant.EPOCH);
    }

    /** Of a platform administrator, and revoked before it was ever used. */
    public String revoked() {
        String token = platformAdmin();
        jdbc.sql("UPDATE identity.access_token SET revoked_at = created_at WHERE token_hash = :digest")
                .param("digest", Digests.sha256(token))
                .update();
        return token;
    }

    /** Another token of the person, narrowed. */
    public String narrowed(Person person, Collection<String> scopes) {
        return tokens.issue(new NewToken(
                new AccessTokenId(UUID.randomUUID()),
                PrincipalId.parse(person.id()),
                null,
                List.copyOf(scopes),
                null,
                Instant.EPOCH,
                null));
    }

    /** A token of a new service account. */
    public String machine(String project, Collection<String> scopes) {
        PrincipalId id = new PrincipalId(UUID.randomUUID());
        store.addPrincipal(id, Caller.Kind.SERVICE_ACCOUNT, "machine", Instant.EPOCH);
        accounts.add(
                new ServiceAccount(
                        id, ProjectId.parse(project), "machine", List.copyOf(scopes), false, Instant.EPOCH, List.of()),
                "test");
        return tokens.issue(id, null);
    }

    private PrincipalId nobody() {
        PrincipalId id = new PrincipalId(UUID.randomUUID());
        store.addPrincipal(id, Caller.Kind.USER, "test", Instant.EPOCH);
        return id;
    }
}
