package io.gpuaas.controlplane.artifacts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestClock;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.events.PublishedEventCheck;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.controlplane.registry.RegistryAddress;
import io.gpuaas.controlplane.registry.RegistryClient;
import io.gpuaas.events.ArtifactPublished;
import io.gpuaas.events.PublishIntentChanged;
import io.gpuaas.events.PublisherCreated;
import io.gpuaas.testkit.Against;
import io.gpuaas.testkit.MovableClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** A tenant publishes by public means only: an intent, pushes by an OCI client, and the completion. */
@Against("PostgreSQL")
class PublishingTest {

    private static final byte[] CONFIG =
            "{\"os\":\"linux\",\"architecture\":\"arm64\",\"variant\":\"v8\"}".getBytes(StandardCharsets.UTF_8);

    private static TestControlPlane plane;

    private ApiClient owner;
    private String tenant;
    private String project;
    private String namespace;

    @BeforeAll
    static void start() {
        plane = TestControlPlane.start(
                Map.of("gpuaas.roles", "api,outbox-relay,registry", "gpuaas.registry.port", "0"),
                TestClock.Running.class);
    }

    @AfterAll
    static void stop() {
        plane.close();
    }

    @BeforeEach
    void tenantWithANamespace() {
        tenant = plane.admin().createTenant();
        project = plane.admin().createProject(tenant);
        owner = plane.client(plane.principals().inTenant(Role.TENANT_OWNER, tenant));
        namespace = "n" + UUID.randomUUID().toString().substring(0, 8);
        assertThat(createPublisher(owner, tenant, namespace).status()).isEqualTo(201);
    }

    private static Reply createPublisher(ApiClient client, String tenant, String namespace) {
        return client.post(
                "/api/v1/tenants/" + tenant + "/publishers",
                "{\"namespace\":\"" + namespace + "\",\"name\":\"Acme\",\"contact\":\"apps@acme.example\"}");
    }

    private String intents() {
        return "/api/v1/projects/" + project + "/publish-intents";
    }

    private Reply createIntent(String app, String version, String planned) {
        return owner.post(
                intents(), "{\"app\":\"" + app + "\",\"version\":\"" + version + "\",\"artifacts\":[" + planned + "]}");
    }

    private JsonNode intent(String version, String planned) {
        Reply reply = createIntent(namespace + "/app", version, planned);
        assertThat(reply.status()).as(reply.body()).isEqualTo(201);
        return reply.json();
    }

    private static RegistryClient pusher(JsonNode intent) {
        return new RegistryClient(
                intent.path("registry_url").asString(),
                intent.path("repository").asString(),
                "Bearer " + intent.path("secret").asString());
    }

    private Reply complete(JsonNode intent, String... namesAndDigests) {
        StringBuilder pushed = new StringBuilder();
        for (int i = 0; i < namesAndDigests.length; i += 2) {
            pushed.append(i == 0 ? "" : ",")
                    .append("{\"name\":\"%s\",\"digest\":\"%s\"}"
                            .formatted(namesAndDigests[i], namesAndDigests[i + 1]));
        }
        return owner.post(
                intents() + "/" + intent.path("id").asString() + "/complete", "{\"artifacts\":[" + pushed + "]}");
    }

    private static String image(String name) {
        return "{\"name\":\"" + name + "\",\"kind\":\"oci_image\"}";
    }

    private static byte[] random(int size) {
        byte[] bytes = new byte[size];
        new Random().nextBytes(bytes);
        return bytes;
    }

    private static String pushImage(RegistryClient client, byte[] config, byte[]... layers) {
        client.push(config);
        Arrays.stream(layers).forEach(client::push);
        byte[][] blobs = new byte[layers.length + 1][];
        blobs[0] = config;
        System.arraycopy(layers, 0, blobs, 1, layers.length);
        String manifest = RegistryClient.image("", blobs);
        assertThat(client.putManifest("v1", manifest).status()).isEqualTo(201);
        return RegistryClient.digest(manifest);
    }

    private static String basic(String password) {
        return "Basic " + Base64.getEncoder().encodeToString(("any:" + password).getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void anImageIsPushedUnderAnIntentCheckedAndListed() {
        JsonNode intent = intent("1.0", image("server"));
        RegistryClient client = pusher(intent);
        byte[] layer = random(200_000);
        String digest = pushImage(client, CONFIG, layer);
        Reply done = complete(intent, "server", digest);
        assertThat(done.status()).as(done.body()).isEqualTo(200);
        JsonNode artifact = done.json().path("artifacts").path(0);
        assertThat(artifact.path("digest").asString()).isEqualTo(digest);
        assertThat(artifact.path("platforms").toString()).isEqualTo("[\"linux/arm64/v8\"]");
        assertThat(artifact.path("trust").asString()).isEqualTo("unverified");
        assertThat(artifact.path("promotion").asString()).isEqualTo("published");
        assertThat(artifact.path("size_bytes").asLong()).isGreaterThan(200_000L + CONFIG.length);
        String artifacts = "/api/v1/projects/" + project + "/artifacts";
        assertThat(owner.get(artifacts + "?app=" + namespace + "/app").json().path("items"))
                .hasSize(1);
        assertThat(owner.get(artifacts + "?app=" + namespace + "/other").json().path("items"))
                .isEmpty();
        assertThat(owner.get(artifacts + "/" + artifact.path("id").asString()).status())
                .isEqualTo(200);
        assertThat(client.head("manifests/" + digest).status())
                .as("the intent's credential ends with it")
                .isIn(401, 404);
        assertThat(owner.get(intents() + "/" + intent.path("id").asString()).text("state"))
                .isEqualTo("completed");
        await().atMost(Duration.ofSeconds(60))
                .until(() -> PublishedEventCheck.SEEN.containsAll(
                        List.of(PublisherCreated.TYPE, PublishIntentChanged.TYPE, ArtifactPublished.TYPE)));
        assertThat(PublishedEventCheck.FAULTS).isEmpty();
    }

    @Test
    void completingAgainIsAnsweredTheSameAndOtherDigestsAreRefused() {
        JsonNode intent = intent("1.0", image("server"));
        RegistryClient client = pusher(intent);
        String first = pushImage(client, CONFIG, random(100));
        String second = pushImage(client, CONFIG, random(100));
        Reply done = complete(intent, "server", first);
        Reply again = complete(intent, "server", first);
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.body()).isEqualTo(done.body());
        Reply other = complete(intent, "server", second);
        assertThat(other.status()).isEqualTo(409);
        assertThat(other.text("code")).isEqualTo("publish_intent_closed");
    }

    @Test
    void ofManyCompletionsAtOnceOnlyOneDigestWins() throws Exception {
        JsonNode intent = intent("1.0", image("server"));
        RegistryClient client = pusher(intent);
        List<String> digests = List.of(pushImage(client, CONFIG, random(10)), pushImage(client, CONFIG, random(10)));
        try (var threads = Executors.newFixedThreadPool(8)) {
            List<Future<Reply>> replies = IntStream.range(0, 8)
                    .mapToObj(i -> threads.submit(() -> complete(intent, "server", digests.get(i % 2))))
                    .toList();
            Set<String> answers = new HashSet<>();
            for (Future<Reply> one : replies) {
                Reply reply = one.get();
                assertThat(reply.status()).as(reply.body()).isIn(200, 409);
                if (reply.status() == 200) {
                    answers.add(reply.body());
                }
            }
            assertThat(answers).hasSize(1);
        }
        assertThat(owner.get("/api/v1/projects/" + project + "/artifacts")
                        .json()
                        .path("items"))
                .hasSize(1);
    }

    @Test
    void anIncompleteOrForeignDigestIsRefusedAndNothingIsPublished() {
        JsonNode theirs = intent("1.0", image("server"));
        String foreign = pushImage(pusher(theirs), CONFIG, random(50));
        JsonNode intent = intent("2.0", image("server") + ",{\"name\":\"readme\",\"kind\":\"file\"}");
        RegistryClient client = pusher(intent);
        String good = pushImage(client, CONFIG, random(60));
        Reply refused = complete(intent, "server", good, "readme", foreign);
        assertThat(refused.status()).as(refused.body()).isEqualTo(422);
        assertThat(refused.text("code")).isEqualTo("artifact_refused");
        assertThat(refused.json().path("violations").path(0).path("field").asString())
                .isEqualTo("readme");
        assertThat(owner.get("/api/v1/projects/" + project + "/artifacts")
                        .json()
                        .path("items"))
                .isEmpty();
        assertThat(complete(intent, "server", good).status()).isEqualTo(400);
    }

    private Reply completeOne(String version, String planned, String manifest, String type, byte[]... blobs) {
        JsonNode intent = intent(version, planned);
        RegistryClient client = pusher(intent);
        Arrays.stream(blobs).forEach(client::push);
        String digest = RegistryClient.digest(manifest);
        assertThat(client.send(
                                "PUT",
                                "manifests/" + digest,
                                manifest.getBytes(StandardCharsets.UTF_8),
                                "Content-Type",
                                type)
                        .status())
                .isEqualTo(201);
        return complete(intent, "a", digest);
    }

    private static void assertRefused(Reply reply, String why) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(422);
        assertThat(reply.text("detail")).contains(why);
    }

    @Test
    void eachContradictionIsRefusedWithItsReason() {
        byte[] layer = random(100);
        String image = RegistryClient.image("", CONFIG, layer);
        String a = image("a");
        assertRefused(
                completeOne(
                        "1",
                        "{\"name\":\"a\",\"kind\":\"oci_image\",\"size_bytes_max\":100}",
                        image,
                        RegistryClient.MANIFEST,
                        CONFIG,
                        layer),
                "the limit is 100");
        assertRefused(
                completeOne(
                        "1",
                        "{\"name\":\"a\",\"kind\":\"oci_image\",\"expected_digest\":\"sha256:" + "0".repeat(64) + "\"}",
                        image,
                        RegistryClient.MANIFEST,
                        CONFIG,
                        layer),
                "the intent expects");
        byte[] mute = "{}".getBytes(StandardCharsets.UTF_8);
        assertRefused(
                completeOne("1", a, RegistryClient.image("", mute, layer), RegistryClient.MANIFEST, mute, layer),
                "operating system");
        assertRefused(
                completeOne(
                        "1",
                        a,
                        image.replace("\"size\":100}", "\"size\":101}"),
                        RegistryClient.MANIFEST,
                        CONFIG,
                        layer),
                "the manifest says 101");
        assertRefused(
                completeOne(
                        "1",
                        a,
                        image.replace("image.layer.v1.tar", "image.layer.v9.odd"),
                        RegistryClient.MANIFEST,
                        CONFIG,
                        layer),
                "unknown for an image");
        String index = "{\"schemaVersion\":2,\"mediaType\":\"" + RegistryClient.INDEX + "\",\"manifests\":["
                + RegistryClient.descriptor(RegistryClient.MANIFEST, image.getBytes(StandardCharsets.UTF_8)) + "]}";
        assertRefused(completeOne("1", a, index, RegistryClient.INDEX), "was not pushed");
        assertRefused(
                completeOne(
                        "1", "{\"name\":\"a\",\"kind\":\"archive\"}", image, RegistryClient.MANIFEST, CONFIG, layer),
                "application/vnd.gpuaas.archive.v1");
    }

    @Test
    void theFaultsOfAnArtifactAreBounded() {
        byte[] layer = random(100);
        StringBuilder layers = new StringBuilder();
        for (int i = 0; i < 1_000; i++) {
            layers.append(i == 0 ? "" : ",")
                    .append(RegistryClient.descriptor("application/vnd.oci.image.layer.v1.tar", layer)
                            .replace("\"size\":100}", "\"size\":" + (101 + i) + "}"));
        }
        String image = RegistryClient.image("", CONFIG).replace("\"layers\":[]", "\"layers\":[" + layers + "]");
        Reply refused = completeOne("1", image("a"), image, RegistryClient.MANIFEST, CONFIG, layer);
        assertRefused(refused, "the manifest says 101");
        assertThat(refused.json().path("violations").size()).isBetween(10, 25);
    }

    @Test
    void anIndexThatNamesAManifestTwiceHasItsFaultOnce() {
        String child = RegistryClient.descriptor(RegistryClient.MANIFEST, "{}".getBytes(StandardCharsets.UTF_8));
        String index = "{\"schemaVersion\":2,\"mediaType\":\"" + RegistryClient.INDEX + "\",\"manifests\":[" + child
                + "," + child + "]}";
        Reply refused = completeOne("1", image("a"), index, RegistryClient.INDEX);
        assertRefused(refused, "was not pushed");
        assertThat(refused.body().split("was not pushed", -1).length - 1)
                .as("once in the detail at most, and once in the list")
                .isLessThanOrEqualTo(2);
    }

    @Test
    void tooManySignaturesOfAnArtifactAreRefused() {
        JsonNode intent = intent("1.0", image("server"));
        RegistryClient client = pusher(intent);
        byte[] layer = random(70);
        String image = RegistryClient.image("", CONFIG, layer);
        String digest = pushImage(client, CONFIG, layer);
        for (int i = 0; i < 101; i++) {
            String signature = RegistryClient.image(
                    ",\"annotations\":{\"n\":\"" + i + "\"},\"subject\":"
                            + RegistryClient.descriptor(
                                    RegistryClient.MANIFEST, image.getBytes(StandardCharsets.UTF_8)),
                    CONFIG);
            assertThat(client.putManifest(RegistryClient.digest(signature), signature)
                            .status())
                    .isEqualTo(201);
        }
        assertRefused(complete(intent, "server", digest), "refer to it");
    }

    @Test
    void exchangesOfATokenCountAsRequestsOfTheTenant() {
        assertThat(plane.admin()
                        .put(
                                "/api/v1/tenants/" + tenant + "/policies/registry.requests_per_minute",
                                "{\"value\":\"60\"}")
                        .status())
                .isEqualTo(200);
        RegistryClient client = pusher(intent("1.0", image("server")));
        // More than the bucket holds, even if a second passes for each three of them.
        Set<Integer> answers = new HashSet<>();
        for (int i = 0; i < 500 && !answers.contains(429); i++) {
            answers.add(client.get("/token").status());
        }
        assertThat(answers).containsExactlyInAnyOrder(200, 429);
    }

    @Test
    void manifestsCountInTheStorageQuota() {
        assertThat(plane.admin()
                        .put(
                                "/api/v1/tenants/" + tenant + "/policies/registry.tenant_bytes_max",
                                "{\"value\":\"10000\"}")
                        .status())
                .isEqualTo(200);
        RegistryClient client = pusher(intent("1.0", image("server")));
        client.push(CONFIG);
        String large = RegistryClient.image(",\"annotations\":{\"a\":\"" + "x".repeat(6_000) + "\"}", CONFIG);
        assertThat(client.putManifest("v1", large).status()).isEqualTo(201);
        assertThat(client.putManifest("v1", large.replace("xx\"", "yy\"")).status())
                .isEqualTo(413);
        assertThat(client.putManifest("v1", large).status()).as("it is there").isEqualTo(201);
    }

    @Test
    void anIndexBringsItsImagesAndTheirSignatures() {
        JsonNode intent = intent("1.0", image("server"));
        RegistryClient client = pusher(intent);
        byte[] layer = random(70);
        String image = RegistryClient.image("", CONFIG, layer);
        String child = pushImage(client, CONFIG, layer);
        String signature = RegistryClient.image(
                ",\"artifactType\":\"application/vnd.test.signature\",\"subject\":"
                        + RegistryClient.descriptor(RegistryClient.MANIFEST, image.getBytes(StandardCharsets.UTF_8)),
                CONFIG);
        assertThat(client.putManifest(RegistryClient.digest(signature), signature)
                        .status())
                .isEqualTo(201);
        String index = "{\"schemaVersion\":2,\"mediaType\":\"" + RegistryClient.INDEX + "\",\"manifests\":["
                + RegistryClient.descriptor(RegistryClient.MANIFEST, image.getBytes(StandardCharsets.UTF_8)) + "]}";
        String digest = RegistryClient.digest(index);
        client.send(
                "PUT",
                "manifests/" + digest,
                index.getBytes(StandardCharsets.UTF_8),
                "Content-Type",
                RegistryClient.INDEX);
        Reply done = complete(intent, "server", digest);
        assertThat(done.status()).as(done.body()).isEqualTo(200);
        String permanent = "(SELECT id FROM registry.repository WHERE name = '" + namespace + "/app')";
        assertThat(plane.database()
                        .count("SELECT count(*) FROM registry.manifest WHERE repository_id = " + permanent
                                + " AND digest IN ('" + digest + "', '" + child + "', '"
                                + RegistryClient.digest(signature) + "')"))
                .isEqualTo(3);
        assertThat(plane.database()
                        .count("SELECT count(*) FROM registry.repository_blob WHERE repository_id = " + permanent))
                .isEqualTo(2);
        assertThat(plane.database()
                        .count("SELECT count(*) FROM registry.repository WHERE name LIKE '" + namespace + "/app/%'"))
                .isZero();
    }

    @Test
    void filesOfEveryKindArePublishedAsOciArtifacts() {
        byte[] empty = "{}".getBytes(StandardCharsets.UTF_8);
        for (String[] kind : new String[][] {
            {"archive", "archive"},
            {"script", "script"},
            {"file", "file"},
            {"ui_bundle", "ui-bundle"},
            {"model", "model"}
        }) {
            byte[] content = random(500);
            String manifest = "{\"schemaVersion\":2,\"mediaType\":\"" + RegistryClient.MANIFEST
                    + "\",\"artifactType\":\"application/vnd.gpuaas." + kind[1] + ".v1\",\"config\":"
                    + RegistryClient.descriptor("application/vnd.oci.empty.v1+json", empty) + ",\"layers\":["
                    + RegistryClient.descriptor("application/octet-stream", content) + "]}";
            Reply done = completeOne(
                    kind[0],
                    "{\"name\":\"a\",\"kind\":\"" + kind[0] + "\"}",
                    manifest,
                    RegistryClient.MANIFEST,
                    empty,
                    content);
            assertThat(done.status()).as(done.body()).isEqualTo(200);
        }
    }

    @Test
    void aPublishedArtifactNeverChanges() {
        byte[] layer = random(80);
        JsonNode first = intent("1.0", image("server"));
        assertThat(complete(first, "server", pushImage(pusher(first), CONFIG, layer))
                        .status())
                .isEqualTo(200);
        JsonNode repeated = intent("1.0", image("server"));
        assertThat(complete(repeated, "server", pushImage(pusher(repeated), CONFIG, layer))
                        .status())
                .as("a build that is repeated")
                .isEqualTo(200);
        JsonNode other = intent("1.0", image("server"));
        Reply refused = complete(other, "server", pushImage(pusher(other), CONFIG, random(80)));
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.text("code")).isEqualTo("artifact_exists");
    }

    @Test
    void aNamespaceBelongsToOneTenant() {
        String stranger = plane.admin().createTenant();
        ApiClient strangers = plane.client(plane.principals().inTenant(Role.TENANT_OWNER, stranger));
        Reply taken = createPublisher(strangers, stranger, namespace);
        assertThat(taken.status()).isEqualTo(409);
        assertThat(taken.text("code")).isEqualTo("publisher_namespace_taken");
        assertThat(createPublisher(owner, tenant, "gpuaas").status()).isEqualTo(409);
        String theirProject = plane.admin().createProject(stranger);
        Reply intent = strangers.post(
                "/api/v1/projects/" + theirProject + "/publish-intents",
                "{\"app\":\"" + namespace + "/app\",\"version\":\"1\",\"artifacts\":[" + image("a") + "]}");
        assertThat(intent.status()).isEqualTo(400);
    }

    @Test
    void aCanceledIntentIsGoneWithItsCredential() {
        JsonNode intent = intent("1.0", image("server"));
        RegistryClient client = pusher(intent);
        String digest = pushImage(client, CONFIG, random(80));
        String path = intents() + "/" + intent.path("id").asString();
        assertThat(owner.post(path + "/cancel", null).text("state")).isEqualTo("canceled");
        assertThat(owner.post(path + "/cancel", null).status()).isEqualTo(200);
        assertThat(client.head("manifests/" + digest).status()).isIn(401, 404);
        assertThat(complete(intent, "server", digest).text("code")).isEqualTo("publish_intent_closed");
    }

    /** The stored row of the first one cannot be read. */
    @Test
    void anIntentThatCannotBeEndedDoesNotHoldUpTheNext() {
        String broken = intent("1.0", image("server")).path("id").asString();
        String next = intent("2.0", image("server")).path("id").asString();
        plane.database().execute("UPDATE artifacts.publish_intent SET planned = '{}' WHERE id = '" + broken + "'");
        plane.bean(MovableClock.class).forward(Duration.ofMinutes(61));
        plane.bean(PublishIntents.class).expire();
        assertThat(owner.get(intents() + "/" + next).text("state")).isEqualTo("expired");
        plane.database().execute("DELETE FROM artifacts.publish_intent WHERE id = '" + broken + "'");
    }

    @Test
    void anExpiredIntentIsClosedAndItsRepositoryIsRemoved() {
        JsonNode intent = intent("1.0", image("server"));
        RegistryClient client = pusher(intent);
        String digest = pushImage(client, CONFIG, random(80));
        plane.bean(MovableClock.class).forward(Duration.ofMinutes(61));
        assertThat(client.get("/v2/").status()).isEqualTo(401);
        assertThat(complete(intent, "server", digest).text("code")).isEqualTo("publish_intent_closed");
        plane.bean(PublishIntents.class).expire();
        assertThat(owner.get(intents() + "/" + intent.path("id").asString()).text("state"))
                .isEqualTo("expired");
        assertThat(plane.database()
                        .count("SELECT count(*) FROM registry.repository WHERE name LIKE '" + namespace + "/app/%'"))
                .isZero();
    }

    @Test
    void theStorageQuotaEndsAPushAndIsFreedByTheCancellation() {
        assertThat(plane.admin()
                        .put(
                                "/api/v1/tenants/" + tenant + "/policies/registry.tenant_bytes_max",
                                "{\"value\":\"10000\"}")
                        .status())
                .isEqualTo(200);
        JsonNode intent = intent("1.0", image("server"));
        RegistryClient client = pusher(intent);
        client.push(random(6_000));
        byte[] second = random(6_000);
        RegistryClient.Reply refused =
                client.send("POST", "blobs/uploads/?digest=" + RegistryClient.digest(second), second);
        assertThat(refused.status()).isEqualTo(413);
        assertThat(client.head("blobs/" + RegistryClient.digest(second)).status())
                .isEqualTo(404);
        owner.post(intents() + "/" + intent.path("id").asString() + "/cancel", null);
        JsonNode next = intent("1.0", image("server"));
        pusher(next).push(second);
    }

    @Test
    void manyVersionsAreListedByKey() {
        plane.database().execute("""
                INSERT INTO artifacts.artifact (id, tenant_id, project_id, publisher_id, app, version, name, kind, digest,
                    media_type, size_bytes, platforms, trust, promotion, published_at, published_by)
                SELECT gen_random_uuid(), '%s', '%s', (SELECT id FROM artifacts.publisher WHERE namespace = '%s'), '%3$s/app',
                    'v' || i, 'a', 'file', 'sha256:' || i, 'm', 1, '{}', 'unverified', 'published', now(), 'x'
                FROM generate_series(1, 10000) AS i""".formatted(tenant, project, namespace));
        int seen = 0;
        String cursor = "";
        do {
            JsonNode page = owner.get("/api/v1/projects/" + project + "/artifacts?limit=200&app=" + namespace + "/app"
                            + (cursor.isEmpty() ? "" : "&cursor=" + cursor))
                    .json();
            seen += page.path("items").size();
            cursor = page.path("next_cursor").asString("");
        } while (!cursor.isEmpty());
        assertThat(seen).isEqualTo(10_000);
        plane.database().execute("ANALYZE artifacts.artifact");
        String plan = String.join(
                "\n",
                plane.bean(JdbcClient.class)
                        .sql("EXPLAIN " + ArtifactStore.page(true, true))
                        .param("tenant", UUID.fromString(tenant))
                        .param("app", namespace + "/app")
                        .param("before", UUID.randomUUID())
                        .param("limit", 200)
                        .query(String.class)
                        .list());
        assertThat(plan)
                .containsPattern("Index Cond: .*id < ")
                .doesNotContain("Sort")
                .doesNotContain("Seq Scan");
    }

    private static RegistryClient reader(String authorization, String repository) {
        return new RegistryClient(plane.bean(RegistryAddress.class).url(), repository, authorization);
    }

    private static String exchanged(String token, String repository) {
        RegistryClient.Reply reply = reader(basic(token), repository)
                .get("/token?service=gpuaas&scope=repository:" + repository + ":pull,push,delete");
        assertThat(reply.status()).isEqualTo(200);
        return "Bearer " + reply.json().path("token").asString();
    }

    @Test
    void tokensOfPeopleAndMachinesPullWhatTheirTenantOwnsAndNothingElse() {
        JsonNode intent = intent("1.0", image("server"));
        byte[] layer = random(300);
        String digest = pushImage(pusher(intent), CONFIG, layer);
        JsonNode open = intent("2.0", image("server"));
        assertThat(complete(intent, "server", digest).status()).isEqualTo(200);
        String app = namespace + "/app";
        String viewer = plane.principals().inProject(Role.PROJECT_VIEWER, tenant, project);
        String machine = plane.principals().machine(project, List.of("artifacts.read"));
        for (String token : List.of(viewer, machine)) {
            for (String way : List.of("Bearer " + token, basic(token), exchanged(token, app))) {
                RegistryClient client = reader(way, app);
                assertThat(client.get("blobs/" + RegistryClient.digest(layer)).body())
                        .isEqualTo(layer);
                assertThat(client.get("manifests/" + digest).status()).isEqualTo(200);
                assertThat(client.delete("manifests/" + digest).status()).isEqualTo(403);
                assertThat(client.at(open.path("repository").asString())
                                .get("tags/list")
                                .status())
                        .as("the repository of an intent is its credential's alone")
                        .isEqualTo(404);
            }
        }
        String stranger =
                plane.principals().inTenant(Role.TENANT_OWNER, plane.admin().createTenant());
        assertThat(reader(exchanged(stranger, app), app)
                        .get("manifests/" + digest)
                        .status())
                .isEqualTo(404);
        for (String none : List.of(
                plane.principals().machine(project, List.of("projects.read")),
                plane.principals().withoutRole(),
                plane.principals().expired(),
                plane.principals().revoked())) {
            assertThat(reader(basic(none), app).get("/token").status()).isEqualTo(401);
            assertThat(reader("Bearer " + none, app).get("manifests/" + digest).status())
                    .isEqualTo(401);
        }
    }

    @Test
    void aTokenWithAnEmbeddedKeyIsNotBelieved() throws Exception {
        ECKey own = new ECKeyGenerator(Curve.P_256).keyID("mine").generate();
        SignedJWT forged = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.ES256)
                        .jwk(own.toPublicJWK())
                        .keyID("mine")
                        .build(),
                new JWTClaimsSet.Builder()
                        .issuer("http://127.0.0.1:" + plane.port())
                        .subject(UUID.randomUUID().toString())
                        .claim("exp", System.currentTimeMillis() / 1_000 + 600)
                        .claim("access", List.of(Map.of("type", "repository", "name", "any", "actions", List.of("*"))))
                        .build());
        forged.sign(new ECDSASigner(own));
        RegistryClient client = reader(basic(forged.serialize()), namespace + "/app");
        assertThat(client.get("/token").status()).isEqualTo(401);
        assertThat(client.with("Bearer " + forged.serialize()).get("/v2/").status())
                .isEqualTo(401);
    }

    @Test
    void aSuspendedTenantPushesNothing() {
        JsonNode intent = intent("1.0", image("server"));
        RegistryClient client = pusher(intent);
        client.push(CONFIG);
        plane.admin().post("/api/v1/tenants/" + tenant + "/suspend", "{\"reason\":\"unpaid\"}");
        await().atMost(Duration.ofSeconds(60))
                .until(() -> client.send("POST", "blobs/uploads/", new byte[0]).status() == 403);
        assertThat(client.head("blobs/" + RegistryClient.digest(CONFIG)).status())
                .isEqualTo(200);
    }

    @Test
    void theSecretWorksAsAPasswordAndIsShownOnce() {
        String body = "{\"app\":\"" + namespace + "/app\",\"version\":\"1\",\"artifacts\":[" + image("a") + "]}";
        String key = UUID.randomUUID().toString();
        Reply first = owner.post(intents(), body, key);
        Reply again = owner.post(intents(), body, key);
        assertThat(again.text("id")).isEqualTo(first.text("id"));
        assertThat(again.json().has("secret")).isFalse();
        RegistryClient client = new RegistryClient(
                plane.bean(RegistryAddress.class).url(), first.text("repository"), basic(first.text("secret")));
        assertThat(client.get("tags/list").status()).isEqualTo(200);
    }
}
