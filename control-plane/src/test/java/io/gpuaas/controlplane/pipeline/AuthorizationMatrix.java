package io.gpuaas.controlplane.pipeline;

import io.gpuaas.api.GivesRights;
import io.gpuaas.api.Scope;
import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.access.SshKeySamples;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.controlplane.identity.TestPrincipals;
import io.gpuaas.controlplane.identity.TestPrincipals.Person;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Calls operations of the contract as every kind of caller, and reports answers that break the rules. */
final class AuthorizationMatrix {

    static final JsonNode CONTRACT = YAMLMapper.builder()
            .build()
            .readTree(AuthorizationMatrix.class.getResourceAsStream("/contracts/openapi.yaml"));
    private static final Set<String> EVERYTHING = Arrays.stream(Role.values())
            .flatMap(role -> role.permissions().stream())
            .collect(Collectors.toSet());

    /** One operation as the contract has it. */
    record Case(String method, String path, JsonNode operation) {

        String id() {
            return operation.path("operationId").asString();
        }

        String permission() {
            return operation.at("/x-gpuaas/permission").asString();
        }

        Scope scope() {
            return Scope.valueOf(operation.at("/x-gpuaas/scope").asString().toUpperCase(Locale.ROOT));
        }

        boolean placed() {
            return scope() == Scope.TENANT || scope() == Scope.PROJECT;
        }

        boolean mutates() {
            return !method.equals("GET");
        }

        GivesRights givesRights() {
            String mark = operation.at("/x-gpuaas/gives_rights").asString("none");
            return GivesRights.valueOf(mark.toUpperCase(Locale.ROOT));
        }
    }

    static List<Case> cases() {
        return CONTRACT.path("paths")
                .propertyStream()
                .flatMap(path -> path.getValue()
                        .propertyStream()
                        .filter(method ->
                                Set.of("get", "put", "post", "delete", "patch").contains(method.getKey()))
                        .map(method ->
                                new Case(method.getKey().toUpperCase(Locale.ROOT), path.getKey(), method.getValue())))
                .toList();
    }

    /** A valid request, the answer to it, and the answer a narrowed credential gets where only a person may ask. */
    record Sample(@Nullable String body, int expected, int ofNarrowed) {

        Sample(@Nullable String body, int expected) {
            this(body, expected, expected);
        }
    }

    /** A tenant with one of everything. */
    private record World(
            String tenant,
            String project,
            String otherProject,
            String member,
            String account,
            String key,
            String secret,
            String invitation) {}

    /** A kind of caller: its token in a world, and the status an operation must answer. */
    private record Asker(String name, Function<World, String> token, Function<Case, Integer> expected) {}

    private final TestControlPlane plane;
    private final Map<String, Sample> samples;
    private final ApiClient admin;
    private final TestPrincipals principals;
    private final World shared;
    private final World foreign;
    private int requests;

    AuthorizationMatrix(TestControlPlane plane, Map<String, Sample> samples) {
        this.plane = plane;
        this.samples = samples;
        this.admin = plane.admin();
        this.principals = plane.principals();
        for (String lane : List.of("default", "admin", "anonymous", "financial")) {
            admin.put("/api/v1/policies/rate_limit." + lane + "_requests_per_minute", "{\"value\":\"10000000\"}");
        }
        this.shared = world();
        this.foreign = world();
    }

    int requests() {
        return requests;
    }

    /** Where the server and the rules disagree; empty when all is well. */
    List<String> check(Case one) {
        List<String> wrong = new ArrayList<>();
        for (Asker asker : askers(one)) {
            int expected = asker.expected().apply(one);
            // A successful change must not affect the next caller.
            World world = one.mutates() && expected < 300 ? worldFor(one) : shared;
            Reply reply = send(one, world, plane.client(asker.token().apply(world)));
            if (reply.status() != expected) {
                wrong.add(one.id() + " by " + asker.name() + " answered " + reply.status() + " in place of " + expected
                        + ": " + reply.body());
            }
        }
        wrong.addAll(checkAbsence(one));
        return wrong;
    }

    int askerCount() {
        return askers(cases().getFirst()).size();
    }

    private List<Asker> askers(Case one) {
        String permission = one.permission();
        Set<String> ofMachines = Role.PROJECT_ADMIN.permissions();
        List<Asker> all = new ArrayList<>(List.of(
                new Asker("nobody", world -> "", this::unauthenticated),
                new Asker("garbage", world -> "garbage", this::unauthenticated),
                new Asker("an unknown token", world -> "gpuaas_" + "x".repeat(43), this::unauthenticated),
                new Asker("an expired token", world -> principals.expired(), this::unauthenticated),
                new Asker("a revoked token", world -> principals.revoked(), this::unauthenticated),
                new Asker("somebody without a role", world -> principals.withoutRole(), this::stranger),
                new Asker(
                        "another tenant's owner",
                        world -> principals.inTenant(Role.TENANT_OWNER, foreign.tenant()),
                        this::stranger),
                new Asker(
                        "another tenant's administrator",
                        world -> principals.inTenant(Role.TENANT_ADMIN, foreign.tenant()),
                        this::stranger),
                new Asker(
                        "another project's administrator",
                        world -> principals.inProject(Role.PROJECT_ADMIN, world.tenant(), world.otherProject()),
                        this::neighbour),
                new Asker(
                        "another tenant's machine",
                        world -> principals.machine(foreign.project(), ofMachines),
                        which -> narrowed(which, stranger(which))),
                new Asker(
                        "another project's machine",
                        world -> principals.machine(world.otherProject(), ofMachines),
                        which -> narrowed(which, neighbour(which))),
                new Asker(
                        "a machine without the scope",
                        world -> principals.machine(world.project(), without(ofMachines, permission)),
                        which -> narrowed(which, 403)),
                new Asker(
                        "a machine with the scope",
                        world -> principals.machine(world.project(), ofMachines),
                        which -> narrowed(which, byRole(which, Role.PROJECT_ADMIN))),
                new Asker(
                        "a token without the scope",
                        world -> principals.narrowed(holder(one, world), without(EVERYTHING, permission)),
                        which -> narrowed(which, 403)),
                new Asker(
                        "a token with the scope",
                        world -> principals.narrowed(holder(one, world), EVERYTHING),
                        which -> narrowed(which, byRole(which, holderRole(which))))));
        for (Role role : Role.values()) {
            all.add(new Asker(role.wireName(), world -> holding(role, world).token(), which -> byRole(which, role)));
        }
        return all;
    }

    private static Collection<String> without(Set<String> permissions, String one) {
        return permissions.stream().filter(name -> !name.equals(one)).toList();
    }

    private Person holder(Case one, World world) {
        return holding(holderRole(one), world);
    }

    private static Role holderRole(Case one) {
        return switch (one.scope()) {
            case PROJECT -> Role.PROJECT_ADMIN;
            case TENANT -> Role.TENANT_OWNER;
            case PLATFORM, SELF, PUBLIC -> Role.PLATFORM_ADMIN;
        };
    }

    private Person holding(Role role, World world) {
        return switch (role) {
            case PLATFORM_ADMIN, OPERATOR, AUDITOR, FINANCE, REVIEWER -> principals.personOnPlatform(role);
            case TENANT_OWNER, TENANT_ADMIN, TENANT_BILLING -> principals.person(role, world.tenant());
            case PROJECT_ADMIN, PROJECT_MEMBER, PROJECT_VIEWER ->
                principals.person(role, world.tenant(), world.project());
        };
    }

    private Sample sample(Case one) {
        return java.util.Objects.requireNonNull(samples.get(one.id()), one.id());
    }

    private int unauthenticated(Case one) {
        return one.scope() == Scope.PUBLIC ? sample(one).expected() : 401;
    }

    private int stranger(Case one) {
        return switch (one.scope()) {
            case PUBLIC, SELF -> sample(one).expected();
            case PLATFORM -> 403;
            case TENANT, PROJECT -> 404;
        };
    }

    /** Sees the tenant, and not the project next door. */
    private int neighbour(Case one) {
        return one.scope() == Scope.TENANT ? 403 : stranger(one);
    }

    private int narrowed(Case one, int elsewhere) {
        return switch (one.scope()) {
            case PUBLIC -> sample(one).expected();
            case SELF -> sample(one).ofNarrowed();
            case PLATFORM, TENANT, PROJECT ->
                one.givesRights() == GivesRights.PERSON
                                && elsewhere == sample(one).expected()
                        ? 403
                        : elsewhere;
        };
    }

    /** The result of a request: its answer, and the rights gained by it. */
    record Outcome(Reply reply, Set<String> gained) {}

    /** The sample's request, by a person with all permissions and an unnarrowed credential. */
    Outcome byAWholePerson(Case one, Sample request) {
        World world = worldFor(one);
        return outcome(one, world, principals.platformAdmin(), request);
    }

    /** By each credential that is narrowed to what the operation itself asks for. */
    Map<String, Outcome> byNarrowedCredentials(Case one, Sample request) {
        World world = worldFor(one);
        Set<String> scopes = one.scope() == Scope.SELF ? EVERYTHING : Set.of(one.permission());
        Map<String, String> tokens = new LinkedHashMap<>();
        tokens.put(
                "a platform administrator's token", narrow(principals.personOnPlatform(Role.PLATFORM_ADMIN), scopes));
        if (one.placed()) {
            tokens.put("an owner's token", narrow(principals.person(Role.TENANT_OWNER, world.tenant()), scopes));
        }
        if (one.scope() == Scope.PROJECT) {
            Person admin = principals.person(Role.PROJECT_ADMIN, world.tenant(), world.project());
            tokens.put("a project administrator's token", narrow(admin, scopes));
            if (Role.PROJECT_ADMIN.permissions().contains(one.permission())) {
                tokens.put("a machine", principals.machine(world.project(), scopes));
            }
        }
        Map<String, Outcome> outcomes = new LinkedHashMap<>();
        tokens.forEach((name, token) -> outcomes.put(name, outcome(one, world, token, request)));
        return outcomes;
    }

    /** With a token that names every permission there is, which is less than a whole person's. */
    Outcome byATokenWithEveryScope(Case one, Sample request) {
        World world = worldFor(one);
        return outcome(one, world, narrow(principals.personOnPlatform(Role.PLATFORM_ADMIN), EVERYTHING), request);
    }

    /** The sample's request about a tenant that is suspended. */
    Reply whenSuspended(Case one) {
        World world = worldFor(one);
        admin.post("/api/v1/tenants/" + world.tenant() + "/suspend", "{\"reason\":\"unpaid\"}");
        return send(one, world, admin);
    }

    private String narrow(Person person, Set<String> scopes) {
        return principals.narrowed(person, scopes);
    }

    private Outcome outcome(Case one, World world, String token, Sample request) {
        String address = address(one, world);
        ApiClient caller = plane.client(token);
        Set<String> before = rights();
        requests++;
        Reply reply = caller.send(
                one.method(),
                one.givesRights() == GivesRights.POLICY ? wideningPolicy(address) : address,
                request.body() == null ? null : fill(request.body(), world),
                "Idempotency-Key",
                UUID.randomUUID().toString());
        Set<String> gained = new TreeSet<>(rights());
        gained.removeAll(before);
        return new Outcome(reply, gained);
    }

    private static String wideningPolicy(String address) {
        return address.substring(0, address.lastIndexOf('/') + 1) + "allocations.sudo";
    }

    /** Every right in force, one per line: roles, people who can sign in, credentials, machine access. */
    private Set<String> rights() {
        return new TreeSet<>(
                plane.bean(JdbcClient.class).sql("""
                SELECT 'role ' || r::text FROM identity.role_binding r
                UNION ALL SELECT 'person ' || id || coalesce(email, '') FROM identity.principal WHERE disabled_at IS NULL
                UNION ALL SELECT 'password ' || principal_id || password_hash FROM issuer.user_account
                UNION ALL SELECT 'machine ' || principal_id || scopes::text FROM identity.service_account WHERE NOT disabled
                UNION ALL SELECT 'key ' || id FROM identity.service_account_key WHERE revoked_at IS NULL
                UNION ALL SELECT 'token ' || id || coalesce(scopes::text, '') FROM identity.access_token WHERE revoked_at IS NULL
                UNION ALL SELECT 'invitation ' || id || role || expires_at FROM identity.invitation WHERE state = 'open'
                UNION ALL SELECT 'ssh key ' || k.id FROM access.ssh_key k
                UNION ALL SELECT 'sudo ' || o::text FROM policy.override o WHERE o.key = 'allocations.sudo'
                UNION ALL SELECT 'join token ' || id FROM nodes.join_token WHERE used_at IS NULL
                UNION ALL SELECT 'gateway ' || id || secret_digest FROM gateways.gateway WHERE revoked_at IS NULL
                UNION ALL SELECT 'stream ' || id FROM gateways.stream
                """).query(String.class).list());
    }

    /** A project's role does not reach its tenant, a tenant's role not the platform. */
    private int byRole(Case one, Role role) {
        boolean reaches = switch (role) {
            case PLATFORM_ADMIN, OPERATOR, AUDITOR, FINANCE, REVIEWER -> true;
            case TENANT_OWNER, TENANT_ADMIN, TENANT_BILLING -> one.scope() != Scope.PLATFORM;
            case PROJECT_ADMIN, PROJECT_MEMBER, PROJECT_VIEWER -> one.scope() == Scope.PROJECT;
        };
        boolean open = one.scope() == Scope.PUBLIC || one.scope() == Scope.SELF;
        return open || (reaches && role.permissions().contains(one.permission()))
                ? sample(one).expected()
                : 403;
    }

    /** Foreign places and things must look exactly like missing ones. */
    private List<String> checkAbsence(Case one) {
        if (!one.placed()) {
            return List.of();
        }
        World nowhere = nowhere();
        ApiClient outsider = plane.client(principals.inTenant(Role.TENANT_OWNER, foreign.tenant()));
        ApiClient insider = plane.client(principals.inTenant(Role.TENANT_OWNER, shared.tenant()));
        World misplaced = inside(shared, foreign);
        World missing = inside(shared, nowhere);
        boolean names =
                Stream.of("{service_account_id}", "{key_id}", "{invitation_id}").anyMatch(one.path()::contains);
        return Stream.concat(
                        differs(one, send(one, shared, outsider), send(one, nowhere, outsider)),
                        names
                                ? differs(one, send(one, misplaced, insider), send(one, missing, insider))
                                : Stream.empty())
                .toList();
    }

    private static Stream<String> differs(Case one, Reply another, Reply missing) {
        return another.status() == missing.status() && shown(another).equals(shown(missing))
                ? Stream.empty()
                : Stream.of(one.id() + " tells another's thing from a missing one: " + another.body() + " and "
                        + missing.body());
    }

    private static JsonNode shown(Reply reply) {
        ObjectNode body = (ObjectNode) reply.json();
        body.remove(List.of("correlation_id", "instance"));
        return body;
    }

    private Reply send(Case one, World world, ApiClient caller) {
        requests++;
        String body = sample(one).body();
        return caller.send(
                one.method(),
                address(one, world),
                body == null ? null : fill(body, world),
                "Idempotency-Key",
                UUID.randomUUID().toString());
    }

    private String address(Case one, World world) {
        // The platform's own policy must stay generous for the rest of the matrix.
        String policy = one.scope() == Scope.PLATFORM
                ? "rate_limit.terminal_token_requests_per_minute"
                : "rate_limit.default_requests_per_minute";
        String path = one.path()
                .replace("{tenant_id}", world.tenant())
                .replace("{project_id}", world.project())
                .replace("{principal_id}", world.member())
                .replace("{service_account_id}", world.account())
                .replace("{key_id}", world.key())
                .replace("{invitation_id}", world.invitation())
                .replace("{access_token_id}", UUID.randomUUID().toString())
                .replace("{policy_key}", policy)
                .replace("{correlation_id}", UUID.randomUUID().toString())
                .replace("{dead_letter_id}", UUID.randomUUID().toString())
                .replace("{ssh_key_id}", UUID.randomUUID().toString())
                .replace("{node_id}", one.path().contains("{node_id}") ? node() : "")
                .replace("{reservation_id}", UUID.randomUUID().toString())
                .replace("{allocation_id}", UUID.randomUUID().toString())
                .replace("{sku_name}", one.id().equals("retireSku") ? "h200-sxm-baremetal" : "h100-sxm-slice")
                .replace("{gpu_uuid}", "GPU-" + UUID.randomUUID())
                .replace("{task_id}", UUID.randomUUID().toString())
                .replace("{release_id}", UUID.randomUUID().toString())
                .replace("{rollout_id}", UUID.randomUUID().toString())
                .replace("{gateway_id}", UUID.randomUUID().toString())
                .replace("{payment_id}", UUID.randomUUID().toString())
                .replace("{notification_id}", UUID.randomUUID().toString())
                .replace("{measure_name}", "no-such-measure")
                .replace("{statement_id}", UUID.randomUUID().toString())
                .replace("{adjustment_id}", UUID.randomUUID().toString())
                .replace("{publish_intent_id}", UUID.randomUUID().toString())
                .replace("{artifact_id}", UUID.randomUUID().toString())
                .replace("{namespace}", "nobody")
                .replace("{app_name}", "app")
                .replace("{app_version}", "1.0.0")
                .replace("{app_suspension_id}", UUID.randomUUID().toString())
                .replace("{app_request_id}", UUID.randomUUID().toString())
                .replace("{publisher_id}", UUID.randomUUID().toString())
                .replace("{publisher_key_id}", UUID.randomUUID().toString())
                .replace("{advisory_id}", UUID.randomUUID().toString())
                .replace("{platform_key_id}", UUID.randomUUID().toString())
                .replace("{kind}", "budget")
                .replace("{month}", "2020-01")
                .replace("{stream_id}", UUID.randomUUID().toString())
                .replace("{command_id}", UUID.randomUUID().toString())
                .replace("{terminal_id}", UUID.randomUUID().toString())
                .replace("{code}", "not_found");
        if (one.id().equals("listCosts")) {
            return path + "?group_by=day";
        }
        if (path.endsWith("/document")) {
            return path + "?format=csv";
        }
        if (one.id().equals("estimateAllocation")) {
            return path + "?sku=none&count=1";
        }
        if (one.id().startsWith("stream")) {
            return path + "?after=nowhere";
        }
        if (one.id().equals("getNodeTelemetry")) {
            return path + "?from=2026-01-01T00:00:00Z&to=2026-01-01T01:00:00Z";
        }
        if (one.id().equals("getLaunchDecision")) {
            return path + "?digest=sha256:" + "0".repeat(64);
        }
        if (one.id().equals("explainPlacement")) {
            return path + "?sku=h100-sxm-slice&count=1";
        }
        return one.id().startsWith("export") ? path + "?format=jsonl" : path;
    }

    /** A node of its own for each request: what one asker does to it is not in the way of the next. */
    private String node() {
        return admin.post("/api/v1/nodes", "{\"name\":\"n-" + UUID.randomUUID() + "\"}")
                .text("id");
    }

    private static String fill(String body, World world) {
        return body.replace("${slug}", "s-" + UUID.randomUUID().toString().substring(0, 20))
                .replace("${key}", world.key())
                .replace("${secret}", world.secret())
                .replace("${soon}", Instant.now().plusSeconds(3600).toString())
                .replace("${ssh_key}", SshKeySamples.ed25519())
                .replace("${email}", UUID.randomUUID() + "@example.com");
    }

    private World worldFor(Case one) {
        World world = world();
        if (one.id().equals("deleteTenant")) {
            admin.delete("/api/v1/projects/" + world.project());
            admin.delete("/api/v1/projects/" + world.otherProject());
        }
        return world;
    }

    private World world() {
        String tenant = admin.createTenant();
        String project = admin.createProject(tenant);
        String member = principals.person(Role.TENANT_BILLING, tenant).id();
        admin.put("/api/v1/projects/" + project + "/members/" + member, "{\"role\":\"project_viewer\"}");
        String accounts = "/api/v1/projects/" + project + "/service-accounts";
        String account = admin.post(accounts, "{\"name\":\"N\",\"scopes\":[\"projects.read\"]}")
                .text("id");
        Reply key = admin.post(accounts + "/" + account + "/keys", "{\"kind\":\"secret\"}");
        String invitation = admin.post(
                        "/api/v1/tenants/" + tenant + "/invitations",
                        "{\"email\":\"" + UUID.randomUUID() + "@example.com\",\"tenant_role\":\"tenant_billing\"}")
                .text("id");
        return new World(
                tenant,
                project,
                admin.createProject(tenant),
                member,
                account,
                key.json().at("/key/id").asString(),
                key.text("secret"),
                invitation);
    }

    private static World nowhere() {
        return new World(
                UUID.randomUUID().toString(),
                UUID.randomUUID().toString(),
                UUID.randomUUID().toString(),
                UUID.randomUUID().toString(),
                UUID.randomUUID().toString(),
                UUID.randomUUID().toString(),
                "none",
                UUID.randomUUID().toString());
    }

    /** Addresses in one world that name things of another. */
    private static World inside(World place, World things) {
        return new World(
                place.tenant(),
                place.project(),
                place.otherProject(),
                things.member(),
                things.account(),
                things.key(),
                things.secret(),
                things.invitation());
    }
}
