package io.gpuaas.controlplane.catalogue;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestClock;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.controlplane.identity.TestPrincipals.Person;
import io.gpuaas.controlplane.registry.RegistryAddress;
import io.gpuaas.controlplane.registry.RegistryClient;
import io.gpuaas.testkit.Against;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** Tenants pull apps of others: what their projects are entitled to, as long as they are, and nothing else. */
@Against("PostgreSQL")
class EntitledPullTest {

    @SuppressWarnings("NullAway.Init")
    private static TestControlPlane plane;

    private CatalogueWorld world;
    private String app;
    private Image published;

    private String tenant;
    private String project;
    private ApiClient admin;
    private Person member;

    /** An index over one image of one layer, which is also its config. */
    private record Image(String index, String child, String layer) {

        List<String> addresses() {
            return List.of("manifests/" + index, "manifests/" + child, "blobs/" + layer);
        }
    }

    @BeforeAll
    static void start() {
        plane = TestControlPlane.start(
                Map.of("gpuaas.roles", "api,outbox-relay,registry", "gpuaas.registry.port", "0"),
                TestClock.Running.class);
        assertThat(plane.admin()
                        .put("/api/v1/policies/apps.trust", "{\"value\":\"permissive\"}")
                        .status())
                .isEqualTo(200);
    }

    @AfterAll
    static void stop() {
        plane.close();
    }

    /** A public version 1.0.0 whose image is promoted, and a member of another tenant whose project has the app. */
    @BeforeEach
    void aPublisherAndACustomer() {
        world = new CatalogueWorld(plane);
        app = world.namespace + "/notebook";
        published = publish("1.0.0");
        review("1.0.0");
        world.makePublic(app);
        assertThat(world.act(app, "1.0.0", "publish", "{\"channel\":\"stable\"}")
                        .text("state"))
                .isEqualTo("published");
        operate("1.0.0", "promote");
        tenant = plane.admin().createTenant();
        project = plane.admin().createProject(tenant);
        admin = plane.client(plane.principals().inTenant(Role.TENANT_ADMIN, tenant));
        member = plane.principals().person(Role.PROJECT_MEMBER, tenant, project);
        entitle("*");
    }

    /** Pushes an index, publishes it and creates a draft with it. */
    private Image publish(String version) {
        String intents = "/api/v1/projects/" + world.project + "/publish-intents";
        JsonNode intent = intent(intents, version);
        RegistryClient client = pusher(intent);
        byte[] config = ("{\"os\":\"linux\",\"architecture\":\"amd64\",\"id\":\"" + UUID.randomUUID() + "\"}")
                .getBytes(StandardCharsets.UTF_8);
        client.push(config);
        String image = RegistryClient.image("", config);
        assertThat(client.putManifest("image", image).status()).isEqualTo(201);
        String index = "{\"schemaVersion\":2,\"mediaType\":\"" + RegistryClient.INDEX + "\",\"manifests\":["
                + RegistryClient.descriptor(RegistryClient.MANIFEST, image.getBytes(UTF_8)) + "]}";
        assertThat(client.send("PUT", "manifests/index", index.getBytes(UTF_8), "Content-Type", RegistryClient.INDEX)
                        .status())
                .isEqualTo(201);
        // A signature or any other referrer stays with the publisher.
        String referrer = RegistryClient.image(
                ",\"subject\":" + RegistryClient.descriptor(RegistryClient.INDEX, index.getBytes(UTF_8)), config);
        assertThat(client.putManifest(RegistryClient.digest(referrer), referrer).status())
                .isEqualTo(201);
        String digest = RegistryClient.digest(index);
        Reply done = world.publisher.post(
                intents + "/" + intent.path("id").asString() + "/complete",
                "{\"artifacts\":[{\"name\":\"main\",\"digest\":\"" + digest + "\"}]}");
        assertThat(done.status()).as(done.body()).isEqualTo(200);
        assertThat(world.create(CatalogueWorld.manifest(app, version, digest)).status())
                .isEqualTo(201);
        return new Image(digest, RegistryClient.digest(image), RegistryClient.digest(config));
    }

    private JsonNode intent(String intents, String version) {
        Reply opened = world.publisher.post(
                intents,
                "{\"app\":\"" + app + "\",\"version\":\"" + version
                        + "\",\"artifacts\":[{\"name\":\"main\",\"kind\":\"oci_image\"}]}");
        assertThat(opened.status()).as(opened.body()).isEqualTo(201);
        return opened.json();
    }

    private static RegistryClient pusher(JsonNode intent) {
        return new RegistryClient(
                intent.path("registry_url").asString(),
                intent.path("repository").asString(),
                "Bearer " + intent.path("secret").asString());
    }

    private void review(String version) {
        assertThat(world.act(app, version, "submit", null).text("state")).isEqualTo("submitted");
        ApiClient reviewer = world.reviewer();
        assertThat(reviewer.post(CatalogueWorld.review(app, version) + "/start", null)
                        .status())
                .isEqualTo(200);
        assertThat(reviewer.post(
                                CatalogueWorld.review(app, version) + "/decide",
                                CatalogueWorld.approval(CatalogueWorld.readDigest(reviewer, app, version)))
                        .text("state"))
                .isEqualTo("approved");
    }

    private void offer(String version) {
        review(version);
        assertThat(world.act(app, version, "publish", "{\"channel\":\"edge\"}").text("state"))
                .isEqualTo("published");
        operate(version, "promote");
    }

    private static String text(String sql) {
        return plane.bean(JdbcClient.class).sql(sql).query(String.class).single();
    }

    private String artifact(String version) {
        return text(
                "SELECT id::text FROM artifacts.artifact WHERE app = '" + app + "' AND version = '" + version + "'");
    }

    private void operate(String version, String act) {
        Reply done =
                plane.admin().post("/api/v1/artifacts/" + artifact(version) + "/" + act, "{\"reason\":\"because\"}");
        assertThat(done.status()).as(done.body()).isEqualTo(200);
    }

    private String entitlement() {
        return "/api/v1/projects/" + project + "/apps/" + app + "/entitlement";
    }

    private void entitle(String versions) {
        Reply enabled = admin.put(entitlement(), "{\"versions\":\"" + versions + "\"}");
        assertThat(enabled.status()).as(enabled.body()).isEqualTo(200);
    }

    private RegistryClient reader(String token) {
        return new RegistryClient(plane.bean(RegistryAddress.class).url(), app, "Bearer " + token);
    }

    private RegistryClient withBasic(String token) {
        return reader("").with("Basic " + Base64.getEncoder().encodeToString(("anything:" + token).getBytes(UTF_8)));
    }

    /** The credential that Docker's token exchange returns, which outlives the request for it. */
    private RegistryClient exchanged(String token) {
        RegistryClient.Reply reply =
                withBasic(token).get("/token?service=gpuaas&scope=repository:" + app + ":pull,push");
        assertThat(reply.status()).isEqualTo(200);
        return reader(reply.json().path("token").asString());
    }

    private static void assertPulled(RegistryClient client, Image image) {
        for (String address : image.addresses()) {
            RegistryClient.Reply got = client.get(address);
            assertThat(got.status()).as(address).isEqualTo(200);
            assertThat(RegistryClient.digest(got.body())).isEqualTo(address.substring(address.indexOf('/') + 1));
            assertThat(client.head(address).status()).as(address).isEqualTo(200);
        }
    }

    /** Refused with the same answer as a repository that does not exist. */
    private static void assertAbsent(RegistryClient client, String method, String address) {
        byte[] body = method.equals("GET") ? new byte[0] : "{}".getBytes(UTF_8);
        RegistryClient.Reply nowhere = client.at("nobody/nothing").send(method, address, body);
        RegistryClient.Reply reply = client.send(method, address, body);
        assertThat(reply.status()).as(method + " " + address).isEqualTo(404);
        assertThat(reply.body()).as(method + " " + address).isEqualTo(nowhere.body());
        assertThat(nowhere.status()).isEqualTo(404);
    }

    private static void assertNothing(RegistryClient client, Image image) {
        image.addresses().forEach(address -> assertAbsent(client, "GET", address));
    }

    @Test
    void aMemberOfAnEntitledProjectPullsTheVersionAndNothingElse() {
        Image private2 = publish("2.0.0");
        String machine = plane.principals().machine(project, List.of("artifacts.read"));
        for (String token : List.of(member.token(), machine)) {
            for (RegistryClient client : List.of(reader(token), withBasic(token), exchanged(token))) {
                assertPulled(client, published);
                assertNothing(client, private2);
                assertAbsent(client, "GET", "tags/list");
                assertAbsent(client, "GET", "manifests/v1");
                assertAbsent(client, "GET", "referrers/" + published.index());
                String signature = text(
                        "SELECT m.digest FROM registry.manifest m JOIN registry.repository r ON r.id = m.repository_id"
                                + " WHERE r.name = '" + app + "' AND m.subject = '" + published.index() + "'");
                assertAbsent(client, "GET", "manifests/" + signature);
                assertAbsent(client, "GET", "manifests/sha256:" + "0".repeat(64));
                assertAbsent(client, "DELETE", "manifests/" + published.index());
                assertAbsent(client, "DELETE", "blobs/" + published.layer());
                assertAbsent(client, "PUT", "manifests/" + published.index());
                assertAbsent(client, "POST", "blobs/uploads/");
                assertAbsent(client.at(world.namespace + "/other"), "GET", "manifests/" + published.index());
            }
        }
    }

    @Test
    void onlyAMemberThatMayDeployPullsFromAnotherTenant() {
        assertPulled(reader(member.token()), published);
        assertNothing(reader(plane.principals().inProject(Role.PROJECT_VIEWER, tenant, project)), published);
        assertNothing(
                reader(plane.principals()
                        .inProject(Role.PROJECT_MEMBER, tenant, plane.admin().createProject(tenant))),
                published);
        String other = plane.admin().createTenant();
        assertNothing(reader(plane.principals().inTenant(Role.TENANT_OWNER, other)), published);
        String narrow = plane.principals().narrowed(member, List.of("projects.read"));
        assertThat(reader(narrow).get("manifests/" + published.index()).status())
                .isEqualTo(401);
        assertPulled(reader(plane.principals().narrowed(member, List.of("artifacts.read"))), published);
        Reply narrowed = admin.put(entitlement(), "{\"versions\":\"*\",\"roles\":[\"tenant_admin\"]}");
        assertThat(narrowed.status()).as(narrowed.body()).isEqualTo(200);
        assertNothing(reader(member.token()), published);
    }

    @Test
    void aRangeOfVersionsOpensTheirDigestsOnly() {
        Image second = publish("2.0.0");
        offer("2.0.0");
        RegistryClient client = exchanged(member.token());
        assertPulled(client, published);
        assertPulled(client, second);
        entitle(">=2");
        assertNothing(client, published);
        assertPulled(client, second);
        entitle("<2");
        assertPulled(client, published);
        assertNothing(client, second);
    }

    @Test
    void anOverlayThatDoesNotFitTheVersionClosesIt() {
        RegistryClient client = reader(member.token());
        Reply fits = admin.put(
                entitlement(),
                "{\"versions\":\"*\",\"overlay\":\"{\\\"properties\\\":{\\\"max_len\\\":{\\\"const\\\":4096}}}\"}");
        assertThat(fits.status()).as(fits.body()).isEqualTo(200);
        assertPulled(client, published);
        plane.database()
                .execute("UPDATE entitlements.project_entitlement SET overlay = replace(overlay, 'max_len', 'gone')"
                        + " WHERE project_id = '" + project + "'");
        assertNothing(client, published);
    }

    @Test
    void theBlobsOfAnotherTenantCannotBeMounted() {
        CatalogueWorld customer = new CatalogueWorld(plane);
        ApiClient theirs = plane.client(plane.principals().inTenant(Role.TENANT_ADMIN, customer.tenant));
        assertThat(theirs.put(
                                "/api/v1/projects/" + customer.project + "/apps/" + app + "/entitlement",
                                "{\"versions\":\"*\"}")
                        .status())
                .isEqualTo(200);
        JsonNode intent = customer.publisher
                .post(
                        "/api/v1/projects/" + customer.project + "/publish-intents",
                        "{\"app\":\"" + customer.namespace
                                + "/copy\",\"version\":\"1.0.0\",\"artifacts\":[{\"name\":\"main\",\"kind\":\"oci_image\"}]}")
                .json();
        assertThat(pusher(intent)
                        .send("POST", "blobs/uploads/?mount=" + published.layer() + "&from=" + app, new byte[0])
                        .status())
                .isEqualTo(202);
    }

    @Test
    void theLossOfTheEntitlementOrTheRoleEndsPullsAtOnce() {
        RegistryClient client = exchanged(member.token());
        assertPulled(client, published);
        assertThat(admin.delete(entitlement()).status()).isEqualTo(200);
        assertNothing(client, published);
        entitle("*");
        assertPulled(client, published);
        ApiClient operator = plane.client(plane.principals().onPlatform(Role.OPERATOR));
        String grant = "/api/v1/tenants/" + tenant + "/app-entitlements/" + app;
        assertThat(operator.put(grant, "{\"granted\":false,\"versions\":\"*\"}").status())
                .isEqualTo(200);
        assertNothing(client, published);
        assertThat(operator.delete(grant).status()).isEqualTo(200);
        assertPulled(client, published);
        plane.database().execute("DELETE FROM identity.role_binding WHERE principal_id = '" + member.id() + "'");
        assertNothing(client, published);
    }

    @Test
    void withholdingAndSuspensionEndPullsAtOnce() {
        RegistryClient client = exchanged(member.token());
        assertPulled(client, published);
        operate("1.0.0", "quarantine");
        assertNothing(client, published);
        operate("1.0.0", "release");
        assertPulled(client, published);
        suspendAndLift(client, "");
        suspendAndLift(client, ",\"app_name\":\"notebook\"");
        suspendAndLift(client, ",\"app_name\":\"notebook\",\"version\":\"1.0.0\"");
        assertThat(plane.admin()
                        .post("/api/v1/tenants/" + tenant + "/suspend", "{\"reason\":\"Unpaid.\"}")
                        .status())
                .isEqualTo(200);
        assertNothing(client, published);
        assertThat(plane.admin()
                        .post("/api/v1/tenants/" + tenant + "/reactivate", null)
                        .status())
                .isEqualTo(200);
        assertPulled(client, published);
        operate("1.0.0", "revoke");
        assertNothing(client, published);
    }

    private void suspendAndLift(RegistryClient client, String part) {
        Reply suspension = plane.client(plane.principals().onPlatform(Role.OPERATOR))
                .post(
                        "/api/v1/app-suspensions",
                        "{\"namespace\":\"" + world.namespace + "\"" + part + ",\"reason\":\"Malware.\"}");
        assertThat(suspension.status()).as(suspension.body()).isEqualTo(201);
        assertNothing(client, published);
        assertThat(plane.client(plane.principals().onPlatform(Role.OPERATOR))
                        .post(
                                "/api/v1/app-suspensions/" + suspension.text("id") + "/lift",
                                "{\"reason\":\"A false alarm.\"}")
                        .status())
                .isEqualTo(200);
        assertPulled(client, published);
    }

    @Test
    void onlyPromotedArtifactsThatTheProjectMayLaunchAreOpen() {
        RegistryClient client = reader(member.token());
        assertPulled(client, published);
        String trust = "/api/v1/projects/" + project + "/policies/apps.trust";
        assertThat(plane.admin().put(trust, "{\"value\":\"strict\"}").status()).isEqualTo(200);
        assertNothing(client, published);
        assertThat(plane.admin().delete(trust).status()).isLessThan(300);
        assertPulled(client, published);
        operate("1.0.0", "deprecate");
        assertPulled(client, published);
        operate("1.0.0", "retire");
        assertNothing(client, published);
        Image second = publish("2.0.0");
        review("2.0.0");
        assertThat(world.act(app, "2.0.0", "publish", "{\"channel\":\"edge\"}").text("state"))
                .isEqualTo("published");
        assertNothing(client, second);
        operate("2.0.0", "promote");
        assertPulled(client, second);
    }
}
